/** Finding the files that a document needs, without compiling it. */

import { MjcfError } from "../../engine/types/errors.ts";
import type { Plugin } from "../../engine/types/plugin.ts";
import type { ReadFile, Spec, SpecElement } from "../../engine/types/spec.ts";
import { readAsset } from "../../engine/mjcf/include.ts";
import { readSpec } from "../../engine/mjcf/read.ts";

/**
 * Calls `read` for every file that compiling a document would read: includes, attached models, and the assets of all of
 * them. Stops at the first error in the document, such as a plugin that is not among `plugins`; missing files are not
 * errors here.
 */
export function readReferencedFiles(xml: string, read: ReadFile, plugins: readonly Plugin[]): void {
  let spec: Spec;
  try {
    spec = readSpec(xml, { file: "", read, strict: true, warn: () => {}, plugins });
  } catch (error) {
    // errors are reported by the compiler
    if (error instanceof Error) return;
    throw error;
  }
  const { meshes, hfields, skins, textures } = spec;
  for (const asset of [...meshes, ...hfields, ...skins]) touch(spec, asset, asset.compiler.meshdir, asset.file);
  for (const texture of textures) {
    for (const file of [texture.file, ...texture.cubefiles]) touch(spec, texture, texture.compiler.texturedir, file);
  }
}

function touch(spec: Spec, asset: SpecElement & { modelfiledir: string }, dir: string, file: string): void {
  if (file === "") return;
  try {
    readAsset(spec.read, spec.compiler, asset.modelfiledir, dir, file, (what) => new MjcfError(what));
  } catch (error) {
    if (!(error instanceof MjcfError)) throw error;
  }
}
