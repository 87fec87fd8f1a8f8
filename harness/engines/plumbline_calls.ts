/** Plumbline's versions of the functions that a recipe may call and that differ from MuJoCo's signature. */

import * as plumbline from "../../mod.ts";
import type { Data } from "../../engine/data.ts";
import type { Model } from "../../engine/types/model.ts";

/** Arguments of all kinds, as the recipe has them. */
// deno-lint-ignore no-explicit-any
type Any = any;

/** A Jacobian, for translation and rotation, of what `rest` says. */
const jacobian = (call: Any) => (m: Model, d: Data, p: Any, r: Any, ...rest: Any[]) => call(m, d, p, 0, r, 0, ...rest);

const SPELLED: Readonly<Record<string, (...args: Any[]) => unknown>> = {
  jac: (m, d, p, r, point, body) => plumbline.jac(m, d, p, 0, r, 0, point, 0, body),
  jacDot: (m, d, p, r, point, body) => plumbline.jacDot(m, d, p, 0, r, 0, point, 0, body),
  jacPointAxis: (m, d, p, a, point, axis, body) => plumbline.jacPointAxis(m, d, p, 0, a, 0, point, 0, axis, 0, body),
  jacBody: jacobian(plumbline.jacBody),
  jacBodyCom: jacobian(plumbline.jacBodyCom),
  jacGeom: jacobian(plumbline.jacGeom),
  jacSite: jacobian(plumbline.jacSite),
  jacSubtreeCom: (m, d, p, body) => plumbline.jacSubtreeCom(m, d, p, 0, body),
  angmomMat: (m, d, mat, body) => plumbline.angmomMat(m, d, mat, 0, body),
  mulM: (m, d, res, vec) => plumbline.mulM(m, d, res, 0, vec, 0),
  mulM2: (m, d, res, vec) => plumbline.mulM2(m, d, res, 0, vec, 0),
  solveM: (m, d, x, y) => plumbline.solveM(m, d, x, 0, y, 0, y.length / m.nv),
  applyFT: (m, d, force, torque, point, body, qfrc) =>
    plumbline.applyFT(m, d, force, 0, torque, 0, point, 0, body, qfrc),
  contactForce: (m, d, id, res) => plumbline.contactForce(m, d, id, res, 0),
  objectVelocity: (m, d, type, id, res, local) => plumbline.objectVelocity(m, d, type, id, res, 0, local),
  objectAcceleration: (m, d, type, id, res, local) => plumbline.objectAcceleration(m, d, type, id, res, 0, local),
  ray: (m, d, pnt, vec, group, flgStatic, exclude, id, normal) =>
    plumbline.ray(m, d, pnt, 0, vec, 0, bytes(group), flgStatic, exclude, id, normal),
  multiRay: (m, d, pnt, vec, group, flgStatic, exclude, id, dist, normal, n, cutoff) =>
    plumbline.multiRay(m, d, pnt, 0, vec, bytes(group), flgStatic, exclude, id, dist, normal, n, cutoff),
  rayGeom: (pos, mat, size, pnt, vec, type, normal) =>
    plumbline.rayGeom(pos, 0, mat, 0, size, 0, pnt, 0, vec, 0, type, normal),
  rayMesh: (m, d, geom, pnt, vec, normal) => plumbline.rayMesh(m, d, geom, pnt, 0, vec, 0, normal),
  rayHfield: (m, d, geom, pnt, vec, normal) => plumbline.rayHfield(m, d, geom, pnt, 0, vec, 0, normal),
  rayFlex: (m, d, layer, vert, edge, face, skin, flex, pnt, vec, id, normal) =>
    plumbline.rayFlex(m, d, layer, vert, edge, face, skin, flex, pnt, 0, vec, 0, id, normal),
};

function bytes(group: Float64Array | null): Uint8Array | null {
  return group === null ? null : Uint8Array.from(group);
}

/** The function of that name with MuJoCo's signature; undefined if there is none. */
export function functionOf(name: string): ((...args: Any[]) => unknown) | undefined {
  return SPELLED[name] ?? (plumbline as Readonly<Record<string, Any>>)[name];
}
