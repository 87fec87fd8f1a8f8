/**
 * Geoms against signed distance fields, of meshes or plugins: gradient descent, from points spread over the common box of both,
 * to where the fields overlap most.
 */

import { copy9, makeFrame, mulMatTVec3, mulMatVec3 } from "../../math/mat3.ts";
import { mat2Quat, mulPose, negQuat, quat2Mat, rotVecQuat } from "../../math/quat.ts";
import { addTo3, addToScl3, copy3, dist3, dot3, norm3, scl3, sub3, unit3, zero3 } from "../../math/vec3.ts";
import { rayMesh } from "../../ray/ray_mesh.ts";
import {
  octreeDistance,
  octreeGradient,
  pluginDistance,
  pluginGradient,
  primitiveDistance,
  primitiveGradient,
} from "../../model/sdf_field.ts";
import { MAXCONPAIR, MAXVAL, MINVAL } from "../../types/constants.ts";
import type { Data } from "../../data.ts";
import { Geom, SdfType } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";
import type { PairContacts } from "../contact/pair_contacts.ts";

// V8-1
const { SDF, MESH } = Geom;
/** in place of a type of geom: a field of a plugin */
const PLUGIN = -1;
const HUGE = MAXVAL;
const MOST = MAXCONPAIR;

// objective: a measure of common depth, the depth of the intersection, or the distance to the middle surface
const COLLISION = 0;
const INTERSECTION = 1;
const MIDSURFACE = 2;

/** part of the expected decrease that a step must reach, factor and lower bound of step lengths */
const DECREASE = 0.1;
const SHRINK = 0.5;
const MIN_STEP = 1e-4;

/** The two fields of a pair. Points are in the frame of the second geom, `relpos` and `relmat` lead to the first. */
class Fields {
  type1 = 0;
  type2 = 0;
  /** geom; of a signed distance field, its plugin instance or its mesh */
  id1 = 0;
  id2 = 0;
  readonly relpos = new Float64Array(3);
  readonly relmat = new Float64Array(9);
}

const fields = new Fields();
const point = new Float64Array(3);
const start = new Float64Array(3);
const other = new Float64Array(3);
const grad = new Float64Array(3);
const grad1 = new Float64Array(3);
const grad2 = new Float64Array(3);

/** distances from a point to the second and to the first geom */
const away = new Float64Array(2);
/** value of the function that is minimized */
const value = new Float64Array(1);

/** away[r] = distance from a point to the surface of a geom */
function fieldDistance(r: number, m: Model, d: Data, type: number, id: number, p: Float64Array): void {
  if (type === SDF) octreeDistance(away, r, m, id, p, 0);
  else if (type === PLUGIN) pluginDistance(away, r, d, id, p);
  else if (type === MESH) meshDistance(r, m, d, id, p);
  else primitiveDistance(away, r, m, type, id, p, 0);
}

function fieldGradient(res: Float64Array, m: Model, d: Data, type: number, id: number, p: Float64Array): void {
  if (type === SDF) octreeGradient(res, 0, m, id, p, 0);
  else if (type === PLUGIN) pluginGradient(res, d, id, p);
  else if (type === MESH) meshGradient(res, m, d, id, p);
  else primitiveGradient(res, 0, m, type, id, p, 0);
}

const global = new Float64Array(3);
const ray = new Float64Array(3);

/** Casts a ray from the point to the origin of the world; returns where it meets the mesh, in units of its length. */
function rayToOrigin(m: Model, d: Data, geom: number, p: Float64Array): number {
  mulMatVec3(global, 0, d.geom_xmat, 9 * geom, p, 0);
  addTo3(global, 0, d.geom_xpos, 3 * geom);
  scl3(ray, 0, global, 0, -1);
  return rayMesh(m, d, geom, global, 0, ray, 0, null);
}

/**
 * The field of a mesh geom, as MuJoCo has it: the octree of the mesh that has the number of the geom, else a coarse
 * guess by rays along the line to the origin of the world.
 */
function meshDistance(r: number, m: Model, d: Data, geom: number, p: Float64Array): void {
  if (m.mesh_octnum[geom] > 0) {
    octreeDistance(away, r, m, geom, p, 0);
    return;
  }
  away[r] = rayToOrigin(m, d, geom, p);
  if (!(away[r] > norm3(ray, 0))) return;
  scl3(ray, 0, ray, 0, -1);
  away[r] = -rayMesh(m, d, geom, global, 0, ray, 0, null);
}

