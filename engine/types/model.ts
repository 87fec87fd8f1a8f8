/** The compiled model: everything that stays constant while a simulation runs. */

import type { ModelArrays, ModelSizes, Option, Statistic } from "./interfaces.ts";
import { MODEL_FIELDS, MODEL_SIZES, OPTION_FIELDS, type ScalarRow, STATISTIC_FIELDS } from "./model_fields.ts";
import { keepFractions } from "./keep_fractions.ts";
import { type Block, bytesOf, emptyArray, Layout } from "./layout.ts";
import type { Plans } from "./plans.ts";

const LAYOUT = new Layout(MODEL_FIELDS);

/** Bytes that the arrays of a model take, and the name of the largest. */
export function modelBytes(sizes: Readonly<Partial<ModelSizes>>): { bytes: number; largest: string } {
  return LAYOUT.measure(sizes);
}

/** Numbers of a table of scalars, zero, and its vectors, which every object needs for itself. */
class ScalarTable {
  private readonly numbers: Record<string, number | Float64Array>;
  private readonly vectors: [name: string, length: number][] = [];
  readonly bytes: number;

  constructor(fields: Readonly<Record<string, ScalarRow>>) {
    const numbers: Record<string, number | Float64Array> = {};
    const reals: string[] = [];
    let bytes = 0;
    for (const [name, [dtype, length]] of Object.entries(fields)) {
      numbers[name] = length > 0 ? emptyArray("f64") : 0;
      if (length > 0) this.vectors.push([name, length]);
      else if (dtype === "f64") reals.push(name);
      bytes += bytesOf("f64", length);
    }
    this.numbers = keepFractions({ ...numbers }, ...reals);
    this.bytes = bytes;
  }

  create(block: Block): Record<string, number | Float64Array> {
    const out = { ...this.numbers };
    for (const [name, length] of this.vectors) out[name] = block.take("f64", length);
    return out;
  }
}

const OPTIONS = new ScalarTable(OPTION_FIELDS);
const STATISTICS = new ScalarTable(STATISTIC_FIELDS);

/**
 * A model of which there is nothing. An object that receives many properties in a loop falls back to a hash table; a
 * spread copy has V8's fast layout, with a shape that all copies share, and is made in no time.
 */
const NOTHING = { ...emptyModel() };

function emptyModel(): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const name of MODEL_SIZES) out[name] = 0;
  for (const [name, [dtype]] of Object.entries(MODEL_FIELDS)) out[name] = emptyArray(dtype);
  return { ...out, opt: {}, stat: {}, plans: {} };
}

/**
 * A compiled model, with MuJoCo's own field names, flat and typed.
 *
 * Made by `compile` or `loadModel`; the constructor only allocates zeroed arrays of the given sizes, views of one block
 * of memory.
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
    // a sum of fractions that happen to be whole would make one shape of this model and another of the others
    for (const name of MODEL_SIZES) {
      const size = sizes[name];
      if (size) self[name] = size | 0;
    }
    const block = LAYOUT.fill(self, self as Record<string, number>, OPTIONS.bytes + STATISTICS.bytes);
    self.opt = OPTIONS.create(block);
    self.stat = STATISTICS.create(block);
    self.plans = {};
    return Object.setPrototypeOf(self, Model.prototype);
  }
}

/** The sizes and arrays of a model. */
export interface Model extends ModelSizes, ModelArrays {}
