/** Copies of data. */

import { Data } from "./data.ts";
import { CONTACT_FIELDS, DATA_COUNTS, DATA_FIELDS, DATA_OTHERS } from "./types/data_fields.ts";
import { growRows } from "./model/grow_rows.ts";
import { growContacts } from "./types/data_memory.ts";
import type { Model } from "./types/model.ts";

const COUNTS = Object.keys(DATA_COUNTS);
const ARRAYS = Object.keys(DATA_FIELDS);
const OTHERS = Object.keys(DATA_OTHERS).filter((name) => name !== "warning");
const CONTACT_ARRAYS = Object.keys(CONTACT_FIELDS);
const STATISTICS = ["improvement", "gradient", "lineslope", "nactive", "nchange", "neval", "nupdate"];
const WARNINGS = ["lastinfo", "number"];

type Fields = Record<string, number | Float64Array>;

/**
 * Copies everything that `src` holds to `dest`, or to new data if `dest` is null, and returns the copy: the state,
 * all results of the last step, contacts, warnings, and callbacks. A step of either gives the same bits. Both must
 * belong to `m`, or to models of its sizes.
 *
 * @example Two futures of one state
 * ```ts
 * import { compile, copyData, Data, step } from "@plumbline/sim";
 * import assert from "node:assert/strict";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body><joint axis="0 1 0"/><geom size="0.1" pos="0.3 0 0"/></body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * for (let i = 0; i < 10; i++) step(model, data);
 *
 * const pushed = copyData(null, model, data);
 * pushed.qfrc_applied[0] = 1;
 * step(model, data);
 * step(model, pushed);
 * assert.notEqual(pushed.qpos[0], data.qpos[0]);
 *
 * copyData(pushed, model, data);
 * assert.equal(pushed.qpos[0], data.qpos[0]);
 * ```
 */
export function copyData<Names>(dest: Data | null, m: Model, src: Data<Names>): Data<Names> {
  const copy: Data<Names> = dest ?? new Data(m);
  if (copy === src) return copy;
  checkAlike(copy, src);
  growContacts(copy, src.capacity.ncon);
  growRows(m, copy, src.capacity);
  copyAll(copy, src, COUNTS);
  copyAll(copy, src, ARRAYS);
  copyAll(copy, src, OTHERS);
  copyAll(copy.contact, src.contact, CONTACT_ARRAYS);
  copyAll(copy.solver, src.solver, STATISTICS);
  copyAll(copy.warning, src.warning, WARNINGS);
  copy.narena = src.narena;
  copy.callbacks = src.callbacks;
  return copy;
}

/** Copies numbers and arrays; arrays of the copy may have room for more. */
function copyAll(dest: object, src: object, names: readonly string[]): void {
  const to = dest as Fields;
  const from = src as Fields;
  for (const name of names) {
    const value = from[name];
    if (typeof value === "number") to[name] = value;
    else if (value.length > 0) (to[name] as Float64Array).set(value);
  }
}

/** Arrays of fixed length have the same length, before anything is written. */
function checkAlike(dest: Data, src: Data): void {
  const to = dest as unknown as Fields;
  const from = src as unknown as Fields;
  for (const [name, [, rows]] of Object.entries(DATA_FIELDS)) {
    if (rows in dest.capacity) continue;
    const { length } = to[name] as Float64Array;
    const { length: wanted } = from[name] as Float64Array;
    if (length === wanted) continue;
    throw new RangeError(`copyData: ${name} must have length ${wanted}, as in src, got ${length}: not of this model`);
  }
}