function meshGradient(res: Float64Array, m: Model, d: Data, geom: number, p: Float64Array): void {
  if (m.mesh_octnum[geom] > 0) {
    octreeGradient(res, 0, m, geom, p, 0);
    return;
  }
  const outside = rayToOrigin(m, d, geom, p) > norm3(ray, 0);
  res.fill(outside ? 1 : -1);
}

/** other = the point in the frame of the first geom */
function mapPoint(s: Fields, p: Float64Array): void {
  mulMatVec3(other, 0, s.relmat, 0, p, 0);
  addTo3(other, 0, s.relpos, 0);
}

/** value = the function that is minimized, at a point */
function objective(m: Model, d: Data, s: Fields, kind: number, p: Float64Array): void {
  mapPoint(s, p);
  fieldDistance(0, m, d, s.type2, s.id2, p);
  fieldDistance(1, m, d, s.type1, s.id1, other);
  const deeper = Math.max(away[0], away[1]);
  value[0] = kind === INTERSECTION ? deeper : away[0] + away[1] + Math.abs(deeper);
}

/** res = gradient of the function that is minimized, or the normal of the middle surface */
function objectiveGradient(res: Float64Array, m: Model, d: Data, s: Fields, kind: number, p: Float64Array): void {
  mapPoint(s, p);
  if (kind === MIDSURFACE) {
    fieldGradient(grad1, m, d, s.type2, s.id2, p);
    unit3(grad1, 0);
    fieldGradient(grad2, m, d, s.type1, s.id1, other);
    mulMatTVec3(grad2, 0, s.relmat, 0, grad2, 0);
    unit3(grad2, 0);
    sub3(res, 0, grad1, 0, grad2, 0);
    unit3(res, 0);
    return;
  }

  fieldDistance(0, m, d, s.type2, s.id2, p);
  fieldDistance(1, m, d, s.type1, s.id1, other);
  const here = away[0];
  const there = away[1];
  if (kind === INTERSECTION) {
    if (here > there) {
      fieldGradient(res, m, d, s.type2, s.id2, p);
    } else {
      fieldGradient(res, m, d, s.type1, s.id1, other);
      mulMatTVec3(res, 0, s.relmat, 0, res, 0);
    }
    return;
  }
  fieldGradient(grad1, m, d, s.type2, s.id2, p);
  fieldGradient(grad2, m, d, s.type1, s.id1, other);
  mulMatTVec3(grad2, 0, s.relmat, 0, grad2, 0);
  for (let k = 0; k < 3; k++) res[k] = grad1[k] + grad2[k];
  addToScl3(res, 0, here > there ? grad1 : grad2, 0, Math.max(here, there) > 0 ? 1 : -1);
}

function isBad(x: number): boolean {
  return !(x <= HUGE && x >= -HUGE);
}

/** Moves `point` downhill with backtracking line search, and writes the last value to `value`. */
function descend(m: Model, d: Data, s: Fields, kind: number, steps: number): void {
  value[0] = HUGE;
  for (let step = 0; step < steps; step++) {
    objectiveGradient(grad, m, d, s, kind, point);
    if (isBad(grad[0]) || isBad(grad[1]) || isBad(grad[2])) return;

    copy3(start, 0, point, 0);
    objective(m, d, s, kind, start);
    const before = value[0];
    let length = 2;
    let wanted = -DECREASE * length * dot3(grad, 0, grad, 0);
    do {
      length *= SHRINK;
      wanted *= SHRINK;
      point[0] = start[0] + grad[0] * -length;
      point[1] = start[1] + grad[1] * -length;
      point[2] = start[2] + grad[2] * -length;
      objective(m, d, s, kind, point);
    } while (length > MIN_STEP && value[0] - before > wanted);
    if (before < value[0]) return;
  }
}

const poses = new Float64Array(30);
const POS1 = 0;
const QUAT1 = 3;
const POS2 = 7;
const QUAT2 = 10;
const NEGPOS = 14;
const NEGQUAT = 17;
const RELQUAT = 21;

/** (pos, mat) = pose `a` as seen from pose `b`, both given by their places in `poses` */
function mapPose(pos: Float64Array, mat: Float64Array, a: number, b: number): void {
  negQuat(poses, NEGQUAT, poses, b + 3);
  rotVecQuat(poses, NEGPOS, poses, b, poses, NEGQUAT);
  scl3(poses, NEGPOS, poses, NEGPOS, -1);
  mulPose(pos, 0, poses, RELQUAT, poses, NEGPOS, poses, NEGQUAT, poses, a, poses, a + 3);
  quat2Mat(mat, 0, poses, RELQUAT);
}

