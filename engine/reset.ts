/** Initial states. */

import { forward, fwdKinematics } from "./forward.ts";
import { copy4 } from "./math/quat.ts";
import { copy3 } from "./math/vec3.ts";
import { sleep } from "./sleep/sleep.ts";
import { FULLY_AWAKE } from "./sleep/wake_tree.ts";
import { resetPlugins } from "./model/plugins.ts";
import { isEnabled } from "./model/queries.ts";
import { EnableBit, SleepPolicy, SleepState } from "./types/enums.ts";
import { DATA_COUNTS, DATA_FIELDS, type DataField } from "./types/data_fields.ts";
import type { Data } from "./data.ts";
import type { Model } from "./types/model.ts";
import { resetHistory } from "./model/history_buffer.ts";
import { updateSleep, updateSleepInit } from "./sleep/awake.ts";

type Compute = (m: Model, d: Data) => void;

const COUNTS = Object.keys(DATA_COUNTS);
const FIELDS = Object.keys(DATA_FIELDS);

/**
 * Resets everything: `qpos0`, zero velocities and controls, all results zero.
 *
 * @example Drop a ball twice
 * ```ts
 * import { compile, Data, resetData, step } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body pos="0 0 1">
 *         <freejoint/>
 *         <geom size="0.1"/>
 *       </body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * step(model, data);
 *
 * resetData(model, data);
 * if (data.time !== 0 || data.qpos[2] !== 1 || data.qvel[2] !== 0) throw new Error("not at the start");
 * ```
 */
export function resetData(m: Model, d: Data): void {
  resetBy(m, d, forward);
}

/** `resetData`, where what decides which trees start asleep is computed by `compute`: `forward`, or the part that is needed. */
export function resetBy(m: Model, d: Data, compute: Compute): void {
  const fields = d as unknown as Record<string, unknown>;
  const pluginState = d.plugin_state.slice();
  for (const name of COUNTS) fields[name] = 0;
  for (const name of FIELDS) {
    const values = fields[name] as Float64Array;
    // most fields of most models are empty
    if (values.length > 0) values.fill(0);
  }
  for (const statistic of Object.values(d.solver)) statistic.fill(0);
  d.solver_niter.fill(0);
  d.solver_nnz.fill(0);
  d.solver_fwdinv.fill(0);
  d.warning.lastinfo.fill(0);
  d.warning.number.fill(0);
  d.time = 0;
  d.energy.fill(0);
  d.flg_energypos = 0;
  d.flg_energyvel = 0;
  d.flg_subtreevel = 0;
  d.flg_rnepost = 0;
  // plugins reset what is theirs
  d.plugin_state.set(pluginState);
  d.plugin.set(m.plugin);
  setInitialState(m, d, compute);
}

/** What a reset sets to zero even if it fills results with something else. */
const INPUTS = [
  ...["qvel", "act", "ctrl", "qfrc_applied", "xfrc_applied", "qacc", "qacc_warmstart", "act_dot", "userdata"] as const,
  ...["mocap_pos", "mocap_quat", "qM"] as const,
];

/**
 * Like `resetData`, but fills results with bytes of a value from 0 to 255, which shows what is read before it is computed.
 * Contacts and rows, of which there are none, are not filled.
 */
export function resetDataDebug(m: Model, d: Data, debug_value: number): void {
  resetData(m, d);
  const pluginState = d.plugin_state.slice();
  for (const [name, [, rows]] of Object.entries(DATA_FIELDS)) {
    if (Object.hasOwn(DATA_COUNTS, rows)) continue;
    const { buffer, byteOffset, byteLength } = d[name as DataField];
    new Uint8Array(buffer, byteOffset, byteLength).fill(debug_value);
  }
  for (const name of INPUTS) d[name].fill(0);
  d.plugin_state.set(pluginState);
  d.plugin.set(m.plugin);
  setInitialState(m, d);
}

/** What `resetData` does with data that is already all zeros. */
export function setInitialState(m: Model, d: Data, compute: Compute = forward): void {
  d.qpos.set(m.qpos0);
  d.eq_active.set(m.eq_active0);
  resetHistory(m, d);

  d.tree_asleep.fill(FULLY_AWAKE);
  if (isEnabled(m, EnableBit.SLEEP)) startAsleep(m, d, compute);
  updateSleep(m, d);

  // mocap bodies take their pose from the model, but only after it is decided which trees sleep
  resetMocap(m, d.mocap_pos, d.mocap_quat);
  resetPlugins(m, d);
}

/** Poses of mocap bodies as the model has them; null: not wanted. */
export function resetMocap(m: Model, pos: Float64Array | null, quat: Float64Array | null): void {
  m.body_mocapid.forEach((mocap, i) => {
    if (mocap < 0) return;
    if (pos) copy3(pos, 3 * mocap, m.body_pos, 3 * i);
    if (quat) copy4(quat, 4 * mocap, m.body_quat, 4 * i);
  });
}

/** Computes the poses of static bodies, and puts to sleep the trees that start asleep. */
function startAsleep(m: Model, d: Data, compute: Compute): void {
  const { ntree, tree_sleep_policy } = m;
  let wanted = 0;
  for (let i = 0; i < ntree; i++) if (tree_sleep_policy[i] === SleepPolicy.INIT) wanted++;

  updateSleepInit(m, d, SleepState.AWAKE);
  if (wanted === 0) {
    fwdKinematics(m, d);
    return;
  }

  compute(m, d);
  for (let i = 0; i < ntree; i++) {
    d.tree_asleep[i] = tree_sleep_policy[i] === SleepPolicy.INIT ? -1 : FULLY_AWAKE;
  }
  const slept = sleep(m, d);
  if (slept !== wanted) {
    throw new RangeError(`${wanted} trees should start asleep (sleep="init"), but only ${slept} of them can sleep`);
  }
  d.qacc_smooth.fill(0);
  d.qfrc_smooth.fill(0);
  d.ne = 0;
  d.nf = 0;
  d.nl = 0;
  d.nefc = 0;
  d.nisland = 0;
}

/** Like `resetData`, but with the state of keyframe `key`; an index out of range leaves the initial state. */
export function resetDataKeyframe(m: Model, d: Data, key: number): void {
  resetData(m, d);
  if (!(key >= 0 && key < m.nkey)) return;

  const { nq, nv, na, nu, nmocap } = m;
  d.time = m.key_time[key];
  for (let i = 0; i < nq; i++) d.qpos[i] = m.key_qpos[key * nq + i];
  for (let i = 0; i < nv; i++) d.qvel[i] = m.key_qvel[key * nv + i];
  for (let i = 0; i < na; i++) d.act[i] = m.key_act[key * na + i];
  for (let i = 0; i < 3 * nmocap; i++) d.mocap_pos[i] = m.key_mpos[key * 3 * nmocap + i];
  for (let i = 0; i < 4 * nmocap; i++) d.mocap_quat[i] = m.key_mquat[key * 4 * nmocap + i];
  for (let i = 0; i < nu; i++) d.ctrl[i] = m.key_ctrl[key * nu + i];
}
