/** Sites. */

import { Geom } from "../../types/enums.ts";
import type { Orientation } from "../../types/spec.ts";
import * as K from "../keywords.ts";
import { defaultsOf, keyword, reals, type RecordOf, text } from "./attribute.ts";
import { group, NAMED, position, rgba, rotation, user } from "./shared.ts";

/** Attributes of a site, in classes too. */
export const SITE = {
  type: keyword(K.GEOM_TYPE, Geom.SPHERE, "site_type"),
  group: group("site_group"),
  pos: position("site_pos"),
  material: text(""),
  size: reals([0, 3], [0.005, 0.005, 0.005], "site_size"),
  fromto: reals(6),
  ...rotation("site_quat"),
  rgba: rgba(undefined, "site_rgba"),
  user: user("site_user"),
};

/** The grammar of `<site>`. */
export const SITE_ELEMENT = { ...NAMED, ...SITE };

/** The values of a record's attributes. */
export interface SiteAttributes extends RecordOf<typeof SITE>, Orientation {}

/** The built-in defaults of sites. */
export function siteDefaults(): SiteAttributes {
  return defaultsOf(SITE, { orientation: "" });
}
