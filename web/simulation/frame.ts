/** Copies of what is drawn, to be sent to the page. */

import { contactForce } from "../../engine/sensor/contact_force.ts";
import type { Data } from "../../engine/data.ts";
import type { Model } from "../../engine/types/model.ts";
import type { Contacts } from "./messages.ts";

/** Fields of the data that are drawn or shown. */
export const DRAWN = [
  ...["qpos", "ctrl", "actuator_force", "actuator_length", "sensordata"],
  ...["xpos", "xquat", "xmat", "xipos", "ximat", "geom_xpos", "geom_xmat", "site_xpos", "site_xmat"],
  ...["cam_xpos", "cam_xmat", "light_xpos", "light_xdir", "xanchor", "xaxis", "subtree_com"],
  ...["ten_wrapadr", "ten_wrapnum", "wrap_obj", "wrap_xpos", "ten_length", "flexvert_xpos"],
] as const;

/** Copies the fields. */
export function copyFields(d: Data): Record<string, Float64Array | Int32Array> {
  const arrays = d as unknown as Record<string, Float64Array | Int32Array>;
  return Object.fromEntries(DRAWN.map((name) => [name, arrays[name].slice()]));
}

/** Copies contacts, with their forces in world coordinates. */
export function copyContacts(m: Model, d: Data): Contacts {
  const { ncon: count, contact } = d;
  const force = new Float64Array(3 * count);
  const local = new Float64Array(6);
  for (let i = 0; i < count; i++) {
    contactForce(m, d, i, local, 0);
    for (let k = 0; k < 3; k++) {
      for (let axis = 0; axis < 3; axis++) force[3 * i + k] += contact.frame[9 * i + 3 * axis + k] * local[axis];
    }
  }
  return {
    count,
    pos: contact.pos.slice(0, 3 * count),
    frame: contact.frame.slice(0, 9 * count),
    dist: contact.dist.slice(0, count),
    geom: contact.geom.slice(0, 2 * count),
    force,
  };
}
