/**
 * Rays against primitive shapes. Each function sets `found` to the smallest x ≥ 0 for which `pnt + x vec` is on the
 * surface, or to −1 if there is none; `vec` need not have unit length. The outward unit normal there, in the world
 * frame, is written to `normal` (zero for a miss) unless that is null.
 */

import { mulMatVec3 } from "../math/mat3.ts";
import { unit3, zero3 } from "../math/vec3.ts";
import { MINVAL } from "../types/constants.ts";
import { Geom } from "../types/enums.ts";
import { Cast } from "./cast.ts";

// V8-1
const TINY = MINVAL;

// the ray of `rayGeom`
const own = new Cast();

/**
 * Ray against a primitive shape of type `type` (a value of `Geom`) and the given `size`, at `pos` with axes `mat`.
 *
 * @example A ray against a box
 * ```ts
 * import { Geom, rayGeom } from "@plumbline/sim";
 *
 * const pos = Float64Array.of(0, 0, 0);
 * const mat = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
 * const size = Float64Array.of(1, 1, 1);
 * const from = Float64Array.of(3, 0.5, 0);
 * const along = Float64Array.of(-1, 0, 0);
 * const normal = new Float64Array(3);
 * const distance = rayGeom(pos, 0, mat, 0, size, 0, from, 0, along, 0, Geom.BOX, normal);
 * if (distance !== 2 || normal[0] !== 1) throw new Error("missed");
 * ```
 */
export function rayGeom(
  pos: Float64Array,
  p: number,
  mat: Float64Array,
  q: number,
  size: Float64Array,
  s: number,
  pnt: Float64Array,
  i: number,
  vec: Float64Array,
  j: number,
  type: number,
  normal: Float64Array | null,
): number {
  own.aim(pnt, i, vec, j);
  castGeom(own, pos, p, mat, q, size, s, type, normal);
  return own.found[0];
}

/** The same, with the result in `found`. */
export function castGeom(
  ray: Cast,
  pos: Float64Array,
  p: number,
  mat: Float64Array,
  q: number,
  size: Float64Array,
  s: number,
  type: number,
  normal: Float64Array | null,
): void {
  switch (type) {
    case Geom.PLANE:
      return castPlane(ray, pos, p, mat, q, size, s, normal);
    case Geom.SPHERE:
      ray.bound[0] = size[s] * size[s];
      return castSphere(ray, pos, p, normal);
    case Geom.CAPSULE:
      return castCapsule(ray, pos, p, mat, q, size, s, normal);
    case Geom.ELLIPSOID:
      return castEllipsoid(ray, pos, p, mat, q, size, s, normal);
    case Geom.CYLINDER:
      return castCylinder(ray, pos, p, mat, q, size, s, normal);
    case Geom.BOX:
      return castBox(ray, pos, p, mat, q, size, s, null, normal);
    default:
      throw new RangeError(`rayGeom: type must be a primitive shape, got ${type}`);
  }
}

// coefficients of a x² + 2 b x + c = 0
const quadratic = new Float64Array(3);
// its solutions in increasing order, and the smallest nonnegative one, or −1 if there is none
const roots = new Float64Array(3);

function solveQuadratic(): void {
  const a = quadratic[0];
  const b = quadratic[1];
  const c = quadratic[2];
  roots.fill(-1);
  const discriminant = b * b - a * c;
  if (discriminant < 0 || a < TINY) return;

  const root = Math.sqrt(discriminant);
  const first = (-b - root) / a;
  const second = (-b + root) / a;
  roots[0] = first;
  roots[1] = second;
  if (first >= 0) roots[2] = first;
  else if (second >= 0) roots[2] = second;
}

/** The front side of a plane, within its rectangle if its size is not zero. */
function castPlane(
  ray: Cast,
  pos: Float64Array,
  p: number,
  mat: Float64Array,
  q: number,
  size: Float64Array,
  s: number,
  normal: Float64Array | null,
): void {
  const { lpnt, lvec, found } = ray;
  found[0] = -1;
  if (normal !== null) zero3(normal, 0);
  ray.toLocal(pos, p, mat, q);

  // rays pass through the back side
  if (lvec[2] > -TINY) return;
  const x = -lpnt[2] / lvec[2];
  if (x < 0) return;
  const px = lpnt[0] + x * lvec[0];
  const py = lpnt[1] + x * lvec[1];
  if (size[s] > 0 && Math.abs(px) > size[s]) return;
  if (size[s + 1] > 0 && Math.abs(py) > size[s + 1]) return;

  if (normal !== null) {
    normal[0] = mat[q + 2];
    normal[1] = mat[q + 5];
    normal[2] = mat[q + 8];
  }
  found[0] = x;
}

