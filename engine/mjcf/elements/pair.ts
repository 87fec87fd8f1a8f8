/** Contact pairs and excluded pairs of bodies. */

import { int, real, type RecordOf, required, text } from "./attribute.ts";
import { CONDIM, friction5, NAMED, SMALL, solimp, solref } from "./shared.ts";

/** Attributes of a contact pair, in classes too. */
export const PAIR_DEFAULT = {
  condim: int(3, "pair_dim", CONDIM),
  friction: friction5("pair_friction"),
  solref: solref("pair_solref"),
  solreffriction: solref("pair_solreffriction", [0, 0]),
  solimp: solimp("pair_solimp"),
  gap: real(0, "pair_gap", SMALL),
  margin: real(0, "pair_margin", SMALL),
};

const GEOMS = { geom1: text(""), geom2: text("") };

/** The attributes that a record of a contact pair holds. */
export const PAIR = { ...GEOMS, ...PAIR_DEFAULT };

/** The grammar of `<pair>`. */
export const PAIR_ELEMENT = { ...NAMED, ...PAIR };

/** The values of a record's attributes. */
export type PairAttributes = RecordOf<typeof PAIR>;

/** The grammar of `<exclude>`. */
export const EXCLUDE_ELEMENT = { name: text(""), body1: required(text("")), body2: required(text("")) };
