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
  // imported here, so that browsers can load the package
  const { readFileSync } = await import("node:fs");
  const { cwd } = await import("node:process");

  const assets = (name: string): Uint8Array | undefined => {
    try {
      return readFileSync(name);
    } catch {
      return undefined;
    }
  };
  const file = /^([/\\]|[A-Za-z]:)/.test(path) ? path : `${cwd()}/${path}`;
  const bytes = assets(file);
  if (bytes === undefined) throw new MjcfError(`cannot read '${file}'`);
  return compile(new TextDecoder().decode(bytes), { ...options, file, assets });
}
