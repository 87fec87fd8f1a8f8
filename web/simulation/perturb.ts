/** Pulling and turning a body with the mouse, with the springs of MuJoCo's viewers. */

import type { Data } from "../../engine/data.ts";
import { solveM } from "../../engine/linear/ltdl.ts";
import { cross, normalize3 } from "../../engine/math/vec3.ts";
import { axisAngle2Quat, mulPose, mulQuat, negQuat, normalize4, quat2Vel, rotVecQuat } from "../../engine/math/quat.ts";
import { jac } from "../../engine/motion/jacobian.ts";
import { objectVelocity } from "../../engine/motion/object_motion.ts";
import { Joint, Obj } from "../../engine/types/enums.ts";
import type { Model } from "../../engine/types/model.ts";
import type { Perturbation } from "./messages.ts";

const MINVAL = 1e-15;

/** Stiffness of the springs (1/s²). */
export interface Stiffness {
  readonly stiffness: number;
  readonly stiffnessrot: number;
}

/** A body that is being pulled or turned. */
export class Pull {
  readonly body: number;
  readonly kind: Perturbation["kind"];
  /** the point that is held, in the frame of the body */
  readonly #point: Float64Array;
  /** where that point should be */
  readonly target: Float64Array;
  /** where the inertial frame of the body should be */
  readonly #position: Float64Array;
  readonly #rotation = new Float64Array(4);
  readonly #mass: number;