/** A sphere; the square of its radius is in `bound`. */
export function castSphere(
  ray: Cast,
  pos: Float64Array,
  p: number,
  normal: Float64Array | null,
): void {
  const { pnt, vec, bound, found } = ray;
  found[0] = -1;
  const dx = pnt[0] - pos[p];
  const dy = pnt[1] - pos[p + 1];
  const dz = pnt[2] - pos[p + 2];
  const vx = vec[0];
  const vy = vec[1];
  const vz = vec[2];
  quadratic[0] = vx * vx + vy * vy + vz * vz;
  quadratic[1] = vx * dx + vy * dy + vz * dz;
  quadratic[2] = dx * dx + dy * dy + dz * dz - bound[0];
  solveQuadratic();
  const x = roots[2];

  if (normal !== null) {
    zero3(normal, 0);
    if (x >= 0) {
      normal[0] = (pnt[0] + vx * x) - pos[p];
      normal[1] = (pnt[1] + vy * x) - pos[p + 1];
      normal[2] = (pnt[2] + vz * x) - pos[p + 2];
      unit3(normal, 0);
    }
  }
  found[0] = x;
}

/** Does the ray miss a sphere? The square of its radius is in `bound`. Decides as `castSphere` does. */
function missesSphere({ pnt, vec, bound }: Cast, pos: Float64Array, p: number): boolean {
  const dx = pnt[0] - pos[p];
  const dy = pnt[1] - pos[p + 1];
  const dz = pnt[2] - pos[p + 2];
  const vx = vec[0];
  const vy = vec[1];
  const vz = vec[2];
  const a = vx * vx + vy * vy + vz * vz;
  const b = vx * dx + vy * dy + vz * dz;
  const c = dx * dx + dy * dy + dz * dz - bound[0];
  const discriminant = b * b - a * c;
  if (discriminant < 0 || a < TINY) return true;
  const root = Math.sqrt(discriminant);
  return !((-b - root) / a >= 0 || (-b + root) / a >= 0);
}

/** A capsule along its z axis: radius, half length of the cylinder. */
function castCapsule(
  ray: Cast,
  pos: Float64Array,
  p: number,
  mat: Float64Array,
  q: number,
  size: Float64Array,
  s: number,
  normal: Float64Array | null,
): void {
  const { lpnt, lvec, bound, found } = ray;
  found[0] = -1;
  const radius = size[s];
  const half = size[s + 1];
  if (normal !== null) zero3(normal, 0);
  bound[0] = (radius + half) * (radius + half);
  if (missesSphere(ray, pos, p)) return;
  ray.toLocal(pos, p, mat, q);
  const x0 = lpnt[0];
  const y0 = lpnt[1];
  const z0 = lpnt[2];
  const vx = lvec[0];
  const vy = lvec[1];
  const vz = lvec[2];
  let x = -1;
  let end = 0; // −1 bottom, 0 side, 1 top

  // the side, between the caps
  quadratic[0] = vx * vx + vy * vy;
  quadratic[1] = vx * x0 + vy * y0;
  quadratic[2] = x0 * x0 + y0 * y0 - radius * radius;
  solveQuadratic();
  const side = roots[2];
  if (side >= 0 && Math.abs(z0 + side * vz) <= half) x = side;

  // the caps: outer halves of spheres
  for (let cap = 1; cap >= -1; cap -= 2) {
    const dz = z0 - cap * half;
    quadratic[0] = vx * vx + vy * vy + vz * vz;
    quadratic[1] = vx * x0 + vy * y0 + vz * dz;
    quadratic[2] = x0 * x0 + y0 * y0 + dz * dz - radius * radius;
    solveQuadratic();
    for (let k = 0; k < 2; k++) {
      const root = roots[k];
      const outside = cap > 0 ? z0 + root * vz >= half : z0 + root * vz <= -half;
      if (root >= 0 && outside && (x < 0 || root < x)) {
        x = root;
        end = cap;
      }
    }
  }

  if (normal !== null && x >= 0) {
    normal[0] = x0 + vx * x;
    normal[1] = y0 + vy * x;
    normal[2] = end === 0 ? 0 : z0 + vz * x - half * end;
    unit3(normal, 0);
    mulMatVec3(normal, 0, mat, q, normal, 0);
  }
  found[0] = x;
}

