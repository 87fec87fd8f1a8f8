/** Flexes: vertex positions, bounding boxes of elements, and edge lengths. */

import { mulMatVec3 } from "../math/mat3.ts";
import { addTo3, copy3 } from "../math/vec3.ts";
import { interpolate3 } from "../motion/flex_basis.ts";
import { isDisabled } from "../model/queries.ts";
import type { Data } from "../data.ts";
import { DisableBit } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { flexEdges } from "./flex_edges.ts";
import { flexStrain } from "./flex_strain.ts";

// V8-1
const { MIDPHASE } = DisableBit;

/** maximum number of nodes of a flex */
const MAXNODES = 27;

/** Everything about flexes that follows from the poses of bodies. */
export function flex(m: Model, d: Data): void {
  const { nflex } = m;
  if (nflex === 0) return;

  for (let f = 0; f < nflex; f++) flexVertices(m, d, f);
  for (let f = 0; f < nflex; f++) elementBoxes(m, d, f);
  if (!isDisabled(m, MIDPHASE)) {
    for (let f = 0; f < nflex; f++) updateTree(m, d, f);
  }

  d.flexvert_J.fill(0);
  d.flexedge_J.fill(0);
  for (let f = 0; f < nflex; f++) {
    if (m.flex_rigid[f] || m.flex_interp[f]) continue;
    flexEdges(m, d, f);
    flexStrain(m, d, f);
  }
}

const node = new Float64Array(3 * MAXNODES);

/** flexvert_xpos: vertices fixed to bodies, or interpolated between nodes that are. */
function flexVertices(m: Model, d: Data, f: number): void {
  const { flex_interp, flex_centered, flex_vertadr, flex_vertnum, flex_nodeadr, flex_nodenum } = m;
  const { flex_vert, flex_vertbodyid, flex_node, flex_nodebodyid, flex_vert0 } = m;
  const { flexvert_xpos } = d;
  const start = flex_vertadr[f];
  const count = flex_vertnum[f];
  const order = flex_interp[f];
  const centered = flex_centered[f] !== 0;

  if (order === 0) {
    attachPoints(d, flexvert_xpos, 3 * start, flex_vertbodyid, start, flex_vert, count, centered);
    return;
  }
  attachPoints(d, node, 0, flex_nodebodyid, flex_nodeadr[f], flex_node, flex_nodenum[f], centered);
  for (let v = start; v < start + count; v++) interpolate3(flexvert_xpos, 3 * v, flex_vert0, 3 * v, node, order);
}

/** Global positions of `count` body-fixed points, starting at point `first` of the model. */
function attachPoints(
  d: Data,
  res: Float64Array,
  r: number,
  bodyid: Int32Array,
  first: number,
  local: Float64Array,
  count: number,
  centered: boolean,
): void {
  const { xpos, xmat } = d;
  for (let k = 0; k < count; k++) {
    const body = bodyid[first + k];
    if (centered) {
      copy3(res, r + 3 * k, xpos, 3 * body);
    } else {
      mulMatVec3(res, r + 3 * k, xmat, 9 * body, local, 3 * (first + k));
      addTo3(res, r + 3 * k, xpos, 3 * body);
    }
  }
}

/** flexelem_aabb: center and half sizes of each element, with its radius. */
function elementBoxes(m: Model, d: Data, f: number): void {
  const { flex_dim, flex_elemnum, flex_elemadr, flex_elemdataadr, flex_elem, flex_vertadr, flex_radius } = m;
  const { flexvert_xpos, flexelem_aabb } = d;
  const corners = flex_dim[f] + 1;
  const vert = flex_vertadr[f];
  const radius = flex_radius[f];
  const end = flex_elemadr[f] + flex_elemnum[f];

  let adr = flex_elemdataadr[f];
  for (let e = flex_elemadr[f]; e < end; e++) {
    // an element with fewer than four corners repeats its last one
    const v0 = 3 * (vert + flex_elem[adr]);
    const v1 = 3 * (vert + flex_elem[adr + 1]);
    const v2 = corners > 2 ? 3 * (vert + flex_elem[adr + 2]) : v1;
    const v3 = corners > 3 ? 3 * (vert + flex_elem[adr + 3]) : v2;
    for (let axis = 0; axis < 3; axis++) {
      const x0 = flexvert_xpos[v0 + axis];
      const x1 = flexvert_xpos[v1 + axis];
      const x2 = flexvert_xpos[v2 + axis];
      const x3 = flexvert_xpos[v3 + axis];
      let low = x0 < x1 ? x0 : x1;
      low = low < x2 ? low : x2;
      low = low < x3 ? low : x3;
      let high = x0 > x1 ? x0 : x1;
      high = high > x2 ? high : x2;
      high = high > x3 ? high : x3;
      flexelem_aabb[6 * e + axis] = 0.5 * (high + low);
      flexelem_aabb[6 * e + axis + 3] = 0.5 * (high - low) + radius;
    }
    adr += corners;
  }
}

/** bvh_aabb_dyn: boxes of the bounding volume hierarchy, children before parents. */
function updateTree(m: Model, d: Data, f: number): void {
  const { nbvhstatic, flex_bvhadr, flex_bvhnum, flex_elemadr, bvh_nodeid, bvh_child } = m;
  const { flexelem_aabb, bvh_aabb_dyn } = d;
  const root = flex_bvhadr[f];
  if (root < 0) return;
  const base = root - nbvhstatic;

  for (let i = flex_bvhnum[f] - 1; i >= 0; i--) {
    const box = 6 * (base + i);
    const element = bvh_nodeid[root + i];
    if (element >= 0) {
      const from = 6 * (flex_elemadr[f] + element);
      for (let k = 0; k < 6; k++) bvh_aabb_dyn[box + k] = flexelem_aabb[from + k];
      continue;
    }

    const a = 6 * (base + bvh_child[2 * (root + i)]);
    const b = 6 * (base + bvh_child[2 * (root + i) + 1]);
    for (let k = 0; k < 3; k++) {
      const lowA = bvh_aabb_dyn[a + k] - bvh_aabb_dyn[a + k + 3];
      const lowB = bvh_aabb_dyn[b + k] - bvh_aabb_dyn[b + k + 3];
      const highA = bvh_aabb_dyn[a + k] + bvh_aabb_dyn[a + k + 3];
      const highB = bvh_aabb_dyn[b + k] + bvh_aabb_dyn[b + k + 3];
      const low = lowA < lowB ? lowA : lowB;
      const high = highA > highB ? highA : highB;
      bvh_aabb_dyn[box + k] = 0.5 * (high + low);
      bvh_aabb_dyn[box + k + 3] = 0.5 * (high - low);
    }
  }
}
