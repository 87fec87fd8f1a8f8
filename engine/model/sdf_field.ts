/**
 * Signed distance fields of geoms: distance and gradient at a point in the frame of the geom. Plugins compute theirs;
 * meshes are sampled on the corners of an octree; the fields of primitives follow Quilez (https://iquilezles.org/articles/distfunctions/).
 */

import { clip } from "../math/scalar.ts";
import { copy3, norm3, scl3, unit3, zero3 } from "../math/vec3.ts";
import { MAXVAL } from "../types/constants.ts";
import { Geom } from "../types/enums.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import type { SignedDistance } from "../types/plugin.ts";

// V8-1
const { PLANE, SPHERE, BOX, CAPSULE, ELLIPSOID } = Geom;
const HUGE = MAXVAL;
const LEAST = 1 / MAXVAL;

/** maximum number of levels that a search in an octree descends */
const MAX_DEPTH = 100;
/** how far outside a cell a point may be when it is looked up there */
const SLACK = 1e-8;
/** how far inside the octree's box a projected point is placed */
const INSET = 1e-6;
/** step of finite differences, outside the box and in fields of plugins */
const STEP = 1e-8;

const outside = new Float64Array(1);
const here = new Float64Array(1);
const there = new Float64Array(1);
const point = new Float64Array(3);
const moved = new Float64Array(3);
/** coordinates in the cell found, each in [0, 1] */
const coord = new Float64Array(3);
const a = new Float64Array(3);
const b = new Float64Array(3);

/** res = distance from a point to a box, zero inside; a point outside is moved just inside */
function projectIntoBox(res: Float64Array, p: Float64Array, box: Float64Array, at: number): void {
  const qx = Math.abs(p[0] - box[at]) - box[at + 3];
  const qy = Math.abs(p[1] - box[at + 1]) - box[at + 4];
  const qz = Math.abs(p[2] - box[at + 2]) - box[at + 5];
  if (qx <= 0 && qy <= 0 && qz <= 0) {
    res[0] = 0;
    return;
  }

  let squared = 0;
  if (qx >= 0) {
    squared += qx * qx;
    p[0] -= p[0] - box[at] > 0 ? qx + INSET : -(qx + INSET);
  }
  if (qy >= 0) {
    squared += qy * qy;
    p[1] -= p[1] - box[at + 1] > 0 ? qy + INSET : -(qy + INSET);
  }
  if (qz >= 0) {
    squared += qz * qz;
    p[2] -= p[2] - box[at + 2] > 0 ? qz + INSET : -(qz + INSET);
  }
  res[0] = Math.sqrt(squared);
}

/**
 * Finds the cell that contains a point and writes the coordinates within it to `coord`; returns −1 if there is none.
 */
function findCell(m: Model, octadr: number, p: Float64Array): number {
  const { oct_aabb, oct_child } = m;
  const px = p[0];
  const py = p[1];
  const pz = p[2];
  let node = 0;
  for (let level = 0; level < MAX_DEPTH && node >= 0; level++) {
    const at = 6 * (octadr + node);
    const minx = oct_aabb[at] - oct_aabb[at + 3];
    const miny = oct_aabb[at + 1] - oct_aabb[at + 4];
    const minz = oct_aabb[at + 2] - oct_aabb[at + 5];
    const maxx = oct_aabb[at] + oct_aabb[at + 3];
    const maxy = oct_aabb[at + 1] + oct_aabb[at + 4];
    const maxz = oct_aabb[at + 2] + oct_aabb[at + 5];
    if (
      px + SLACK < minx || px - SLACK > maxx || py + SLACK < miny || py - SLACK > maxy || pz + SLACK < minz ||
      pz - SLACK > maxz
    ) return -1;
    const x = (px - minx) / (maxx - minx);
    const y = (py - miny) / (maxy - miny);
    const z = (pz - minz) / (maxz - minz);

    // a leaf has no children
    const children = 8 * (octadr + node);
    let k = 0;
    while (k < 8 && oct_child[children + k] === -1) k++;
    if (k === 8) {
      coord[0] = x;
      coord[1] = y;
      coord[2] = z;
      return node;
    }
    node = oct_child[children + (z < 0.5 ? 0 : 4) + (y < 0.5 ? 0 : 2) + (x < 0.5 ? 0 : 1)];
  }
  return -1;
}

/**
 * res = distance from a point to the surface of a mesh with an octree; a large distance where the octree has no cell
 */
