/** Integration implicit in velocity. */

import { factorI, factorLikeM, solveLD, solveLikeM } from "../linear/ltdl.ts";
import { factorLUSparse, solveLUSparse } from "../linear/lu.ts";
import { inPlace } from "../model/in_place.ts";
import { isSleepFiltered } from "../model/queries.ts";
import type { Data } from "../data.ts";
import { Integrator } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { prepareFlex, solveFlex } from "./flex_implicit.ts";
import { areInPlace } from "./euler.ts";
import { rneVel } from "./rne_vel.ts";
import { incrementOf } from "./increment.ts";
import { smoothVel } from "./smooth_vel.ts";

// V8-1
const run = { areInPlace, incrementOf, inPlace, smoothVel };
const { IMPLICIT } = Integrator;

declare module "../types/work.ts" {
  interface Work {
    /** sum of all forces, for the implicit integrators */
    implicitForce?: Float64Array;
  }
}

/**
 * Increment of a step with (M − h ∂qfrc/∂qvel) qacc = qfrc. `implicitfast` omits the derivative of the bias force,
 * which leaves a symmetric matrix.
 */
export function implicit(m: Model, d: Data): void {
  run.smoothVel(m, d);
  if (m.opt.integrator === IMPLICIT) {
    rneVel(m, d);
    solveFull(m, d, begin(m, d), factorFull(m, d));
  } else {
    const qacc = begin(m, d);
    const fast = m.nflex === 0 ? run.inPlace(m, d) : null;
    if (fast !== null && d.qDeriv === fast.fields.qDeriv && run.areInPlace(d, fast)) {
      fast.timestep[0] = m.opt.timestep;
      fast.kernels.accelerateImplicitly(fast.at, qacc.byteOffset);
    } else {
      solveSymmetric(m, d, qacc, factorSymmetric(m, d));
    }
  }
}

/** The same with the factor of the step before, for forces that differ a little. */
export function implicitAgain(m: Model, d: Data): void {
  if (m.opt.integrator === IMPLICIT) solveFull(m, d, begin(m, d), false);
  else solveSymmetric(m, d, begin(m, d), false);
}

/** Returns the place of the acceleration. */
function begin(m: Model, d: Data): Float64Array {
  const increment = run.incrementOf(m, d);
  increment.act_dot = d.act_dot;
  increment.qvel = d.qvel;
  increment.qacc = increment.solved;
  return increment.solved;
}

/** The sum of all forces. */
function sumForces(m: Model, d: Data): Float64Array {
  const { nv } = m;
  const { qfrc_smooth, qfrc_constraint } = d;
  const qfrc = d.work.implicitForce ??= new Float64Array(nv);
  for (let i = 0; i < nv; i++) qfrc[i] = qfrc_smooth[i] + qfrc_constraint[i];
  return qfrc;
}

/** With all derivatives: an asymmetric matrix. Returns whether the nodes of flexes are solved for on their own. */
function factorFull(m: Model, d: Data): boolean {
  const { nv, nD, D_rownnz, D_rowadr, D_diag, D_colind, mapM2D } = m;
  const { timestep } = m.opt;
  const { M, qDeriv, qLU } = d;

  for (let k = 0; k < nD; k++) {
    const from = mapM2D[k];
    qLU[k] = (from >= 0 ? M[from] : 0) + qDeriv[k] * -timestep;
  }
  const hasFlex = prepareFlex(m, d, qLU, D_rownnz, D_rowadr, D_colind);
  factorLUSparse(qLU, nv, D_rowadr, D_diag, D_colind);
  return hasFlex;
}

function solveFull(m: Model, d: Data, qacc: Float64Array, hasFlex: boolean): void {
  const { nv, D_rownnz, D_rowadr, D_diag, D_colind } = m;
  const qfrc = sumForces(m, d);
  solveLUSparse(qacc, d.qLU, qfrc, nv, D_rownnz, D_rowadr, D_diag, D_colind);
  if (hasFlex) solveFlex(m, d, qacc, qfrc);
}

/** Without the bias force: the lower triangle of a symmetric matrix. Returns the same as `factorFull`. */
function factorSymmetric(m: Model, d: Data): boolean {
  const { nC, M_rownnz, M_rowadr, M_colind, mapD2M } = m;
  const { timestep } = m.opt;
  const { M, qDeriv, qH, qHDiagInv } = d;

  for (let k = 0; k < nC; k++) qH[k] = M[k] + qDeriv[mapD2M[k]] * -timestep;
  const hasFlex = prepareFlex(m, d, qH, M_rownnz, M_rowadr, M_colind);
  // nodes of flexes do not sleep
  if (hasFlex) factorI(qH, qHDiagInv, m.nv, M_rownnz, M_rowadr, M_colind);
  else factorLikeM(m, d, qH, qHDiagInv);
  return hasFlex;
}

function solveSymmetric(m: Model, d: Data, qacc: Float64Array, hasFlex: boolean): void {
  const { nv } = m;
  const { qH, qHDiagInv } = d;
  const qfrc = sumForces(m, d);
  if (hasFlex) {
    for (let i = 0; i < nv; i++) qacc[i] = qfrc[i];
    solveLD(qacc, 0, qH, qHDiagInv, nv, m.M_rownnz, m.M_rowadr, m.M_colind);
    solveFlex(m, d, qacc, qfrc);
    return;
  }
  if (isSleepFiltered(m, d)) {
    const { nv_awake, dof_awake_ind } = d;
    for (let k = 0; k < nv_awake; k++) qacc[dof_awake_ind[k]] = qfrc[dof_awake_ind[k]];
  } else {
    for (let i = 0; i < nv; i++) qacc[i] = qfrc[i];
  }
  solveLikeM(m, d, qacc, qH, qHDiagInv);
}
