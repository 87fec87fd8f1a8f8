/** Ray against the visible parts of a flex. */

import { quat2Mat, quatZ2Vec } from "../math/quat.ts";
import { addScl3, copy3, dist3, norm3, sub3, unit3, zero3 } from "../math/vec3.ts";
import type { Data } from "../data.ts";
import { Geom } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { Cast } from "./cast.ts";
import { castBox, castGeom } from "./ray_geom.ts";
import { castTriangle } from "./ray_triangle.ts";

const ray = new Cast();
const { found } = ray;
// the shape that is tested, and the normal at the hit
const pos = new Float64Array(3);
const mat = new Float64Array(9);
const size = new Float64Array(3);
const quat = new Float64Array(4);
const axis = new Float64Array(3);
const candidate = new Float64Array(3);
const hit = new Float64Array(3);
// distance of the nearest hit so far, −1 for none; its vertex
const nearest = new Float64Array(1);
const vertex = new Int32Array(1);

/**
 * Casts a ray from `pnt` along `vec` at a flex and returns the smallest x ≥ 0 for which `pnt + x vec` is on a visible
 * part of it, or −1 for a miss. Visible parts are spheres at its vertices, capsules around its edges, the faces of its
 * elements (of a solid, those in `layer`), or its skin. Poses must be up to date.
 *
 * The vertex nearest to the hit is written to `vertid[0]` (−1 for a miss), and the unit normal to the first three
 * numbers of `normal`, unless those are null.
 *
 * @example A flex that does not exist
 * ```ts
 * import { Data, Model, rayFlex } from "@plumbline/sim";
 *
 * const model = new Model({ nbody: 1, nflex: 1, nflexvert: 1 });
 * model.flex_dim[0] = 1;
 * model.flex_vertnum[0] = 1;
 * model.flex_radius[0] = 0.5;
 * const data = new Data(model);
 * const from = Float64Array.of(0, 0, 2);
 * const down = Float64Array.of(0, 0, -1);
 * const vertid = new Int32Array(1);
 * const distance = rayFlex(model, data, 0, 1, 0, 0, 0, 0, from, 0, down, 0, vertid, null);
 * if (distance !== 1.5 || vertid[0] !== 0) throw new Error("missed");
 * ```
 */
export function rayFlex(
  m: Model,
  d: Data,
  layer: number,
  flgVert: 0 | 1,
  flgEdge: 0 | 1,
  flgFace: 0 | 1,
  flgSkin: 0 | 1,
  flex: number,
  pnt: Float64Array,
  p: number,
  vec: Float64Array,
  v: number,
  vertid: Int32Array | null,
  normal: Float64Array | null,
): number {
  const isSurface = m.flex_dim[flex] > 1;
  if (vertid !== null) vertid[0] = -1;
  if (normal !== null) zero3(normal, 0);
  nearest[0] = -1;

  ray.aim(pnt, p, vec, v);
  setBounds(m, d, flex);
  castBox(ray, pos, 0, mat, 0, size, 0, null, null);
  if (found[0] < 0) return -1;
  const withNormal = normal === null ? null : candidate;
  if (flgEdge === 1 || (isSurface && flgSkin === 1)) castEdges(m, d, flex, withNormal);
  else if (flgVert === 1) castVertices(m, d, flex, withNormal);
  if (isSurface && (flgFace === 1 || flgSkin === 1)) {
    castFaces(m, d, flex, flgSkin === 1 ? -1 : layer, withNormal);
  }

  if (nearest[0] < 0) return -1;
  if (vertid !== null) vertid[0] = vertex[0];
  if (normal !== null) copy3(normal, 0, hit, 0);
  return nearest[0];
}

/** The box around all vertices. */
function setBounds({ flex_vertadr, flex_vertnum, flex_radius }: Model, { flexvert_xpos }: Data, f: number): void {
  const start = 3 * flex_vertadr[f];
  const end = start + 3 * flex_vertnum[f];
  const radius = flex_radius[f];
  for (let k = 0; k < 3; k++) {
    let low = flexvert_xpos[start + k];
    let high = low;
    for (let at = start + k; at < end; at += 3) {
      if (flexvert_xpos[at] < low) low = flexvert_xpos[at];
      if (flexvert_xpos[at] > high) high = flexvert_xpos[at];
    }
    low -= radius;
    high += radius;
    pos[k] = 0.5 * (low + high);
    size[k] = 0.5 * (high - low);
  }
  for (let k = 0; k < 9; k++) mat[k] = k % 4 === 0 ? 1 : 0;
}

