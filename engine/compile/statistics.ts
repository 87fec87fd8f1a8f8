/** Statistics of a model: size, mass, and inertia. */

import { newDoubles } from "../math/small_arrays.ts";
import { dist3 } from "../math/vec3.ts";
import type { Data } from "../data.ts";
import { Geom, Joint } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

const SMALLEST = 1e-5;

/** The larger of two numbers; the second if either is NaN. */
function max(a: number, b: number): number {
  return a > b ? a : b;
}

/** The smaller of two numbers; the second if either is NaN. */
function min(a: number, b: number): number {
  return a < b ? a : b;
}

/** Statistics of an empty model. */
export const DEFAULT_STATISTIC = { meaninertia: 1, meanmass: 1, meansize: 0.2, extent: 2 } as const;

/** Sets `m.stat` and `dof_length` from the poses and the inertia that `d` holds for the reference configuration. */
export function setStat(m: Model, d: Data): void {
  const { nbody, nv, body_mass, dof_Madr, stat } = m;

  boundingBox(m, d);
  bodySizes(m, d);
  stat.extent = max(stat.extent, 2 * stat.meansize);

  if (nbody > 1) {
    stat.meanmass = 0;
    for (let i = 1; i < nbody; i++) stat.meanmass += body_mass[i];
    stat.meanmass /= nbody - 1;
  }
  if (nv > 0) {
    stat.meaninertia = 0;
    for (let i = 0; i < nv; i++) stat.meaninertia += d.qM[dof_Madr[i]];
    stat.meaninertia /= nv;
  }
}

const low = new Float64Array(3);
const high = new Float64Array(3);

function include(pos: Float64Array, p: number, radius: number): void {
  for (let k = 0; k < 3; k++) {
    low[k] = min(low[k], pos[p + k] - radius);
    high[k] = max(high[k], pos[p + k] + radius);
  }
}

/** Radius of a geom for the bounding box; a tenth of the size for planes and height fields. */
function radiusOf(m: Model, geom: number): number {
  const { geom_rbound, geom_type, geom_size, geom_dataid, hfield_size } = m;
  if (geom_rbound[geom] > 0) return geom_rbound[geom];
  if (geom_type[geom] === Geom.PLANE) {
    const size = max(geom_size[3 * geom], geom_size[3 * geom + 1]);
    const finite = geom_size[3 * geom] !== 0 || geom_size[3 * geom + 1] !== 0;
    return finite ? size * 0.1 : 1;
  }
  if (geom_type[geom] === Geom.HFIELD) {
    const h = 4 * geom_dataid[geom];
    return max(hfield_size[h], max(hfield_size[h + 1], max(hfield_size[h + 2], hfield_size[h + 3]))) * 0.1;
  }
  return 0;
}

/** Center and extent of the model. */
function boundingBox(m: Model, d: Data): void {
  const { nbody, njnt, nsite, ngeom, stat } = m;

  low.fill(1e10);
  high.fill(-1e10);
  for (let i = 1; i < nbody; i++) {
    include(d.xpos, 3 * i, 0);
    include(d.xipos, 3 * i, 0);
  }
  for (let i = 0; i < njnt; i++) include(d.xanchor, 3 * i, 0);
  for (let i = 0; i < nsite; i++) include(d.site_xpos, 3 * i, 0);
  for (let i = 0; i < ngeom; i++) include(d.geom_xpos, 3 * i, radiusOf(m, i));

  for (let k = 0; k < 3; k++) stat.center[k] = (low[k] + high[k]) * 0.5;
  if (high[0] > low[0]) {
    stat.extent = max(SMALLEST, max(high[0] - low[0], max(high[1] - low[1], high[2] - low[2])));
  }
}

/** Mean size of bodies; the length of a rotational dof is the size of its body. */
function bodySizes(m: Model, d: Data): void {
  const { nbody, njnt, nv, jnt_bodyid, jnt_type, jnt_dofadr, body_parentid, body_geomadr, body_geomnum } = m;
  const { geom_rbound, dof_jntid, dof_bodyid, dof_length, stat } = m;
  const { xipos, xanchor, geom_xpos } = d;
  const size = newDoubles(nbody);

  // distance from the center of mass to the joints of the body and of its children
  for (let j = 0; j < njnt; j++) {
    const body = jnt_bodyid[j];
    const parent = body_parentid[body];
    size[body] = max(size[body], dist3(xipos, 3 * body, xanchor, 3 * j));
    size[parent] = max(size[parent], dist3(xipos, 3 * parent, xanchor, 3 * j));
  }
  size[0] = 0;

  // distance from the center of mass to the far side of the body's geoms
  for (let i = 1; i < nbody; i++) {
    for (let g = body_geomadr[i]; g < body_geomadr[i] + body_geomnum[i]; g++) {
      if (geom_rbound[g] <= 0) continue;
      size[i] = max(size[i], geom_rbound[g] + dist3(xipos, 3 * i, geom_xpos, 3 * g));
    }
  }

  stretchOverFlexes(m, d, size);
  if (nbody > 1) {
    stat.meansize = 0;
    for (let i = 1; i < nbody; i++) {
      size[i] = max(size[i], SMALLEST);
      stat.meansize += size[i] / (nbody - 1);
    }
  }

  for (let i = 0; i < nv; i++) {
    const joint = dof_jntid[i];
    const type = jnt_type[joint];
    const rotates = type === Joint.BALL || type === Joint.HINGE ||
      (type === Joint.FREE && i - jnt_dofadr[joint] >= 3);
    dof_length[i] = rotates ? size[dof_bodyid[i]] : 1;
  }
}

/** Makes the bodies of a flex at least as large as the adjacent edges or the distances between nodes. */
function stretchOverFlexes(m: Model, d: Data, size: Float64Array): void {
  const { nflex, flex_interp, flex_nodeadr, flex_nodenum, flex_nodebodyid } = m;
  const { flex_edgeadr, flex_edgenum, flex_edge, flex_vertadr, flex_vertbodyid, flexedge_length0 } = m;

  for (let f = 0; f < nflex; f++) {
    if (flex_interp[f]) {
      const nodes = flex_nodebodyid.subarray(flex_nodeadr[f], flex_nodeadr[f] + flex_nodenum[f]);
      for (const a of nodes) for (const b of nodes) size[a] = max(size[a], dist3(d.xpos, 3 * a, d.xpos, 3 * b));
      continue;
    }
    for (let e = flex_edgeadr[f]; e < flex_edgeadr[f] + flex_edgenum[f]; e++) {
      for (let k = 0; k < 2; k++) {
        const body = flex_vertbodyid[flex_vertadr[f] + flex_edge[2 * e + k]];
        size[body] = max(size[body], flexedge_length0[e]);
      }
    }
  }
}