const selfPos = new Float64Array(3);
const selfMat = new Float64Array(9);
const backPos = new Float64Array(3);
const backMat = new Float64Array(9);
const corner = new Float64Array(3);
const box1 = new Float64Array(6);
const box2 = new Float64Array(6);
const points = new Float64Array(3 * MOST);

/** Any geom against a signed distance field: a contact wherever a descent ends in both. */
export function sdf(con: PairContacts, m: Model, d: Data, g1: number, g2: number): number {
  const { geom_aabb } = m;
  const { geom_xpos, geom_xmat } = d;
  const s = fields;

  // poses of both geoms relative to each other
  copy3(poses, POS1, geom_xpos, 3 * g1);
  mat2Quat(poses, QUAT1, geom_xmat, 9 * g1);
  copy3(poses, POS2, geom_xpos, 3 * g2);
  mat2Quat(poses, QUAT2, geom_xmat, 9 * g2);
  mapPose(selfPos, selfMat, POS1, POS1);
  mapPose(s.relpos, s.relmat, POS2, POS1);
  mapPose(backPos, backMat, POS1, POS2);

  // common box of both in the frame of the first
  for (let k = 0; k < 3; k++) {
    box1[k] = box2[k] = HUGE;
    box1[3 + k] = box2[3 + k] = -HUGE;
  }
  for (let i = 0; i < 8; i++) {
    boxCorner(corner, geom_aabb, 6 * g1, i);
    enclose(box1, corner);
    boxCorner(corner, geom_aabb, 6 * g2, i);
    mulMatVec3(corner, 0, s.relmat, 0, corner, 0);
    addTo3(corner, 0, s.relpos, 0);
    enclose(box2, corner);
  }
  for (let k = 0; k < 3; k++) {
    box1[k] = Math.max(box1[k], box2[k]);
    box1[3 + k] = Math.min(box1[3 + k], box2[3 + k]);
    if (box1[3 + k] < box1[k]) return 0;
  }

  s.type1 = fieldType(m, g1);
  s.type2 = fieldType(m, g2);
  s.id1 = fieldId(m, g1);
  s.id2 = fieldId(m, g2);

  let count = 0;
  const { sdf_initpoints, sdf_iterations } = m.opt;
  for (let i = 0; i < sdf_initpoints && count < MOST; i++) {
    // spread over the box, then into the frame of the second
    for (let k = 0; k < 3; k++) {
      halton(spread, i, HALTON_BASES[k]);
      point[k] = box1[k] + (box1[3 + k] - box1[k]) * spread[0];
    }
    mulMatVec3(corner, 0, selfMat, 0, point, 0);
    addTo3(corner, 0, selfPos, 0);
    mulMatVec3(point, 0, backMat, 0, corner, 0);
    addTo3(point, 0, backPos, 0);

    // the last step removes errors of inexact fields
    descend(m, d, s, COLLISION, sdf_iterations);
    descend(m, d, s, INTERSECTION, 1);
    if (value[0] > 0 || isKnown(count)) continue;
    addContact(con, count, m, d, s);
    count++;
  }
  return count;
}

function fieldType({ geom_type, geom_plugin }: Model, geom: number): number {
  return geom_type[geom] === SDF && geom_plugin[geom] >= 0 ? PLUGIN : geom_type[geom];
}

function fieldId({ geom_type, geom_plugin, geom_dataid }: Model, geom: number): number {
  if (geom_type[geom] !== SDF) return geom;
  return geom_plugin[geom] >= 0 ? geom_plugin[geom] : geom_dataid[geom];
}

function boxCorner(res: Float64Array, aabb: Float64Array, at: number, i: number): void {
  for (let k = 0; k < 3; k++) {
    res[k] = i & (1 << k) ? aabb[at + k] + aabb[at + 3 + k] : aabb[at + k] - aabb[at + 3 + k];
  }
}

function enclose(box: Float64Array, p: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    box[k] = Math.min(box[k], p[k]);
    box[3 + k] = Math.max(box[3 + k], p[k]);
  }
}

const HALTON_BASES = [2, 3, 5] as const;
const spread = new Float64Array(1);

/** res = member of the Halton sequence, in [0, 1) */
function halton(res: Float64Array, index: number, base: number): void {
  let rest = index;
  let fraction = 1 / base;
  let sum = 0;
  while (rest > 0) {
    const next = Math.trunc(rest / base);
    sum += fraction * (rest - next * base);
    fraction /= base;
    rest = next;
  }
  res[0] = sum;
}

function isKnown(count: number): boolean {
  for (let i = 0; i < count; i++) {
    if (dist3(point, 0, points, 3 * i) < MINVAL) return true;
  }
  return false;
}

