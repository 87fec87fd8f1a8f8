/**
 * The bodies that a contact with a flex moves: an element is distributed over the bodies of its vertices or the nodes
 * of its flex.
 */

import { dist3 } from "../math/vec3.ts";
import { MINVAL } from "../types/constants.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { planChain } from "../model/chain.ts";
import { shapeFunctions, SHAPES } from "./flex_basis.ts";

/** maximum number of bodies on both sides of a contact: the nodes of two second-order flexes */
const MAX_BODIES = 2 * 27;
/** nodes with a smaller weight are ignored */
const MIN_WEIGHT = 1e-5;

/** The bodies of a contact and its Jacobian. */
export interface FlexContact {
  /** bodies with their weights, those of the first side first; a body may occur more than once */
  count: number;
  body: Int32Array;
  weight: Float64Array;
  /** dofs that move any of them, increasing */
  nchain: number;
  chain: Int32Array;
  /** index of each dof in the chain; −1 for dofs that are not in it */
  place: Int32Array;
  /** three rows of translation and three of rotation, one column for each dof of the chain */
  jac: Float64Array;
}

declare module "../types/work.ts" {
  interface Work {
    flexContact?: FlexContact;
  }
}

/** Scratch memory, allocated on first use. */
export function flexContactWork(m: Model, d: Data): FlexContact {
  return d.work.flexContact ??= {
    count: 0,
    body: new Int32Array(MAX_BODIES),
    weight: new Float64Array(MAX_BODIES),
    nchain: 0,
    chain: new Int32Array(m.nv),
    place: new Int32Array(m.nv).fill(-1),
    jac: new Float64Array(6 * m.nv),
  };
}

/** The body on one side of contact `i`, or −1 if there may be several. */
export function bodyOfSide(m: Model, d: Data, i: number, side: number): number {
  const { geom, flex, vert } = d.contact;
  const at = 2 * i + side;
  if (geom[at] >= 0) return m.geom_bodyid[geom[at]];
  const f = flex[at];
  return vert[at] >= 0 && m.flex_interp[f] === 0 ? m.flex_vertbodyid[m.flex_vertadr[f] + vert[at]] : -1;
}

// vertices and their weights; a point in the flex's own coordinates, and shape functions there
const vertices = new Int32Array(4);
const weights = new Float64Array(4);
const coordinates = new Float64Array(3);
const shape = new Float64Array(3 * SHAPES);

/** Adds the bodies on a side of contact `i`, with weights that sum to `sign`. */
export function addSide(work: FlexContact, m: Model, d: Data, i: number, side: number, sign: number): void {
  const { flex_interp, flex_vertadr, flex_vertbodyid, geom_bodyid } = m;
  const { geom, flex, vert } = d.contact;
  const { body, weight } = work;
  const at = 2 * i + side;
  if (geom[at] >= 0) {
    body[work.count] = geom_bodyid[geom[at]];
    weight[work.count++] = sign;
    return;
  }

  const f = flex[at];
  let n = 1;
  if (vert[at] >= 0) {
    vertices[0] = flex_vertadr[f] + vert[at];
    weights[0] = sign;
  } else {
    n = weighElement(m, d, i, side, sign);
  }
  if (flex_interp[f] !== 0) {
    addNodes(work, m, f, n);
    return;
  }
  for (let k = 0; k < n; k++) {
    body[work.count] = flex_vertbodyid[vertices[k]];
    weight[work.count++] = weights[k];
  }
}

/**
 * Computes the weights of an element's vertices from their inverse distances to the contact; returns the number of
 * vertices.
 */
function weighElement(m: Model, d: Data, i: number, side: number, sign: number): number {
  const { flex_dim, flex_elem, flex_elemdataadr, flex_vertadr } = m;
  const { flexvert_xpos } = d;
  const { flex, elem, vert, pos } = d.contact;
  const f = flex[2 * i + side];
  const size = flex_dim[f] + 1;
  const corners = flex_elemdataadr[f] + elem[2 * i + side] * size;
  const opposite = vert[2 * i + 1 - side];

  let n = 0;
  for (let k = corners; k < corners + size; k++) {
    // against one of its own corners, the element is the face opposite that corner
    if (flex_elem[k] === opposite) continue;
    const v = flex_vertadr[f] + flex_elem[k];
    vertices[n] = v;
    weights[n++] = 1 / Math.max(MINVAL, dist3(pos, 3 * i, flexvert_xpos, 3 * v));
  }
  let sum = 0;
  for (let k = 0; k < n; k++) sum += weights[k];
  const scale = 1 / sum;
  for (let k = 0; k < n; k++) weights[k] = weights[k] * scale * sign;
  return n;
}

