/** Bodies that the user drags: a spring from the mouse to the selected body, or a pose where it is put. */

import { mulMatVec3 } from "../math/mat3.ts";
import { axisAngle2Quat, copy4, mulPose, mulQuat, negPose, negQuat, normalize4, quat2Vel } from "../math/quat.ts";
import { PI } from "../math/scalar.ts";
import { dot } from "../math/vec.ts";
import { addTo3, addToScl3, copy3, cross, dot3, normalize3, scl3, sub3 } from "../math/vec3.ts";
import { solveM2 } from "../linear/ltdl.ts";
import { jac } from "../motion/jacobian.ts";
import { objectVelocity } from "../motion/object_motion.ts";
import { MINVAL } from "../types/constants.ts";
import type { Data } from "../data.ts";
import { Joint, Mouse, Obj, PertBit } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { cameraInModel, shownHeight } from "./camera.ts";
import { mouseVector } from "./mouse_vector.ts";
import type { Scene } from "./scene.ts";

/** What is dragged, and where to, like MuJoCo's `mjvPerturb`. */
export interface Perturb {
  /** selected body; 0 or less: none */
  select: number;
  /** selected flex; -1: none */
  flexselect: number;
  /** selected skin; -1: none */
  skinselect: number;
  /** what is dragged: values of `PertBit` */
  active: number;
  /** a second such set: a drag that other keys or buttons control */
  active2: number;
  /** where the center of mass of the selected body should be (m) */
  readonly refpos: Float64Array;
  /** orientation that its inertial frame should have */
  readonly refquat: Float64Array;
  /** where the selected point should be (m) */
  readonly refselpos: Float64Array;
  /** the selected point in the frame of the body (m) */
  readonly localpos: Float64Array;
  /** mass that is felt at the selected point (kg) */
  localmass: number;
  /** distance in the model of a mouse movement over the height of the picture (m) */
  scale: number;
}

/**
 * A perturbation with nothing selected.
 *
 * @example Pull a ball to the side
 * ```ts
 * import {
 *   applyPerturbForce, compile, Data, defaultFreeCamera, defaultPerturb, forward, initPerturb, makeScene, PertBit, step,
 *   updateCamera,
 * } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <option gravity="0 0 0"/>
 *     <worldbody><body><freejoint/><geom size="0.1"/></body></worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * forward(model, data);
 * const scene = makeScene(model);
 * updateCamera(model, data, defaultFreeCamera(model), scene);
 *
 * const perturb = defaultPerturb();
 * perturb.select = 1;
 * initPerturb(model, data, scene, perturb);
 * perturb.active = PertBit.TRANSLATE;
 * perturb.refselpos[0] += 0.2;
 * for (let k = 0; k < 2000; k++) {
 *   applyPerturbForce(model, data, perturb);
 *   step(model, data);
 * }
 * if (Math.abs(data.qpos[0] - 0.2) > 1e-3) throw new Error("the ball is not where the mouse is");
 * ```
 */
export function defaultPerturb(): Perturb {
  return {
    select: 0,
    flexselect: -1,
    skinselect: -1,
    active: 0,
    active2: 0,
    refpos: new Float64Array(3),
    refquat: Float64Array.of(1, 0, 0, 0),
    refselpos: new Float64Array(3),
    localpos: new Float64Array(3),
    localmass: 0,
    scale: 1,
  };
}

const point = new Float64Array(3);
const headpos = new Float64Array(3);
const ahead = new Float64Array(3);
const away = new Float64Array(3);

/** Is a body that can be dragged selected? */
function hasBody(m: Model, { select }: Perturb): boolean {
  return select > 0 && select < m.nbody;
}

/** res = the selected point in the world */
function selectedPoint(res: Float64Array, d: Data, { select, localpos }: Perturb): void {
  mulMatVec3(res, 0, d.xmat, 9 * select, localpos, 0);
  addTo3(res, 0, d.xpos, 3 * select);
}

/** Begins to drag: the references become the current pose. `select` and `localpos` say what is dragged. */
export function initPerturb(m: Model, d: Data, scene: Scene, pert: Perturb): void {
  if (!hasBody(m, pert)) return;
  const { select, refpos, refquat, refselpos } = pert;
  selectedPoint(refselpos, d, pert);
  copy3(refpos, 0, d.xipos, 3 * select);
  mulQuat(refquat, 0, d.xquat, 4 * select, m.body_iquat, 4 * select);
  pert.localmass = massAt(m, d, refselpos, pert);

  cameraInModel(headpos, ahead, null, scene);
  sub3(away, 0, refselpos, 0, headpos, 0);
  pert.scale = shownHeight(scene, dot3(away, 0, ahead, 0), scene.camera[0].orthographic);
}

