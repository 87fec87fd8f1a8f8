/** Passive forces of flexes: bending, elasticity, and springs and dampers along edges. */

import { isDisabled } from "../model/queries.ts";
import type { Data } from "../data.ts";
import { DisableBit } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { flexBending } from "./flex_bending.ts";
import { flexElasticity } from "./flex_elasticity.ts";
import { flexInterpolated } from "./flex_interpolated.ts";

// V8-1
const { DAMPER, SPRING } = DisableBit;

/** numbers per element in `flex_stiffness` */
const NSTIFFNESS = 21;

/** Adds these forces to qfrc_spring and qfrc_damper. */
export function flexForces(m: Model, d: Data): void {
  const { nflex, flex_dim, flex_rigid, flex_interp, flex_stiffness, flex_elemadr } = m;
  for (let f = 0; f < nflex; f++) {
    if (flex_dim[f] === 1 || flex_rigid[f]) continue;
    if (flex_dim[f] === 2) flexBending(m, d, f);
    if (flex_stiffness[NSTIFFNESS * flex_elemadr[f]] === 0) continue;
    if (flex_interp[f]) flexInterpolated(m, d, f);
    else flexElasticity(m, d, f);
  }
  for (let f = 0; f < nflex; f++) edgeForces(m, d, f);
}

// stiffness and damping
const constants = new Float64Array(2);

/** Springs and dampers along the edges. */
function edgeForces(m: Model, d: Data, f: number): void {
  const { flex_edgestiffness, flex_edgedamping, flex_edgeadr, flex_edgenum } = m;
  const { flexedge_rigid, flexedge_length0, flexedge_J_rowadr, flexedge_J_rownnz, flexedge_J_colind } = m;
  const { flexedge_length, flexedge_velocity, flexedge_J, qfrc_spring, qfrc_damper } = d;
  // V8-10
  constants[0] = 0;
  constants[1] = 0;
  if (!isDisabled(m, SPRING)) constants[0] = flex_edgestiffness[f];
  if (!isDisabled(m, DAMPER)) constants[1] = flex_edgedamping[f];
  const stiffness = constants[0];
  const damping = constants[1];
  if (stiffness === 0 && damping === 0) return;

  const last = flex_edgeadr[f] + flex_edgenum[f];
  for (let e = flex_edgeadr[f]; e < last; e++) {
    if (flexedge_rigid[e]) continue;
    const spring = stiffness * (flexedge_length0[e] - flexedge_length[e]);
    const damper = -damping * flexedge_velocity[e];
    const end = flexedge_J_rowadr[e] + flexedge_J_rownnz[e];
    for (let k = flexedge_J_rowadr[e]; k < end; k++) {
      const dof = flexedge_J_colind[k];
      qfrc_spring[dof] += flexedge_J[k] * spring;
      qfrc_damper[dof] += flexedge_J[k] * damper;
    }
  }
}
