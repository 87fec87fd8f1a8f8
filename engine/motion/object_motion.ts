/** Velocities and accelerations of objects. */

import { transformMotion } from "../math/spatial.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { bodyOf, orientationsOf, positionsOf } from "../model/object_frame.ts";

const velocity = new Float64Array(6);

/**
 * Angular and linear velocity of an object's origin: six numbers, along the axes of the object if `flgLocal` is 1 or of
 * the world if it is 0. `objtype` is a value of `Obj`: a body (`BODY` for its inertial frame, `XBODY` for its body
 * frame), geom, site, or camera. Velocities must be up to date, as after `forward`.
 *
 * @example A falling body
 * ```ts
 * import { Data, Model, Obj, objectVelocity } from "@plumbline/sim";
 *
 * const model = new Model({ nbody: 2 });
 * model.body_weldid[1] = 1;
 * const data = new Data(model);
 * data.cvel.set([0, 0, 0, 0, 0, -9.81], 6);
 *
 * const velocity = new Float64Array(6);
 * objectVelocity(model, data, Obj.XBODY, 1, velocity, 0, 0);
 * if (velocity[5] !== -9.81) throw new Error("it does not fall");
 * ```
 */
export function objectVelocity(
  m: Model,
  d: Data,
  objtype: number,
  id: number,
  res: Float64Array,
  r: number,
  flgLocal: 0 | 1,
): void {
  const body = bodyOf(m, objtype, id);
  if (m.body_weldid[body] === 0) {
    for (let k = 0; k < 6; k++) res[r + k] = 0;
    return;
  }
  const com = 3 * m.body_rootid[body];
  const rot = flgLocal === 1 ? orientationsOf(d, objtype) : null;
  transformMotion(res, r, d.cvel, 6 * body, positionsOf(d, objtype), 3 * id, d.subtree_com, com, rot, 9 * id);
}

/**
 * Angular and linear acceleration of an object's origin as measured by an accelerometer there (gravity included): six
 * numbers, along the axes of the object if `flgLocal` is 1 or of the world if it is 0. Call `rnePostConstraint` first,
 * unless an acceleration sensor does.
 *
 * @example A body at rest on the ground accelerates upward relative to free fall
 * ```ts
 * import { Data, Model, Obj, objectAcceleration } from "@plumbline/sim";
 *
 * const model = new Model({ nbody: 2 });
 * model.body_weldid[1] = 1;
 * const data = new Data(model);
 * data.cacc.set([0, 0, 0, 0, 0, 9.81], 6);
 *
 * const acceleration = new Float64Array(6);
 * objectAcceleration(model, data, Obj.XBODY, 1, acceleration, 0, 0);
 * if (acceleration[5] !== 9.81) throw new Error("it feels no weight");
 * ```
 */
export function objectAcceleration(
  m: Model,
  d: Data,
  objtype: number,
  id: number,
  res: Float64Array,
  r: number,
  flgLocal: 0 | 1,
): void {
  const body = bodyOf(m, objtype, id);
  if (m.body_weldid[body] === 0) {
    for (let k = 0; k < 6; k++) res[r + k] = 0;
    return;
  }
  const pos = positionsOf(d, objtype);
  const com = 3 * m.body_rootid[body];
  const rot = flgLocal === 1 ? orientationsOf(d, objtype) : null;
  transformMotion(res, r, d.cacc, 6 * body, pos, 3 * id, d.subtree_com, com, rot, 9 * id);
  transformMotion(velocity, 0, d.cvel, 6 * body, pos, 3 * id, d.subtree_com, com, rot, 9 * id);

  // the frame rotates: add angular × linear velocity
  const v = velocity;
  res[r + 3] += v[1] * v[5] - v[2] * v[4];
  res[r + 4] += v[2] * v[3] - v[0] * v[5];
  res[r + 5] += v[0] * v[4] - v[1] * v[3];
}