/** Mass that is felt at a point of the selected body, on average over all directions. */
function massAt(m: Model, d: Data, pos: Float64Array, { select, flexselect }: Perturb): number {
  const { nv } = m;
  const sqrtInvD = Float64Array.from(d.qLDiagInv, Math.sqrt);
  const J = new Float64Array(3 * nv);
  jac(m, d, J, 0, null, 0, pos, 0, select);
  solveM2(m, d, J, 0, J, 0, sqrtInvD, 3);
  const invmass = dot(J, 0, J, 0, nv) + dot(J, nv, J, nv, nv) + dot(J, 2 * nv, J, 2 * nv, nv);
  const mass = invmass === 0 ? 1 : 3 / Math.max(invmass, MINVAL);

  // a vertex of a flex pulls on its edges
  if (flexselect < 0 || m.flex_rigid[flexselect]) return mass;
  return mass * ((2 * m.flex_edgenum[flexselect]) / m.flex_vertnum[flexselect]);
}

const UP = Float64Array.of(0, 0, 1);
const SIDE = Float64Array.of(0, 1, 0);
const FRONT = Float64Array.of(1, 0, 0);
const turn = new Float64Array(4);
const inertial = new Float64Array(4);
const relative = new Float64Array(4);

/**
 * Moves the references by a mouse movement: `action` is a value of `Mouse`, and `reldx`, `reldy` are the movement as
 * a part of the height of the picture.
 */
export function movePerturb(
  m: Model,
  d: Data,
  action: number,
  reldx: number,
  reldy: number,
  scene: Scene,
  pert: Perturb,
): void {
  cameraInModel(null, ahead, null, scene);
  const { select, scale } = pert;
  switch (action) {
    case Mouse.MOVE_V:
    case Mouse.MOVE_H:
      mouseVector(point, action, reldx, reldy, ahead);
      moveBy(pert, scale);
      break;
    case Mouse.MOVE_V_REL:
    case Mouse.MOVE_H_REL:
      mulMatVec3(point, 0, d.xmat, 9 * select, action === Mouse.MOVE_H_REL ? FRONT : UP, 0);
      moveBy(pert, scale * reldy);
      mulMatVec3(point, 0, d.xmat, 9 * select, SIDE, 0);
      moveBy(pert, scale * reldx);
      break;
    case Mouse.ROTATE_V:
    case Mouse.ROTATE_H: {
      mouseVector(point, action, reldx, reldy, ahead);
      const angle = normalize3(point, 0);
      turnBy(m, d, pert, angle * PI * 2);
      break;
    }
    case Mouse.ZOOM:
      break;
    default:
      throw new RangeError(`movePerturb: ${action} is not a value of Mouse`);
  }
}

/** Moves the reference positions along `point`. */
function moveBy({ refpos, refselpos }: Perturb, distance: number): void {
  addToScl3(refpos, 0, point, 0, distance);
  addToScl3(refselpos, 0, point, 0, distance);
}

/** Turns the reference orientation about `point`, at most a quarter turn away from the body. */
function turnBy(m: Model, d: Data, pert: Perturb, angle: number): void {
  const { select, refquat } = pert;
  axisAngle2Quat(turn, 0, point, 0, angle);
  mulQuat(refquat, 0, turn, 0, refquat, 0);
  normalize4(refquat, 0);
  if (!hasBody(m, pert)) return;

  mulQuat(inertial, 0, d.xquat, 4 * select, m.body_iquat, 4 * select);
  negQuat(turn, 0, inertial, 0);
  mulQuat(relative, 0, turn, 0, refquat, 0);
  quat2Vel(away, 0, relative, 0, 1);
  const far = normalize3(away, 0);
  if (far <= PI * 0.5) return;
  axisAngle2Quat(relative, 0, away, 0, PI * 0.5);
  mulQuat(refquat, 0, inertial, 0, relative, 0);
}

