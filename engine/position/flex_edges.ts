/** Lengths of flex edges and their Jacobians. */

import { planChain } from "../model/chain.ts";
import { MINVAL } from "../types/constants.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";

// V8-1
const TINY = MINVAL;

/** value of `flex_edgeequality`: one row for each edge */
const EDGES = 1;

/** value of `body_simple` for a body that only slides and is not moved by any other */
const SLIDES = 2;

/** Computes edge lengths, and their Jacobians if anything can act along the edges. */
export function flexEdges(m: Model, d: Data, f: number): void {
  const { flex_edgeadr, flex_edgenum, flex_edge, flex_vertadr, flex_vertbodyid, flexedge_J_rowadr, body_simple } = m;
  const { flexvert_xpos, flexedge_length } = d;
  const vert = flex_vertadr[f];
  const hasJacobian = actsOnEdges(m, f);
  const end = flex_edgeadr[f] + flex_edgenum[f];

  for (let e = flex_edgeadr[f]; e < end; e++) {
    const v1 = vert + flex_edge[2 * e];
    const v2 = vert + flex_edge[2 * e + 1];
    const x = flexvert_xpos[3 * v2] - flexvert_xpos[3 * v1];
    const y = flexvert_xpos[3 * v2 + 1] - flexvert_xpos[3 * v1 + 1];
    const z = flexvert_xpos[3 * v2 + 2] - flexvert_xpos[3 * v1 + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    flexedge_length[e] = length;
    if (!hasJacobian) continue;

    // direction; the x axis for an edge of zero length
    if (length < TINY) {
      direction[0] = 1;
      direction[1] = 0;
      direction[2] = 0;
    } else {
      const inverse = 1 / length;
      direction[0] = x * inverse;
      direction[1] = y * inverse;
      direction[2] = z * inverse;
    }
    const body1 = flex_vertbodyid[v1];
    const body2 = flex_vertbodyid[v2];
    if (body_simple[body1] === SLIDES && body_simple[body2] === SLIDES && body1 !== body2) {
      slideJacobian(m, d, flexedge_J_rowadr[e], body1, body2);
    } else {
      edgeJacobian(m, d, flexedge_J_rowadr[e], v1, v2, body1, body2);
    }
  }
}

/** Are there constraints, springs or dampers along the edges, or elements whose damping depends on their rates? */
function actsOnEdges(m: Model, f: number): boolean {
  const { flex_edgeequality, flex_edgedamping, flex_edgestiffness, flex_damping } = m;
  return flex_edgeequality[f] === EDGES || flex_edgedamping[f] !== 0 || flex_edgestiffness[f] !== 0 ||
    flex_damping[f] !== 0;
}

const direction = new Float64Array(3);

/** Writes the derivative of the length with respect to each dof if both vertices are on bodies that only slide. */
function slideJacobian(m: Model, d: Data, row: number, body1: number, body2: number): void {
  const { body_dofnum } = m;
  const first = body1 < body2;
  slideRates(m, d, first ? row : row + body_dofnum[body2], body1, -1);
  slideRates(m, d, first ? row + body_dofnum[body1] : row, body2, 1);
}

/** Motion of the body along the direction per unit velocity of each of its dofs, times `sign`. */
function slideRates(m: Model, d: Data, row: number, body: number, sign: number): void {
  const { body_dofadr, body_dofnum } = m;
  const { cdof, flexedge_J } = d;
  const ax = sign * direction[0];
  const ay = sign * direction[1];
  const az = sign * direction[2];
  const count = body_dofnum[body];
  let c = 6 * body_dofadr[body] + 3;
  for (let k = 0; k < count; k++) {
    flexedge_J[row + k] = cdof[c] * ax + cdof[c + 1] * ay + cdof[c + 2] * az;
    c += 6;
  }
}

/**
 * Writes the derivative of the distance between two vertices with respect to each dof that moves either, in increasing
 * order of dofs.
 */
function edgeJacobian(m: Model, d: Data, row: number, v1: number, v2: number, body1: number, body2: number): void {
  const { nv, body_rootid } = m;
  const { cdof, subtree_com, flexvert_xpos, flexedge_J } = d;
  const { adr, dof } = m.plans.chain ??= planChain(m);
  const ax = direction[0];
  const ay = direction[1];
  const az = direction[2];

  // offsets of both vertices from the reference points of their motion axes
  const com1 = 3 * body_rootid[body1];
  const com2 = 3 * body_rootid[body2];
  const x1 = flexvert_xpos[3 * v1] - subtree_com[com1];
  const y1 = flexvert_xpos[3 * v1 + 1] - subtree_com[com1 + 1];
  const z1 = flexvert_xpos[3 * v1 + 2] - subtree_com[com1 + 2];
  const x2 = flexvert_xpos[3 * v2] - subtree_com[com2];
  const y2 = flexvert_xpos[3 * v2 + 1] - subtree_com[com2 + 1];
  const z2 = flexvert_xpos[3 * v2 + 2] - subtree_com[com2 + 2];

  const end1 = adr[body1 + 1];
  const end2 = adr[body2 + 1];
  let at = row;
  for (let i1 = adr[body1], i2 = adr[body2]; i1 < end1 || i2 < end2;) {
    const dof1 = i1 < end1 ? dof[i1] : nv;
    const dof2 = i2 < end2 ? dof[i2] : nv;
    const own = dof1 < dof2 ? dof1 : dof2;
    const c = 6 * own;
    const wx = cdof[c];
    const wy = cdof[c + 1];
    const wz = cdof[c + 2];
    const ux = cdof[c + 3];
    const uy = cdof[c + 4];
    const uz = cdof[c + 5];
    let vx = 0;
    let vy = 0;
    let vz = 0;
    if (dof2 === own) {
      vx = ux + (wy * z2 - wz * y2);
      vy = uy + (wz * x2 - wx * z2);
      vz = uz + (wx * y2 - wy * x2);
      i2++;
    }
    if (dof1 === own) {
      vx -= ux + (wy * z1 - wz * y1);
      vy -= uy + (wz * x1 - wx * z1);
      vz -= uz + (wx * y1 - wy * x1);
      i1++;
    }
    flexedge_J[at++] = vx * ax + vy * ay + vz * az;
  }
}
