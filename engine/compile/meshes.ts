/** Meshes of a spec: their files, what is needed of them, and what they become. */

import { UnsupportedError } from "../types/errors.ts";
import type { MeshSpec, Spec } from "../types/spec.ts";
import type { CompiledMesh } from "./mesh/types.ts";

/** Compiles every mesh. */
export function compileMeshes(spec: Spec): Map<MeshSpec, CompiledMesh> {
  if (spec.meshes.length > 0) {
    throw new UnsupportedError(
      spec.meshes.map((mesh) => ({ feature: "<mesh>", place: mesh.origin?.place() as never })),
    );
  }
  return new Map();
}
