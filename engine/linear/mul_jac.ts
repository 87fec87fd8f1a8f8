/** Products with the constraint Jacobian, in either storage. */

import { mulMatTVec, mulMatVec } from "../math/vec.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { isSparse } from "../model/queries.ts";
import { mulMatTVecSparse, mulMatVecSparse } from "./sparse.ts";

/**
 * res = J v: velocities of the constraint rows
 *
 * @example Velocity of a ball toward the floor
 * ```ts
 * import { compile, Data, forward, mulJacVec } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <geom type="plane" size="1 1 1"/>
 *       <body pos="0 0 0.099"><freejoint/><geom type="sphere" size="0.1" mass="1"/></body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * data.qvel[2] = -1;
 * forward(model, data);
 *
 * const velocity = new Float64Array(data.nefc);
 * mulJacVec(model, data, velocity, data.qvel);
 * if (velocity.some((v, i) => v !== data.efc_vel[i])) throw new Error("this is efc_vel");
 * ```
 */
export function mulJacVec(m: Model, d: Data, res: Float64Array, vec: Float64Array): void {
  const { nefc } = d;
  if (nefc === 0) return;
  if (isSparse(m)) mulMatVecSparse(res, d.efc_J, vec, nefc, d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind);
  else mulMatVec(res, 0, d.efc_J, 0, vec, 0, nefc, m.nv);
}

/**
 * res = Jᵀ f: generalized force of constraint forces; `res` is unchanged if there are no rows
 *
 * @example From row forces to generalized forces
 * ```ts
 * import { compile, Data, forward, mulJacTVec } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <geom type="plane" size="1 1 1"/>
 *       <body pos="0 0 0.099"><freejoint/><geom type="sphere" size="0.1" mass="1"/></body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * forward(model, data);
 *
 * const force = new Float64Array(model.nv);
 * mulJacTVec(model, data, force, data.efc_force);
 * if (force[2] !== data.qfrc_constraint[2]) throw new Error("this is qfrc_constraint");
 * ```
 */
export function mulJacTVec(m: Model, d: Data, res: Float64Array, vec: Float64Array): void {
  const { nefc } = d;
  if (nefc === 0) return;
  if (isSparse(m)) mulMatTVecSparse(res, d.efc_J, vec, nefc, m.nv, d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind);
  else mulMatTVec(res, 0, d.efc_J, 0, vec, 0, nefc, m.nv);
}
