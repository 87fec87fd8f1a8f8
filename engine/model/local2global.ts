/** From the frame of a body to the world. */

import { mulMatVec3 } from "../math/mat3.ts";
import { mulQuat, quat2Mat } from "../math/quat.ts";
import { addTo3 } from "../math/vec3.ts";
import type { Data } from "../data.ts";

const product = new Float64Array(4);

/** World position and orientation of a frame fixed to `body`. */
export function local2Global(
  d: Data,
  xpos: Float64Array,
  p: number,
  xmat: Float64Array,
  r: number,
  pos: Float64Array,
  i: number,
  quat: Float64Array,
  q: number,
  body: number,
): void {
  local2GlobalPos(d, xpos, p, pos, i, body);
  mulQuat(product, 0, d.xquat, 4 * body, quat, q);
  quat2Mat(xmat, r, product, 0);
}

/** World position of a point fixed to `body`. */
export function local2GlobalPos(
  d: Data,
  xpos: Float64Array,
  p: number,
  pos: Float64Array,
  i: number,
  body: number,
): void {
  mulMatVec3(xpos, p, d.xmat, 9 * body, pos, i);
  addTo3(xpos, p, d.xpos, 3 * body);
}
