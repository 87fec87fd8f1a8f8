/** Steps and differences in the space of configurations, where orientations are unit quaternions. */

import { normalize4, quatIntegrate, subQuat } from "../math/quat.ts";
import { scl3 } from "../math/vec3.ts";
import { Joint } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { BALL, FREE, HINGE, SLIDE } = Joint;

/**
 * Moves the configuration `qpos` with velocity `qvel` for `dt` seconds.
 *
 * @example A quarter of a turn
 * ```ts
 * import { compile, Data, integratePos } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body>
 *         <joint type="hinge" axis="0 1 0"/>
 *         <geom type="sphere" size="0.1" pos="1 0 0" mass="2"/>
 *         <site name="tip" pos="1 0 0"/>
 *       </body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * integratePos(model, data.qpos, Float64Array.of(Math.PI), 0.5);
 * if (data.qpos[0] !== Math.PI / 2) throw new Error("not a quarter");
 * ```
 */
export function integratePos(m: Model, qpos: Float64Array, qvel: Float64Array, dt: number): void {
  duration[0] = dt;
  integrateJoints(m, qpos, qvel, duration);
}

const duration = new Float64Array(1);

/** `integratePos` for `dt[0]` seconds; in an array: V8-2. */
export function integrateJoints(m: Model, qpos: Float64Array, qvel: Float64Array, dt: Float64Array): void {
  const { njnt, jnt_type, jnt_qposadr, jnt_dofadr } = m;
  for (let j = 0; j < njnt; j++) {
    const type = jnt_type[j];
    if (type === HINGE || type === SLIDE) qpos[jnt_qposadr[j]] += dt[0] * qvel[jnt_dofadr[j]];
    else integrateJoint(m, j, qpos, qvel, dt);
  }
}

/** Moves the configuration of joint `j` with velocity `qvel` for `dt[0]` seconds. */
export function integrateJoint(m: Model, j: number, qpos: Float64Array, qvel: Float64Array, dt: Float64Array): void {
  const p = m.jnt_qposadr[j];
  const v = m.jnt_dofadr[j];
  switch (m.jnt_type[j]) {
    case FREE:
      for (let k = 0; k < 3; k++) qpos[p + k] += dt[0] * qvel[v + k];
      quatIntegrate(qpos, p + 3, qvel, v + 3, dt, 0);
      break;
    case BALL:
      quatIntegrate(qpos, p, qvel, v, dt, 0);
      break;
    default:
      qpos[p] += dt[0] * qvel[v];
  }
}

/**
 * Computes the velocity `qvel` that moves `qpos1` to `qpos2` in `dt` seconds.
 *
 * @example The velocity between two positions
 * ```ts
 * import { compile, differentiatePos } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body>
 *         <joint type="hinge" axis="0 1 0"/>
 *         <geom type="sphere" size="0.1" pos="1 0 0" mass="2"/>
 *         <site name="tip" pos="1 0 0"/>
 *       </body>
 *     </worldbody>
 *   </mujoco>`);
 * const qvel = new Float64Array(1);
 * differentiatePos(model, qvel, 0.5, Float64Array.of(1), Float64Array.of(2));
 * if (qvel[0] !== 2) throw new Error("wrong velocity");
 * ```
 */
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
    if (type === HINGE || type === SLIDE) {
      qvel[v] = (qpos2[p] - qpos1[p]) / dt;
      continue;
    }
    if (type === FREE) {
      for (let k = 0; k < 3; k++) qvel[v + k] = (qpos2[p + k] - qpos1[p + k]) / dt;
      p += 3;
      v += 3;
    }
    subQuat(qvel, v, qpos2, p, qpos1, p);
    scl3(qvel, v, qvel, v, 1 / dt);
  }
}

/**
 * Normalizes the quaternions in a configuration.
 *
 * @example A quaternion that is not normalized
 * ```ts
 * import { compile, normalizeQuat } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco><worldbody><body><freejoint/><geom size="0.1"/></body></worldbody></mujoco>`);
 * const qpos = Float64Array.of(1, 2, 3, 0, 0, 0, 2);
 * normalizeQuat(model, qpos);
 * if (qpos[6] !== 1 || qpos[2] !== 3) throw new Error("not normalized");
 * ```
 */
export function normalizeQuat(m: Model, qpos: Float64Array): void {
  const { njnt, jnt_type, jnt_qposadr } = m;
  for (let j = 0; j < njnt; j++) {
    if (jnt_type[j] === BALL) normalize4(qpos, jnt_qposadr[j]);
    else if (jnt_type[j] === FREE) normalize4(qpos, jnt_qposadr[j] + 3);
  }
}
