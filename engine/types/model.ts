/** The compiled model: everything that stays constant during a simulation. */

import { ModelObjects } from "../named/in_model.ts";
import type { AnyNames } from "../named/literal_names.ts";
import type { ModelArrays, ModelSizes, Option, Statistic } from "./interfaces.ts";
import { MODEL_FIELDS, MODEL_SIZES, OPTION_FIELDS, type ScalarRow, STATISTIC_FIELDS } from "./model_fields.ts";
import { keepFractions } from "./keep_fractions.ts";
import { type Block, bytesOf, emptyArray, Layout, type Memory } from "./layout.ts";
import type { Plans } from "./plans.ts";
import type { Plugin } from "./plugin.ts";
import { defaultVisual, type Visual } from "./visual.ts";
import { dataBlockBytes } from "./data_memory.ts";
import { isSmallBlock, takeGround } from "../wasm/field_memory.ts";

const LAYOUT = new Layout(MODEL_FIELDS);

/** Size in bytes of the arrays of a model, and the name of the largest. */
export function modelBytes(sizes: Readonly<Partial<ModelSizes>>): { bytes: number; largest: string } {
  return LAYOUT.measure(sizes);
}

/** Size in bytes of the block that holds the arrays of a model, options and statistics included. */
export function modelBlockBytes(sizes: Readonly<Partial<ModelSizes>>): number {
  return LAYOUT.blockBytes(sizes) + OPTIONS.bytes + STATISTICS.bytes;
}

/** size of data, with what kernels need to know, relative to their fields: at most this */
const AROUND = 1.25;

/** Is a model so small that it shares the memory of kernels with others? */
export function isSmall(sizes: Readonly<ModelSizes>): boolean {
  return isSmallBlock(modelBlockBytes(sizes));
}

/** arena of an empty model (bytes) */
const MIN_ARENA = 14 * 1048576;

/** A record made from a table of scalars: zero numbers, shared, and vectors, allocated for each record. */
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

const NO_PLUGINS: readonly Plugin[] = [];

/**
 * An empty model, of which all models are copies: V8-3.
 */
const NOTHING = keepFractions({ ...emptyModel() }, "narena");

function emptyModel(): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const name of MODEL_SIZES) out[name] = 0;
  for (const [name, [dtype]] of Object.entries(MODEL_FIELDS)) out[name] = emptyArray(dtype);
  return Object.assign(out, { narena: 0, opt: {}, stat: {}, vis: {}, plugins: NO_PLUGINS, plans: {} });
}

/**
 * A compiled model with MuJoCo's field names: flat, typed arrays.
 *
 * Made by `compile` or `loadModel`; the constructor only allocates zeroed arrays of the given sizes, as views of one
 * block of memory.
 */
export class Model<Names = AnyNames> extends ModelObjects {
  /** memory for contacts, constraint rows and islands (bytes): `<size memory>`, or MuJoCo's estimate */
  declare narena: number;
  /** physics options */
  declare opt: Option;
  /** statistics at `qpos0` */
  declare stat: Statistic;
  /** how it is shown: the settings of `<visual>`, by section */
  declare vis: Visual;
  /** the plugins that the document could enable; `plugin` says which of them each instance is */
  declare plugins: readonly Plugin[];
  /**
   * structures that the stages derive from the model once, on first use
   * @internal
   */
  declare plans: Plans;

  /** Allocates zeroed arrays of the given sizes. With `memory`, the arrays are views of that block instead. */
  constructor(sizes: Readonly<Partial<ModelSizes>>, memory?: Memory) {
    super();
    const self = { ...NOTHING };
    // `| 0` because a whole number stored as a double would give this model a shape different from that of other models
    for (const name of MODEL_SIZES) {
      const size = sizes[name];
      if (size) self[name] = size | 0;
    }
    self.narena = MIN_ARENA;
    const counts = self as Record<string, number>;
    const own = self as unknown as ModelSizes;
    memory ??= takeGround(modelBlockBytes(own), 0, { beside: AROUND * dataBlockBytes(own) });
    const block = LAYOUT.fill(self, counts, OPTIONS.bytes + STATISTICS.bytes, counts, memory);
    self.opt = OPTIONS.create(block);
    self.stat = STATISTICS.create(block);
    self.vis = defaultVisual();
    self.plans = {};
    return Object.setPrototypeOf(self, Model.prototype);
  }
}

/** The sizes and arrays of a model. */
export interface Model<Names = AnyNames> extends ModelSizes, ModelArrays {}
