/** Elasticity of interpolated flexes: one stiffness matrix for all nodes, in the frame that rotates with the flex. */

import { mulMatVec } from "../math/vec.ts";
import { negQuat, rotVecQuat } from "../math/quat.ts";
import { scl3, sub3 } from "../math/vec3.ts";
import { applyFT } from "../motion/apply_ft.ts";
import { isDisabled } from "../model/queries.ts";
import { flexPositions, type FlexState, flexVelocities, newFlexState } from "../motion/flex_state.ts";
import type { Data } from "../data.ts";
import { DisableBit } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { DAMPER, SPRING } = DisableBit;

declare module "../types/work.ts" {
  interface Work {
    /** maximum number of nodes of an interpolated flex */
    flexState?: FlexState;
  }
}

/** numbers per element in `flex_stiffness` */
const NSTIFFNESS = 21;

/** maximum length of an array with three numbers per node */
const MOST = 81;

const displacement = new Float64Array(MOST);
const force = new Float64Array(MOST);
const back = new Float64Array(4);
const world = new Float64Array(3);
const noTorque = new Float64Array(3);
// V8-2
const scale = new Float64Array(1);

/** Adds the elastic forces of flex `f`, and their damping. */
export function flexInterpolated(m: Model, d: Data, f: number): void {
  const { flex_nodeadr, flex_nodenum, flex_node0, flex_stiffness, flex_elemadr, flex_damping } = m;
  const state = d.work.flexState ??= newFlexState();
  const { xpos, vel, quat } = state;
  const n = 3 * flex_nodenum[f];
  const stiffness = NSTIFFNESS * flex_elemadr[f];

  flexPositions(m, d, f, state);
  negQuat(back, 0, quat, 0);
  if (!isDisabled(m, SPRING)) {
    for (let k = 0; k < n; k += 3) sub3(displacement, k, xpos, k, flex_node0, 3 * flex_nodeadr[f] + k);
    mulMatVec(force, 0, flex_stiffness, stiffness, displacement, 0, n, n);
    scale[0] = 1;
    addNodes(m, d, f, xpos, d.qfrc_spring);
  }
  if (!isDisabled(m, DAMPER)) {
    flexVelocities(m, d, f, state);
    mulMatVec(force, 0, flex_stiffness, stiffness, vel, 0, n, n);
    scale[0] = flex_damping[f];
    addNodes(m, d, f, xpos, d.qfrc_damper);
  }
}

/** Rotates the forces on nodes, times `scale`, into the world frame and adds them to the dofs. */
function addNodes(m: Model, d: Data, f: number, xpos: Float64Array, qfrc: Float64Array): void {
  const { nv, flex_nodeadr, flex_nodenum, flex_nodebodyid, flex_centered, body_dofadr } = m;
  for (let i = 0; i < flex_nodenum[f]; i++) {
    const body = flex_nodebodyid[flex_nodeadr[f] + i];
    rotVecQuat(world, 0, force, 3 * i, back, 0);
    scl3(world, 0, world, 0, scale[0]);
    if (!flex_centered[f]) {
      applyFT(m, d, world, 0, noTorque, 0, xpos, 3 * i, body, qfrc);
      continue;
    }
    // as in MuJoCo, there is no check that the body of a node has dofs
    const adr = body_dofadr[body];
    for (let k = 0; k < 3; k++) if (adr + k >= 0 && adr + k < nv) qfrc[adr + k] += world[k];
  }
}
