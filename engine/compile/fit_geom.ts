/** Primitive shapes fitted to meshes. */

import { Geom } from "../types/enums.ts";
import type { GeomSpec } from "../types/spec.ts";
import { fail } from "./fail.ts";
import type { CompiledMesh } from "./mesh/types.ts";

/** Sets the size of `geom` from the mesh, and `centre` to where its centre is in the mesh frame. */
export function fitGeom(geom: GeomSpec, mesh: CompiledMesh, centre: Float64Array): void {
  const { size, fitscale, compiler } = geom;
  if (compiler.fitaabb) fitBounds(geom, mesh, centre);
  else fitInertia(geom, mesh);
  for (let k = 0; k < 3; k++) size[k] *= fitscale;
}

/** The box with the same inertia. */
function fitInertia(geom: GeomSpec, { boxsz }: CompiledMesh): void {
  const { size } = geom;
  switch (geom.type) {
    case Geom.SPHERE:
      size[0] = (boxsz[0] + boxsz[1] + boxsz[2]) / 3;
      break;
    case Geom.CAPSULE:
      size[0] = (boxsz[0] + boxsz[1]) / 2;
      size[1] = Math.max(0, boxsz[2] - size[0] / 2);
      break;
    case Geom.CYLINDER:
      size[0] = (boxsz[0] + boxsz[1]) / 2;
      size[1] = boxsz[2];
      break;
    case Geom.ELLIPSOID:
    case Geom.BOX:
      size.set(boxsz);
      break;
    default:
      throw fail("geom", geom, "this type cannot be fitted to a mesh", "type");
  }
}

/** The smallest shape around the bounding box of the mesh. */
function fitBounds(geom: GeomSpec, { aamm }: CompiledMesh, centre: Float64Array): void {
  const { size } = geom;
  for (let k = 0; k < 3; k++) centre[k] = (aamm[k] + aamm[k + 3]) / 2;
  const [x, y, z] = [0, 1, 2].map((k) => aamm[k + 3] - centre[k]);
  switch (geom.type) {
    case Geom.SPHERE:
      size[0] = Math.max(Math.max(x, y), z);
      break;
    case Geom.CAPSULE:
      // the caps are part of the length
      size[0] = Math.max(x, y);
      size[1] = z - size[0];
      break;
    case Geom.CYLINDER:
      size[0] = Math.max(x, y);
      size[1] = z;
      break;
    case Geom.ELLIPSOID:
    case Geom.BOX:
      size.set([x, y, z]);
      break;
    default:
      throw fail("geom", geom, "this type cannot be fitted to a mesh", "type");
  }
}
