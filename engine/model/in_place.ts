/** The kernels that work in place on the fields of data, and what they have to know of the model. */

import { newDoubles } from "../math/small_arrays.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import type { Ground, StageKernels } from "../wasm/field_memory.ts";
import { areKernelsOff } from "../wasm/kernel_set.ts";
import { DofRun, STAGE, STAGE_FIELDS } from "../wasm/stage_block.ts";
import { areIn, pick } from "./picked.ts";
import * as queries from "./queries.ts";

// V8-1
const { isSleepFiltered } = queries;

declare module "../types/work.ts" {
  interface Work {
    /** the memory of the fields */
    ground?: Ground;
    /** the kernels on it; null if there are none */
    inPlace?: InPlace | null;
  }
}

/** The kernels, and the address of what they know. */
export interface InPlace {
  readonly kernels: StageKernels;
  readonly at: number;
  /** chains of dofs that are eliminated together, tree by tree from the last one: number of dofs, and the last of them */
  readonly chains: Int32Array;
  /** where the list goes on after each tree, in bytes from its beginning */
  readonly chainsEnd: Int32Array;
  /** the model whose structure they know, and the fields that they read and write */
  readonly model: Model;
  readonly fields: Pick<Data, typeof STAGE_FIELDS[number]>;
  /** numbers of the model, copied before a call: by dof */
  readonly armature: Float64Array;
  readonly M0: Float64Array;
  readonly damping: Float64Array;
  /** accelerations of bodies; that of the world is minus gravity */
  readonly cacc: Float64Array;
  /** the only double of the block, set before a call: an argument would be allocated (V8-2) */
  readonly timestep: Float64Array;
}

/** Bytes of what kernels need behind the fields of the data of a model. */
export function inPlaceBytes({ nbody, nv, nC }: Model): number {
  const doubles = STAGE.doubles + 12 * nbody + 4 * nv;
  const ints = STAGE.ints + 3 * nbody + 8 * nv + 2 * nC;
  // arrays of integers begin at multiples of eight
  return 8 * doubles + 4 * (ints + 13);
}

/** Doubles behind the fields, where kernels find them: at most `nv` in all. */
export function ownDoubles(d: Data, length: number): Float64Array {
  return d.work.ground?.float(length) ?? newDoubles(length);
}

/**
 * The kernels that work on the fields of `d`; null where loops do the work: without WebAssembly, or while trees sleep.
 * Stages have to ask whether the arrays that they use are still those `fields`: users may have replaced one.
 */
export function inPlace(m: Model, d: Data): InPlace | null {
  return isSleepFiltered(m, d) ? null : inPlaceAsleep(m, d);
}

/** The same also while trees sleep, for kernels that are told which trees are awake. */
export function inPlaceAsleep(m: Model, d: Data): InPlace | null {
  const { work } = d;
  if (work.inPlace === undefined) work.inPlace = prepare(m, d);
  const { inPlace } = work;
  return inPlace !== null && inPlace.model === m && !areKernelsOff() ? inPlace : null;
}

/** Are velocities and motion axes where the kernels read and write them? */
export function areMotionsInPlace(d: Data, { fields }: InPlace): boolean {
  return d.qvel === fields.qvel && d.cdof === fields.cdof && d.cvel === fields.cvel && d.cdof_dot === fields.cdof_dot;
}

function prepare(m: Model, d: Data): InPlace | null {
  const { ground } = d.work;
  const kernels = ground?.kernels ?? null;
  if (ground === undefined || kernels === null) return null;
  const { nbody, nv } = m;
  const fields = pick(d, STAGE_FIELDS);
  if (!areIn(ground.buffer, fields)) return null;
  const block = STAGE.take(ground);
  for (const size of ["nbody", "nv", "nC"] as const) block.ints[STAGE.slot[size]] = m[size];
  const armature = ground.float(nv);
  const M0 = ground.float(nv);
  const damping = ground.float(nv);
  const cacc = ground.float(6 * nbody);
  STAGE.point(block, {
    parent: ground.ints(m.body_parentid),
    dofadr: ground.ints(m.body_dofadr),
    dofnum: ground.ints(m.body_dofnum),
    doftype: ground.ints(m.dof_jntid.map((j) => m.jnt_type[j])),
    dofbody: ground.ints(m.dof_bodyid),
    run: ground.ints(runsOf(m)),
    rownnz: ground.ints(m.M_rownnz),
    rowadr: ground.ints(m.M_rowadr),
    madr: ground.ints(m.dof_Madr),
    colind: ground.ints(m.M_colind),
    mapD2M: ground.ints(m.mapD2M),
    cfrc: ground.float(6 * nbody),
    ...{ armature, M0, damping, cacc },
    ...fields,
  });
  const { list, end } = chainsOf(m);
  const chains = ground.ints(Int32Array.from(list));
  STAGE.point(block, { chains });
  block.ints[STAGE.slot.chainsEnd] = chains.byteOffset + chains.byteLength;
  return {
    kernels,
    at: block.at,
    chains,
    chainsEnd: end,
    model: m,
    fields,
    armature,
    M0,
    damping,
    cacc,
    timestep: block.doubles,
  };
}

/** How the column of each dof is computed. */
function runsOf({ nv, dof_simplenum, dof_parentid }: Model): Int32Array {
  const runs = new Int32Array(nv);
  for (let i = 0; i < nv; i++) {
    if (dof_simplenum[i] !== 0) runs[i] = DofRun.SIMPLE;
    else if (i + 1 < nv && dof_parentid[i + 1] === i) runs[i++] = DofRun.TWO;
    else runs[i] = DofRun.ONE;
  }
  return runs;
}

/** Chains of four, two, or one dof from the last one up, and where those of each tree end. */
function chainsOf({ nv, ntree, dof_treeid, M_rownnz, M_rowadr, M_colind }: Model): { list: number[]; end: Int32Array } {
  const list: number[] = [];
  const end = new Int32Array(ntree);
  for (let k = nv - 1; k >= 0;) {
    const last = M_rowadr[k] + M_rownnz[k] - 1;
    let count = 1;
    while (count < 4 && count < M_rownnz[k] && M_colind[last - count] === k - count) count++;
    if (count === 3) count = 2;
    list.push(count, k);
    end[dof_treeid[k]] = 4 * list.length;
    k -= count;
  }
  return { list, end };
}
