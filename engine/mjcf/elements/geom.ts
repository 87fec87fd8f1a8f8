/** Geoms. */

import { Geom, GeomInertia } from "../../types/enums.ts";
import type { Orientation } from "../../types/spec.ts";
import * as K from "../keywords.ts";
import { between, defaultsOf, int, keyword, oneOf, real, reals, type RecordOf, text } from "./attribute.ts";
import { CONDIM, group, NAMED, position, POSITIVE, rgba, rotation, SMALL, solimp, solref, user } from "./shared.ts";

/** Attributes of a geom, in classes too. */
export const GEOM = {
  type: keyword(K.GEOM_TYPE, Geom.SPHERE, "geom_type"),
  pos: position("geom_pos"),
  contype: int(1, "geom_contype", between(0, 7)),
  conaffinity: int(1, "geom_conaffinity", between(0, 7)),
  condim: int(3, "geom_condim", CONDIM),
  group: group("geom_group"),
  priority: int(0, "geom_priority", oneOf(-1, 0, 1, 2)),
  size: reals([0, 3], [0, 0, 0], "geom_size"),
  material: text(""),
  friction: reals([0, 3], [1, 0.005, 0.0001], "geom_friction", between(0.001, 2)),
  mass: real(undefined, "", [[[0.1, 5]], [[0, 0]]]),
  density: real(1000, "", between(1, 2000)),
  shellinertia: keyword(K.SHELL_INERTIA, GeomInertia.VOLUME),
  solmix: real(1, "geom_solmix", POSITIVE),
  solref: solref("geom_solref"),
  solimp: solimp("geom_solimp"),
  margin: real(0, "geom_margin", SMALL),
  gap: real(0, "geom_gap", SMALL),
  fromto: reals(6),
  ...rotation("geom_quat"),
  hfield: text(""),
  mesh: text(""),
  fitscale: real(1, "", POSITIVE),
  rgba: rgba(undefined, "geom_rgba"),
  fluidshape: keyword(K.FLUID_SHAPE, 0),
  fluidcoef: reals([0, 5], [0.5, 0.25, 1.5, 1, 1], "", between(0, 2)),
  user: user("geom_user"),
};

/** The grammar of `<geom>`. */
export const GEOM_ELEMENT = { ...NAMED, ...GEOM };

/** The values of a record's attributes. */
export interface GeomAttributes extends RecordOf<typeof GEOM>, Orientation {}

/** The built-in defaults of geoms. */
export function geomDefaults(): GeomAttributes {
  return defaultsOf(GEOM, { orientation: "" });
}
