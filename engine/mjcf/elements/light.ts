/** Lights. */

import { CamLight, LightType } from "../../types/enums.ts";
import * as K from "../keywords.ts";
import { bool, each, float, floats, keyword, reals, type RecordOf, text } from "./attribute.ts";
import { NAMED, position, POSITIVE } from "./shared.ts";

/** Attributes of a light, in classes too. */
export const LIGHT_DEFAULT = {
  pos: position("light_pos"),
  dir: reals(3, [0, 0, -1], "light_dir", each([-1, 1], [-1, 1], [-1, -0.1])),
  bulbradius: float(Math.fround(0.02), "light_bulbradius"),
  intensity: float(0, "light_intensity"),
  range: float(10, "light_range"),
  /** the former way to say the type */
  directional: bool(),
  type: keyword(K.LIGHT_TYPE, LightType.SPOT, "light_type"),
  castshadow: bool(1, "light_castshadow"),
  active: bool(1, "light_active"),
  attenuation: floats(3, [1, 0, 0], "light_attenuation"),
  cutoff: float(45, "light_cutoff", POSITIVE),
  exponent: float(10, "light_exponent"),
  ambient: floats(3, [0, 0, 0], "light_ambient"),
  diffuse: floats(3, [0.7, 0.7, 0.7], "light_diffuse"),
  specular: floats(3, [0.3, 0.3, 0.3], "light_specular"),
  mode: keyword(K.CAM_LIGHT, CamLight.FIXED, "light_mode"),
};

/** The attributes that a record of a light holds. */
export const LIGHT = { ...LIGHT_DEFAULT, target: text(""), texture: text("") };

/** The grammar of `<light>`. */
export const LIGHT_ELEMENT = { ...NAMED, ...LIGHT };

/** The values of a record's attributes. */
export type LightAttributes = RecordOf<typeof LIGHT>;
