/** Finite differences of inverse dynamics. */

import { fwdActuation } from "./actuation/fwd_actuation.ts";
import { integratePos } from "./integrate/integrate_pos.ts";
import { inverseSkip } from "./inverse.ts";
import type { Data } from "./data.ts";
import { Integrator, Stage } from "./types/enums.ts";
import type { Model } from "./types/model.ts";

/**
 * Derivatives of inverse dynamics by finite differences of size `eps`. One row for each position (in the tangent space),
 * velocity, and acceleration: `DfDq`, `DfDv`, and `DfDa` (nv × nv) of `qfrc_inverse`, less the forces of actuators if
 * `flg_actuation` is 1; `DsDq`, `DsDv`, and `DsDa` (nv × nsensordata) of the sensors; `DmDq` (nv × nM) of `qM`. Those
 * that are null are left out.
 *
 * Runge–Kutta integration and no-slip iterations are not supported.
 *
 * @example The derivative of the force by the acceleration is the inertia
 * ```ts
 * import { compile, Data, forward, inverseFD } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody><body><joint axis="0 1 0"/><geom size="0.1" pos="1 0 0" mass="2"/></body></worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * forward(model, data);
 * const DfDa = new Float64Array(1);
 *
 * inverseFD(model, data, 1e-6, 0, null, null, DfDa, null, null, null, null);
 * if (Math.abs(DfDa[0] - data.qM[0]) > 1e-6) throw new Error("not the inertia");
 * ```
 */
export function inverseFD(
  m: Model,
  d: Data,
  eps: number,
  flg_actuation: 0 | 1,
  DfDq: Float64Array | null,
  DfDv: Float64Array | null,
  DfDa: Float64Array | null,
  DsDq: Float64Array | null,
  DsDv: Float64Array | null,
  DsDa: Float64Array | null,
  DmDq: Float64Array | null,
): void {
  if (m.opt.integrator === Integrator.RK4) throw new RangeError("inverseFD: Runge–Kutta is not supported");
  if (m.opt.noslip_iterations > 0) throw new RangeError("inverseFD: no-slip iterations are not supported");

  const { nv } = m;
  const { qpos, qvel, qacc, sensordata, qM } = d;
  const skipsensor = DsDq || DsDv || DsDa ? 0 : 1;
  const force = new Float64Array(nv);
  const run = (skipstage: number) => {
    inverseSkip(m, d, skipstage, skipsensor);
    force.set(d.qfrc_inverse);
    if (!flg_actuation) return;
    fwdActuation(m, d);
    for (let i = 0; i < nv; i++) force[i] -= d.qfrc_actuator[i];
  };

  run(Stage.NONE);
  const force0 = force.slice();
  const sensor0 = sensordata.slice();
  const mass0 = qM.slice();
  const inverse = 1 / eps;
  const writeRow = (to: Float64Array | null, row: number, now: Float64Array, before: Float64Array) => {
    if (to === null) return;
    const n = before.length;
    for (let k = 0; k < n; k++) to[row * n + k] = inverse * (now[k] - before[k]);
  };

  /** Rows for the numbers of a vector, each moved and put back. */
  const rowsOf = (vec: Float64Array, skipstage: number, Df: Float64Array | null, Ds: Float64Array | null) => {
    if (!(Df || Ds)) return;
    for (let i = 0; i < nv; i++) {
      const before = vec[i];
      vec[i] += eps;
      run(skipstage);
      vec[i] = before;
      writeRow(Df, i, force, force0);
      writeRow(Ds, i, sensordata, sensor0);
    }
  };
  rowsOf(qacc, Stage.VEL, DfDa, DsDa);
  rowsOf(qvel, Stage.POS, DfDv, DsDv);

  if (!(DfDq || DsDq || DmDq)) return;
  const start = qpos.slice();
  const direction = new Float64Array(nv);
  for (let i = 0; i < nv; i++) {
    direction.fill(0);
    direction[i] = 1;
    integratePos(m, qpos, direction, eps);
    run(Stage.NONE);
    qpos.set(start);
    writeRow(DfDq, i, force, force0);
    writeRow(DsDq, i, sensordata, sensor0);
    writeRow(DmDq, i, qM, mass0);
  }
}
