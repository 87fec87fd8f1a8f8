/** Copies of what is drawn, to be sent to the page. */

import { contactForce } from "../../engine/sensor/contact_force.ts";
import { actuatorDisabled } from "../../engine/motion/activation.ts";
import type { Data } from "../../engine/data.ts";
import type { Model } from "../../engine/types/model.ts";
import { bodyIslands, contactIslands, tendonIslands } from "./islands.ts";
import type { Contacts } from "./messages.ts";

/** Fields of the data that are drawn or shown. */
export const DRAWN = [
  ...[
    "qpos",
    "ctrl",
    "act",
    "eq_active",
    "xfrc_applied",
    "body_awake",
    "actuator_force",
    "actuator_length",
    "sensordata",
  ],
  ...["xpos", "xquat", "xmat", "xipos", "ximat", "geom_xpos", "geom_xmat", "site_xpos", "site_xmat"],
  ...["cam_xpos", "cam_xmat", "light_xpos", "light_xdir", "xanchor", "xaxis", "subtree_com"],
  ...["ten_wrapadr", "ten_wrapnum", "wrap_obj", "wrap_xpos", "ten_length", "flexvert_xpos"],
  ...["bvh_aabb_dyn"],
] as const;

/** Copies the fields. */
export function copyFields(m: Model, d: Data): Record<string, Float64Array | Int32Array | Uint8Array> {
  const arrays = d as unknown as Record<string, Float64Array | Int32Array | Uint8Array>;
  return {
    ...Object.fromEntries(DRAWN.map((name) => [name, arrays[name].slice()])),
    body_island: bodyIslands(m, d),
    tendon_island: tendonIslands(m, d),
    actuator_off: Uint8Array.from({ length: m.nu }, (_, i) => actuatorDisabled(m, i) ? 1 : 0),
  };
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
    flex: contact.flex.slice(0, 2 * count),
    isActive: Uint8Array.from({ length: count }, (_, i) => contact.efc_address[i] >= 0 ? 1 : 0),
    island: contactIslands(d),
    force,
  };
}
