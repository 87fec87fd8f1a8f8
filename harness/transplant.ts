/**
 * A `Model` and a `Data` filled from a running MuJoCo: what a stage does can then be compared on inputs that are
 * MuJoCo's to the last bit, whatever the stages before it would have made of them.
 */

import { type Data, growContacts, growRows } from "../engine/types/data.ts";
import { CONTACT_FIELDS, DATA_COUNTS, DATA_FIELDS } from "../engine/types/data_fields.ts";
import { Model } from "../engine/types/model.ts";
import { MODEL_FIELDS, MODEL_SIZES, OPTION_FIELDS, STATISTIC_FIELDS } from "../engine/types/model_fields.ts";

/** An object of the WASM bindings, whose fields are live typed arrays and numbers. */
// deno-lint-ignore no-explicit-any
export type Foreign = any;

type Fields = Record<string, Float64Array | number>;

/** Copies `mjModel` into a new `Model`. */
export function modelFrom(mjModel: Foreign): Model {
  const sizes: Record<string, number> = {};
  for (const name of MODEL_SIZES) sizes[name] = Number(mjModel[name]);
  const m = new Model(sizes);
  copyFields(m as unknown as Fields, mjModel, Object.keys(MODEL_FIELDS));
  copyFields(m.opt as Fields, mjModel.opt, Object.keys(OPTION_FIELDS));
  copyFields(m.stat as Fields, mjModel.stat, Object.keys(STATISTIC_FIELDS));
  return m;
}

/** Copies everything of `mjData` into `d`, which belongs to the same model. */
export function copyDataFrom(m: Model, d: Data, mjData: Foreign): void {
  const fields = d as unknown as Fields;
  for (const name of [...Object.keys(DATA_COUNTS), "time"]) fields[name] = Number(mjData[name]);
  for (const name of ["flg_energypos", "flg_energyvel", "flg_subtreevel", "flg_rnepost"]) {
    fields[name] = Number(mjData[name]);
  }

  growRows(m, d, { nefc: d.nefc, nJ: d.nJ, nA: d.nA, nisland: d.nisland, nidof: d.nidof });
  copyFields(fields, mjData, Object.keys(DATA_FIELDS));
  copyFields(fields, mjData, ["energy", "solver_niter", "solver_nnz", "solver_fwdinv"]);

  growContacts(d, d.ncon);
  const contacts = mjData.contact;
  for (let i = 0; i < d.ncon; i++) {
    const contact = contacts.get(i);
    for (const [name, [, columns]] of Object.entries(CONTACT_FIELDS)) {
      const to = (d.contact as unknown as Record<string, Float64Array>)[name];
      if (columns === 1) to[i] = Number(contact[name]);
      else to.set(contact[name], columns * i);
    }
    contact.delete();
  }
  contacts.delete?.();
}

function copyFields(to: Fields, from: Foreign, names: readonly string[]): void {
  for (const name of names) {
    const source = from[name];
    const target = to[name];
    if (typeof target === "number") to[name] = Number(source);
    else target.set(source.length > target.length ? source.subarray(0, target.length) : source);
  }
}
