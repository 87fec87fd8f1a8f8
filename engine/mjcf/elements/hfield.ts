/** Height fields. */

import { ANY, defaultsOf, floats, int, reals, type RecordOf, required, text } from "./attribute.ts";

/** The attributes that a record of a height field holds. */
export const HFIELD = {
  content_type: text(""),
  file: text(""),
  nrow: int(0, "hfield_nrow"),
  ncol: int(0, "hfield_ncol"),
  size: required(reals(4, [0, 0, 0, 0], "hfield_size")),
};

/** The grammar of `<hfield>`; elevations are turned upside down. */
export const HFIELD_ELEMENT = { name: text(""), ...HFIELD, elevation: floats(ANY) };

/** The values of a record's attributes. */
export type HFieldAttributes = RecordOf<typeof HFIELD>;

/** The built-in values of height fields. */
export const NO_HFIELD: Readonly<HFieldAttributes> = defaultsOf(HFIELD);
