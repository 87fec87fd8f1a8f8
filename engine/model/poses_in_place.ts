/** The kernels of poses, which also read the numbers of the model in place, and what they have to know of it. */

import type { Data } from "../data.ts";
import { Joint } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import type { PoseKernels } from "../wasm/field_memory.ts";
import { areKernelsOff } from "../wasm/kernel_set.ts";
import { DATA_ARRAYS, FRAMES, MODEL_ARRAYS, POSES } from "../wasm/pose_block.ts";
import { areIn, pick } from "./picked.ts";
import * as queries from "./queries.ts";

// V8-1
const { isSleepFiltered } = queries;

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
  /** the model whose structure they know, and the arrays of it and of the data that they read and write */
  readonly model: Model;
  readonly read: Pick<Model, ModelArray>;
  readonly fields: Pick<Data, DataArray>;
  /** sine and cosine of half the angle of each hinge */
  readonly halfTurn: Float64Array;
}

/** Inertial frames, geoms, sites, and cameras: what the kernels read of the model, and write. */
const FRAME_ARRAYS = [
  { local: ["geom_bodyid", "body_ipos", "body_iquat"], world: ["xipos", "ximat"], same: ["body_sameframe"] },
  { local: ["geom_bodyid", "geom_pos", "geom_quat"], world: ["geom_xpos", "geom_xmat"], same: ["geom_sameframe"] },
  { local: ["site_bodyid", "site_pos", "site_quat"], world: ["site_xpos", "site_xmat"], same: ["site_sameframe"] },
  { local: ["cam_bodyid", "cam_pos", "cam_quat"], world: ["cam_xpos", "cam_xmat"], same: [] },
] as const;

type Frame = typeof FRAME_ARRAYS[number];
type ModelArray = typeof MODEL_ARRAYS[number] | Frame["local" | "same"][number];
type DataArray = typeof DATA_ARRAYS[number] | Frame["world"][number];

/** Bytes of what kernels of poses need behind the fields of the data of a model. */
export function posesBytes({ njnt }: Model): number {
  // arrays of integers begin at multiples of eight
  return POSES.size + 4 * FRAMES.size + 16 * njnt + 4 * (2 * njnt + 3 + 1);
}

/**
 * The kernels of poses; null where loops do the work: without several memories in WebAssembly, or while trees sleep. Stages
 * have to ask whether the arrays that they use are still those that are known: users may have replaced one.
 */
export function posesInPlace(m: Model, d: Data): PosesInPlace | null {
  return isSleepFiltered(m, d) ? null : posesInPlaceAsleep(m, d);
}

function posesInPlaceAsleep(m: Model, d: Data): PosesInPlace | null {
  const { work } = d;
  if (work.poses === undefined) work.poses = prepare(m, d);
  const { poses } = work;
  return poses === null || poses.model !== m || areKernelsOff() ? null : poses;
}

/** The same if all poses, and the numbers that they follow from, are where the kernels read and write them. */
export function allPosesInPlace(m: Model, d: Data): PosesInPlace | null {
  return isSleepFiltered(m, d) ? null : allPosesInPlaceAsleep(m, d);
}

/** The same also while trees sleep, for the kernel that finds those that the user has moved. */
export function allPosesInPlaceAsleep(m: Model, d: Data): PosesInPlace | null {
  const poses = posesInPlaceAsleep(m, d);
  if (poses === null) return null;
  const { read, fields } = poses;
  return d.qpos === fields.qpos && d.mocap_pos === fields.mocap_pos && d.mocap_quat === fields.mocap_quat &&
      d.xpos === fields.xpos && d.xquat === fields.xquat && d.xmat === fields.xmat && d.xipos === fields.xipos &&
      d.ximat === fields.ximat && d.xanchor === fields.xanchor && d.xaxis === fields.xaxis &&
      d.geom_xpos === fields.geom_xpos && d.geom_xmat === fields.geom_xmat && d.site_xpos === fields.site_xpos &&
      d.site_xmat === fields.site_xmat && d.subtree_com === fields.subtree_com && d.cinert === fields.cinert &&
      d.cdof === fields.cdof && m.qpos0 === read.qpos0 && m.body_pos === read.body_pos &&
      m.body_quat === read.body_quat && m.body_ipos === read.body_ipos && m.body_iquat === read.body_iquat &&
      m.body_mass === read.body_mass && m.body_subtreemass === read.body_subtreemass &&
      m.body_inertia === read.body_inertia && m.body_sameframe === read.body_sameframe &&
      m.jnt_pos === read.jnt_pos && m.jnt_axis === read.jnt_axis && m.geom_pos === read.geom_pos &&
      m.geom_quat === read.geom_quat && m.geom_sameframe === read.geom_sameframe && m.site_pos === read.site_pos &&
      m.site_quat === read.site_quat && m.site_sameframe === read.site_sameframe &&
      (m.ncam + m.nlight === 0 || areViewsInPlace(m, d, poses))
    ? poses
    : null;
}

/** The same for cameras and lights. */
function areViewsInPlace(m: Model, d: Data, { read, fields }: PosesInPlace): boolean {
  return d.cam_xpos === fields.cam_xpos && d.cam_xmat === fields.cam_xmat && d.light_xpos === fields.light_xpos &&
    d.light_xdir === fields.light_xdir && m.cam_pos === read.cam_pos && m.cam_quat === read.cam_quat &&
    m.light_pos === read.light_pos && m.light_dir === read.light_dir;
}

function prepare(m: Model, d: Data): PosesInPlace | null {
  const { ground } = d.work;
  if (ground === undefined) return null;
  const read = pick(m, [...MODEL_ARRAYS, ...FRAME_ARRAYS.flatMap(({ local, same }) => [...local, ...same])]);
  const fields = pick(d, [...DATA_ARRAYS, ...FRAME_ARRAYS.flatMap(({ world }) => world)]);
  const { buffer } = m.body_pos;
  const kernels = areIn(buffer, read) && areIn(ground.buffer, fields) ? ground.poseKernels(buffer) : null;
  if (kernels === null) return null;
  const block = POSES.take(ground);
  const { ints } = block;
  const { slot } = POSES;
  for (const size of ["nbody", "njnt", "nlight"] as const) ints[slot[size]] = m[size];
  for (const name of MODEL_ARRAYS) ints[slot[name]] = m[name].byteOffset;
  for (const name of DATA_ARRAYS) ints[slot[name]] = d[name].byteOffset;
  const halfTurn = ground.float(2 * m.njnt);
  const ends = [m.nbody, m.ngeom, m.nsite, m.ncam];
  const frames = FRAME_ARRAYS.map(({ local, world, same }, i) => {
    const { ints, at } = FRAMES.take(ground);
    const arrays = [...local.map((name) => m[name]), ...world.map((name) => d[name]), ...same.map((name) => m[name])];
    ints.set([Number(i === 0), ends[i], ...arrays.map(({ byteOffset }) => byteOffset)]);
    return at;
  });
  ints[slot.frames] = frames[0];
  POSES.point(block, { halfTurn, hinges: ground.ints(hingesOf(m)) });
  return { kernels, at: block.at, model: m, read, fields, halfTurn };
}

/** Number, from 1 on, and address of each hinge, of the last one twice if they are odd, and a zero at the end. */
function hingesOf({ jnt_type, jnt_qposadr }: Model): Int32Array {
  const list: number[] = [];
  for (let j = 0; j < jnt_type.length; j++) if (jnt_type[j] === Joint.HINGE) list.push(j + 1, jnt_qposadr[j]);
  if (list.length % 4 !== 0) list.push(...list.slice(-2));
  return Int32Array.from([...list, 0]);
}