/** An ellipsoid: three radii. */
function castEllipsoid(
  ray: Cast,
  pos: Float64Array,
  p: number,
  mat: Float64Array,
  q: number,
  size: Float64Array,
  s: number,
  normal: Float64Array | null,
): void {
  const { lpnt, lvec, found } = ray;
  ray.toLocal(pos, p, mat, q);
  const sx = 1 / (size[s] * size[s]);
  const sy = 1 / (size[s + 1] * size[s + 1]);
  const sz = 1 / (size[s + 2] * size[s + 2]);
  quadratic[0] = sx * lvec[0] * lvec[0] + sy * lvec[1] * lvec[1] + sz * lvec[2] * lvec[2];
  quadratic[1] = sx * lvec[0] * lpnt[0] + sy * lvec[1] * lpnt[1] + sz * lvec[2] * lpnt[2];
  quadratic[2] = sx * lpnt[0] * lpnt[0] + sy * lpnt[1] * lpnt[1] + sz * lpnt[2] * lpnt[2] - 1;
  solveQuadratic();
  const x = roots[2];

  // the normal is the gradient of the quadratic form
  if (normal !== null) {
    zero3(normal, 0);
    if (x >= 0) {
      normal[0] = sx * (lpnt[0] + lvec[0] * x);
      normal[1] = sy * (lpnt[1] + lvec[1] * x);
      normal[2] = sz * (lpnt[2] + lvec[2] * x);
      unit3(normal, 0);
      mulMatVec3(normal, 0, mat, q, normal, 0);
    }
  }
  found[0] = x;
}

/** A cylinder along its z axis: radius, half length. */
function castCylinder(
  ray: Cast,
  pos: Float64Array,
  p: number,
  mat: Float64Array,
  q: number,
  size: Float64Array,
  s: number,
  normal: Float64Array | null,
): void {
  const { lpnt, lvec, bound, found } = ray;
  found[0] = -1;
  const radius = size[s];
  const half = size[s + 1];
  if (normal !== null) zero3(normal, 0);
  bound[0] = radius * radius + half * half;
  if (missesSphere(ray, pos, p)) return;
  ray.toLocal(pos, p, mat, q);
  let x = -1;
  let end = 0; // −1 bottom, 0 side, 1 top

  // the ends
  if (Math.abs(lvec[2]) > TINY) {
    for (let side = -1; side <= 1; side += 2) {
      const solution = (side * half - lpnt[2]) / lvec[2];
      if (!(solution >= 0)) continue;
      const px = lpnt[0] + solution * lvec[0];
      const py = lpnt[1] + solution * lvec[1];
      if (px * px + py * py <= radius * radius && (x < 0 || solution < x)) {
        x = solution;
        end = side;
      }
    }
  }

  // the round side
  quadratic[0] = lvec[0] * lvec[0] + lvec[1] * lvec[1];
  quadratic[1] = lvec[0] * lpnt[0] + lvec[1] * lpnt[1];
  quadratic[2] = lpnt[0] * lpnt[0] + lpnt[1] * lpnt[1] - radius * radius;
  solveQuadratic();
  const side = roots[2];
  if (side >= 0 && Math.abs(lpnt[2] + side * lvec[2]) <= half && (x < 0 || side < x)) {
    x = side;
    end = 0;
  }

  if (normal !== null && x >= 0) {
    if (end === 0) {
      normal[0] = lpnt[0] + lvec[0] * x;
      normal[1] = lpnt[1] + lvec[1] * x;
      normal[2] = 0;
      unit3(normal, 0);
    } else {
      normal[2] = end;
    }
    mulMatVec3(normal, 0, mat, q, normal, 0);
  }
  found[0] = x;
}

/**
 * A box: three half sizes. Unless it is null, `all` receives the distances to the faces −x, x, −y, y, −z, z, with −1
 * for a face that the ray does not cross.
 */
export function castBox(
  ray: Cast,
  pos: Float64Array,
  p: number,
  mat: Float64Array,
  q: number,
  size: Float64Array,
  s: number,
  all: Float64Array | null,
  normal: Float64Array | null,
): void {
  const { lpnt, lvec, bound, found } = ray;
  found[0] = -1;
  if (all !== null) all.fill(-1);
  if (normal !== null) zero3(normal, 0);
  bound[0] = size[s] * size[s] + size[s + 1] * size[s + 1] + size[s + 2] * size[s + 2];
  if (missesSphere(ray, pos, p)) return;
  ray.toLocal(pos, p, mat, q);
  let x = -1;
  let face = -1;

  for (let axis = 0; axis < 3; axis++) {
    if (!(Math.abs(lvec[axis]) > TINY)) continue;
    const u = axis === 0 ? 1 : 0;
    const v = axis === 2 ? 1 : 2;
    for (let side = 0; side < 2; side++) {
      const solution = ((side === 0 ? -size[s + axis] : size[s + axis]) - lpnt[axis]) / lvec[axis];
      if (!(solution >= 0)) continue;
      const pu = lpnt[u] + solution * lvec[u];
      const pv = lpnt[v] + solution * lvec[v];
      if (!(Math.abs(pu) <= size[s + u] && Math.abs(pv) <= size[s + v])) continue;
      if (x < 0 || solution < x) {
        x = solution;
        face = 2 * axis + side;
      }
      if (all !== null) all[2 * axis + side] = solution;
    }
  }

  if (normal !== null && x >= 0) {
    normal[face >> 1] = (face & 1) === 1 ? 1 : -1;
    mulMatVec3(normal, 0, mat, q, normal, 0);
  }
  found[0] = x;
}
