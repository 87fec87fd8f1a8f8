/** From the frame of a body to the world. */

import { copy9, mulMatVec3 } from "../math/mat3.ts";
import { mulQuat, quat2Mat } from "../math/quat.ts";
import { addTo3, copy3 } from "../math/vec3.ts";
import type { Data } from "../data.ts";
import { SameFrame } from "../types/enums.ts";

// V8-1
const { BODY, BODYROT, INERTIA, INERTIAROT } = SameFrame;

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

/**
 * Position and orientation in the world of a frame given by `pos` and `quat` in the frame of `body`. `sameframe`, a value
 * of `SameFrame`, says which parts are known to be those of the body or of its inertial frame. What is null is left out.
 */
export function frameInWorld(
  d: Data,
  xpos: Float64Array | null,
  p: number,
  xmat: Float64Array | null,
  r: number,
  pos: Float64Array | null,
  i: number,
  quat: Float64Array | null,
  q: number,
  body: number,
  sameframe: number,
): void {
  if (xpos && pos) {
    if (sameframe === BODY) copy3(xpos, p, d.xpos, 3 * body);
    else if (sameframe === INERTIA) copy3(xpos, p, d.xipos, 3 * body);
    else local2GlobalPos(d, xpos, p, pos, i, body);
  }
  if (!(xmat && quat)) return;
  if (sameframe === BODY || sameframe === BODYROT) copy9(xmat, r, d.xmat, 9 * body);
  else if (sameframe === INERTIA || sameframe === INERTIAROT) copy9(xmat, r, d.ximat, 9 * body);
  else {
    mulQuat(product, 0, d.xquat, 4 * body, quat, q);
    quat2Mat(xmat, r, product, 0);
  }
}
