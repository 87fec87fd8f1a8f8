/** Skins and their bones. */

import { ANY, defaultsOf, float, floats, ints, type RecordOf, required, text } from "./attribute.ts";
import { group, rgba } from "./shared.ts";

/** The attributes that a record of a skin holds. */
export const SKIN = {
  file: text(""),
  material: text(""),
  rgba: rgba(undefined, "skin_rgba"),
  inflate: float(0, "skin_inflate"),
  vertex: floats(ANY, []),
  texcoord: floats(ANY, []),
  face: ints(ANY, []),
  group: group("skin_group"),
};

/** The grammar of `<skin>`. */
export const SKIN_ELEMENT = { name: text(""), ...SKIN };

/** The values of a record's attributes. */
export type SkinAttributes = RecordOf<typeof SKIN>;

/** The built-in values of skins. */
export const NO_SKIN: Readonly<SkinAttributes> = defaultsOf(SKIN);

/** The attributes that a record of a bone holds. */
export const BONE = {
  body: required(text("")),
  bindpos: required(floats(3, [0, 0, 0])),
  bindquat: required(floats(4, [0, 0, 0, 0])),
  vertid: required(ints(ANY, [])),
  vertweight: required(floats(ANY, [])),
};

/** The values of a record's attributes. */
export type BoneAttributes = RecordOf<typeof BONE>;
