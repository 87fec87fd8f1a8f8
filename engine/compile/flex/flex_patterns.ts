/** Structure of the Jacobians of flexes, and the flat rest shape for equalities of vertices. */

import { mulMatTVec3 } from "../../math/mat3.ts";
import { axisAngle2Quat, quat2Mat } from "../../math/quat.ts";
import { atan2 } from "../../math/scalar.ts";
import { cross, normalize3, sub3 } from "../../math/vec3.ts";
import { bodyChain, mergeChain } from "../../model/chain.ts";
import { MINVAL } from "../../types/constants.ts";
import { MjcfError } from "../../types/errors.ts";
import type { Model } from "../../types/model.ts";

/** Value of `flex_edgeequality`: rows for each vertex. */
const VERTICES = 2;

/**
 * Fills the patterns of `flexedge_J` and `flexvert_J` and the metric of vertices, then rotates flat flexes into the
 * horizontal plane.
 */
export function setFlexPatterns(m: Model): void {
  const { nflex, flex_rigid, flex_interp, flex_dim, flex_edgeequality } = m;
  if (nflex === 0) return;
  clear(m);
  let adjacent = 0;
  for (let f = 0; f < nflex; f++) {
    if (flex_rigid[f] || flex_interp[f]) continue;
    edgePattern(m, f);
    if (flex_dim[f] !== 2 || flex_edgeequality[f] !== VERTICES) continue;
    adjacent = listAdjacent(m, f, adjacent);
    vertexMetrics(m, f);
    vertexPattern(m, f);
  }
  for (let f = 0; f < nflex; f++) {
    if (flex_dim[f] === 2 && flex_edgeequality[f] === VERTICES) level(m, f);
  }
}

function clear(m: Model): void {
  m.flexedge_J_rowadr.fill(0);
  m.flexedge_J_rownnz.fill(0);
  m.flexvert_J_rowadr.fill(0);
  m.flexvert_J_rownnz.fill(0);
  m.flex_vertedgeadr.fill(0);
  m.flex_vertedgenum.fill(0);
  m.flex_vertedge.fill(0);
  m.flex_vertmetric.fill(0);
}

/** Dofs that move either end of each edge, for flexes with forces or constraints along edges. */
function edgePattern(m: Model, f: number): void {
  const { nv, flex_edgeequality, flex_edgedamping, flex_edgestiffness, flex_damping } = m;
  const { flex_edgeadr, flex_edgenum, flex_edge, flex_vertadr, flex_vertbodyid } = m;
  const { flexedge_J_rownnz: rownnz, flexedge_J_rowadr: rowadr, flexedge_J_colind } = m;
  if (!flex_edgeequality[f] && !flex_edgedamping[f] && !flex_edgestiffness[f] && !flex_damping[f]) return;

  const chain = new Int32Array(nv);
  const end = flex_edgeadr[f] + flex_edgenum[f];
  for (let e = flex_edgeadr[f]; e < end; e++) {
    // after the previous row, which is empty in a flex without forces along edges
    if (e > 0) rowadr[e] = rowadr[e - 1] + rownnz[e - 1];
    const body1 = flex_vertbodyid[flex_vertadr[f] + flex_edge[2 * e]];
    const body2 = flex_vertbodyid[flex_vertadr[f] + flex_edge[2 * e + 1]];
    rownnz[e] = mergeChain(m, chain, body1, body2);
    for (let k = 0; k < rownnz[e]; k++) flexedge_J_colind[rowadr[e] + k] = chain[k];
  }
}

/** Lists the edges at each vertex from position `start` on; returns the end of the list. */
function listAdjacent(m: Model, f: number, start: number): number {
  const { flex_edgeadr, flex_edgenum, flex_edge, flex_vertadr, flex_vertnum } = m;
  const { flex_vertedgenum, flex_vertedgeadr, flex_vertedge } = m;
  const vert = flex_vertadr[f];
  const edge = 2 * flex_edgeadr[f];

  const nend = 2 * flex_edgenum[f];
  for (let k = 0; k < nend; k++) flex_vertedgenum[vert + flex_edge[edge + k]]++;
  let at = start;
  for (let v = vert; v < vert + flex_vertnum[f]; v++) {
    flex_vertedgeadr[v] = at;
    at += flex_vertedgenum[v];
  }
  const filled = new Int32Array(flex_vertnum[f]);
  for (let k = 0; k < nend; k++) {
    const v = flex_edge[edge + k];
    flex_vertedge[flex_vertedgeadr[vert + v] + filled[v]++] = k >> 1;
  }
  return at;
}

const step = new Float64Array(3);
const B = new Float64Array(4);

