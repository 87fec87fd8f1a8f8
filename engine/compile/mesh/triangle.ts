/** One triangle of a mesh at a time. */

import { cross, dot3 } from "../../math/vec3.ts";
import { MINVAL } from "../../types/constants.ts";

/** Memory for one triangle. */
export class Triangle {
  /** unit normal */
  readonly normal = new Float64Array(3);
  /** centroid */
  readonly center = new Float64Array(3);
  private readonly b = new Float64Array(3);
  private readonly c = new Float64Array(3);

  /** Makes it that with corners at `a0`, `a1`, `a2` of `vert`, and returns its area. Slivers have area 0. */
  set(vert: Float64Array, a0: number, a1: number, a2: number): number {
    const { normal, center, b, c } = this;
    for (let k = 0; k < 3; k++) {
      center[k] = (vert[a0 + k] + vert[a1 + k] + vert[a2 + k]) / 3;
      b[k] = vert[a1 + k] - vert[a0 + k];
      c[k] = vert[a2 + k] - vert[a0 + k];
    }
    cross(normal, 0, b, 0, c, 0);
    const length = Math.sqrt(dot3(normal, 0, normal, 0));
    if (length < MINVAL) return 0;
    for (let k = 0; k < 3; k++) normal[k] /= length;
    return 0.5 * length;
  }
}
