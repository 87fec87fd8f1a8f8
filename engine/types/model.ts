/** The compiled model: everything that stays constant while a simulation runs. */

import {
  type ArrayOf,
  type Dtype,
  MODEL_FIELDS,
  MODEL_SIZES,
  type ModelField,
  type ModelSize,
  OPTION_FIELDS,
  STATISTIC_FIELDS,
} from "./model_fields.ts";
import type { Plans } from "./plans.ts";

/** Numbers and vectors by name, as a table of scalars declares them. */
export type Scalars<T extends Record<string, readonly [Dtype, number]>> = {
  -readonly [K in keyof T]: T[K][1] extends 0 ? number : Float64Array;
};

/** Physics options, `model.opt`. */
export type Option = Scalars<typeof OPTION_FIELDS>;

/** Statistics of the model at `qpos0`, `model.stat`. */
export type Statistic = Scalars<typeof STATISTIC_FIELDS>;

/** The array fields of a model, by name. */
export type ModelArrays = { [K in ModelField]: ArrayOf<(typeof MODEL_FIELDS)[K][0]> };

/** The sizes of a model, by name. */
export type ModelSizes = Record<ModelSize, number>;

const MODEL_ROWS = Object.entries(MODEL_FIELDS);

/** Most fields of most models are empty, and an array costs a microsecond whatever its length: they share these. */
const EMPTY = {
  f64: new Float64Array(0),
  f32: new Float32Array(0),
  i32: new Int32Array(0),
  u8: new Uint8Array(0),
  i8: new Int8Array(0),
} as const;

/** Creates a zeroed array for a dtype; empty ones are shared. */
export function newArray<D extends Dtype>(dtype: D, length: number): ArrayOf<D>;
export function newArray(dtype: Dtype, length: number): ArrayOf<Dtype> {
  if (length === 0) return EMPTY[dtype];
  switch (dtype) {
    case "f64":
      return new Float64Array(length);
    case "f32":
      return new Float32Array(length);
    case "i32":
      return new Int32Array(length);
    case "u8":
      return new Uint8Array(length);
    case "i8":
      return new Int8Array(length);
  }
}

/** Number of columns that a table row asks for: a number, a size, or a size times a number. */
export function columnsOf(columns: number | string, sizes: Readonly<Record<string, number>>): number {
  if (typeof columns === "number") return columns;
  const [name, factor] = columns.split("*");
  return sizes[name] * Number(factor ?? 1);
}

function newScalars(fields: Record<string, readonly [Dtype, number]>): Record<string, number | Float64Array> {
  const out: Record<string, number | Float64Array> = {};
  for (const [name, [, length]] of Object.entries(fields)) {
    out[name] = length === 0 ? 0 : new Float64Array(length);
  }
  return { ...out };
}

/**
 * A model of which there is nothing. An object that receives many properties in a loop falls back to a hash table; a
 * spread copy has V8's fast layout, with a shape that all copies share, and is made in no time.
 */
const NOTHING = { ...emptyModel() };

function emptyModel(): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const name of MODEL_SIZES) out[name] = 0;
  for (const [name, [dtype]] of MODEL_ROWS) out[name] = EMPTY[dtype];
  return { ...out, opt: newScalars(OPTION_FIELDS), stat: newScalars(STATISTIC_FIELDS), plans: {} };
}

/**
 * A compiled model, with MuJoCo's own field names, flat and typed.
 *
 * Made by `compile` or `loadModel`; the constructor only allocates zeroed arrays of the given sizes.
 */
export class Model {
  /** physics options */
  declare opt: Option;
  /** statistics at `qpos0` */
  declare stat: Statistic;
  /**
   * structure that the stages derive from the model once, on first use
   * @internal
   */
  declare plans: Plans;

  /** Allocates zeroed arrays of the given sizes. */
  constructor(sizes: Readonly<Partial<ModelSizes>>) {
    const self = { ...NOTHING };
    for (const name of MODEL_SIZES) self[name] = sizes[name] ?? 0;
    const all = self as Record<string, number>;
    for (const [name, [dtype, rows, columns]] of MODEL_ROWS) {
      if (all[rows] > 0) self[name] = newArray(dtype, all[rows] * columnsOf(columns, all));
    }
    self.opt = newScalars(OPTION_FIELDS);
    self.stat = newScalars(STATISTIC_FIELDS);
    self.plans = {};
    return Object.setPrototypeOf(self, Model.prototype);
  }
}

/** The sizes and arrays of a model. */
export interface Model extends ModelSizes, ModelArrays {}
