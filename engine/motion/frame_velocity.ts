/** Velocity of a frame fixed to a body. */

import { transformMotion } from "../math/spatial.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";

/**
 * Rotational and linear velocity of a frame at a world position fixed to `body`; along the axes of `rot` if given,
 * along those of the world otherwise.
 */
export function frameVelocity(
  m: Model,
  d: Data,
  res: Float64Array,
  r: number,
  body: number,
  pos: Float64Array,
  p: number,
  rot: Float64Array | null,
  q: number,
): void {
  if (m.body_weldid[body] === 0) {
    for (let k = 0; k < 6; k++) res[r + k] = 0;
    return;
  }
  transformMotion(res, r, d.cvel, 6 * body, pos, p, d.subtree_com, 3 * m.body_rootid[body], rot, q);
}
