/** Plumbline's versions of the functions that a recipe may call and that differ from MuJoCo's signature. */

import * as plumbline from "../../mod.ts";
import { runRollouts } from "../../engine/rollout/run_rollouts.ts";
import { shapeOf } from "../../engine/rollout/shapes.ts";
import type { Data } from "../../engine/data.ts";
import type { Model } from "../../engine/types/model.ts";

/** Arguments of all kinds, as the recipe has them. */
// deno-lint-ignore no-explicit-any
type Any = any;

/** Numbers around what functions are given. */
const AROUND = -3;
const BEFORE = 3;
const BEHIND = 2;

/**
 * A function whose arrays, each of which comes before the index 0, begin later and are followed by something, all of
 * which it has to leave as it is.
 */
const within = (call: Any) => (...args: Any[]) => {
  const given = [...args];
  const arrays: [own: Float64Array, all: Float64Array][] = [];
  args.forEach((own, i) => {
    if (!(own instanceof Float64Array && args[i + 1] === 0)) return;
    const all = new Float64Array(BEFORE + own.length + BEHIND).fill(AROUND);
    all.set(own, BEFORE);
    [given[i], given[i + 1]] = [all, BEFORE];
    arrays.push([own, all]);
  });
  const result = call(...given);
  for (const [own, all] of arrays) {
    own.set(all.subarray(BEFORE, BEFORE + own.length));
    all.fill(AROUND, BEFORE, BEFORE + own.length);
    if (all.some((x) => x !== AROUND)) throw new Error("a function writes beyond its results");
  }
  return result;
};

/** A Jacobian, for translation and rotation, of what `rest` says. */
const jacobian = (call: Any) => (m: Model, d: Data, p: Any, r: Any, ...rest: Any[]) =>
  within(call)(m, d, p, 0, r, 0, ...rest);

/** A function that takes the index of the first element after each array, and nothing else that MuJoCo does not. */
const indexed = (call: Any) => (...args: Any[]) =>
  within(call)(...args.flatMap((it) => it === null || ArrayBuffer.isView(it) ? [it, 0] : [it]));

const INDEXED = [
  ...["subQuatJac", "quatIntegrateJac", "rotVecQuat", "mulQuat", "mulQuatAxis", "axisAngle2Quat", "quat2Vel"],
  ...["subQuat", "quat2Mat", "mat2Quat", "derivQuat", "quatIntegrate", "quatZ2Vec", "mat2Rot", "euler2Quat", "mulPose"],
  ...["negPose", "trnVecPose", "normalize3", "normalize4", "transformSpatial", "transpose", "symmetrize", "mulMatMat"],
  ...["mulMatMatT", "mulMatTMat", "sqrMatTD", "cholFactorBand", "cholSolveBand", "band2Dense", "dense2Band"],
  ...["add3", "addScl3", "addTo3", "addToScl3", "copy3", "copy4", "cross", "dist3", "dot3", "negQuat", "norm3", "scl3"],
  ...["sub3", "subFrom3", "unit4", "zero3", "mulMatVec", "mulMatTVec", "mulMatVec3"],
  ...["mulMatTVec3"],
  ...["bandMulMatVec", "bandDiag", "eig3", "muscleGain", "muscleBias", "muscleDynamics"],
];

