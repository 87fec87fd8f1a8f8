/** Flexes: those that a document describes, and those that a `<flexcomp>` generates. */

import * as K from "../keywords.ts";
import {
  ANY,
  bool,
  defaultsOf,
  floats,
  int,
  ints,
  keyword,
  real,
  reals,
  type RecordOf,
  required,
  text,
} from "./attribute.ts";
import { group, rgba, solimp, solref } from "./shared.ts";

/** Attributes of the flex itself. */
const OWN = {
  group: group("flex_group"),
  dim: int(2, "flex_dim"),
  radius: real(0.005, "flex_radius"),
  material: text(""),
  rgba: rgba(undefined, "flex_rgba"),
  flatskin: bool(0, "flex_flatskin"),
};

/** Shape of a flex, which a `<flexcomp>` makes instead. */
export const FLEX_SHAPE = {
  /** positions of the vertices in the frames of their bodies; empty: at the origins */
  vertex: reals(ANY, []),
  /** vertices of each element */
  element: required(ints(ANY, [])),
  texcoord: floats(ANY, []),
  elemtexcoord: ints(ANY, []),
};

/** How a flex touches others and itself. */
export const FLEX_CONTACT = {
  contype: int(1, "flex_contype"),
  conaffinity: int(1, "flex_conaffinity"),
  condim: int(3, "flex_condim"),
  priority: int(0, "flex_priority"),
  friction: reals([0, 3], [1, 0.005, 0.0001], "flex_friction"),
  solmix: real(1, "flex_solmix"),
  solref: solref("flex_solref"),
  solimp: solimp("flex_solimp"),
  margin: real(0, "flex_margin"),
  gap: real(0, "flex_gap"),
  internal: bool(0, "flex_internal"),
  selfcollide: keyword(K.FLEX_SELF, K.FLEX_SELF.auto, "flex_selfcollide"),
  activelayers: int(1, "flex_activelayers"),
  vertcollide: bool(0),
  passive: bool(0, "flex_passive"),
};

/** How a flex resists being deformed. */
export const FLEX_ELASTICITY = {
  young: real(0),
  poisson: real(0),
  damping: real(0, "flex_damping"),
  thickness: real(-1),
  elastic2d: keyword(K.FLEX_ELASTIC, 0),
};

/** How the edges of a flex resist being stretched. */
const EDGE = { edgestiffness: real(0, "flex_edgestiffness"), edgedamping: real(0, "flex_edgedamping") };

/** The grammar of `<edge>`. */
export const FLEX_EDGE = { stiffness: EDGE.edgestiffness, damping: EDGE.edgedamping };

/** The attributes that a record of a flex holds. */
export const FLEX = {
  ...FLEX_CONTACT,
  ...OWN,
  ...FLEX_SHAPE,
  ...EDGE,
  ...FLEX_ELASTICITY,
};

/** The grammar of `<flex>`. */
export const FLEX_ELEMENT = {
  name: text(""),
  ...OWN,
  body: required(text()),
  ...FLEX_SHAPE,
  node: text(),
};

/** The values of a record's attributes. */
export type FlexAttributes = RecordOf<typeof FLEX>;

/** The built-in values of flexes. */
export const NO_FLEX: Readonly<FlexAttributes> = defaultsOf(FLEX);
