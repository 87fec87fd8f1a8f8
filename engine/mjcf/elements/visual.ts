/** How a model is shown. */

import { VISUAL } from "../../types/visual.ts";
import { type Attribute, type Attributes, bool, float, floats, int } from "./attribute.ts";
import { POSITIVE, rgba as colors, SMALL } from "./shared.ts";

const { global, quality, headlight, map, scale, rgba } = VISUAL;

/** Attributes with the values of a section as defaults. */
function all<V>(values: Readonly<Record<string, V>>, declare: (value: V) => Attribute): Attributes {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, declare(value)]));
}

const number = (value: number) => float(Math.fround(value));
const { active, ...light } = headlight;

/** The grammar of `<visual>`. */
export const VISUAL_ELEMENT = {
  global: {
    ...all(global, number),
    ...all({ cameraid: global.cameraid, offwidth: global.offwidth, offheight: global.offheight }, int),
    orthographic: bool(global.orthographic),
    ellipsoidinertia: bool(global.ellipsoidinertia),
    bvactive: bool(global.bvactive),
    realtime: float(global.realtime, "", POSITIVE),
  },
  quality: all(quality, int),
  headlight: { ...all(light, (value) => floats(3, value.map(Math.fround))), active: int(active) },
  map: { ...all(map, number), znear: float(Math.fround(map.znear), "", SMALL) },
  scale: all(scale, number),
  rgba: all(rgba, (value) => colors(value.map(Math.fround))),
};
