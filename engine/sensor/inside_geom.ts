/** Points inside shapes. */

import { dot3, sub3 } from "../math/vec3.ts";
import { mulMatTVec3 } from "../math/mat3.ts";
import { Geom } from "../types/enums.ts";

// V8-1
const { BOX, CAPSULE, CYLINDER, ELLIPSOID, PLANE, SPHERE } = Geom;

const local = new Float64Array(3);

/**
 * Is a world point strictly inside a primitive shape of type `type` (a value of `Geom`) and the given size and pose?
 */
export function isInsideGeom(
  pos: Float64Array,
  p: number,
  mat: Float64Array,
  q: number,
  size: Float64Array,
  s: number,
  type: number,
  point: Float64Array,
  i: number,
): boolean {
  sub3(local, 0, point, i, pos, p);
  if (type === SPHERE) return dot3(local, 0, local, 0) < size[s] * size[s];

  mulMatTVec3(local, 0, mat, q, local, 0);
  const x = local[0];
  const y = local[1];
  const z = local[2];
  switch (type) {
    case CAPSULE: {
      const half = size[s + 1];
      const beyond = z - (z < -half ? -half : z > half ? half : z);
      return x * x + y * y + beyond * beyond < size[s] * size[s];
    }
    case ELLIPSOID:
      return x * x / (size[s] * size[s]) + y * y / (size[s + 1] * size[s + 1]) +
          z * z / (size[s + 2] * size[s + 2]) < 1;
    case CYLINDER:
      return Math.abs(z) < size[s + 1] && x * x + y * y < size[s] * size[s];
    case BOX:
      return Math.abs(x) < size[s] && Math.abs(y) < size[s + 1] && Math.abs(z) < size[s + 2];
    case PLANE:
      return z < 0;
    default:
      return false;
  }
}
