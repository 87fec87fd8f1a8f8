/** Ray against a height field. */

import { mulMatTVec3, mulMatVec3 } from "../math/mat3.ts";
import { copy3 } from "../math/vec3.ts";
import type { Data } from "../data.ts";
import { Geom } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { Cast } from "./cast.ts";
import { castBox } from "./ray_geom.ts";
import { castTriangle } from "./ray_triangle.ts";

const own = new Cast();

const boxPos = new Float64Array(3);
const boxSize = new Float64Array(3);
const crossings = new Float64Array(6);
const localNormal = new Float64Array(3);
const triangleNormal = new Float64Array(3);

/**
 * Smallest x ≥ 0 for which `pnt + x vec` is on height field geom `geom` (its surface, sides, or base), or −1 if there
 * is none. The unit normal there, in the world frame, is written to `normal` (zero for a miss) unless that is null.
 *
 * @example A ray down to a hill
 * ```ts
 * import { compile, Data, forward, rayHfield } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <asset><hfield name="hill" nrow="3" ncol="3" elevation="0 0 0  0 1 0  0 0 0" size="1 1 0.5 0.1"/></asset>
 *     <worldbody><geom type="hfield" hfield="hill"/></worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * forward(model, data);
 *
 * const from = Float64Array.of(0.25, 0.1, 2);
 * const distance = rayHfield(model, data, 0, from, 0, Float64Array.of(0, 0, -1), 0, null);
 * if (Math.abs(distance - 1.625) > 1e-12) throw new Error("three quarters of the way up");
 * ```
 */
export function rayHfield(
  m: Model,
  d: Data,
  geom: number,
  pnt: Float64Array,
  i: number,
  vec: Float64Array,
  j: number,
  normal: Float64Array | null,
): number {
  own.aim(pnt, i, vec, j);
  castHfield(m, d, geom, own, normal);
  return own.found[0];
}

