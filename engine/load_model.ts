/** Loading from disk in Deno and Node. The only file of the engine that uses platform APIs. */

import { compileOnThreads, type CompileOptions } from "./compile/compile.ts";
import { looksLikeMjcf } from "./mjcf/xml.ts";
import { MjcfError } from "./types/errors.ts";
import { DEFAULT_LIMITS, LimitError, type LimitName } from "./types/limits.ts";
import type { Model } from "./types/model.ts";

/** Options for loading and compiling. */
export interface LoadOptions extends Omit<CompileOptions, "assets" | "file"> {
  /**
   * the only directory that may be read; files that resolve to a path outside it, symbolic links followed, count as
   * missing
   */
  root?: string;
}

/**
 * Loads and compiles a model from disk, with everything that it includes and all its assets. Needs read permission.
 * Large meshes are compiled on several threads. Only regular files are read, within the bounds of `limits`. A document can name any file, so set `root` if you do not
 * trust it.
 *
 * @example A model and its directory
 * ```ts
 * import { loadModel } from "@plumbline/sim";
 * import assert from "node:assert/strict";
 *
 * const root = await Deno.makeTempDir();
 * const path = `${root}/ball.xml`;
 * await Deno.writeTextFile(path, `<mujoco><worldbody><geom size="1"/></worldbody></mujoco>`);
 * const model = await loadModel(path, { root });
 * assert.equal(model.ngeom, 1);
 *
 * await Deno.writeTextFile(path, `<mujoco><include file="/etc/hostname"/></mujoco>`);
 * await assert.rejects(loadModel(path, { root }), /cannot read/);
 * ```
 */
export function loadModel(path: string, options: LoadOptions = {}): Promise<Model> {
  return load(path, options, new Set());
}

/**
 * The files that a model on disk consists of: its document, and everything that it includes, attaches, and names. The
 * model is loaded to find them.
 *
 * @example What to copy
 * ```ts
 * import { getXMLDependencies } from "@plumbline/sim";
 * import assert from "node:assert/strict";
 *
 * const folder = await Deno.makeTempDir();
 * await Deno.writeTextFile(`${folder}/scene.xml`, `<mujoco><include file="robot.xml"/></mujoco>`);
 * await Deno.writeTextFile(`${folder}/robot.xml`, `<mujoco><worldbody><geom size="1"/></worldbody></mujoco>`);
 * const files = await getXMLDependencies(`${folder}/scene.xml`);
 * assert.deepEqual(files, [`${folder}/scene.xml`, `${folder}/robot.xml`]);
 * ```
 */
export async function getXMLDependencies(path: string, options: LoadOptions = {}): Promise<string[]> {
  const used = new Set<string>();
  await load(path, options, used);
  return [...used];
}

/** Loads a model, and notes the files that it uses. */
async function load(path: string, options: LoadOptions, used: Set<string>): Promise<Model> {
  const { root, ...rest } = options;
  const disk = findDisk();
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const files = new Files(disk, root === undefined ? undefined : realRoot(disk, root));
  // files are looked for while the document is read, and read when assets are compiled
  const found = new Map<string, Uint8Array | undefined>();
  const assets = (name: string) => {
    if (!found.has(name)) found.set(name, files.read(name, "assetBytes", limits.assetBytes));
    const bytes = found.get(name);
    if (bytes !== undefined) used.add(name);
    return bytes;
  };
  const file = /^([/\\]|[A-Za-z]:)/.test(path) ? path : `${disk.cwd()}/${path}`;
  const bytes = files.read(file, "documentBytes", limits.documentBytes);
  if (bytes === undefined) throw new MjcfError(`cannot read '${file}'${root === undefined ? "" : ` below '${root}'`}`);
  used.add(file);
  const text = new TextDecoder().decode(bytes);
  try {
    return await compileOnThreads(text, { ...rest, file, assets });
  } catch (error) {
    if (!(error instanceof MjcfError) || error.file !== file || looksLikeMjcf(text)) throw error;
    throw new MjcfError(`'${file}' is not a model: it starts with neither <mujoco> nor <robot>`, {
      file,
      line: error.line,
      column: error.column,
    });
  }
}

