/** Contact forces in contact frames. */

import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { decodePyramid } from "../math/pyramid.ts";
import { isPyramidal } from "../model/queries.ts";

/**
 * Force and torque of contact `id` on its second geom, in the frame of the contact: six numbers, zero where the contact
 * has no constraint rows.
 *
 * @example The force that supports a ball
 * ```ts
 * import { compile, contactForce, Data, forward } from "@plumbline/sim";
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
 * const force = new Float64Array(6);
 * contactForce(model, data, 0, force, 0);
 * if (!(force[0] > 0)) throw new Error("the floor pushes");
 * ```
 */
export function contactForce(m: Model, d: Data, id: number, res: Float64Array, r: number): void {
  const { efc_force } = d;

  for (let k = 0; k < 6; k++) res[r + k] = 0;
  if (!(id >= 0 && id < d.ncon)) return;
  const adr = d.contact.efc_address[id];
  if (adr < 0) return;

  const dim = d.contact.dim[id];
  if (isPyramidal(m)) decodePyramid(res, r, efc_force, adr, d.contact.friction, 5 * id, dim);
  else for (let k = 0; k < dim; k++) res[r + k] = efc_force[adr + k];
}