/** The same, with the result in `found`. */
export function castHfield(
  m: Model,
  d: Data,
  geom: number,
  ray: Cast,
  normal: Float64Array | null,
): void {
  const { lpnt, lvec, triangle, found } = ray;
  const { geom_type, geom_dataid, hfield_nrow, hfield_ncol, hfield_size, hfield_adr, hfield_data } = m;
  const { geom_xpos, geom_xmat } = d;
  if (geom_type[geom] !== Geom.HFIELD) throw new RangeError(`rayHfield: geom ${geom} is not a height field`);

  const hfield = geom_dataid[geom];
  const nrow = hfield_nrow[hfield];
  const ncol = hfield_ncol[hfield];
  const data = hfield_adr[hfield];
  const sizeX = hfield_size[4 * hfield];
  const sizeY = hfield_size[4 * hfield + 1];
  const height = hfield_size[4 * hfield + 2];
  const base = hfield_size[4 * hfield + 3];
  const p = 3 * geom;
  const q = 9 * geom;

  // the box below the surface
  boxSize[0] = sizeX;
  boxSize[1] = sizeY;
  boxSize[2] = base * 0.5;
  for (let k = 0; k < 3; k++) boxPos[k] = geom_xpos[p + k] - geom_xmat[q + 2 + 3 * k] * base * 0.5;
  castBox(ray, boxPos, 0, geom_xmat, q, boxSize, 0, null, normal);
  let x = found[0];

  // the box that contains the surface
  boxSize[2] = height * 0.5;
  for (let k = 0; k < 3; k++) boxPos[k] = geom_xpos[p + k] + geom_xmat[q + 2 + 3 * k] * height * 0.5;
  castBox(ray, boxPos, 0, geom_xmat, q, boxSize, 0, crossings, null);
  const top = found[0];
  found[0] = x;
  if (top < 0) return;

  ray.toLocal(geom_xpos, p, geom_xmat, q);
  ray.setNormalPlane();
  localNormal.fill(0);
  if (normal !== null && x >= 0) mulMatTVec3(localNormal, 0, geom_xmat, q, normal, 0);

  // the part of the ray inside the box
  let from = 0;
  let to = top;
  for (let k = 0; k < 6; k++) {
    if (crossings[k] > to) {
      from = top;
      to = crossings[k];
    }
  }

  // cells below that part, plus one on each side
  const dx = (2 * sizeX) / (ncol - 1);
  const dy = (2 * sizeY) / (nrow - 1);
  const u0 = (lpnt[0] + from * lvec[0] + sizeX) / dx;
  const u1 = (lpnt[0] + to * lvec[0] + sizeX) / dx;
  const v0 = (lpnt[1] + from * lvec[1] + sizeY) / dy;
  const v1 = (lpnt[1] + to * lvec[1] + sizeY) / dy;
  const cmin = Math.max(0, Math.floor(Math.min(u0, u1)) - 1);
  const cmax = Math.min(ncol - 1, Math.ceil(Math.max(u0, u1)) + 1);
  const rmin = Math.max(0, Math.floor(Math.min(v0, v1)) - 1);
  const rmax = Math.min(nrow - 1, Math.ceil(Math.max(v0, v1)) + 1);

  // two triangles per cell, unless all corners are on one side of the ray
  for (let r = rmin; r < rmax; r++) {
    const y0 = dy * r - sizeY;
    const y1 = dy * (r + 1) - sizeY;
    let sides = 0;
    for (let c = cmin; c <= cmax; c++) {
      const cell = data + r * ncol + c;
      const x1 = dx * c - sizeX;
      const before = sides;
      sides = sidesOf(ray, x1, y0, hfield_data[cell] * height) &
        sidesOf(ray, x1, y1, hfield_data[cell + ncol] * height);
      if (c === cmin || (before & sides) !== 0) continue;
      const x0 = dx * (c - 1) - sizeX;
      for (let half = 0; half < 2; half++) {
        triangle[0] = x0;
        triangle[1] = y0;
        triangle[2] = hfield_data[cell - 1] * height;

        // the diagonal between both triangles joins the first corner and the opposite one
        const near = half === 0 ? 3 : 6;
        triangle[9 - near] = x1;
        triangle[10 - near] = y1;
        triangle[11 - near] = hfield_data[cell + ncol] * height;
        triangle[near] = half === 0 ? x1 : x0;
        triangle[near + 1] = half === 0 ? y0 : y1;
        triangle[near + 2] = hfield_data[half === 0 ? cell : cell + ncol - 1] * height;
        castTriangle(ray, normal === null ? null : triangleNormal);
        const solution = found[0];
        if (solution >= 0 && (x < 0 || solution < x)) {
          x = solution;
          copy3(localNormal, 0, triangleNormal, 0);
        }
      }
    }
  }

  // sides: below the line between two samples on the border
  for (let side = 0; side < 4; side++) {
    const solution = crossings[side];
    if (!(solution >= 0 && (solution < x || x < 0))) continue;
    const z = (lpnt[2] + solution * lvec[2]) / height;
    const alongY = side < 2;
    const at = alongY ? (lpnt[1] + solution * lvec[1] + sizeY) / dy : (lpnt[0] + solution * lvec[0] + sizeX) / dx;
    const cell = Math.max(0, Math.min((alongY ? nrow : ncol) - 2, Math.floor(at)));
    const stride = alongY ? ncol : 1;
    const border = side === 1 ? ncol - 1 : side === 3 ? (nrow - 1) * ncol : 0;
    const z0 = hfield_data[data + cell * stride + border];
    const z1 = hfield_data[data + (cell + 1) * stride + border];
    if (z < z0 * (cell + 1 - at) + z1 * (at - cell)) {
      x = solution;
      localNormal.fill(0);
      localNormal[side >> 1] = (side & 1) === 1 ? 1 : -1;
    }
  }

  if (normal !== null && x >= 0) mulMatVec3(normal, 0, geom_xmat, q, localNormal, 0);
  found[0] = x;
}

/** On which sides of the local ray is a point? One bit for either side along either normal. */
function sidesOf({ lpnt, b0, b1 }: Cast, px: number, py: number, pz: number): number {
  const x = px - lpnt[0];
  const y = py - lpnt[1];
  const z = pz - lpnt[2];
  const u = b0[0] * x + b0[1] * y + b0[2] * z;
  const v = b1[0] * x + b1[1] * y + b1[2] * z;
  return Number(u > 0) | Number(u < 0) << 1 | Number(v > 0) << 2 | Number(v < 0) << 3;
}
