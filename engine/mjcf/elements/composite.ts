/** Composites: cables, whose parts take attributes of other elements. */

import * as K from "../keywords.ts";
import { ANY, bool, floats, int, ints, keyword, pick, reals, required, text } from "./attribute.ts";
import { GEOM } from "./geom.ts";
import { JOINT } from "./joint.ts";
import { rotation, solimp, solref } from "./shared.ts";
import { SITE } from "./site.ts";
import { SKIN } from "./skin.ts";

/** The grammar of `<composite>`. */
export const COMPOSITE_ELEMENT = {
  prefix: text(),
  type: required(keyword(K.COMPOSITE_TYPE)),
  count: ints([0, 3]),
  offset: reals(3),
  vertex: floats(ANY),
  initial: text(),
  curve: text(),
  size: reals([0, 3]),
  quat: rotation().quat,
};

/** The grammar of the joints of a composite. */
export const COMPOSITE_JOINT = {
  kind: required(keyword(K.COMPOSITE_JOINT)),
  ...pick(JOINT, "group", "stiffness", "damping", "armature"),
  solreffix: solref(),
  solimpfix: solimp(),
  ...pick(JOINT, "type", "axis", "limited", "range", "margin", "solreflimit", "solimplimit", "frictionloss"),
  ...pick(JOINT, "solreffriction", "solimpfriction"),
};

/** The grammar of the other parts of a composite. */
export const COMPOSITE_PARTS = {
  skin: { texcoord: bool(), ...pick(SKIN, "material", "group", "rgba", "inflate"), subgrid: int() },
  geom: {
    ...pick(GEOM, "type", "contype", "conaffinity", "condim", "group", "priority", "size", "material", "rgba"),
    ...pick(GEOM, "friction", "mass", "density", "solmix", "solref", "solimp", "margin", "gap"),
  },
  site: pick(SITE, "group", "size", "material", "rgba"),
};
