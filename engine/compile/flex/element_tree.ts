/** The bounding volumes of the elements of a flex. */

import type { FlexSpec } from "../../types/flex_spec.ts";
import type { Bvh } from "../../types/spec.ts";
import { buildBvh } from "../bvh.ts";

/** The hierarchy over all elements; for tetrahedra, only those in active layers. */
export function elementTree(
  { dim, activelayers, radius }: FlexSpec,
  element: Int32Array,
  elemlayer: Int32Array,
  vertpos: Float64Array,
): Bvh {
  const id: number[] = [];
  const aabb: number[] = [];
  const pos: number[] = [];
  for (let e = 0; e < element.length / (dim + 1); e++) {
    if (dim === 3 && elemlayer[e] >= activelayers) continue;
    id.push(e);
    const size: number[] = [];
    for (let k = 0; k < 3; k++) {
      let low = vertpos[3 * element[(dim + 1) * e] + k];
      let high = low;
      for (let i = 1; i <= dim; i++) {
        const x = vertpos[3 * element[(dim + 1) * e + i] + k];
        low = Math.min(low, x);
        high = Math.max(high, x);
      }
      pos.push(0.5 * (high + low));
      size.push(0.5 * (high - low) + radius);
    }
    aabb.push(...pos.slice(-3), ...size);
  }
  return buildBvh({ id, pos: Float64Array.from(pos), aabb: Float64Array.from(aabb) });
}
