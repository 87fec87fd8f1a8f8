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
  const { fs, process } = disk();
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const files = new Files(fs, root === undefined ? undefined : await realRoot(fs, root));
  const assets = (name: string) => {
    const bytes = files.read(name, "assetBytes", limits.assetBytes);
    if (bytes !== undefined) used.add(name);
    return bytes;
  };
  const file = /^([/\\]|[A-Za-z]:)/.test(path) ? path : `${process.cwd()}/${path}`;
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

async function realRoot(fs: Fs, root: string): Promise<string> {
  try {
    return await fs.promises.realpath(root);
  } catch {
    throw new MjcfError(`cannot read the root '${root}'`);
  }
}

/** The files of a disk or of one directory. */
class Files {
  constructor(private readonly fs: Fs, private readonly root: string | undefined) {}

  /** The content of a regular file; undefined if there is no file that may be read. */
  read(path: string, limit: LimitName, allowed: number): Uint8Array | undefined {
    const { fs } = this;
    let real: string;
    let descriptor: number;
    try {
      real = fs.realpathSync(path);
      if (!this.holds(real)) return undefined;
      const stat = fs.statSync(real);
      if (stat.isDirectory()) return undefined;
      // reading anything else might never end or have side effects
      if (!stat.isFile()) throw new MjcfError(`'${path}' is not a regular file`);
      descriptor = fs.openSync(real, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
    } catch (error) {
      if (error instanceof MjcfError) throw error;
      return undefined;
    }
    try {
      const stat = fs.fstatSync(descriptor);
      if (!stat.isFile()) throw new MjcfError(`'${path}' is not a regular file`);
      if (stat.size > allowed) throw new LimitError({ limit, asked: stat.size, allowed }, `file '${path}'`);
      // at most the size found above, even if the file grows in the meantime
      const bytes = new Uint8Array(stat.size);
      let at = 0;
      while (at < bytes.length) {
        const n = fs.readSync(descriptor, bytes, at, bytes.length - at, null);
        if (n === 0) break;
        at += n;
      }
      return bytes.subarray(0, at);
    } finally {
      fs.closeSync(descriptor);
    }
  }

  private holds(real: string): boolean {
    const { root } = this;
    if (root === undefined) return true;
    const separator = root.includes("\\") ? "\\" : "/";
    return real.startsWith(root.endsWith(separator) ? root : root + separator);
  }
}

type Fs = typeof import("node:fs");

interface Disk {
  readonly fs: Fs;
  readonly process: { getBuiltinModule(name: "node:fs"): Fs; cwd(): string };
}

/** Looked up by name rather than imported, so that browser bundlers do not try to resolve it. */
function disk(): Disk {
  const { process } = globalThis as { process?: Disk["process"] };
  if (process?.getBuiltinModule === undefined) {
    throw new MjcfError("no file system is available here: pass the text and its assets to compile()");
  }
  return { fs: process.getBuiltinModule("node:fs"), process };
}