function realRoot(disk: Disk, root: string): string {
  try {
    return disk.realPathSync(root);
  } catch {
    throw new MjcfError(`cannot read the root '${root}'`);
  }
}

/** The files of a disk or of one directory. */
class Files {
  constructor(private readonly disk: Disk, private readonly root: string | undefined) {}

  /** The content of a regular file; undefined if there is no file that may be read. */
  read(path: string, limit: LimitName, allowed: number): Uint8Array | undefined {
    const { disk } = this;
    let file: OpenFile;
    try {
      const real = disk.realPathSync(path);
      if (!this.holds(real)) return undefined;
      const { isFile, isDirectory } = disk.statSync(real);
      if (isDirectory) return undefined;
      // reading anything else might never end or have side effects
      if (!isFile) throw new MjcfError(`'${path}' is not a regular file`);
      file = disk.openSync(real);
    } catch (error) {
      if (error instanceof MjcfError) throw error;
      return undefined;
    }
    try {
      const { isFile, size } = file.statSync();
      if (!isFile) throw new MjcfError(`'${path}' is not a regular file`);
      if (size > allowed) throw new LimitError({ limit, asked: size, allowed }, `file '${path}'`);
      // at most the size found above, even if the file grows in the meantime
      const bytes = new Uint8Array(size);
      let at = 0;
      while (at < size) {
        const n = file.readSync(bytes.subarray(at));
        if (!n) break;
        at += n;
      }
      return bytes.subarray(0, at);
    } finally {
      file.close();
    }
  }

  private holds(real: string): boolean {
    const { root } = this;
    if (root === undefined) return true;
    const separator = root.includes("\\") ? "\\" : "/";
    return real.startsWith(root.endsWith(separator) ? root : root + separator);
  }
}

/** What is known of a file or directory. */
interface FileInfo {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly size: number;
}

/** A file that is being read. */
interface OpenFile {
  statSync(): FileInfo;
  /** How many bytes were read; null or 0 at the end. */
  readSync(into: Uint8Array): number | null;
  close(): void;
}

/** The functions of Deno that are used here. */
interface Disk {
  cwd(): string;
  realPathSync(path: string): string;
  statSync(path: string): FileInfo;
  openSync(path: string): OpenFile;
}

type Fs = typeof import("node:fs");

interface Platform {
  readonly Deno?: Partial<Disk>;
  readonly process?: { getBuiltinModule?(name: "node:fs"): Fs; cwd(): string };
}

/** Looked up by name rather than imported, so that browser bundlers do not try to resolve it. */
function findDisk(): Disk {
  const platform = globalThis as Platform;
  // its own functions are at hand, while those of Node take Deno 15 ms to load
  if (platform.Deno?.openSync !== undefined) return platform.Deno as Disk;
  const { process } = platform;
  if (process?.getBuiltinModule === undefined) {
    throw new MjcfError("no file system is available here: pass the text and its assets to compile()");
  }
  return diskOfNode(process.getBuiltinModule("node:fs"), () => process.cwd());
}

function diskOfNode(fs: Fs, cwd: () => string): Disk {
  const { O_RDONLY, O_NONBLOCK = 0 } = fs.constants;
  const infoOf = (stat: ReturnType<Fs["statSync"]> & object): FileInfo => ({
    isFile: stat.isFile(),
    isDirectory: stat.isDirectory(),
    size: Number(stat.size),
  });
  return {
    cwd,
    realPathSync: (path) => fs.realpathSync(path),
    statSync: (path) => infoOf(fs.statSync(path)),
    openSync: (path) => {
      const descriptor = fs.openSync(path, O_RDONLY | O_NONBLOCK);
      return {
        statSync: () => infoOf(fs.fstatSync(descriptor)),
        readSync: (into) => fs.readSync(descriptor, into),
        close: () => fs.closeSync(descriptor),
      };
    },
  };
}
