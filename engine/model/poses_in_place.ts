/** The kernels of poses, which also read the numbers of the model in place, and what they have to know of it. */

import type { Data } from "../data.ts";
import { Joint } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import type { PoseKernels } from "../wasm/field_memory.ts";
import { areKernelsOff } from "../wasm/kernel_set.ts";
import { DATA_ARRAYS, MODEL_ARRAYS, POSES } from "../wasm/pose_block.ts";
import { areIn, pick, type Picked } from "./picked.ts";
import { isSleepFiltered } from "./sleep_state.ts";

declare module "../types/work.ts" {
  interface Work {
    /** the kernels of poses; null if there are none */
    poses?: PosesInPlace | null;
  }
}

/** The kernels, and the address of what they know. */
export interface PosesInPlace {
  readonly kernels: PoseKernels;
  readonly at: number;
  /** the model whose structure they know, and the arrays that they read and write */
  readonly model: Model;
  readonly read: Picked<Model, typeof MODEL_ARRAYS>;
  readonly fields: Picked<Data, typeof DATA_ARRAYS>;
  /** sine and cosine of half the angle of each hinge */
  readonly halfTurn: Float64Array;
}

/** Bytes of what kernels of poses need behind the fields of the data of a model. */
export function posesBytes({ njnt }: Model): number {
  // arrays of integers begin at multiples of eight
  return 8 * (POSES.doubles + 2 * njnt) + 4 * (POSES.ints + 2 * njnt + 3 + 2);
}

/**
 * The kernels of poses; null where loops do the work: without several memories in WebAssembly, or while trees sleep. Stages
 * have to ask whether the arrays that they use are still those that are `read` and the `fields`: users may have replaced one.
 */
export function posesInPlace(m: Model, d: Data): PosesInPlace | null {
  const { work } = d;
  if (work.poses === undefined) work.poses = prepare(m, d);
  const { poses } = work;
  return poses === null || poses.model !== m || areKernelsOff() || isSleepFiltered(m, d) ? null : poses;
}

function prepare(m: Model, d: Data): PosesInPlace | null {
  const { ground } = d.work;
  const { buffer } = m.body_pos;
  if (ground === undefined) return null;
  const read = pick(m, MODEL_ARRAYS);
  const fields = pick(d, DATA_ARRAYS);
  const kernels = areIn(buffer, read) && areIn(ground.buffer, fields) ? ground.poseKernels(buffer) : null;
  if (kernels === null) return null;
  const block = POSES.take(ground);
  const { ints } = block;
  const { slot } = POSES;
  for (const size of SIZES) ints[slot[size]] = m[size];
  const halfTurn = ground.float(2 * m.njnt);
  POSES.point(block, { ...read, ...fields, halfTurn, hinges: ground.ints(hingesOf(m)) });
  return { kernels, at: block.at, model: m, read, fields, halfTurn };
}

const SIZES = ["nbody", "njnt", "ngeom", "nsite"] as const;

/** Number, from 1 on, and address of each hinge, of the last one twice if they are odd, and a zero at the end. */
function hingesOf({ jnt_type, jnt_qposadr }: Model): Int32Array {
  const list: number[] = [];
  for (let j = 0; j < jnt_type.length; j++) if (jnt_type[j] === Joint.HINGE) list.push(j + 1, jnt_qposadr[j]);
  if (list.length % 4 !== 0) list.push(...list.slice(-2));
  return Int32Array.from([...list, 0]);
}
