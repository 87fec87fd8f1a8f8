/** Sizes that a document sets. */

import { ownArrays } from "../copy_record.ts";
import { type Attributes, defaultsOf, int, type RecordOf, text } from "./attribute.ts";

/** The attributes that a record of sizes holds; -1: derived. */
export const SIZE = {
  /** bytes of the arena, which a document writes with a unit */
  memory: int(-1),
  njmax: int(-1),
  nconmax: int(-1),
  nstack: int(-1),
  nuserdata: int(0),
  nkey: int(0),
  nuser_body: int(-1),
  nuser_jnt: int(-1),
  nuser_geom: int(-1),
  nuser_site: int(-1),
  nuser_cam: int(-1),
  nuser_tendon: int(-1),
  nuser_actuator: int(-1),
  nuser_sensor: int(-1),
};

/** Sizes that the document sets; -1: derived. */
export type SizeSettings = RecordOf<typeof SIZE>;

/** The grammar of `<size>`. */
export const SIZE_ELEMENT: Attributes = { ...SIZE, memory: text() };

const NO_SIZE = defaultsOf(SIZE);

/** The built-in sizes. */
export function sizeSettings(): SizeSettings {
  return ownArrays({ ...NO_SIZE });
}