  constructor(m: Model, d: Data, { kind, body, point }: Perturbation) {
    this.kind = kind;
    this.body = body;
    this.#point = Float64Array.from(point);
    this.target = this.held(d);
    this.#position = d.xipos.slice(3 * body, 3 * body + 3);
    mulQuat(this.#rotation, 0, d.xquat, 4 * body, m.body_iquat, 4 * body);
    this.#mass = massAt(m, d, body, this.target);
  }

  /** The point that is held, in world coordinates. */
  held(d: Data): Float64Array {
    const out = new Float64Array(3);
    rotVecQuat(out, 0, this.#point, 0, d.xquat, 4 * this.body);
    for (let k = 0; k < 3; k++) out[k] += d.xpos[3 * this.body + k];
    return out;
  }

  /** Moves the target. */
  move(by: readonly number[]): void {
    for (let k = 0; k < 3; k++) {
      this.target[k] += by[k];
      this.#position[k] += by[k];
    }
  }

  /** Turns the target, up to a quarter turn away from the body. */
  turn(m: Model, d: Data, axis: readonly number[], angle: number): void {
    const turn = new Float64Array(4);
    axisAngle2Quat(turn, 0, Float64Array.from(axis), 0, angle);
    const rotation = this.#rotation;
    mulQuat(rotation, 0, turn, 0, rotation.slice(), 0);
    normalize4(rotation, 0);

    const now = new Float64Array(4);
    const inverse = new Float64Array(4);
    const ahead = new Float64Array(4);
    const vector = new Float64Array(3);
    mulQuat(now, 0, d.xquat, 4 * this.body, m.body_iquat, 4 * this.body);
    negQuat(inverse, 0, now, 0);
    mulQuat(ahead, 0, inverse, 0, rotation, 0);
    quat2Vel(vector, 0, ahead, 0, 1);
    const far = normalize3(vector, 0);
    if (Math.abs(far) <= Math.PI / 2) return;
    axisAngle2Quat(ahead, 0, vector, 0, Math.sign(far) * Math.PI / 2);
    mulQuat(rotation, 0, now, 0, ahead, 0);
  }

  /** Pulls: writes the force and torque on the body. */
  applyForce(m: Model, d: Data, { stiffness, stiffnessrot }: Stiffness): void {
    const { body } = this;
    const { xfrc_applied } = d;
    const f = 6 * body;
    const velocity = new Float64Array(6);
    objectVelocity(m, d, Obj.BODY, body, velocity, 0, 0);
    const weight = m.body_invweight0[2 * body + 1];
    const inertia = weight ? 1 / Math.max(MINVAL, weight) : 1;

    if (this.kind === "translate") {
      const held = this.held(d);
      const arm = held.map((x, k) => x - d.xipos[3 * body + k]);
      const away = held.map((x, k) => x - this.target[k]);
      const speed = new Float64Array(3);
      cross(speed, 0, velocity, 0, arm, 0);
      for (let k = 0; k < 3; k++) {
        const damping = Math.sqrt(stiffness) * this.#mass * (speed[k] + velocity[3 + k]);
        xfrc_applied[f + k] = -stiffness * this.#mass * away[k] - damping;
      }
      cross(xfrc_applied, f + 3, arm, 0, xfrc_applied, f);
      normalize3(away, 0);
      const spin = away[0] * velocity[0] + away[1] * velocity[1] + away[2] * velocity[2];
      for (let k = 0; k < 3; k++) xfrc_applied[f + 3 + k] -= Math.sqrt(stiffnessrot) * inertia * spin * away[k];
      return;
    }
    const now = new Float64Array(4);
    const ahead = new Float64Array(4);
    mulQuat(now, 0, d.xquat, 4 * body, m.body_iquat, 4 * body);
    negQuat(now, 0, now.slice(), 0);
    mulQuat(ahead, 0, this.#rotation, 0, now, 0);
    quat2Vel(xfrc_applied, f + 3, ahead, 0, 1 / (stiffnessrot * inertia));
    for (let k = 0; k < 3; k++) xfrc_applied[f + 3 + k] -= Math.sqrt(stiffnessrot) * inertia * velocity[k];
  }

  /** Places bodies that no force can move: mocap bodies, and floating ones while time stands still. */
  applyPose(m: Model, d: Data, isPaused: boolean): void {
    const { body } = this;
    const pos = new Float64Array(3);
    const quat = new Float64Array(4);
    const fromInertial = negPose(m.body_ipos, 3 * body, m.body_iquat, 4 * body);
    mulPose(pos, 0, quat, 0, this.#position, 0, this.#rotation, 0, fromInertial.pos, 0, fromInertial.quat, 0);

    const mocap = m.body_mocapid[body];
    if (mocap >= 0) {
      d.mocap_pos.set(pos, 3 * mocap);
      d.mocap_quat.set(quat, 4 * mocap);
      return;
    }
    if (!isPaused) return;
    const root = m.body_rootid[body];
    const joint = m.body_jntadr[root];
    if (m.body_jntnum[root] !== 1 || m.jnt_type[joint] !== Joint.FREE) return;
    const adr = m.jnt_qposadr[joint];
    if (body === root) {
      d.qpos.set(pos, adr);
      d.qpos.set(quat, adr + 3);
      return;
    }
    // the root moves so that the body gets where it should be
    const back = negPose(d.xpos, 3 * body, d.xquat, 4 * body);
    const between = { pos: new Float64Array(3), quat: new Float64Array(4) };
    mulPose(between.pos, 0, between.quat, 0, back.pos, 0, back.quat, 0, d.qpos, adr, d.qpos, adr + 3);
    mulPose(d.qpos, adr, d.qpos, adr + 3, pos, 0, quat, 0, between.pos, 0, between.quat, 0);
  }
}

function negPose(pos: Float64Array, p: number, quat: Float64Array, q: number) {
  const out = { pos: new Float64Array(3), quat: new Float64Array(4) };
  negQuat(out.quat, 0, quat, q);
  rotVecQuat(out.pos, 0, pos, p, out.quat, 0);
  for (let k = 0; k < 3; k++) out.pos[k] = -out.pos[k];
  return out;
}

/** The mass that is felt at a point: three over the trace of J M⁻¹ Jᵀ. */
function massAt(m: Model, d: Data, body: number, point: Float64Array): number {
  const { nv } = m;
  const jacobian = new Float64Array(3 * nv);
  const solved = new Float64Array(3 * nv);
  jac(m, d, jacobian, 0, null, 0, point, 0, body);
  solveM(m, d, solved, 0, jacobian, 0, 3);
  const inverse = jacobian.reduce((sum, x, i) => sum + x * solved[i], 0);
  return inverse === 0 ? 1 : 3 / Math.max(inverse, MINVAL);
}
