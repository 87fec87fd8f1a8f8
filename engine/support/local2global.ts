/** From the frame of a body to the world. */

import { copy9, mulMatVec3 } from "../math/mat3.ts";
import { mulQuat, quat2Mat } from "../math/quat.ts";
import { addTo3, copy3 } from "../math/vec3.ts";
import type { Data } from "../types/data.ts";
import { SameFrame } from "../types/enums.ts";

const product = new Float64Array(4);

/**
 * World position and orientation of a frame fixed to `body`. `sameframe` (a value of `SameFrame`) says which parts
 * coincide with the body's own or inertial frame and need not be computed.
 */
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
  sameframe: number,
): void {
  if (sameframe === SameFrame.BODY) copy3(xpos, p, d.xpos, 3 * body);
  else if (sameframe === SameFrame.INERTIA) copy3(xpos, p, d.xipos, 3 * body);
  else local2GlobalPos(d, xpos, p, pos, i, body);

  if (sameframe === SameFrame.NONE) {
    mulQuat(product, 0, d.xquat, 4 * body, quat, q);
    quat2Mat(xmat, r, product, 0);
  } else if (sameframe === SameFrame.BODY || sameframe === SameFrame.BODYROT) {
    copy9(xmat, r, d.xmat, 9 * body);
  } else {
    copy9(xmat, r, d.ximat, 9 * body);
  }
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
