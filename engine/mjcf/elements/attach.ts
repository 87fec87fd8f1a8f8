/** Copies of other parts: attached models and replicated patterns. */

import { ints, reals, required, text } from "./attribute.ts";

/** The grammar of `<model>`. */
export const MODEL_ELEMENT = { name: text(""), file: required(text()), content_type: text() };

/** The grammar of `<attach>`. */
export const ATTACH_ELEMENT = { model: required(text()), body: text(), prefix: required(text()) };

/** Attributes of `<replicate>`, besides its class. */
export const REPLICATE = { count: required(ints(1)), offset: reals(3), euler: reals(3), sep: text() };

/** The grammar of `<replicate>`. */
export const REPLICATE_ELEMENT = { ...REPLICATE, childclass: text() };
