/** What the harness knows about fields beyond the engine's tables. */

import { DATA_COUNTS, DATA_FIELDS } from "../engine/types/data_fields.ts";

/** Fields of the data that are neither arrays of the table nor counts. */
export const DATA_EXTRA: ReadonlySet<string> = new Set([
  "time",
  "energy",
  "solver_niter",
  "solver_nnz",
  "solver_fwdinv",
  "flg_energypos",
  "flg_energyvel",
  "flg_subtreevel",
  "flg_rnepost",
]);

/** Does a field belong to the data rather than to the model? */
export function isDataField(field: string): boolean {
  return field in DATA_FIELDS || field in DATA_COUNTS || DATA_EXTRA.has(field);
}
