/** Applies an increment to the state. */

import { actuatorDisabled, nextActivation } from "../motion/activation.ts";
import { advancePlugins } from "../model/plugins.ts";
import * as queries from "../model/queries.ts";
import { copyAll } from "../math/vec.ts";
import { historyInsert } from "../model/history_buffer.ts";
import { integrateJoint, integrateJoints } from "./integrate_pos.ts";
import type { Data } from "../data.ts";
import { DisableBit, SleepState } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { incrementOf } from "./increment.ts";

// V8-1
const { isDisabled, isSleepFiltered } = queries;
const { ACTUATION } = DisableBit;
const { ASLEEP } = SleepState;

/** Records the controls of this step for delayed actuators. */
export function advanceCtrlHistory(m: Model, d: Data): void {
  const { nu, actuator_history, actuator_historyadr } = m;
  const { ctrl, history } = d;

  for (let i = 0; i < nu; i++) {
    const n = actuator_history[2 * i];
    if (n > 0) history[historyInsert(history, actuator_historyadr[i], n, 1, d.time)] = ctrl[i];
  }
}

const STILL = new Float64Array(1);

/** Advances the activations, except those of disabled actuators. */
export function advanceActivation(m: Model, d: Data): void {
  if (isDisabled(m, ACTUATION)) return;
  const { nu, actuator_actadr, actuator_actnum } = m;
  const { act } = d;
  const { act_dot } = incrementOf(m, d);

  for (let i = 0; i < nu; i++) {
    const end = actuator_actadr[i] + actuator_actnum[i];
    for (let k = actuator_actadr[i]; k < end; k++) {
      if (actuatorDisabled(m, i)) nextActivation(m, d, act, k, i, k, STILL, 0);
      else nextActivation(m, d, act, k, i, k, act_dot, k);
    }
  }
}

/** Advances velocities, then positions, then time; keeps the acceleration as the solver's next warmstart. */
export function advance(m: Model, d: Data): void {
  const { nv } = m;
  const { timestep } = m.opt;
  const { qvel, qacc_warmstart } = d;
  const increment = incrementOf(m, d);

  const { qacc, dt } = increment;
  dt[0] = timestep;
  if (isSleepFiltered(m, d)) {
    const { nv_awake, dof_awake_ind } = d;
    for (let k = 0; k < nv_awake; k++) qvel[dof_awake_ind[k]] += qacc[dof_awake_ind[k]] * timestep;
    integrateAwake(m, d, increment.qvel, dt);
  } else {
    for (let i = 0; i < nv; i++) qvel[i] += qacc[i] * timestep;
    integrateJoints(m, d.qpos, increment.qvel, dt);
  }
  d.time += timestep;
  advancePlugins(m, d);

  copyAll(qacc_warmstart, d.qacc);
}

/** Advances the positions of joints that are awake. */
function integrateAwake(m: Model, d: Data, qvel: Float64Array, dt: Float64Array): void {
  const { njnt, jnt_bodyid } = m;
  const { qpos, body_awake } = d;
  for (let j = 0; j < njnt; j++) {
    if (body_awake[jnt_bodyid[j]] !== ASLEEP) integrateJoint(m, j, qpos, qvel, dt);
  }
}