/**
 * Adds the nodes of an interpolated flex, with their weights at the combination of `n` vertices. With a negative sign
 * that combination is the mirror image of the point, as in MuJoCo.
 */
function addNodes(work: FlexContact, m: Model, f: number, n: number): void {
  const { flex_interp, flex_nodeadr, flex_nodebodyid, flex_vert0 } = m;
  const { body, weight } = work;
  const order = flex_interp[f];
  coordinates.fill(0);
  for (let k = 0; k < n; k++) {
    for (let axis = 0; axis < 3; axis++) coordinates[axis] += flex_vert0[3 * vertices[k] + axis] * weights[k];
  }
  shapeFunctions(shape, coordinates, 0, order);
  let node = flex_nodeadr[f];
  for (let x = 0; x <= order; x++) {
    for (let y = 0; y <= order; y++) {
      for (let z = 0; z <= order; z++, node++) {
        const share = shape[2 * SHAPES + z] * shape[SHAPES + y] * shape[x];
        if (share < MIN_WEIGHT) continue;
        body[work.count] = flex_nodebodyid[node];
        weight[work.count++] = share;
      }
    }
  }
}

/** Finds the bodies of contact `i` and the dofs that move them. */
export function listFlexChain(m: Model, d: Data, i: number): FlexContact {
  const work = flexContactWork(m, d);
  work.count = 0;
  addSide(work, m, d, i, 0, -1);
  addSide(work, m, d, i, 1, 1);
  mergeChains(work, m);
  return work;
}

/** The same plus the Jacobian: the motion of the second side relative to the first at the contact point. */
export function flexJacobian(m: Model, d: Data, i: number): FlexContact {
  const work = listFlexChain(m, d, i);

  const { body_rootid } = m;
  const { cdof, subtree_com } = d;
  const { pos } = d.contact;
  const { count, body, weight, nchain: n, place, jac } = work;
  const { adr, dof } = m.plans.chain ??= planChain(m);
  jac.fill(0, 0, 6 * n);
  for (let b = 0; b < count; b++) {
    const share = weight[b];
    const com = 3 * body_rootid[body[b]];
    const x = pos[3 * i] - subtree_com[com];
    const y = pos[3 * i + 1] - subtree_com[com + 1];
    const z = pos[3 * i + 2] - subtree_com[com + 2];
    const end = adr[body[b] + 1];
    for (let k = adr[body[b]]; k < end; k++) {
      const c = 6 * dof[k];
      const j = place[dof[k]];
      const wx = cdof[c];
      const wy = cdof[c + 1];
      const wz = cdof[c + 2];
      jac[j] += (cdof[c + 3] + (wy * z - wz * y)) * share;
      jac[j + n] += (cdof[c + 4] + (wz * x - wx * z)) * share;
      jac[j + 2 * n] += (cdof[c + 5] + (wx * y - wy * x)) * share;
      jac[j + 3 * n] += wx * share;
      jac[j + 4 * n] += wy * share;
      jac[j + 5 * n] += wz * share;
    }
  }
  return work;
}

/** Lists the dofs that move any of the bodies. */
function mergeChains(work: FlexContact, m: Model): void {
  const { count, body, chain, place } = work;
  const { adr, dof } = m.plans.chain ??= planChain(m);
  for (let k = 0; k < work.nchain; k++) place[chain[k]] = -1;

  let n = 0;
  for (let b = 0; b < count; b++) {
    const end = adr[body[b] + 1];
    for (let k = adr[body[b]]; k < end; k++) {
      if (place[dof[k]] >= 0) continue;
      place[dof[k]] = 0;
      // insert in order
      let at = n++;
      for (; at > 0 && chain[at - 1] > dof[k]; at--) chain[at] = chain[at - 1];
      chain[at] = dof[k];
    }
  }
  for (let k = 0; k < n; k++) place[chain[k]] = k;
  work.nchain = n;
}