/** Writes the contact at `point`. */
function addContact(con: PairContacts, row: number, m: Model, d: Data, s: Fields): void {
  const { dist, pos, frame } = con;
  const depth = value[0];
  copy3(points, 3 * row, point, 0);
  objectiveGradient(grad, m, d, s, MIDSURFACE, point);
  scl3(grad, 0, grad, 0, -1);

  dist[row] = depth;
  rotVecQuat(axes, 0, grad, 0, poses, QUAT2);
  zero3(axes, 3);
  makeFrame(axes, 0);
  for (let k = 0; k < 6; k++) frame[6 * row + k] = axes[k];

  rotVecQuat(pos, 3 * row, point, 0, poses, QUAT2);
  addTo3(pos, 3 * row, poses, POS2);
  addToScl3(pos, 3 * row, axes, 0, -depth / 2);
}

const axes = new Float64Array(9);

/** A signed distance field: that of a geom, or one made of those of two, like MuJoCo's `mjSDF`. */
export interface SignedField {
  /** value of `SdfType`: how the two are combined */
  readonly type: number;
  /** one geom, or two; points are in the frame of the first */
  readonly geoms: readonly [first: number, second?: number];
  /** position of the first in the frame of the second (m) */
  readonly relpos?: Float64Array;
  /** its orientation */
  readonly relmat?: Float64Array;
}

/** The fields of geoms, ready to be asked; which combination it is, or an error. */
function prepare(m: Model, { type, geoms, relpos, relmat }: SignedField): number {
  const [first, second = first] = geoms;
  for (const geom of [first, second]) {
    if (!(geom >= 0 && geom < m.ngeom)) {
      throw new RangeError(`there is no geom ${geom}: the model has ${m.ngeom} of them`);
    }
  }
  const needsTwo = type !== SdfType.SINGLE;
  if (needsTwo && (geoms[1] === undefined || relpos === undefined || relmat === undefined)) {
    throw new RangeError("a combination of fields needs two geoms, relpos, and relmat");
  }
  fields.type2 = fieldType(m, first);
  fields.id2 = fieldId(m, first);
  fields.type1 = fieldType(m, second);
  fields.id1 = fieldId(m, second);
  if (relpos) copy3(fields.relpos, 0, relpos, 0);
  if (relmat) copy9(fields.relmat, 0, relmat, 0);
  return type;
}

function unknownField(type: number): RangeError {
  return new RangeError(`${type} is not a value of SdfType`);
}

/**
 * The value of a signed distance field at a point: for one geom, its distance, negative inside (m).
 *
 * @example How far above the ground
 * ```ts
 * import { compile, Data, forward, sdfDistance, sdfGradient, SdfType } from "@plumbline/sim";
 *
 * const model = compile(`<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1"/></worldbody></mujoco>`);
 * const data = new Data(model);
 * forward(model, data);
 * const floor = { type: SdfType.SINGLE, geoms: [0] } as const;
 * const point = Float64Array.of(0, 0, 0.3);
 * const height = sdfDistance(model, data, floor, point);
 * const up = new Float64Array(3);
 * sdfGradient(model, data, floor, up, point);
 * if (height !== 0.3 || up[2] !== 1) throw new Error(`${height}`);
 * ```
 */
export function sdfDistance(m: Model, d: Data, field: SignedField, x: Float64Array): number {
  const type = prepare(m, field);
  const s = fields;
  if (type === SdfType.SINGLE) {
    fieldDistance(0, m, d, s.type2, s.id2, x);
    return away[0];
  }
  objective(m, d, s, type === SdfType.COLLISION ? COLLISION : INTERSECTION, x);
  switch (type) {
    case SdfType.INTERSECTION:
    case SdfType.COLLISION:
      return value[0];
    case SdfType.MIDSURFACE:
      return away[0] - away[1];
    default:
      throw unknownField(type);
  }
}

/** gradient = that of a signed distance field at a point; of the middle surface, its normal. */
export function sdfGradient(m: Model, d: Data, field: SignedField, gradient: Float64Array, x: Float64Array): void {
  const type = prepare(m, field);
  switch (type) {
    case SdfType.SINGLE:
      return fieldGradient(gradient, m, d, fields.type2, fields.id2, x);
    case SdfType.INTERSECTION:
      return objectiveGradient(gradient, m, d, fields, INTERSECTION, x);
    case SdfType.MIDSURFACE:
      return objectiveGradient(gradient, m, d, fields, MIDSURFACE, x);
    case SdfType.COLLISION:
      return objectiveGradient(gradient, m, d, fields, COLLISION, x);
    default:
      throw unknownField(type);
  }
}
