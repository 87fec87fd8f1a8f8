/** Half lengths of a geom along its axes, for the fluid model. */

import { copy3, set3 } from "../math/vec3.ts";
import { Geom } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { CAPSULE, CYLINDER, SPHERE } = Geom;

/** Semi-axes of the ellipsoid that represents geom `g` in a fluid. */
export function geomSemiAxes(m: Model, res: Float64Array, r: number, g: number): void {
  const { geom_size, geom_type } = m;
  const radius = geom_size[3 * g];
  const half = geom_size[3 * g + 1];
  switch (geom_type[g]) {
    case SPHERE:
      set3(res, r, radius, radius, radius);
      break;
    case CAPSULE:
      set3(res, r, radius, radius, half + radius);
      break;
    case CYLINDER:
      set3(res, r, radius, radius, half);
      break;
    default:
      copy3(res, r, geom_size, 3 * g);
  }
}
