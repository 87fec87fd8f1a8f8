/** Materials. */

import { TextureRole } from "../../types/enums.ts";
import { between, bool, defaultsOf, float, floats, type RecordOf, required, text } from "./attribute.ts";
import { NAMED, rgba } from "./shared.ts";

/** Attributes of a material, in classes too. */
export const MATERIAL = {
  /** the texture of the role of a color, if there are no layers */
  texture: text(),
  emission: float(0, "mat_emission"),
  specular: float(0.5, "mat_specular"),
  shininess: float(0.5, "mat_shininess"),
  reflectance: float(0, "mat_reflectance"),
  metallic: float(-1, "mat_metallic"),
  roughness: float(-1, "mat_roughness"),
  rgba: rgba([1, 1, 1, 1], "mat_rgba"),
  texrepeat: floats(2, [1, 1], "mat_texrepeat", between(1, 4)),
  texuniform: bool(0, "mat_texuniform"),
};

/** The values of a record's attributes, and textures. */
export interface MaterialAttributes extends RecordOf<typeof MATERIAL> {
  /** texture names by role */
  textures: string[];
}

/** The built-in defaults of materials. */
export function materialDefaults(): MaterialAttributes {
  return defaultsOf(MATERIAL, { textures: new Array<string>(TextureRole.N).fill("") });
}

/** The grammar of `<material>`. */
export const MATERIAL_ELEMENT = { ...NAMED, ...MATERIAL };

/** The grammar of `<layer>`. */
export const LAYER_ELEMENT = { texture: required(text()), role: required(text()) };
