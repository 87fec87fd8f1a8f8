/** Flexcomps, which generate a flex and its bodies. */

import * as K from "../keywords.ts";
import { ANY, bool, floats, ints, keyword, pick, real, reals, required, text } from "./attribute.ts";
import { FLEX, FLEX_EDGE } from "./flex.ts";
import { position, rotation, solimp, solref } from "./shared.ts";

/** The grammar of `<flexcomp>`. */
export const FLEXCOMP_ELEMENT = {
  name: required(text()),
  type: keyword(K.FLEXCOMP_TYPE),
  ...pick(FLEX, "group", "dim"),
  dof: keyword(K.FLEXCOMP_DOF),
  count: ints(3),
  spacing: reals(3),
  radius: FLEX.radius,
  rigid: bool(),
  mass: real(),
  inertiabox: real(),
  scale: reals(3),
  file: text(),
  point: reals(ANY),
  element: ints(ANY),
  texcoord: floats(ANY),
  ...pick(FLEX, "material", "rgba", "flatskin"),
  pos: position(),
  ...rotation(),
  origin: reals(3),
};

/** The grammar of the edges of a flexcomp. */
export const FLEXCOMP_EDGE = { equality: keyword(K.FLEX_EQUALITY), solref: solref(), solimp: solimp(), ...FLEX_EDGE };

/** The grammar of `<pin>`. */
export const PIN_ELEMENT = { id: ints(ANY), range: ints(ANY), grid: ints(ANY), gridrange: ints(ANY) };
