/**
 * The replayer of Plumbline with all that it imports in one file, which starts in half the time and runs faster than
 * hundreds of modules. It is made when a whole run needs it, and kept in the cache directory with a hash of the sources
 * that went into it and of what came out. Whatever does not match is made anew; if that fails, the sources are run.
 */

import { denoVersion, folderOf, hashFiles, isFile, readIfThere, writeWhole } from "../disk.ts";
import { sha256 } from "../golden/golden.ts";
import { bundleModules } from "../report/bundle_module.ts";
import { bundleFolder, ENTRY as BUNDLED } from "./launch.ts";

const HOME = new URL("../../", import.meta.url);

/** Everything that has a part in the bundle; its packages are those of the lock file. */
const SOURCES = ["harness", "engine", "mod.ts", "deno.json", "deno.lock"];

const ENTRY = "harness/run/own_replayer.ts";
/** Programs of threads, each of which is a file of its own. */
const THREADS = ["engine/rollout/rollout_worker.ts", "engine/compile/mesh/mesh_worker.ts"];
/** Needed only where a value differs: it stays where it is. */
const APART = "harness/replay/expression.ts";

/** What is known of a bundle. */
interface Seal {
  /** hash of the sources */
  readonly sources: string;
  /** hashes of its files by name; none if it could not be made */
  readonly files: Readonly<Record<string, string>>;
}

/** A bundle of the present sources. */
export class Bundle {
  readonly #folder: string;
  readonly #seal: Seal;

  constructor(folder: string, seal: Seal) {
    this.#folder = folder;
    this.#seal = seal;
  }

  /** The module to run. */
  get entry(): string {
    return `${this.#folder}/${BUNDLED}`;
  }

  /** Are its files, all of them, those that were made? */
  isIntact(): boolean {
    const { files } = this.#seal;
    return [ENTRY, ...THREADS].map(nameOf).every((name) => {
      const bytes = readIfThere(`${this.#folder}/${name}`);
      return bytes !== undefined && sha256(bytes) === files[name];
    });
  }
}

/** The bundle of the present sources, made if it may be; undefined if there is none. */
export async function findBundle(mayMake: boolean, folder: string = bundleFolder()): Promise<Bundle | undefined> {
  const sources = hashOfSources();
  if (sources === undefined) return undefined;
  try {
    const seal = readSeal(`${folder}/seal.json`);
    if (seal?.sources === sources) {
      const isMissing = Object.keys(seal.files).length === 0;
      const found = new Bundle(folder, seal);
      if (isMissing || found.isIntact()) return isMissing ? undefined : found;
    }
    return mayMake ? await make(folder, sources) : undefined;
  } catch {
    // a cache that cannot be read or written
    return undefined;
  }
}

function hashOfSources(): string | undefined {
  const hash = hashFiles(HOME, SOURCES, /(?<!_test|_bench)\.(ts|json)$/);
  return hash && sha256(`${denoVersion()} ${hash}`);
}

function readSeal(path: string): Seal | undefined {
  if (!isFile(path)) return undefined;
  const { sources, files } = JSON.parse(new TextDecoder().decode(readIfThere(path))) as Partial<Seal>;
  return typeof sources === "string" && files instanceof Object ? { sources, files } : undefined;
}

async function make(folder: string, sources: string): Promise<Bundle | undefined> {
  const modules = linked(await bundleModules([ENTRY, ...THREADS], APART));
  // sources that were saved meanwhile may be in it, or not
  if (hashOfSources() !== sources) return undefined;
  const encoder = new TextEncoder();
  const files: Record<string, string> = {};
  for (const [path, text] of modules ?? []) {
    const bytes = encoder.encode(text);
    files[nameOf(path)] = sha256(bytes);
    writeWhole(`${folder}/${nameOf(path)}`, bytes);
  }
  const seal = { sources, files };
  writeWhole(`${folder}/seal.json`, encoder.encode(JSON.stringify(seal)));
  return modules === undefined ? undefined : new Bundle(folder, seal);
}

/** Bundles that find each other, and the module that is no part of them; undefined if they look for anything else. */
function linked(modules: ReadonlyMap<string, string> | undefined): Map<string, string> | undefined {
  const links = new Map(
    THREADS.map((thread) => [
      // modules in other folders have it farther away
      new RegExp(`new URL\\("\\.\\.?/(?:[\\w.]+/)*${baseOf(thread)}\\.ts", import\\.meta\\.url\\)`, "g"),
      `new URL("./${nameOf(thread)}", import.meta.url)`,
    ]),
  ).set(new RegExp(`import\\("\\./${baseOf(APART)}\\.ts"\\)`, "g"), `import("${new URL(APART, HOME).href}")`);
  const out = new Map<string, string>();
  for (const [path, text] of modules ?? []) {
    let [code, rest] = [text, text];
    for (const [before, after] of links) {
      code = code.replaceAll(before, after);
      rest = rest.replaceAll(before, "");
    }
    if (/import\.meta|import\("\.|from "\./.test(rest)) return undefined;
    out.set(path, code);
  }
  return modules && out;
}

function baseOf(path: string): string {
  return path.slice(folderOf(path).length + 1, -".ts".length);
}

/** The name of a bundle, whose ending says that it is a module. */
function nameOf(path: string): string {
  return `${baseOf(path)}.mjs`;
}
