/** `mujoco.elasticity.cable`: bending and twisting of a chain of bodies that are connected by ball joints. */

import { pow } from "../math/power.ts";
import { mulQuat, negQuat, quat2Vel, rotVecQuat, subQuat } from "../math/quat.ts";
import { PI } from "../math/scalar.ts";
import { addTo3, dist3, subFrom3 } from "../math/vec3.ts";
import { pluginConfig } from "../model/plugins.ts";
import { applyFT } from "../motion/apply_ft.ts";
import { bodyFrames } from "../position/kinematics.ts";
import type { Data } from "../data.ts";
import { Geom, Joint } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import type { Plugin } from "../types/plugin.ts";
import { numberIn } from "./number_in.ts";

/** A configured cable. */
interface Cable {
  /** its bodies, which follow each other */
  first: number;
  count: number;
  /** where the quaternion of the last joint of each body begins in `qpos`; meaningless for the first */
  joint: Int32Array;
  /** stiffness against a turn about each axis (N m²), per body */
  stiffness: Float64Array;
  /** distance from the body before (m) */
  length: Float64Array;
  /** curvature at rest (rad), per body */
  rest: Float64Array;
}

/** The passive force. */
export const cable: Plugin = {
  name: "mujoco.elasticity.cable",
  attributes: ["twist", "bend", "flat", "vmax"],
  init: configure,
  passive: {
    compute: (m, d, instance) => bend(m, d, d.plugin_data[instance] as Cable),
  },
};

function configure(m: Model, d: Data, instance: number): Cable {
  const twist = modulus(m, instance, "twist");
  const bend = modulus(m, instance, "bend");
  const isFlat = pluginConfig(m, instance, "flat") === "true";
  const count = m.body_plugin.filter((own) => own === instance).length;
  const first = m.body_plugin.indexOf(instance);
  const cable: Cable = {
    first,
    count,
    joint: new Int32Array(count),
    stiffness: new Float64Array(3 * count),
    length: new Float64Array(count),
    rest: new Float64Array(3 * count),
  };

  // at the reference configuration
  d.qpos.set(m.qpos0);
  bodyFrames(m, d);
  for (let b = 0; b < count; b++) {
    const body = first + b;
    if (m.body_plugin[body] !== instance) throw new RangeError("its bodies must follow each other");
    if (m.body_geomnum[body] === 0) throw new RangeError(`body ${body} has no geom, which gives it its cross section`);
    crossSection(cable.stiffness, 3 * b, m, m.body_geomadr[body], twist, bend);
    if (b === 0) continue;
    cable.joint[b] = lastQuat(m, body);
    cable.length[b] = dist3(d.xpos, 3 * body, d.xpos, 3 * (body - 1));
    if (!isFlat) subQuat(cable.rest, 3 * b, m.body_quat, 4 * body, d.qpos, cable.joint[b]);
  }
  return cable;
}

function modulus(m: Model, instance: number, attribute: string): number {
  const text = pluginConfig(m, instance, attribute);
  if (Number.isNaN(Number(text ?? 0))) throw new RangeError(`${attribute} must be a number, got '${text}'`);
  return numberIn(text) ?? 0;
}

/** Address of the quaternion of a body's last joint. */
function lastQuat(m: Model, body: number): number {
  const last = m.body_jntadr[body] + m.body_jntnum[body] - 1;
  const type = m.jnt_type[last];
  if (type !== Joint.BALL && type !== Joint.FREE) {
    throw new RangeError(`body ${body} has no ball joint, by which the cable bends`);
  }
  return m.jnt_qposadr[last] + (type === Joint.FREE ? 3 : 0);
}

/** Torsion and two second moments of area of a geom's cross section, times the moduli. */
function crossSection(res: Float64Array, r: number, m: Model, geom: number, twist: number, bend: number): void {
  const [, half, other] = m.geom_size.subarray(3 * geom, 3 * geom + 3);
  const type = m.geom_type[geom];
  if (type === Geom.CYLINDER || type === Geom.CAPSULE) {
    const fourth = pow(m.geom_size[3 * geom], 4);
    res[r] = PI * fourth / 2 * twist;
    res[r + 1] = PI * fourth / 4 * bend;
    res[r + 2] = PI * fourth / 4 * bend;
  } else if (type === Geom.BOX) {
    const a = Math.max(half, other);
    const b = Math.min(half, other);
    res[r] = a * pow(b, 3) * (16 / 3 - 3.36 * b / a * (1 - pow(b, 4) / pow(a, 4) / 12)) * twist;
    res[r + 1] = pow(2 * other, 3) * 2 * half / 12 * bend;
    res[r + 2] = pow(2 * half, 3) * 2 * other / 12 * bend;
  }
}

const turn = new Float64Array(4);
const stress = new Float64Array(3);
const torque = new Float64Array(3);
const noForce = new Float64Array(3);

function bend(m: Model, d: Data, cable: Cable): void {
  const { first, count, stiffness } = cable;
  const { xpos, xquat, qfrc_passive } = d;

  for (let b = 0; b < count; b++) {
    // bending in either direction has the same modulus
    if (stiffness[3 * b] === 0 && stiffness[3 * b + 1] === 0) continue;
    torque.fill(0);

    // the joint before acts on this body, the one after reacts
    if (b > 0) {
      stressAt(m, d, cable, b);
      negQuat(turn, 0, turn, 0);
      rotVecQuat(stress, 0, stress, 0, turn, 0);
      addTo3(torque, 0, stress, 0);
    }
    if (b + 1 < count) {
      stressAt(m, d, cable, b + 1);
      subFrom3(torque, 0, stress, 0);
    }
    const body = first + b;
    rotVecQuat(torque, 0, torque, 0, xquat, 4 * body);
    applyFT(m, d, noForce, 0, torque, 0, xpos, 3 * body, body, qfrc_passive);
  }
}

/** Writes the orientation of a body in the one before to `turn`, and the torque that it causes to `stress`. */
function stressAt(m: Model, d: Data, { first, joint, stiffness, length, rest }: Cable, b: number): void {
  mulQuat(turn, 0, m.body_quat, 4 * (first + b), d.qpos, joint[b]);
  quat2Vel(stress, 0, turn, 0, 1);
  for (let k = 0; k < 3; k++) {
    stress[k] = -stiffness[3 * b + k] * (stress[k] - rest[3 * b + k]) / length[b];
  }
}
