/** Flexes: what follows from the poses of bodies. */

import { mulMatVec3 } from "../math/mat3.ts";
import { addTo3, copy3 } from "../math/vec3.ts";
import { interpolate3 } from "../motion/flex_basis.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { flexBoxes, interpolateVertices, MAXNODES } from "./flex_boxes.ts";
import { flexEdges } from "./flex_edges.ts";
import { flexStrain } from "./flex_strain.ts";

/** Everything about flexes that follows from the poses of bodies. */
export function flex(m: Model, d: Data): void {
  const { nflex } = m;
  if (nflex === 0) return;

  for (let f = 0; f < nflex; f++) flexVertices(m, d, f);
  flexBoxes(m, d);

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
  if (interpolateVertices(m, d, f, node)) return;
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