export function octreeDistance(
  res: Float64Array,
  r: number,
  m: Model,
  mesh: number,
  p: Float64Array,
  i: number,
): void {
  const { oct_aabb, oct_coeff, mesh_octadr } = m;
  const octadr = mesh_octadr[mesh];
  res[r] = HUGE;
  if (octadr < 0) return;

  copy3(point, 0, p, i);
  projectIntoBox(outside, point, oct_aabb, 6 * octadr);
  const node = findCell(m, octadr, point);
  if (node < 0) return;

  // trilinear interpolation of the corners
  const c = 8 * (octadr + node);
  const x = coord[0];
  const y = coord[1];
  const z = coord[2];
  const u = 1 - x;
  const v = 1 - y;
  const w = 1 - z;
  let sum = u * v * w * oct_coeff[c];
  sum += x * v * w * oct_coeff[c + 1];
  sum += u * y * w * oct_coeff[c + 2];
  sum += x * y * w * oct_coeff[c + 3];
  sum += u * v * z * oct_coeff[c + 4];
  sum += x * v * z * oct_coeff[c + 5];
  sum += u * y * z * oct_coeff[c + 6];
  sum += x * y * z * oct_coeff[c + 7];
  res[r] = outside[0] > 0 ? sum + outside[0] : sum;
}

/** The shape that an instance of a plugin describes. */
function fieldOf(d: Data, instance: number): SignedDistance {
  return d.plugin_data[instance] as SignedDistance;
}

/** res = distance from a point to the shape of a plugin */
export function pluginDistance(res: Float64Array, r: number, d: Data, instance: number, p: Float64Array): void {
  res[r] = fieldOf(d, instance).distance(p);
}

/** Gradient of the distance to the shape of a plugin. */
export function pluginGradient(res: Float64Array, d: Data, instance: number, p: Float64Array): void {
  const field = fieldOf(d, instance);
  if (field.gradient !== undefined) {
    field.gradient(res, p);
    return;
  }
  const distance = field.distance(p);
  for (let k = 0; k < 3; k++) {
    copy3(point, 0, p, 0);
    point[k] += STEP;
    res[k] = (field.distance(point) - distance) / STEP;
  }
}

/** Gradient of the distance to a mesh with an octree. */
export function octreeGradient(
  res: Float64Array,
  r: number,
  m: Model,
  mesh: number,
  p: Float64Array,
  i: number,
): void {
  const { oct_aabb, oct_coeff, mesh_octadr } = m;
  const octadr = mesh_octadr[mesh];
  zero3(res, r);
  if (octadr < 0) return;

  copy3(point, 0, p, i);
  projectIntoBox(outside, point, oct_aabb, 6 * octadr);
  if (outside[0] === 0) {
    // derivative of the interpolation, in cell coordinates
    const node = findCell(m, octadr, point);
    if (node < 0) return;
    const c = 8 * (octadr + node);
    const x = coord[0];
    const y = coord[1];
    const z = coord[2];
    for (let k = 0; k < 8; k++) {
      const wx = k & 1 ? x : 1 - x;
      const wy = k & 2 ? y : 1 - y;
      const wz = k & 4 ? z : 1 - z;
      res[r] += (k & 1 ? 1 : -1) * wy * wz * oct_coeff[c + k];
      res[r + 1] += wx * (k & 2 ? 1 : -1) * wz * oct_coeff[c + k];
      res[r + 2] += wx * wy * (k & 4 ? 1 : -1) * oct_coeff[c + k];
    }
    return;
  }

  // finite differences outside
  octreeDistance(here, 0, m, mesh, p, i);
  for (let k = 0; k < 3; k++) {
    copy3(moved, 0, p, i);
    moved[k] += STEP;
    octreeDistance(there, 0, m, mesh, moved, 0);
    res[r + k] = (there[0] - here[0]) / STEP;
  }
}

/** res = direction inside a box that changes from radial at the center to the normals of its faces */
function boxField(
  res: Float64Array,
  r: number,
  depth: Float64Array,
  p: Float64Array,
  i: number,
  size: Float64Array,
  s: number,
): void {
  for (let k = 0; k < 3; k++) res[r + k] = -size[s + k] / depth[k];
  unit3(res, r);
  for (let k = 0; k < 3; k++) if (p[i + k] < 0) res[r + k] = -res[r + k];
}