const SPELLED: Readonly<Record<string, (...args: Any[]) => unknown>> = {
  jac: (m, d, p, r, point, body) => within(plumbline.jac)(m, d, p, 0, r, 0, point, 0, body),
  jacDot: (m, d, p, r, point, body) => within(plumbline.jacDot)(m, d, p, 0, r, 0, point, 0, body),
  jacPointAxis: (m, d, p, a, point, axis, body) =>
    within(plumbline.jacPointAxis)(m, d, p, 0, a, 0, point, 0, axis, 0, body),
  jacBody: jacobian(plumbline.jacBody),
  jacBodyCom: jacobian(plumbline.jacBodyCom),
  jacGeom: jacobian(plumbline.jacGeom),
  jacSite: jacobian(plumbline.jacSite),
  jacSubtreeCom: (m, d, p, body) => within(plumbline.jacSubtreeCom)(m, d, p, 0, body),
  angmomMat: (m, d, mat, body) => within(plumbline.angmomMat)(m, d, mat, 0, body),
  mulM: (m, d, res, vec) => within(plumbline.mulM)(m, d, res, 0, vec, 0),
  mulM2: (m, d, res, vec) => within(plumbline.mulM2)(m, d, res, 0, vec, 0),
  solveM: (m, d, x, y) => within(plumbline.solveM)(m, d, x, 0, y, 0, y.length / m.nv),
  applyFT: (m, d, force, torque, point, body, qfrc) =>
    within(plumbline.applyFT)(m, d, force, 0, torque, 0, point, 0, body, qfrc),
  contactForce: (m, d, id, res) => within(plumbline.contactForce)(m, d, id, res, 0),
  objectVelocity: (m, d, type, id, res, local) => within(plumbline.objectVelocity)(m, d, type, id, res, 0, local),
  objectAcceleration: (m, d, type, id, res, local) =>
    within(plumbline.objectAcceleration)(m, d, type, id, res, 0, local),
  ray: (m, d, pnt, vec, group, flgStatic, exclude, id, normal) =>
    plumbline.ray(m, d, pnt, 0, vec, 0, bytes(group), flgStatic, exclude, id, normal),
  multiRay: (m, d, pnt, vec, group, flgStatic, exclude, id, dist, normal, n, cutoff) =>
    plumbline.multiRay(m, d, pnt, 0, vec, bytes(group), flgStatic, exclude, id, dist, normal, n, cutoff),
  rayGeom: (pos, mat, size, pnt, vec, type, normal) =>
    within(plumbline.rayGeom)(pos, 0, mat, 0, size, 0, pnt, 0, vec, 0, type, normal),
  rayMesh: (m, d, geom, pnt, vec, normal) => within(plumbline.rayMesh)(m, d, geom, pnt, 0, vec, 0, normal),
  rayHfield: (m, d, geom, pnt, vec, normal) => within(plumbline.rayHfield)(m, d, geom, pnt, 0, vec, 0, normal),
  mulVecMatVec: (a, mat, b) => within(plumbline.mulVecMatVec)(a, 0, mat, 0, b, 0, a.length),
  cholFactor: (mat, mindiag) => within(plumbline.cholFactor)(mat, 0, Math.sqrt(mat.length), mindiag),
  cholSolve: (res, mat, vec) => within(plumbline.cholSolve)(res, 0, mat, 0, vec, 0, vec.length),
  cholUpdate: (mat, x, flag) => within(plumbline.cholUpdate)(mat, 0, x, 0, x.length, flag),
  normalize: (res, n) => within(plumbline.normalize)(res, 0, n),
  norm: (vec, n) => within(plumbline.norm)(vec, 0, n),
  sum: (vec, n) => within(plumbline.sum)(vec, 0, n),
  L1: (vec, n) => within(plumbline.L1)(vec, 0, n),
  isZero: (vec, n) => Number(within(plumbline.isZero)(vec, 0, n)),
  add: (res, a, b) => within(plumbline.add)(res, 0, a, 0, b, 0, a.length),
  sub: (res, a, b) => within(plumbline.sub)(res, 0, a, 0, b, 0, a.length),
  scl: (res, vec, s) => within(plumbline.scl)(res, 0, vec, 0, s, vec.length),
  addScl: (res, a, b, s) => within(plumbline.addScl)(res, 0, a, 0, b, 0, s, a.length),
  addTo: (res, vec) => within(plumbline.addTo)(res, 0, vec, 0, vec.length),
  subFrom: (res, vec) => within(plumbline.subFrom)(res, 0, vec, 0, vec.length),
  rne: (m, d, flag, result) => plumbline.rne(m, d, flag, result),
  local2Global: (d, xpos, xmat, pos, quat, body, sameframe) =>
    within(plumbline.local2Global)(d, xpos, 0, xmat, 0, pos, 0, quat, 0, body, sameframe),
  raySkin: (nface, nvert, face, vert, pnt, vec, id) =>
    plumbline.raySkin(nface, nvert, Int32Array.from(face), Float32Array.from(vert), pnt, 0, vec, 0, id),
  rollout(m, _d, initial, control, steps, controlSpec, initialWarmstart, state, sensordata) {
    const inputs = { initial, control: control ?? undefined, steps, controlSpec };
    const shape = shapeOf([m], { ...inputs, initialWarmstart: initialWarmstart ?? undefined });
    const part = { initial, warmstart: initialWarmstart, control, state, sensordata, taken: new Int32Array(2) };
    runRollouts([m], [], shape, part, shape.batch);
  },
  solverStatistics(_m, { solver }: Data, first: number, count: number, out: Float64Array) {
    const { improvement, gradient, lineslope, nactive, nchange, neval, nupdate } = solver;
    // MuJoCo has zeros for islands that there have not been
    [improvement, gradient, lineslope, nactive, nchange, neval, nupdate].forEach((values, k) => {
      for (let i = 0; i < count; i++) out[7 * i + k] = values[first + i] ?? 0;
    });
  },
  perturb(m, d, select, localpos, camera, moves, active, paused, out) {
    const scene = plumbline.makeScene(m);
    for (const eye of scene.camera) {
      eye.pos.set(camera.slice(0, 3));
      eye.forward.set(camera.slice(3, 6));
      eye.up.set(camera.slice(6, 9));
      [eye.frustum_bottom, eye.frustum_top, eye.frustum_near] = [...camera.slice(9, 12)].map(Math.fround);
      eye.orthographic = camera[12];
    }
    const pert = Object.assign(plumbline.defaultPerturb(), { select, localpos });
    plumbline.initPerturb(m, d, scene, pert);
    for (let k = 0; k < moves.length; k += 3) {
      plumbline.movePerturb(m, d, moves[k], moves[k + 1], moves[k + 2], scene, pert);
    }
    pert.active = active & 1;
    pert.active2 = active & 2;
    plumbline.applyPerturbForce(m, d, pert);
    plumbline.applyPerturbPose(m, d, pert, paused);
    const { refpos, refquat, refselpos, localmass, scale } = pert;
    out.set([...refpos, ...refquat, ...refselpos, ...pert.localpos, localmass, scale]);
  },
  addToScl: (res, vec, s) => within(plumbline.addToScl)(res, 0, vec, 0, s, res.length),
  copy: (res, vec) => within(plumbline.copy)(res, 0, vec, 0, vec.length),
  dot: (a, b) => within(plumbline.dot)(a, 0, b, 0, a.length),
  fill: (res, value) => within(plumbline.fill)(res, 0, value, res.length),
  zero: (res, n) => within(plumbline.zero)(res, 0, n),
  eye: (mat) => within(plumbline.eye)(mat, 0, Math.sqrt(mat.length)),
  isBad: (x) => Number(plumbline.isBad(x)),
  arena: () => {},
  setLengthRange: (m, d, index, options) => plumbline.setLengthRange(m, d, index, lengthRangeOptions(options)),
  boxQP: (res, R, index, H, g, lower, upper) => plumbline.boxQP(res, R, index, H, g, g.length, lower, upper),
  insertionSort: (list) => plumbline.insertionSort(list, 0, list.length),
  rayFlex: (m, d, layer, vert, edge, face, skin, flex, pnt, vec, id, normal) =>
    plumbline.rayFlex(m, d, layer, vert, edge, face, skin, flex, pnt, 0, vec, 0, id, normal),
};

/** Options for length ranges, in MuJoCo's order; null for those that it has by default. */
function lengthRangeOptions(given: Float64Array | null): plumbline.LengthRangeOptions {
  if (given === null) return plumbline.DEFAULT_LENGTH_RANGE;
  const [mode, useexisting, uselimit, accel, maxforce, timeconst, timestep, inttotal, interval, tolrange] = given;
  const numbers = { mode, accel, maxforce, timeconst, timestep, inttotal, interval, tolrange };
  return { ...numbers, useexisting: useexisting !== 0, uselimit: uselimit !== 0 };
}

function bytes(group: Float64Array | null): Uint8Array | null {
  return group === null ? null : Uint8Array.from(group);
}

/** The function of that name with MuJoCo's signature; undefined if there is none. */
export function functionOf(name: string): ((...args: Any[]) => unknown) | undefined {
  const own = (plumbline as Readonly<Record<string, Any>>)[name];
  return SPELLED[name] ?? (INDEXED.includes(name) && own ? indexed(own) : own);
}
