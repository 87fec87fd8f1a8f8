/** The files that a model consists of. */

import { zipSync } from "fflate";
import { compile } from "../../mod.ts";
import { HarnessError } from "../../harness/engine.ts";

/** A model with all files that it reads. */
export interface Gathered {
  /** path of the document in the archive */
  main: string;
  archive: Uint8Array;
  /** why the model cannot be compiled, if it cannot */
  error: string | undefined;
}

/** Reads a document and whatever it includes and refers to. */
export async function gather(path: string): Promise<Gathered> {
  const file = await Deno.realPath(path).catch(() => {
    throw new HarnessError(`${path}: there is no such file`);
  });
  const files = new Map<string, Uint8Array>([[file, await Deno.readFile(file)]]);
  const assets = (name: string) => {
    try {
      const bytes = Deno.readFileSync(name);
      files.set(name, bytes);
      return bytes;
    } catch {
      return undefined;
    }
  };
  let error: string | undefined;
  try {
    compile(new TextDecoder().decode(files.get(file)), { file, assets });
  } catch (reason) {
    error = reason instanceof Error ? reason.message : String(reason);
  }
  const root = commonFolder([...files.keys()]);
  const named = [...files].map(([name, bytes]): [string, Uint8Array] => [name.slice(root.length), bytes]);
  return { main: file.slice(root.length), archive: zipSync(Object.fromEntries(named)), error };
}

/** The folder that all paths have in common, with a slash. */
function commonFolder(paths: readonly string[]): string {
  let folder = paths[0].slice(0, paths[0].lastIndexOf("/") + 1);
  while (!paths.every((path) => path.startsWith(folder))) {
    folder = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1);
  }
  return folder;
}
