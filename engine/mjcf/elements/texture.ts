/** Textures. */

import { Builtin, ColorSpace, Texture } from "../../types/enums.ts";
import * as K from "../keywords.ts";
import { bool, defaultsOf, int, ints, keyword, real, reals, type RecordOf, text } from "./attribute.ts";

/** The attributes that a record of a texture holds; those without a default do not reach the model. */
export const TEXTURE = {
  type: keyword(K.TEXTURE_TYPE, Texture.CUBE, "tex_type"),
  colorspace: keyword(K.COLOR_SPACE, ColorSpace.AUTO, "tex_colorspace"),
  content_type: text(""),
  file: text(""),
  gridsize: ints(2, [1, 1]),
  gridlayout: text("............"),
  fileright: text(),
  fileleft: text(),
  fileup: text(),
  filedown: text(),
  filefront: text(),
  fileback: text(),
  builtin: keyword(K.BUILTIN, Builtin.NONE),
  rgb1: reals(3),
  rgb2: reals(3),
  mark: keyword(K.MARK),
  markrgb: reals(3),
  random: real(),
  width: int(0, "tex_width"),
  height: int(0, "tex_height"),
  hflip: bool(0),
  vflip: bool(0),
  nchannel: int(3, "tex_nchannel"),
};

/** The grammar of `<texture>`. */
export const TEXTURE_ELEMENT = { name: text(""), ...TEXTURE };

/** The values of a record's attributes. */
export type TextureAttributes = RecordOf<typeof TEXTURE>;

/** The built-in values of textures. */
export const NO_TEXTURE: Readonly<TextureAttributes> = defaultsOf(TEXTURE);