/** flex_vertmetric: inverse of the weighted sum of the products of the edges at each vertex, at rest. */
function vertexMetrics(m: Model, f: number): void {
  const { flex_edgeadr, flex_edge, flex_vertadr, flex_vertnum, flex_vertbodyid, flex_vert0, flex_size } = m;
  const { flex_vertedgenum, flex_vertedgeadr, flex_vertedge, flex_vertmetric, body_mass } = m;
  const vert = flex_vertadr[f];

  for (let v = vert; v < vert + flex_vertnum[f]; v++) {
    B.fill(0);
    const end = flex_vertedgeadr[v] + flex_vertedgenum[v];
    for (let k = flex_vertedgeadr[v]; k < end; k++) {
      const e = 2 * (flex_edgeadr[f] + flex_vertedge[k]);
      const v1 = vert + flex_edge[e];
      const v2 = vert + flex_edge[e + 1];
      sub3(step, 0, flex_vert0, 3 * v2, flex_vert0, 3 * v1);
      for (let i = 0; i < 3; i++) step[i] *= 2 * flex_size[3 * f + i];
      if (Math.abs(step[2]) > MINVAL) throw new MjcfError(`flex ${f}: its vertices must lie in a horizontal plane`);

      const body = flex_vertbodyid[v === v1 ? v2 : v1];
      const weight = Math.max(MINVAL, body_mass[body]);
      for (let i = 0; i < 4; i++) B[i] += weight * step[i >> 1] * step[i & 1];
    }

    const det = B[0] * B[3] - B[1] * B[2];
    if (Math.abs(det) < MINVAL) continue;
    const inverse = 1 / det;
    flex_vertmetric[4 * v] = B[3] * inverse;
    flex_vertmetric[4 * v + 1] = -B[1] * inverse;
    flex_vertmetric[4 * v + 2] = -B[2] * inverse;
    flex_vertmetric[4 * v + 3] = B[0] * inverse;
  }
}

/** Dofs that move each vertex or a neighbor, the same for both of its rows. */
function vertexPattern(m: Model, f: number): void {
  const { nv, nflexvert, flex_edgeadr, flex_edge, flex_vertadr, flex_vertnum, flex_vertbodyid } = m;
  const { flex_vertedgenum, flex_vertedgeadr, flex_vertedge } = m;
  const { flexvert_J_rownnz: rownnz, flexvert_J_rowadr: rowadr, flexvert_J_colind } = m;
  const vert = flex_vertadr[f];
  const chain = new Int32Array(nv);
  const moves = new Uint8Array(nv);

  for (let v = vert; v < vert + flex_vertnum[f]; v++) {
    moves.fill(0);
    const end = flex_vertedgeadr[v] + flex_vertedgenum[v];
    for (let k = flex_vertedgeadr[v]; k < end; k++) {
      const e = 2 * (flex_edgeadr[f] + flex_vertedge[k]);
      for (let i = 0; i < 2; i++) {
        const n = bodyChain(m, flex_vertbodyid[vert + flex_edge[e + i]], chain);
        for (let j = 0; j < n; j++) moves[chain[j]] = 1;
      }
    }

    let count = 0;
    for (let j = 0; j < nv; j++) count += moves[j];
    rownnz.fill(count, 2 * v, 2 * v + 2);
    rowadr[2 * v + 1] = rowadr[2 * v] + count;
    if (v + 1 < nflexvert) rowadr[2 * v + 2] = rowadr[2 * v + 1] + count;
    let at = 0;
    for (let j = 0; j < nv; j++) {
      if (!moves[j]) continue;
      flexvert_J_colind[rowadr[2 * v] + at] = j;
      flexvert_J_colind[rowadr[2 * v + 1] + at] = j;
      at++;
    }
  }
}

const edge1 = new Float64Array(3);
const edge2 = new Float64Array(3);
const normal = new Float64Array(3);
const axis = new Float64Array(3);
const quat = new Float64Array(4);
const mat = new Float64Array(9);
const Z = Float64Array.of(0, 0, 1);

/** Rotates the rest positions so that the first element is horizontal. */
function level(m: Model, f: number): void {
  const { flex_elemdataadr, flex_vertadr, flex_vertnum, flex_elem, flex_vert0 } = m;
  const [v0, v1, v2] = [0, 1, 2].map((k) => flex_vertadr[f] + flex_elem[flex_elemdataadr[f] + k]);
  sub3(edge1, 0, flex_vert0, 3 * v1, flex_vert0, 3 * v0);
  sub3(edge2, 0, flex_vert0, 3 * v2, flex_vert0, 3 * v0);
  cross(normal, 0, edge1, 0, edge2, 0);
  normalize3(normal, 0);
  turnToZ();
  for (let v = flex_vertadr[f]; v < flex_vertadr[f] + flex_vertnum[f]; v++) {
    mulMatTVec3(flex_vert0, 3 * v, mat, 0, flex_vert0, 3 * v);
  }
}

/** mat = rotation from the z axis to the normal */
function turnToZ(): void {
  quat.set([1, 0, 0, 0]);
  normalize3(normal, 0);
  cross(axis, 0, Z, 0, normal, 0);
  const s = normalize3(axis, 0);
  if (s >= MINVAL) axisAngle2Quat(quat, 0, axis, 0, atan2(s, normal[2]));
  else if (normal[2] < 0) quat.set([0, 1, 0, 0]);
  quat2Mat(mat, 0, quat, 0);
}