/** res = distance from a point to the surface of a plane or a primitive geom, negative inside */
export function primitiveDistance(
  res: Float64Array,
  r: number,
  m: Model,
  type: number,
  geom: number,
  p: Float64Array,
  i: number,
): void {
  const { geom_size } = m;
  const s = 3 * geom;
  const x = p[i];
  const y = p[i + 1];
  const z = p[i + 2];
  switch (type) {
    case PLANE:
      res[r] = z;
      return;
    case SPHERE:
      res[r] = norm3(p, i) - geom_size[s];
      return;
    case BOX: {
      a[0] = Math.abs(x) - geom_size[s];
      a[1] = Math.abs(y) - geom_size[s + 1];
      a[2] = Math.abs(z) - geom_size[s + 2];
      if (a[0] >= 0 || a[1] >= 0 || a[2] >= 0) {
        for (let k = 0; k < 3; k++) b[k] = Math.max(a[k], 0);
        res[r] = norm3(b, 0);
        return;
      }
      boxField(b, 0, a, p, i, geom_size, s);
      const t0 = -a[0] / Math.abs(b[0]);
      const t1 = -a[1] / Math.abs(b[1]);
      const t2 = -a[2] / Math.abs(b[2]);
      res[r] = -Math.min(t0, Math.min(t1, t2)) * norm3(b, 0);
      return;
    }
    case CAPSULE: {
      const rest = z - clip(z, -geom_size[s + 1], geom_size[s + 1]);
      res[r] = Math.sqrt(x * x + y * y + rest * rest) - geom_size[s];
      return;
    }
    case ELLIPSOID: {
      for (let k = 0; k < 3; k++) {
        a[k] = p[i + k] / geom_size[s + k];
        b[k] = a[k] / geom_size[s + k];
      }
      const k0 = norm3(a, 0);
      const k1 = norm3(b, 0);
      res[r] = k0 * (k0 - 1) / k1;
      return;
    }
    default: {
      // cylinder
      const toWall = Math.sqrt(x * x + y * y) - geom_size[s];
      const toDisk = Math.abs(z) - geom_size[s + 1];
      const u = Math.max(toWall, 0);
      const v = Math.max(toDisk, 0);
      res[r] = Math.min(Math.max(toWall, toDisk), 0) + Math.sqrt(u * u + v * v);
      return;
    }
  }
}

/** Gradient of the distance from a point to the surface of a plane or a primitive geom. */
export function primitiveGradient(
  res: Float64Array,
  r: number,
  m: Model,
  type: number,
  geom: number,
  p: Float64Array,
  i: number,
): void {
  const { geom_size } = m;
  const s = 3 * geom;
  const x = p[i];
  const y = p[i + 1];
  const z = p[i + 2];
  switch (type) {
    case PLANE:
      zero3(res, r);
      res[r + 2] = 1;
      return;
    case SPHERE:
      scl3(res, r, p, i, 1 / norm3(p, i));
      return;
    case BOX: {
      a[0] = Math.abs(x) - geom_size[s];
      a[1] = Math.abs(y) - geom_size[s + 1];
      a[2] = Math.abs(z) - geom_size[s + 2];
      const larger = a[0] > a[1] ? 0 : 1;
      const largest = a[2] > a[larger] ? 2 : larger;
      if (a[largest] < 0) {
        boxField(res, r, a, p, i, geom_size, s);
        return;
      }
      for (let k = 0; k < 3; k++) b[k] = Math.max(a[k], 0);
      const norm = norm3(b, 0);
      for (let k = 0; k < 3; k++) res[r + k] = a[k] > 0 ? b[k] / norm * p[i + k] / Math.abs(p[i + k]) : 0;
      return;
    }
    case CAPSULE: {
      const rest = z - clip(z, -geom_size[s + 1], geom_size[s + 1]);
      const norm = Math.sqrt(x * x + y * y + rest * rest);
      res[r] = x / norm;
      res[r + 1] = y / norm;
      res[r + 2] = rest / norm;
      return;
    }
    case ELLIPSOID: {
      for (let k = 0; k < 3; k++) {
        a[k] = p[i + k] / geom_size[s + k];
        b[k] = a[k] / geom_size[s + k];
      }
      const k0 = norm3(a, 0);
      const k1 = norm3(b, 0);
      const inverse0 = 1 / k0;
      const inverse1 = 1 / k1;
      const slope0 = (2 * k0 - 1) * inverse1;
      const slope1 = k0 * (k0 - 1) * inverse1 * inverse1;
      for (let k = 0; k < 3; k++) {
        const size = geom_size[s + k];
        res[r + k] = b[k] * inverse0 * slope0 - b[k] * inverse1 / (size * size) * slope1;
      }
      unit3(res, r);
      return;
    }
    default:
      cylinderGradient(res, r, x, y, z, geom_size[s], geom_size[s + 1]);
  }
}

function cylinderGradient(
  res: Float64Array,
  r: number,
  x: number,
  y: number,
  z: number,
  radius: number,
  half: number,
): void {
  const across = Math.sqrt(x * x + y * y);
  const along = Math.abs(z);
  const toWall = across - radius;
  const toDisk = along - half;
  const ux = x / Math.max(across, LEAST);
  const uy = y / Math.max(across, LEAST);
  const uz = z / Math.max(along, LEAST);
  const nearWall = toWall > toDisk;
  if ((nearWall ? toWall : toDisk) < 0) {
    res[r] = nearWall ? ux : 0;
    res[r + 1] = nearWall ? uy : 0;
    res[r + 2] = nearWall ? 0 : uz;
    return;
  }
  const u = Math.max(toWall, 0);
  const v = Math.max(toDisk, 0);
  const norm = Math.max(Math.sqrt(u * u + v * v), LEAST);
  res[r] = ux * u / norm;
  res[r + 1] = uy * u / norm;
  res[r + 2] = uz * v / norm;
}
