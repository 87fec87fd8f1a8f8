/** Copies of models. */

import { shareSource } from "./compile/source.ts";
import { Model } from "./types/model.ts";
import { MODEL_FIELDS, MODEL_SIZES, type ModelField, OPTION_FIELDS, STATISTIC_FIELDS } from "./types/model_fields.ts";
import { numbersOfVisual, visualFrom } from "./types/visual.ts";
import { MODEL_RULES, MODEL_SPANS } from "./types/model_rules.ts";

type Fields = Record<string, number | Float64Array>;

const OPTIONS = Object.keys(OPTION_FIELDS);
const STATISTICS = Object.keys(STATISTIC_FIELDS);
const ARRAYS = Object.keys(MODEL_FIELDS);

const ENDS_OF_SPANS = new Set<unknown>(MODEL_SPANS.flatMap(([first, count]) => [first, count]));
/** What plans are made from: kinds, ids, and addresses. */
const STRUCTURE = ARRAYS.filter((field) =>
  MODEL_RULES[field as ModelField] !== undefined || ENDS_OF_SPANS.has(field)
) as ModelField[];

/**
 * Copies everything that `src` holds to `dest`, or to a new model if `dest` is null, and returns the copy. The two share
 * no memory; both can be written as MJCF if `src` can. An existing `dest` must have the sizes and the structure of
 * `src` (kinds, parents, ids, and addresses of all objects), and the data that were made for it remain valid.
 *
 * @example A heavier twin
 * ```ts
 * import { compile, copyModel } from "@plumbline/sim";
 * import assert from "node:assert/strict";
 *
 * const model = compile(`<mujoco><worldbody><body><joint/><geom size="0.1"/></body></worldbody></mujoco>`);
 * const heavy = copyModel(null, model);
 * heavy.body_mass[1] *= 2;
 * assert.notEqual(heavy.body_mass[1], model.body_mass[1]);
 *
 * copyModel(heavy, model);
 * assert.equal(heavy.body_mass[1], model.body_mass[1]);
 * ```
 */
export function copyModel<Names>(dest: Model | null, src: Model<Names>): Model<Names> {
  if (dest !== null) checkAlike("copyModel", dest, src);
  const copy = dest ?? new Model(src);
  copyFields(copy, src);
  shareSource(copy, src);
  return copy;
}

/** Copies the arrays and numbers of a model to another one of the same sizes. */
export function copyFields(dest: Model, src: Model): void {
  dest.narena = src.narena;
  dest.plugins = src.plugins;
  dest.vis = visualFrom(numbersOfVisual(src.vis));
  copyAll(dest, src, ARRAYS);
  copyAll(dest.opt, src.opt, OPTIONS);
  copyAll(dest.stat, src.stat, STATISTICS);
}

function copyAll(dest: object, src: object, names: readonly string[]): void {
  const to = dest as Fields;
  const from = src as Fields;
  for (const name of names) {
    const value = from[name];
    if (typeof value === "number") to[name] = value;
    else if (value.length > 0) (to[name] as Float64Array).set(value);
  }
}

/** Throws if two models differ in more than numbers. */
export function checkAlike(caller: string, dest: Model, src: Model): void {
  for (const size of MODEL_SIZES) {
    if (dest[size] !== src[size]) throw new RangeError(`${caller}: ${size} must be ${src[size]}, got ${dest[size]}`);
  }
  for (const field of STRUCTURE) {
    const { [field]: to } = dest;
    const { [field]: from } = src;
    for (let i = 0; i < from.length; i++) {
      if (to[i] === from[i]) continue;
      throw new RangeError(
        `${caller}: the models differ in structure: ${field}[${i}] must be ${from[i]}, got ${to[i]}`,
      );
    }
  }
}
