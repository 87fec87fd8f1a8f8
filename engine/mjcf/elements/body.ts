/** Bodies, and the frames in them. */

import { SleepPolicy } from "../../types/enums.ts";
import type { Orientation } from "../../types/spec.ts";
import * as K from "../keywords.ts";
import { between, bool, defaultsOf, keyword, real, reals, type RecordOf, required, text } from "./attribute.ts";
import { position, rotation, user } from "./shared.ts";

/** The attributes that a record of a body holds. */
export const BODY = {
  pos: position("body_pos"),
  ...rotation("body_quat"),
  mocap: bool(0),
  gravcomp: real(0, "body_gravcomp", between(0, 1)),
  sleep: keyword(K.BODY_SLEEP, SleepPolicy.AUTO),
  user: user("body_user"),
};

/** The values of a record's attributes. */
export interface BodyAttributes extends RecordOf<typeof BODY>, Orientation {
  mass: number;
  /** largest margin of its geoms */
  margin: number;
}

/** The built-in values of a body. */
export function bodyDefaults(): BodyAttributes {
  return defaultsOf(BODY, { orientation: "", mass: 0, margin: 0 });
}

/** The grammar of `<body>`. */
export const BODY_ELEMENT = { name: text(""), childclass: text(), ...BODY };

/** The grammar of `<inertial>`. */
export const INERTIAL_ELEMENT = {
  pos: required(reals(3)),
  ...rotation(),
  mass: required(real()),
  diaginertia: reals(3),
  fullinertia: reals(6),
};

/** The attributes that a record of a frame holds. */
export const FRAME = { pos: position(), ...rotation() };

/** The grammar of `<frame>`. */
export const FRAME_ELEMENT = { name: text(""), childclass: text(), ...FRAME };
