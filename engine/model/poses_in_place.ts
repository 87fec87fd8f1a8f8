/** The kernels of poses, which also read the numbers of the model in place, and what they have to know of it. */

import type { Data } from "../data.ts";
import { Joint } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import type { PoseKernels } from "../wasm/field_memory.ts";
import { areKernelsOff } from "../wasm/kernel_set.ts";
import { DATA_ARRAYS, MODEL_ARRAYS, POSES } from "../wasm/pose_block.ts";
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
  /** the arrays of numbers that they read: users may have replaced them */
  readonly read: Readonly<ReturnType<typeof inputsOf>>;
  /** sine and cosine of half the angle of each hinge */
  readonly halfTurn: Float64Array;
}

/** Bytes of what kernels of poses need behind the fields of the data of a model. */
export function posesBytes({ njnt }: Model): number {
  // arrays of integers begin at multiples of eight
  return 8 * (POSES.doubles + 2 * njnt) + 4 * (POSES.ints + 2 * njnt + 3 + 2);
}

/** The kernels of poses; null where loops do the work: without several memories in WebAssembly, or while trees sleep. */
export function posesInPlace(m: Model, d: Data): PosesInPlace | null {
  const { work } = d;
  if (work.poses === undefined) work.poses = prepare(m, d);
  return work.poses === null || areKernelsOff() || isSleepFiltered(m, d) ? null : work.poses;
}

function prepare(m: Model, d: Data): PosesInPlace | null {
  const { ground } = d.work;
  const { buffer } = m.body_pos;
  const areTogether = MODEL_ARRAYS.every((name) => m[name].length === 0 || m[name].buffer === buffer);
  const kernels = areTogether ? ground?.poseKernels(buffer) ?? null : null;
  if (ground === undefined || kernels === null) return null;
  const block = POSES.take(ground);
  const { ints } = block;
  const { slot } = POSES;
  for (const size of SIZES) ints[slot[size]] = m[size];
  for (const name of MODEL_ARRAYS) ints[slot[name]] = m[name].byteOffset;
  for (const name of DATA_ARRAYS) ints[slot[name]] = d[name].byteOffset;
  const halfTurn = ground.float(2 * m.njnt);
  POSES.point(block, { halfTurn, hinges: ground.ints(hingesOf(m)) });
  return { kernels, at: block.at, read: inputsOf(m, d), halfTurn };
}

const SIZES = ["nbody", "njnt", "ngeom", "nsite"] as const;

/** The arrays of numbers that the kernels read. */
function inputsOf(m: Model, { qpos, mocap_pos, mocap_quat }: Data) {
  const { qpos0, body_pos, body_quat, body_ipos, body_iquat, body_mass, body_subtreemass, body_inertia } = m;
  const { body_sameframe, jnt_pos, jnt_axis, geom_pos, geom_quat, geom_sameframe } = m;
  const { site_pos, site_quat, site_sameframe } = m;
  // deno-fmt-ignore
  return {
    qpos, mocap_pos, mocap_quat, qpos0, body_pos, body_quat, body_ipos, body_iquat, body_mass, body_subtreemass,
    body_inertia, body_sameframe, jnt_pos, jnt_axis, geom_pos, geom_quat, geom_sameframe, site_pos, site_quat,
    site_sameframe,
  };
}

/** Number, from 1 on, and address of each hinge, of the last one twice if they are odd, and a zero at the end. */
function hingesOf({ jnt_type, jnt_qposadr }: Model): Int32Array {
  const list: number[] = [];
  for (let j = 0; j < jnt_type.length; j++) if (jnt_type[j] === Joint.HINGE) list.push(j + 1, jnt_qposadr[j]);
  if (list.length % 4 !== 0) list.push(...list.slice(-2));
  return Int32Array.from([...list, 0]);
}
