/**
 * Strain at the vertices of thin plates, for constraints that keep a plate from stretching without keeping it from
 * bending: Chen, Kry and Vouga, "Locking-free Simulation of Isometric Thin Plates", 2019.
 */

import { planChain } from "../model/chain.ts";
import { MINVAL } from "../types/constants.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";

// V8-1
const TINY = MINVAL;

/** value of `flex_edgeequality`: two rows for each vertex */
const VERTICES = 2;

/** Scratch memory of the strain constraints: a dense row for each of the two invariants. */
export interface FlexStrainWork {
  trace: Float64Array;
  determinant: Float64Array;
}

declare module "../types/work.ts" {
  interface Work {
    /** scratch memory of the strain of thin plates */
    flexStrain?: FlexStrainWork;
  }
}

// 3 × 2 matrices in row-major order: moments of the edges, deformation gradient, derivatives of both invariants
const moment = new Float64Array(6);
const deformation = new Float64Array(6);
const turned = new Float64Array(6);
const traceSlope = new Float64Array(6);
const determinantSlope = new Float64Array(6);

// 2 × 2
const adjugate = new Float64Array(4);

// an edge at rest (two coordinates in its plane) and its weight
const rest = new Float64Array(3);

// scale of the rows of a vertex; V8-2
const factor = new Float64Array(1);

// dofs that move the first vertex of an edge
const pull = new Float64Array(3);

/**
 * Computes flexvert_length, the deviation of two invariants of the Cauchy strain at each vertex from their rest values,
 * and its Jacobian.
 */
export function flexStrain(m: Model, d: Data, f: number): void {
  const { nv, flex_dim, flex_edgeequality, flex_vertadr, flex_vertnum, flex_vertbodyid, flex_vertmetric } = m;
  const { body_mass } = m;
  const { flexvert_length } = d;
  if (flex_dim[f] !== 2 || flex_edgeequality[f] !== VERTICES) return;

  const work = d.work.flexStrain ??= { trace: new Float64Array(nv), determinant: new Float64Array(nv) };
  work.trace.fill(0);
  work.determinant.fill(0);
  const end = flex_vertadr[f] + flex_vertnum[f];
  for (let v = flex_vertadr[f]; v < end; v++) {
    edgeMoments(m, d, f, v);
    timesSquare(deformation, moment, flex_vertmetric, 4 * v);
    const F = deformation;
    const c00 = F[0] * F[0] + F[2] * F[2] + F[4] * F[4];
    const c01 = F[0] * F[1] + F[2] * F[3] + F[4] * F[5];
    const c11 = F[1] * F[1] + F[3] * F[3] + F[5] * F[5];

    // rows of light vertices are scaled down to keep the matrix well conditioned
    const mass = body_mass[flex_vertbodyid[v]];
    const scale = mass > TINY ? Math.sqrt(mass) : 1;
    factor[0] = scale;
    flexvert_length[2 * v] = (c00 + c11 - 2) * scale;
    flexvert_length[2 * v + 1] = (c00 * c11 - c01 * c01 - 1) * scale;

    timesSquare(traceSlope, deformation, flex_vertmetric, 4 * v);
    adjugate[0] = c11;
    adjugate[1] = -c01;
    adjugate[2] = -c01;
    adjugate[3] = c00;
    timesSquare(turned, deformation, adjugate, 0);
    timesSquare(determinantSlope, turned, flex_vertmetric, 4 * v);
    addEdges(m, d, f, v, work);
    storeRow(m, d, work.trace, 2 * v);
    storeRow(m, d, work.determinant, 2 * v + 1);
  }
}

/** res = A B, where A is 3 × 2 and B is 2 × 2 */
function timesSquare(res: Float64Array, a: Float64Array, b: Float64Array, j: number): void {
  for (let row = 0; row < 6; row += 2) {
    res[row] = a[row] * b[j] + a[row + 1] * b[j + 2];
    res[row + 1] = a[row] * b[j + 1] + a[row + 1] * b[j + 3];
  }
}

/** Reads edge `e` of vertex `v` at rest; its weight is the mass of the vertex at the other end. */
function readRest(m: Model, f: number, v: number, e: number): void {
  const { flex_edge, flex_vertadr, flex_vert0, flex_size, flex_vertbodyid, body_mass } = m;
  const v1 = flex_vertadr[f] + flex_edge[2 * e];
  const v2 = flex_vertadr[f] + flex_edge[2 * e + 1];

  // coordinates range from 0 to 1 over the whole flex
  rest[0] = (flex_vert0[3 * v2] - flex_vert0[3 * v1]) * (2 * flex_size[3 * f]);
  rest[1] = (flex_vert0[3 * v2 + 1] - flex_vert0[3 * v1 + 1]) * (2 * flex_size[3 * f + 1]);
  const mass = body_mass[flex_vertbodyid[v === v1 ? v2 : v1]];
  rest[2] = mass < TINY ? TINY : mass;
}

