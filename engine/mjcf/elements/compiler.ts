/** Settings of the compiler. */

import { InertiaFromGeom, LRMode } from "../../types/enums.ts";
import { ownArrays } from "../copy_record.ts";
import * as K from "../keywords.ts";
import { bool, defaultsOf, ints, keyword, real, type RecordOf, text } from "./attribute.ts";

/** Attributes of the compiler; those without a default have no effect on the model, or only while it is read. */
export const COMPILER = {
  autolimits: bool(1),
  boundmass: real(0),
  boundinertia: real(0),
  settotalmass: real(-1),
  balanceinertia: bool(0),
  strippath: bool(0),
  coordinate: keyword(K.COORDINATE),
  /** 1: angles are in degrees */
  angle: keyword(K.ANGLE, 1),
  fitaabb: bool(0),
  eulerseq: text("xyz"),
  meshdir: text(""),
  texturedir: text(""),
  discardvisual: bool(0),
  usethread: bool(),
  fusestatic: bool(0),
  inertiafromgeom: keyword(K.INERTIA_FROM_GEOM, InertiaFromGeom.AUTO),
  inertiagrouprange: ints(2, [0, 5]),
  saveinertial: bool(),
  assetdir: text(),
  alignfree: bool(0),
};

/** Settings for computing actuator length ranges. */
export const LENGTHRANGE = {
  mode: keyword(K.LR_MODE, LRMode.MUSCLE),
  useexisting: bool(1),
  uselimit: bool(0),
  accel: real(20),
  maxforce: real(0),
  timeconst: real(1),
  timestep: real(0.01),
  inttotal: real(10),
  interval: real(2),
  tolrange: real(0.05),
};

/** Compiler settings, one set per document. */
export interface CompilerSettings extends RecordOf<typeof COMPILER> {
  lengthrange: LengthRangeSettings;
  /** directory of the document; empty, or with a trailing slash */
  modelfiledir: string;
}

/** Settings for computing actuator length ranges. */
export type LengthRangeSettings = RecordOf<typeof LENGTHRANGE>;

const NO_COMPILER = defaultsOf(COMPILER);
const NO_LENGTHRANGE = defaultsOf(LENGTHRANGE);

/** The built-in settings of the compiler. */
export function compilerSettings(modelfiledir: string): CompilerSettings {
  return { ...ownArrays({ ...NO_COMPILER }), lengthrange: ownArrays({ ...NO_LENGTHRANGE }), modelfiledir };
}
