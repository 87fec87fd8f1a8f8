/** Loading from disk, in Deno and in Node. The one file of the engine that needs more than the language. */

import { compile, type CompileOptions } from "./compile/compile.ts";
import { MjcfError } from "./types/errors.ts";
import type { Model } from "./types/model.ts";

/**
 * Loads and compiles a model from disk, with everything that it includes and every asset that it names. Needs
 * permission to read.
 *
 * @example A model and its directory
 * ```ts
 * import { loadModel } from "@plumbline/sim";
 * import assert from "node:assert/strict";
 *
 * const path = await Deno.makeTempFile({ suffix: ".xml" });
 * await Deno.writeTextFile(path, `<mujoco><worldbody><geom size="1"/></worldbody></mujoco>`);
 * const model = await loadModel(path);
 * assert.equal(model.ngeom, 1);
 * ```
 */
export async function loadModel(path: string, options: Omit<CompileOptions, "assets" | "file"> = {}): Promise<Model> {
  const { fs, process } = disk();
  const assets = (name: string): Uint8Array | undefined => {
    try {
      return fs.readFileSync(name);
    } catch {
      return undefined;
    }
  };
  const file = /^([/\\]|[A-Za-z]:)/.test(path) ? path : `${process.cwd()}/${path}`;
  let bytes: Uint8Array;
  try {
    bytes = await fs.promises.readFile(file);
  } catch {
    throw new MjcfError(`cannot read '${file}'`);
  }
  return compile(new TextDecoder().decode(bytes), { ...options, file, assets });
}

interface Disk {
  readonly fs: typeof import("node:fs");
  readonly process: { getBuiltinModule(name: "node:fs"): typeof import("node:fs"); cwd(): string };
}

/** Asked for by name and not imported, so that bundlers for browsers find nothing that they lack. */
function disk(): Disk {
  const { process } = globalThis as { process?: Disk["process"] };
  if (process?.getBuiltinModule === undefined) {
    throw new MjcfError("there is no disk here: give compile() the text and its assets");
  }
  return { fs: process.getBuiltinModule("node:fs"), process };
}
