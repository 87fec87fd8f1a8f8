/** Keyframes. */

import { ANY, defaultsOf, real, reals, type RecordOf, text } from "./attribute.ts";

/** The attributes that a record of a keyframe holds; empty lists stand for the reference configuration. */
export const KEY = {
  time: real(0),
  qpos: reals(ANY, []),
  qvel: reals(ANY, []),
  act: reals(ANY, []),
  mpos: reals(ANY, []),
  mquat: reals(ANY, []),
  ctrl: reals(ANY, []),
};

/** The grammar of `<key>`. */
export const KEY_ELEMENT = { name: text(""), ...KEY };

/** The values of a record's attributes. */
export type KeyAttributes = RecordOf<typeof KEY>;

/** The built-in values of keyframes. */
export const NO_KEY: Readonly<KeyAttributes> = defaultsOf(KEY);