/** Keeps the last hit if it is the nearest so far. */
function isNearer(): boolean {
  if (found[0] < 0 || (nearest[0] >= 0 && found[0] >= nearest[0])) return false;
  nearest[0] = found[0];
  copy3(hit, 0, candidate, 0);
  return true;
}

/** Capsules around edges. */
function castEdges(
  m: Model,
  { flexvert_xpos }: Data,
  f: number,
  normal: Float64Array | null,
): void {
  const { flex_vertadr, flex_edgeadr, flex_edgenum, flex_edge, flex_radius } = m;
  size[0] = flex_radius[f];
  for (let e = flex_edgeadr[f]; e < flex_edgeadr[f] + flex_edgenum[f]; e++) {
    const v1 = 3 * (flex_vertadr[f] + flex_edge[2 * e]);
    const v2 = 3 * (flex_vertadr[f] + flex_edge[2 * e + 1]);
    for (let k = 0; k < 3; k++) pos[k] = (flexvert_xpos[v1 + k] + flexvert_xpos[v2 + k]) * 0.5;
    sub3(axis, 0, flexvert_xpos, v2, flexvert_xpos, v1);
    size[1] = 0.5 * norm3(axis, 0);
    unit3(axis, 0);
    quatZ2Vec(quat, 0, axis, 0);
    quat2Mat(mat, 0, quat, 0);
    castGeom(ray, pos, 0, mat, 0, size, 0, Geom.CAPSULE, normal);
    if (!isNearer()) continue;
    addScl3(axis, 0, ray.pnt, 0, ray.vec, 0, found[0]);
    const first = dist3(flexvert_xpos, v1, axis, 0) < dist3(flexvert_xpos, v2, axis, 0);
    vertex[0] = flex_edge[2 * e + (first ? 0 : 1)];
  }
}

/** Spheres at vertices. */
function castVertices(
  m: Model,
  { flexvert_xpos }: Data,
  f: number,
  normal: Float64Array | null,
): void {
  size[0] = m.flex_radius[f];
  for (let k = 0; k < m.flex_vertnum[f]; k++) {
    castGeom(ray, flexvert_xpos, 3 * (m.flex_vertadr[f] + k), mat, 0, size, 0, Geom.SPHERE, normal);
    if (isNearer()) vertex[0] = k;
  }
}

// corners of the faces of an element
const FACES = [0, 1, 2, 0, 1, 3, 0, 2, 3, 1, 2, 3];

/** Faces of elements; for tetrahedra, those in one layer, where −1 means all that have a face on the surface. */
function castFaces(
  m: Model,
  { flexvert_xpos }: Data,
  f: number,
  layer: number,
  normal: Float64Array | null,
): void {
  const { flex_dim, flex_elem, flex_elemadr, flex_elemnum, flex_elemdataadr, flex_elemlayer, flex_vertadr } = m;
  const { triangle } = ray;
  const dim = flex_dim[f];
  ray.stayInWorld();
  ray.setNormalPlane();
  for (let e = 0; e < flex_elemnum[f]; e++) {
    const depth = flex_elemlayer[flex_elemadr[f] + e];
    if (dim === 3 && (layer < 0 ? depth > 0 : depth !== layer)) continue;

    const corners = flex_elemdataadr[f] + e * (dim + 1);
    for (let i = 0; i < (dim === 2 ? 3 : 12); i += 3) {
      for (let k = 0; k < 3; k++) {
        copy3(triangle, 3 * k, flexvert_xpos, 3 * (flex_vertadr[f] + flex_elem[corners + FACES[i + k]]));
      }
      castTriangle(ray, normal);
      if (!isNearer()) continue;

      // nearest corner; the first one in case of a tie
      addScl3(axis, 0, ray.pnt, 0, ray.vec, 0, found[0]);
      const a = dist3(triangle, 0, axis, 0);
      const b = dist3(triangle, 3, axis, 0);
      const c = dist3(triangle, 6, axis, 0);
      vertex[0] = flex_elem[corners + FACES[i + (a <= b && a <= c ? 0 : b <= c ? 1 : 2)]];
    }
  }
}
