/**
 * A `Model` filled from a running MuJoCo, to compare the dynamics on a model that is bit-identical to MuJoCo's,
 * independent of the compiler.
 */

import { Model } from "../../engine/types/model.ts";
import { MODEL_FIELDS, MODEL_SIZES, OPTION_FIELDS, STATISTIC_FIELDS } from "../../engine/types/model_fields.ts";

/** An object of the WASM bindings, whose fields are live typed arrays and numbers. */
// deno-lint-ignore no-explicit-any
export type Foreign = any;

type Fields = Record<string, Float64Array | number>;

/** Copies `mjModel` into a new `Model`. */
export function modelFrom(mjModel: Foreign): Model {
  const sizes: Record<string, number> = {};
  for (const name of MODEL_SIZES) sizes[name] = Number(mjModel[name]);
  const m = new Model(sizes);
  m.narena = Number(mjModel.narena);
  copyFields(m as unknown as Fields, mjModel, Object.keys(MODEL_FIELDS));
  copyFields(m.opt as unknown as Fields, mjModel.opt, Object.keys(OPTION_FIELDS));
  copyFields(m.stat as unknown as Fields, mjModel.stat, Object.keys(STATISTIC_FIELDS));
  return m;
}

function copyFields(to: Fields, from: Foreign, names: readonly string[]): void {
  for (const name of names) {
    const source = from[name];
    const target = to[name];
    if (typeof target === "number") to[name] = Number(source);
    else target.set(source.length > target.length ? source.subarray(0, target.length) : source);
  }
}
