/** Custom numbers, texts, and tuples. */

import { ANY, int, real, reals, required, text } from "./attribute.ts";

/** The grammar of `<numeric>`. */
export const NUMERIC_ELEMENT = { name: required(text()), size: int(), data: reals(ANY) };

/** The grammar of `<text>`. */
export const TEXT_ELEMENT = { name: required(text()), data: required(text()) };

/** The grammar of `<tuple>` and of its elements. */
export const TUPLE_ELEMENT = { name: required(text()) };
export const TUPLE_PART = { objtype: required(text()), objname: required(text()), prm: real() };
