/** From forces on bodies to generalized forces. */

import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { planChain } from "../model/chain.ts";
import { isSparse } from "../model/queries.ts";

/**
 * Adds the generalized force of a force and a torque on `body` at a point, all in the world frame, to `qfrc`.
 *
 * @example The torque of a weight on a lever
 * ```ts
 * import { applyFT, compile, Data, forward } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body>
 *         <joint type="hinge" axis="0 1 0"/>
 *         <geom type="sphere" size="0.1" pos="1 0 0" mass="2"/>
 *         <site name="tip" pos="1 0 0"/>
 *       </body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * forward(model, data);
 *
 * const force = Float64Array.of(0, 0, -10);
 * const torque = new Float64Array(3);
 * const qfrc = new Float64Array(1);
 * applyFT(model, data, force, 0, torque, 0, Float64Array.of(1, 0, 0), 0, 1, qfrc);
 * if (qfrc[0] !== 10) throw new Error("10 N at 1 m make 10 N m");
 * ```
 */
export function applyFT(
  m: Model,
  d: Data,
  force: Float64Array,
  f: number,
  torque: Float64Array,
  t: number,
  point: Float64Array,
  o: number,
  body: number,
  qfrc: Float64Array,
): void {
  const { body_rootid } = m;
  const { cdof, subtree_com } = d;
  const { adr, dof } = m.plans.chain ??= planChain(m);

  const com = 3 * body_rootid[body];
  const x = point[o] - subtree_com[com];
  const y = point[o + 1] - subtree_com[com + 1];
  const z = point[o + 2] - subtree_com[com + 2];
  const fx = force[f];
  const fy = force[f + 1];
  const fz = force[f + 2];
  const tx = torque[t];
  const ty = torque[t + 1];
  const tz = torque[t + 2];

  const end = adr[body + 1];
  for (let k = adr[body]; k < end; k++) {
    const i = dof[k];
    const c = 6 * i;
    const wx = cdof[c];
    const wy = cdof[c + 1];
    const wz = cdof[c + 2];
    const vx = cdof[c + 3] + (wy * z - wz * y);
    const vy = cdof[c + 4] + (wz * x - wx * z);
    const vz = cdof[c + 5] + (wx * y - wy * x);
    qfrc[i] += vx * fx + vy * fy + vz * fz;
    qfrc[i] += wx * tx + wy * ty + wz * tz;
  }

  // whole rows of a dense Jacobian are multiplied: zero times what is not finite is NaN
  const rest = 0 * fx + 0 * fy + 0 * fz + 0 * tx + 0 * ty + 0 * tz;
  if (rest === 0 || isSparse(m)) return;
  for (let i = 0, k = adr[body]; i < m.nv; i++) {
    if (k < end && dof[k] === i) k++;
    else qfrc[i] += rest;
  }
}

/** Adds the generalized force of the user's wrenches `xfrc_applied`, which act at centers of mass, to `qfrc`. */
export function xfrcAccumulate(m: Model, d: Data, qfrc: Float64Array): void {
  const { nbody } = m;
  const { xfrc_applied, xipos } = d;

  for (let i = 1; i < nbody; i++) {
    const w = 6 * i;
    if (
      xfrc_applied[w] !== 0 || xfrc_applied[w + 1] !== 0 || xfrc_applied[w + 2] !== 0 ||
      xfrc_applied[w + 3] !== 0 || xfrc_applied[w + 4] !== 0 || xfrc_applied[w + 5] !== 0
    ) applyFT(m, d, xfrc_applied, w, xfrc_applied, w + 3, xipos, 3 * i, i, qfrc);
  }
}
