/** Loading from disk. The one file of the engine that knows Deno. */

import { compile, type CompileOptions } from "./compile/compile.ts";
import { MjcfError } from "./types/errors.ts";
import type { Model } from "./types/model.ts";

function readFile(path: string): Uint8Array | undefined {
  try {
    return Deno.readFileSync(path);
  } catch {
    return undefined;
  }
}

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
export function loadModel(path: string, options: Omit<CompileOptions, "assets" | "file"> = {}): Promise<Model> {
  return new Promise((resolve) => {
    const absolute = /^([/\\]|[A-Za-z]:)/.test(path) ? path : `${Deno.cwd()}/${path}`;
    const bytes = readFile(absolute);
    if (bytes === undefined) throw new MjcfError(`cannot read '${absolute}'`);
    resolve(compile(new TextDecoder().decode(bytes), { ...options, file: absolute, assets: readFile }));
  });
}
