/** How a model is shown: everything is checked, but only the near clipping plane is used in a model. */

import { type Attribute, type Attributes, bool, float, floats, int } from "./attribute.ts";
import { POSITIVE, rgba, SMALL } from "./shared.ts";

const RGBA = [
  ...["fog", "haze", "force", "inertia", "joint", "actuator", "actuatornegative", "actuatorpositive", "com", "camera"],
  ...["light", "selectpoint", "connect", "contactpoint", "contactforce", "contactfriction", "contacttorque"],
  ...["contactgap", "rangefinder", "constraint", "slidercrank", "crankbroken", "frustum", "bv", "bvactive"],
];
const SCALE = [
  ...["forcewidth", "contactwidth", "contactheight", "connect", "com", "camera", "light", "selectpoint"],
  ...["jointlength", "jointwidth", "actuatorlength", "actuatorwidth", "framelength", "framewidth", "constraint"],
  ...["slidercrank", "frustum"],
];
const MAP = [
  ...["stiffness", "stiffnessrot", "force", "torque", "alpha", "fogstart", "fogend", "znear", "zfar", "haze"],
  ...["shadowclip", "shadowscale", "actuatortendon"],
];

function all(names: readonly string[], attribute: Attribute): Attributes {
  return Object.fromEntries(names.map((name) => [name, attribute]));
}

/** Distance of the near clipping plane, stored by cameras without intrinsics. */
export const ZNEAR = float(Math.fround(0.01), "", SMALL);

/** The grammar of `<visual>`. */
export const VISUAL_ELEMENT = {
  global: {
    cameraid: int(),
    orthographic: bool(),
    fovy: float(),
    ipd: float(),
    azimuth: float(),
    elevation: float(),
    linewidth: float(),
    glow: float(),
    offwidth: int(),
    offheight: int(),
    realtime: float(undefined, "", POSITIVE),
    ellipsoidinertia: bool(),
    bvactive: bool(),
  },
  quality: all(["shadowsize", "offsamples", "numslices", "numstacks", "numquads"], int()),
  headlight: { ambient: floats(3), diffuse: floats(3), specular: floats(3), active: int() },
  map: { ...all(MAP, float()), znear: ZNEAR },
  scale: all(SCALE, float()),
  rgba: all(RGBA, rgba()),
};