/** moment = sum over the edges of a vertex of current edge × rest edge */
function edgeMoments(m: Model, d: Data, f: number, v: number): void {
  const { flex_vertedgeadr, flex_vertedgenum, flex_vertedge, flex_edgeadr, flex_edge, flex_vertadr } = m;
  const { flexvert_xpos } = d;
  const end = flex_vertedgeadr[v] + flex_vertedgenum[v];

  for (let k = 0; k < 6; k++) moment[k] = 0;
  for (let k = flex_vertedgeadr[v]; k < end; k++) {
    const e = flex_edgeadr[f] + flex_vertedge[k];
    readRest(m, f, v, e);
    const v1 = flex_vertadr[f] + flex_edge[2 * e];
    const v2 = flex_vertadr[f] + flex_edge[2 * e + 1];
    for (let axis = 0; axis < 3; axis++) {
      const pulled = rest[2] * (flexvert_xpos[3 * v2 + axis] - flexvert_xpos[3 * v1 + axis]);
      moment[2 * axis] += pulled * rest[0];
      moment[2 * axis + 1] += pulled * rest[1];
    }
  }
}

/** Adds the contributions of the edges of a vertex to both dense rows. */
function addEdges(m: Model, d: Data, f: number, v: number, work: FlexStrainWork): void {
  const { flex_vertedgeadr, flex_vertedgenum, flex_vertedge, flex_edgeadr, flex_edge, flex_vertadr } = m;
  const end = flex_vertedgeadr[v] + flex_vertedgenum[v];

  for (let k = flex_vertedgeadr[v]; k < end; k++) {
    const e = flex_edgeadr[f] + flex_vertedge[k];
    readRest(m, f, v, e);
    const v1 = flex_vertadr[f] + flex_edge[2 * e];
    const v2 = flex_vertadr[f] + flex_edge[2 * e + 1];
    addEdge(m, d, work.trace, traceSlope, v1, v2);
    addEdge(m, d, work.determinant, determinantSlope, v1, v2);
  }
}

/** Adds the contribution of one edge to the dense row of an invariant. */
function addEdge(m: Model, d: Data, row: Float64Array, slope: Float64Array, v1: number, v2: number): void {
  const scale = -2 * rest[2];
  for (let axis = 0; axis < 3; axis++) {
    pull[axis] = (slope[2 * axis] * rest[0] + slope[2 * axis + 1] * rest[1]) * scale;
  }
  addVertex(m, d, row, v1);
  for (let axis = 0; axis < 3; axis++) pull[axis] *= -1;
  addVertex(m, d, row, v2);
}

/** Adds Jᵀ pull of a vertex to a dense row. */
function addVertex(m: Model, d: Data, row: Float64Array, v: number): void {
  const { body_rootid, flex_vertbodyid } = m;
  const { cdof, subtree_com, flexvert_xpos } = d;
  const { adr, dof } = m.plans.chain ??= planChain(m);
  const body = flex_vertbodyid[v];
  const com = 3 * body_rootid[body];
  const x = flexvert_xpos[3 * v] - subtree_com[com];
  const y = flexvert_xpos[3 * v + 1] - subtree_com[com + 1];
  const z = flexvert_xpos[3 * v + 2] - subtree_com[com + 2];

  const end = adr[body + 1];
  for (let k = adr[body]; k < end; k++) {
    const i = dof[k];
    const c = 6 * i;
    const wx = cdof[c];
    const wy = cdof[c + 1];
    const wz = cdof[c + 2];
    row[i] += (cdof[c + 3] + (wy * z - wz * y)) * pull[0] + (cdof[c + 4] + (wz * x - wx * z)) * pull[1] +
      (cdof[c + 5] + (wx * y - wy * x)) * pull[2];
  }
}

/** Adds a dense row, scaled, to its place in flexvert_J. */
function storeRow(m: Model, d: Data, dense: Float64Array, row: number): void {
  const { flexvert_J_rowadr, flexvert_J_rownnz, flexvert_J_colind } = m;
  const { flexvert_J } = d;
  const scale = factor[0];
  const end = flexvert_J_rowadr[row] + flexvert_J_rownnz[row];
  for (let k = flexvert_J_rowadr[row]; k < end; k++) {
    const column = flexvert_J_colind[k];
    flexvert_J[k] += dense[column] * scale;
    dense[column] = 0;
  }
}
