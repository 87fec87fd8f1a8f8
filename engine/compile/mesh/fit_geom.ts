/** Primitive geoms fitted to a mesh. */

import { Geom } from "../../types/enums.ts";
import type { CompiledMesh } from "./types.ts";

/**
 * Sets `size` to that of the primitive of the given type that fits the mesh's inertia box or, with `fitaabb`, its
 * bounding box. Sizes that the type does not use are only scaled. With `fitaabb`, sets `center` to the center of the
 * bounding box in the frame of the mesh. Returns false for types that cannot be fitted.
 */
export function fitGeom(
  mesh: CompiledMesh,
  type: number,
  fitaabb: boolean,
  fitscale: number,
  size: Float64Array,
  center: Float64Array,
): boolean {
  const fitted = fitaabb ? fitBounds(size, center, mesh.aamm, type) : fitInertia(size, mesh.boxsz, type);
  for (let k = 0; k < 3; k++) size[k] *= fitscale;
  return fitted;
}

function fitInertia(size: Float64Array, box: Float64Array, type: number): boolean {
  switch (type) {
    case Geom.SPHERE:
      size[0] = (box[0] + box[1] + box[2]) / 3;
      return true;
    case Geom.CAPSULE: {
      size[0] = (box[0] + box[1]) / 2;
      const half = box[2] - size[0] / 2;
      size[1] = half > 0 ? half : 0;
      return true;
    }
    case Geom.CYLINDER:
      size[0] = (box[0] + box[1]) / 2;
      size[1] = box[2];
      return true;
    case Geom.ELLIPSOID:
    case Geom.BOX:
      size.set(box);
      return true;
    default:
      return false;
  }
}

function fitBounds(size: Float64Array, center: Float64Array, aamm: Float64Array, type: number): boolean {
  for (let k = 0; k < 3; k++) center[k] = (aamm[k] + aamm[k + 3]) / 2;
  const x = aamm[3] - center[0];
  const y = aamm[4] - center[1];
  const z = aamm[5] - center[2];
  switch (type) {
    case Geom.SPHERE:
      size[0] = Math.max(x, y, z);
      return true;
    case Geom.CAPSULE:
    case Geom.CYLINDER:
      size[0] = Math.max(x, y);
      size[1] = type === Geom.CAPSULE ? z - size[0] : z;
      return true;
    case Geom.ELLIPSOID:
    case Geom.BOX:
      size[0] = x;
      size[1] = y;
      size[2] = z;
      return true;
    default:
      return false;
  }
}