const refpos = new Float64Array(3);
const refquat = new Float64Array(4);
const pos = new Float64Array(3);
const quat = new Float64Array(4);
const pos2 = new Float64Array(3);
const quat2 = new Float64Array(4);

/**
 * Puts the selected body where the references are: a mocap body always, a free body or a part of one only if
 * `flg_paused` is 1.
 */
export function applyPerturbPose(m: Model, d: Data, pert: Perturb, flg_paused: 0 | 1): void {
  const { select } = pert;
  if (!hasBody(m, pert) || (pert.active | pert.active2) === 0) return;

  // from the inertial frame to that of the body
  negPose(pos, 0, quat, 0, m.body_ipos, 3 * select, m.body_iquat, 4 * select);
  mulPose(refpos, 0, refquat, 0, pert.refpos, 0, pert.refquat, 0, pos, 0, quat, 0);

  const mocap = m.body_mocapid[select];
  if (mocap >= 0) {
    copy3(d.mocap_pos, 3 * mocap, refpos, 0);
    copy4(d.mocap_quat, 4 * mocap, refquat, 0);
    return;
  }
  if (!flg_paused) return;
  const { qpos } = d;
  const own = freeAddress(m, select);
  if (own >= 0) {
    copy3(qpos, own, refpos, 0);
    copy4(qpos, own + 3, refquat, 0);
    return;
  }
  const root = freeAddress(m, m.body_rootid[select]);
  if (root < 0) return;
  negPose(pos, 0, quat, 0, d.xpos, 3 * select, d.xquat, 4 * select);
  mulPose(pos2, 0, quat2, 0, pos, 0, quat, 0, qpos, root, qpos, root + 3);
  mulPose(qpos, root, qpos, root + 3, refpos, 0, refquat, 0, pos2, 0, quat2, 0);
}

/** Address in `qpos` of the free joint of a body; -1 if it has none. */
function freeAddress({ body_jntnum, body_jntadr, jnt_type, jnt_qposadr }: Model, body: number): number {
  const joint = body_jntadr[body];
  return body_jntnum[body] === 1 && jnt_type[joint] === Joint.FREE ? jnt_qposadr[joint] : -1;
}

const velocity = new Float64Array(6);
const arm = new Float64Array(3);
const speed = new Float64Array(3);

/**
 * Sets `xfrc_applied` of the selected body to the force of the spring, critically damped. Its stiffness per mass and
 * inertia (1/s²) is that of `model.vis.map`.
 */
export function applyPerturbForce(m: Model, d: Data, pert: Perturb): void {
  const { select, localmass } = pert;
  const { stiffness, stiffnessrot } = m.vis.map;
  const bits = pert.active | pert.active2;
  if (select < 0 || select >= m.nbody || bits === 0) return;

  const { xfrc_applied: xfrc } = d;
  const force = 6 * select;
  const torque = force + 3;
  objectVelocity(m, d, Obj.BODY, select, velocity, 0, 0);
  const invweight = m.body_invweight0[2 * select + 1];
  const inertia = invweight ? 1 / Math.max(MINVAL, invweight) : 1;

  if (bits & PertBit.TRANSLATE) {
    selectedPoint(point, d, pert);
    sub3(away, 0, point, 0, pert.refselpos, 0);
    scl3(xfrc, force, away, 0, -stiffness * localmass);
    sub3(arm, 0, point, 0, d.xipos, 3 * select);
    cross(speed, 0, velocity, 0, arm, 0);
    addTo3(speed, 0, velocity, 3);
    addToScl3(xfrc, force, speed, 0, -Math.sqrt(stiffness) * localmass);

    // about the center of mass, damped about the direction of the spring
    cross(xfrc, torque, arm, 0, xfrc, force);
    normalize3(away, 0);
    addToScl3(xfrc, torque, away, 0, -Math.sqrt(stiffnessrot) * inertia * dot3(away, 0, velocity, 0));
  }
  if (bits & PertBit.ROTATE) {
    mulQuat(inertial, 0, d.xquat, 4 * select, m.body_iquat, 4 * select);
    negQuat(inertial, 0, inertial, 0);
    mulQuat(relative, 0, pert.refquat, 0, inertial, 0);
    quat2Vel(xfrc, torque, relative, 0, 1 / (stiffnessrot * inertia));
    addToScl3(xfrc, torque, velocity, 0, -Math.sqrt(stiffnessrot) * inertia);
  }
}
