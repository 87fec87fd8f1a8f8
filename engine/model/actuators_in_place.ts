/** The kernels of actuators, which also read the numbers of the model in place, and what they have to know of it. */

import type { Data } from "../data.ts";
import { Trn } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { ACTUATOR_ARRAYS, ACTUATOR_FIELDS, ACTUATORS } from "../wasm/actuator_block.ts";
import type { PoseKernels } from "../wasm/field_memory.ts";
import { areKernelsOff } from "../wasm/kernel_set.ts";
import { areIn, pick } from "./picked.ts";
import * as queries from "./queries.ts";

// V8-1
const { isSleepFiltered } = queries;
const { SLIDERCRANK } = Trn;

declare module "../types/work.ts" {
  interface Work {
    /** the kernels of actuators; null if there are none */
    actuators?: ActuatorsInPlace | null;
  }
}

/** The kernels, and the address of what they know. */
export interface ActuatorsInPlace {
  readonly kernels: PoseKernels;
  readonly at: number;
  /** the model whose structure they know, and the arrays of it and of the data that they read and write */
  readonly model: Model;
  readonly read: Pick<Model, typeof ACTUATOR_ARRAYS[number]>;
  readonly fields: Pick<Data, typeof ACTUATOR_FIELDS[number]>;
  /** does any act on a slider-crank? */
  readonly hasCranks: boolean;
  /** the only double of the block, set before a call: an argument would be allocated (V8-2) */
  readonly timestep: Float64Array;
}

/** Bytes of what these kernels need behind the fields of the data of a model. */
export const ACTUATORS_BYTES = ACTUATORS.size;

/**
 * The kernels of actuators; null where loops do the work: without several memories in WebAssembly, while trees sleep, or if
 * the user has replaced an array of actuators.
 */
export function actuatorsInPlace(m: Model, d: Data): ActuatorsInPlace | null {
  const { work } = d;
  if (work.actuators === undefined) work.actuators = prepare(m, d);
  const { actuators } = work;
  if (actuators === null || actuators.model !== m || areKernelsOff() || isSleepFiltered(m, d)) return null;
  const { read, fields } = actuators;
  return d.ctrl === fields.ctrl && d.act === fields.act && d.act_dot === fields.act_dot &&
      d.actuator_length === fields.actuator_length && d.actuator_velocity === fields.actuator_velocity &&
      d.actuator_force === fields.actuator_force && d.actuator_moment === fields.actuator_moment &&
      d.moment_rownnz === fields.moment_rownnz && d.moment_rowadr === fields.moment_rowadr &&
      d.moment_colind === fields.moment_colind &&
      m.actuator_dynprm === read.actuator_dynprm && m.actuator_gainprm === read.actuator_gainprm &&
      m.actuator_biasprm === read.actuator_biasprm && m.actuator_actrange === read.actuator_actrange &&
      m.actuator_ctrlrange === read.actuator_ctrlrange && m.actuator_forcerange === read.actuator_forcerange &&
      m.actuator_lengthrange === read.actuator_lengthrange && m.actuator_acc0 === read.actuator_acc0 &&
      m.actuator_dyntype === read.actuator_dyntype && m.actuator_gaintype === read.actuator_gaintype &&
      m.actuator_biastype === read.actuator_biastype && m.actuator_actearly === read.actuator_actearly &&
      m.actuator_actlimited === read.actuator_actlimited && m.actuator_ctrllimited === read.actuator_ctrllimited &&
      m.actuator_forcelimited === read.actuator_forcelimited
    ? actuators
    : null;
}

function prepare(m: Model, d: Data): ActuatorsInPlace | null {
  const { ground } = d.work;
  if (ground === undefined) return null;
  const read = pick(m, ACTUATOR_ARRAYS);
  const fields = pick(d, ACTUATOR_FIELDS);
  const { buffer } = m.body_pos;
  const kernels = areIn(buffer, read) && areIn(ground.buffer, fields) ? ground.poseKernels(buffer) : null;
  if (kernels === null) return null;
  const block = ACTUATORS.take(ground);
  for (const size of ["nu", "nv", "nD", "njnt", "ntendon"] as const) block.ints[ACTUATORS.slot[size]] = m[size];
  ACTUATORS.point(block, { ...read, ...fields });
  const hasCranks = m.actuator_trntype.includes(SLIDERCRANK);
  return { kernels, at: block.at, model: m, read, fields, hasCranks, timestep: block.doubles };
}
