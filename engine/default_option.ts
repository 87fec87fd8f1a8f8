/** Physics options and parameters of constraints, as they are unless a document sets them. */

import { optionSettings } from "./mjcf/elements/option.ts";
import type { Option } from "./types/interfaces.ts";

/** New physics options with the built-in values. */
export function defaultOption(): Option {
  return optionSettings();
}

/** Writes the built-in `solref` (two numbers) and `solimp` (five numbers); null: not wanted. */
export function defaultSolRefImp(solref: Float64Array | null, solimp: Float64Array | null): void {
  const { o_solref, o_solimp } = optionSettings();
  solref?.set(o_solref);
  solimp?.set(o_solimp);
}
