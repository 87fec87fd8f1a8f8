/** Steps and differences in the space of configurations, where orientations are unit quaternions. */

import { quatIntegrate, subQuat } from "../math/quat.ts";
import { Joint } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

/** Moves the configuration `qpos` by velocity `qvel` for `dt` seconds. */
export function integratePos(m: Model, qpos: Float64Array, qvel: Float64Array, dt: number): void {
  const { njnt } = m;
  for (let j = 0; j < njnt; j++) integrateJoint(m, j, qpos, qvel, dt);
}

/** Moves the configuration of joint `j` by velocity `qvel` for `dt` seconds. */
export function integrateJoint(m: Model, j: number, qpos: Float64Array, qvel: Float64Array, dt: number): void {
  const p = m.jnt_qposadr[j];
  const v = m.jnt_dofadr[j];
  switch (m.jnt_type[j]) {
    case Joint.FREE:
      for (let k = 0; k < 3; k++) qpos[p + k] += dt * qvel[v + k];
      quatIntegrate(qpos, p + 3, qvel, v + 3, dt);
      break;
    case Joint.BALL:
      quatIntegrate(qpos, p, qvel, v, dt);
      break;
    default:
      qpos[p] += dt * qvel[v];
  }
}

/** Velocity `qvel` that takes `qpos1` to `qpos2` in `dt` seconds. */
export function differentiatePos(
  m: Model,
  qvel: Float64Array,
  dt: number,
  qpos1: Float64Array,
  qpos2: Float64Array,
): void {
  const { njnt, jnt_type, jnt_qposadr, jnt_dofadr } = m;

  for (let j = 0; j < njnt; j++) {
    let p = jnt_qposadr[j];
    let v = jnt_dofadr[j];
    const type = jnt_type[j];
    if (type === Joint.HINGE || type === Joint.SLIDE) {
      qvel[v] = (qpos2[p] - qpos1[p]) / dt;
      continue;
    }
    if (type === Joint.FREE) {
      for (let k = 0; k < 3; k++) qvel[v + k] = (qpos2[p + k] - qpos1[p + k]) / dt;
      p += 3;
      v += 3;
    }
    const rate = 1 / dt;
    subQuat(qvel, v, qpos2, p, qpos1, p);
    for (let k = 0; k < 3; k++) qvel[v + k] *= rate;
  }
}
