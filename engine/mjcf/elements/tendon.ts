/** Tendons. */

import { Limited } from "../../types/enums.ts";
import { limited, real, reals, type RecordOf, required, text } from "./attribute.ts";
import { group, NAMED, POSITIVE, rgba, SMALL, solimp, solref, user } from "./shared.ts";

/** Attributes that only an element has. */
const OWN = {
  actuatorfrclimited: limited("actuatorfrcrange", Limited.FALSE, "tendon_actfrclimited"),
  actuatorfrcrange: reals(2, [0, 0], "tendon_actfrcrange"),
  armature: real(0, "tendon_armature", SMALL),
};
const BASE = {
  group: group("tendon_group"),
  limited: limited("range", Limited.AUTO, "tendon_limited"),
  range: reals(2, [0, 0], "tendon_range"),
  solreflimit: solref("tendon_solref_lim"),
  solimplimit: solimp("tendon_solimp_lim"),
  solreffriction: solref("tendon_solref_fri"),
  solimpfriction: solimp("tendon_solimp_fri"),
  frictionloss: real(0, "tendon_frictionloss", SMALL),
  springlength: reals([0, 2], [-1, -1], "tendon_lengthspring"),
  margin: real(0, "tendon_margin", SMALL),
  stiffness: real(0, "tendon_stiffness", POSITIVE),
  damping: real(0, "tendon_damping", POSITIVE),
  user: user("tendon_user"),
};

/** How a tendon looks, which an element can only say if its path is spatial. */
export const TENDON_VISUAL = {
  width: real(0.003, "tendon_width", SMALL),
  material: text(""),
  rgba: rgba(undefined, "tendon_rgba"),
};

/** The grammar of a tendon in a class. */
export const TENDON_DEFAULT = { ...BASE, ...TENDON_VISUAL };

/** The attributes that a record of a tendon holds. */
export const TENDON = { ...OWN, ...TENDON_DEFAULT };

/** The values of a record's attributes. */
export type TendonAttributes = RecordOf<typeof TENDON>;

/** The grammar of `<tendon>`. */
export const TENDON_ELEMENT = {
  spatial: { ...NAMED, ...OWN, ...BASE, ...TENDON_VISUAL },
  fixed: { ...NAMED, ...OWN, ...BASE },
};

/** The grammar of what a tendon passes. */
export const WRAP_ELEMENT = {
  spatial: {
    site: { site: required(text("")) },
    geom: { geom: required(text("")), sidesite: text("") },
    pulley: { divisor: required(real(0)) },
  },
  fixed: { joint: { joint: required(text("")), coef: required(real(0)) } },
};
