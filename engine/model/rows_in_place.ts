/** The memory of constraint rows, and the kernels that work on them in place. */

import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import type { FieldMemory, Ground } from "../wasm/field_memory.ts";
import { KernelSet, type KernelsOf } from "../wasm/kernel_set.ts";
import { REFERENCE_KERNELS, ROW_ARRAYS, ROWS } from "../wasm/reference_kernels.ts";
import type { Block } from "../wasm/struct.ts";
import { areIn, pick } from "./picked.ts";

declare module "../types/work.ts" {
  interface Work {
    /** the memory of the rows */
    rowGround?: Ground;
    /** what kernels know of the rows, until they grow; null if there are none */
    rowsInPlace?: RowsInPlace | null | undefined;
  }
}

const MODULES = [REFERENCE_KERNELS] as const;
const rowKernels = new KernelSet(MODULES);

/** Rows in the memory of kernels. */
export interface RowsInPlace {
  readonly home: FieldMemory;
  readonly kernels: KernelsOf<typeof MODULES>;
  readonly block: Block;
  /** a copy of the velocity */
  readonly qvel: Float64Array;
  /** the arrays: users may replace them */
  readonly arrays: Readonly<Pick<Data, typeof ROW_ARRAYS[number]>>;
  readonly ofIslands: Readonly<Pick<Data, typeof ISLAND_ARRAYS[number]>>;
}

/** Fields of rows that the solvers of islands read and write in place. */
const ISLAND_ARRAYS = [
  ...["iefc_type", "iefc_id", "iefc_D", "iefc_R", "iefc_frictionloss", "iefc_aref", "iefc_force", "map_iefc2efc"],
] as const;

/** The rows of `d`, if all of them are in the memory of kernels: without WebAssembly, they are not. */
export function rowsInPlace(m: Model, d: Data): RowsInPlace | null {
  const { work } = d;
  if (work.rowsInPlace === undefined) work.rowsInPlace = prepare(m, d);
  const { rowsInPlace } = work;
  return rowsInPlace === null || areReplaced(d, rowsInPlace) ? null : rowsInPlace;
}

function prepare({ nv }: Model, d: Data): RowsInPlace | null {
  const { rowGround } = d.work;
  const home = rowGround?.home;
  const arrays = pick(d, ROW_ARRAYS);
  const ofIslands = pick(d, ISLAND_ARRAYS);
  if (!home || !areIn(home.buffer, arrays) || !areIn(home.buffer, ofIslands)) return null;
  const block = ROWS.take(rowGround);
  const qvel = rowGround.float(nv);
  block.ints[ROWS.slot.nv] = nv;
  for (const name of ROW_ARRAYS) block.ints[ROWS.slot[name]] = d[name].byteOffset;
  ROWS.point(block, { qvel });
  return { home, kernels: home.kernelsOf(rowKernels), block, qvel, arrays, ofIslands };
}

/** Are the rows of islands still where kernels find them? */
export function areIslandsInPlace(d: Data, { ofIslands }: RowsInPlace): boolean {
  return ofIslands.iefc_type === d.iefc_type && ofIslands.iefc_id === d.iefc_id && ofIslands.iefc_D === d.iefc_D &&
    ofIslands.iefc_R === d.iefc_R &&
    ofIslands.iefc_frictionloss === d.iefc_frictionloss &&
    ofIslands.iefc_aref === d.iefc_aref && ofIslands.iefc_force === d.iefc_force &&
    ofIslands.map_iefc2efc === d.map_iefc2efc;
}

function areReplaced(d: Data, { arrays }: RowsInPlace): boolean {
  return arrays.efc_J !== d.efc_J || arrays.efc_D !== d.efc_D || arrays.efc_R !== d.efc_R ||
    arrays.efc_aref !== d.efc_aref || arrays.efc_vel !== d.efc_vel || arrays.efc_KBIP !== d.efc_KBIP ||
    arrays.efc_pos !== d.efc_pos || arrays.efc_margin !== d.efc_margin || arrays.efc_b !== d.efc_b ||
    arrays.efc_state !== d.efc_state || arrays.efc_force !== d.efc_force || arrays.efc_type !== d.efc_type ||
    arrays.efc_id !== d.efc_id || arrays.efc_frictionloss !== d.efc_frictionloss || arrays.iefc_J !== d.iefc_J ||
    arrays.iefc_state !== d.iefc_state || arrays.efc_J_rownnz !== d.efc_J_rownnz ||
    arrays.efc_J_rowadr !== d.efc_J_rowadr || arrays.efc_J_colind !== d.efc_J_colind;
}
