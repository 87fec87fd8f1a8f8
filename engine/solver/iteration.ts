/** What an iteration does to the vectors of a primal problem, by kernels or by loops: both round alike. */

import { dotTo } from "../math/vec.ts";
import { constraintUpdate } from "../support/constraint_update.ts";
import { solveLD } from "../support/ltdl.ts";
import { MINVAL } from "../types/constants.ts";
import { Constraint, ConstraintState } from "../types/enums.ts";
import { PrimalSlot, PrimalSum } from "../wasm/primal_kernels.ts";
import type { PrimalProblem } from "./problem.ts";
import { mulJacobianT } from "./products.ts";

/** Moves along the search direction, and keeps the gradients of where it was. */
export function moveBy(p: PrimalProblem): void {
  const { nv, nefc, kernels, qacc, search, Ma, Mv, Jaref, Jv, grad, Mgrad, gradold, Mgradold } = p;
  const alpha = p.alpha[0];
  if (kernels) {
    p.sums[PrimalSum.ALPHA] = alpha;
    kernels.moveBy(p.block.byteOffset);
    return;
  }
  for (let i = 0; i < nv; i++) {
    qacc[i] += search[i] * alpha;
    Ma[i] += Mv[i] * alpha;
    gradold[i] = grad[i];
    Mgradold[i] = Mgrad[i];
  }
  for (let i = 0; i < nefc; i++) Jaref[i] += Jv[i] * alpha;
}

/** Forces and states of the rows, `qfrc_constraint`, the total cost, and its gradient. */
export function update(p: PrimalProblem): void {
  const { nv, kernels, Ma, qacc, qfrc_smooth, qfrc_constraint, qacc_smooth, grad, sums } = p;
  if (p.isUpdated) {
    p.isUpdated = false;
    countStates(p, p.nefc);
  } else {
    updateRows(p);
  }
  mulJacobianT(p);

  // cost of deviating from the unconstrained acceleration
  if (kernels) kernels.updateGradient(p.block.byteOffset);
  else {
    let gauss = 0;
    for (let i = 0; i < nv; i++) {
      gauss += 0.5 * (Ma[i] - qfrc_smooth[i]) * (qacc[i] - qacc_smooth[i]);
      grad[i] = Ma[i] - qfrc_smooth[i] - qfrc_constraint[i];
    }
    sums[PrimalSum.GAUSS] = gauss;
    dotTo(sums, PrimalSum.GRADIENT, grad, 0, grad, 0, nv);
  }
  p.quadGauss[0] = sums[PrimalSum.GAUSS];
  p.cost[0] += sums[PrimalSum.GAUSS];
}

/** Forces and states of the rows, and their cost. */
function updateRows(p: PrimalProblem): void {
  const { nf, ne, kernels, block, sums, cost, oldstate, state } = p;
  cost[1] = cost[0];

  // kernels are for rows behind equalities and dry friction
  const end = kernels ? ne + nf : p.nefc;
  for (let i = 0; i < end; i++) oldstate[i] = state[i];
  if (end === 0) cost[0] = 0;
  else constraintUpdate(ne, nf, end, p.D, p.R, p.floss, p.Jaref, p.type, p.id, p.contact, state, p.force, cost);
  countStates(p, end);
  if (!kernels) return;
  sums[PrimalSum.COST] = cost[0];
  if (p.isElliptic) {
    kernels.updateCones(block.byteOffset);
    p.ncone += block[PrimalSlot.CONES];
  } else {
    kernels.updateRows(block.byteOffset);
  }
  cost[0] = sums[PrimalSum.COST];
  p.nactive += block[PrimalSlot.ACTIVE];
  p.nchange += block[PrimalSlot.CHANGES];
}

/** Counts the states of the rows before `end`. */
function countStates(p: PrimalProblem, end: number): void {
  const { state, oldstate } = p;
  let nactive = 0;
  let ncone = 0;
  let nchange = 0;
  for (let i = 0; i < end; i++) {
    if (state[i] !== ConstraintState.SATISFIED) nactive++;
    if (state[i] === ConstraintState.CONE) ncone++;
    if (state[i] !== oldstate[i]) nchange++;
  }
  p.nactive = nactive;
  p.ncone = ncone;
  p.nchange = nchange;
}

/** Mgrad = M⁻¹ grad */
export function precondition(p: PrimalProblem): void {
  const { nv, kernels, grad, Mgrad, qLD, qLDiagInv, M_rowadr } = p;
  if (kernels) {
    const at = qLD.byteOffset + 8 * M_rowadr[0];
    kernels.solveInertia(Mgrad.byteOffset, p.plan, at, qLDiagInv.byteOffset, grad.byteOffset);
    return;
  }
  for (let i = 0; i < nv; i++) Mgrad[i] = grad[i];
  solveLD(Mgrad, 0, qLD, qLDiagInv, nv, p.M_rownnz, M_rowadr, p.M_colind);
}

// the products that Polak and Ribière divide
const beta = new Float64Array(2);

/** Turns the search direction to the new gradient, but keeps a part of the old one, unless that points uphill. */
export function turnSearch(p: PrimalProblem): void {
  const { nv, kernels, grad, Mgrad, gradold, Mgradold, Mgraddif, search } = p;
  if (kernels) {
    kernels.turnSearch(p.block.byteOffset);
    return;
  }
  for (let i = 0; i < nv; i++) Mgraddif[i] = Mgrad[i] - Mgradold[i];
  dotTo(beta, 0, grad, 0, Mgraddif, 0, nv);
  dotTo(beta, 1, gradold, 0, Mgradold, 0, nv);
  const ratio = beta[0] / Math.max(MINVAL, beta[1]);
  const part = ratio < 0 ? 0 : ratio;
  for (let i = 0; i < nv; i++) search[i] = -Mgrad[i] + part * search[i];
}

/** Products of the search direction, and the polynomial of the inertial cost along it. */
export function multiplySearch(p: PrimalProblem): void {
  const { nv, kernels, search, Ma, Mv, qfrc_smooth, sums, quadGauss } = p;
  if (kernels) kernels.multiplySearch(p.block.byteOffset);
  else {
    dotTo(sums, PrimalSum.SEARCH, search, 0, search, 0, nv);
    dotTo(sums, PrimalSum.SEARCH_MA, search, 0, Ma, 0, nv);
    dotTo(sums, PrimalSum.SMOOTH_SEARCH, qfrc_smooth, 0, search, 0, nv);
    dotTo(sums, PrimalSum.SEARCH_MV, search, 0, Mv, 0, nv);
  }
  quadGauss[1] = sums[PrimalSum.SEARCH_MA] - sums[PrimalSum.SMOOTH_SEARCH];
  quadGauss[2] = 0.5 * sums[PrimalSum.SEARCH_MV];
}

/** Polynomials of the cost of each row along the search direction. */
export function polynomials(p: PrimalProblem): void {
  const { nefc, kernels, Jv, Jaref, D, type, id, quad } = p;
  const { mu, friction, dim } = p.contact;
  if (kernels) {
    if (p.isElliptic) kernels.conePolynomials(p.block.byteOffset);
    else kernels.polynomials(p.block.byteOffset);
    return;
  }
  for (let i = 0; i < nefc; i++) {
    const x = Jaref[i];
    const v = Jv[i];
    const Dx = D[i] * x;
    const q = 3 * i;
    if (type[i] !== Constraint.CONTACT_ELLIPTIC) {
      quad[q] = x * Dx * 0.5;
      quad[q + 1] = v * Dx;
      quad[q + 2] = v * D[i] * v * 0.5;
      continue;
    }

    // elliptic cone: the bottom zone, then what the middle zone needs
    const con = id[i];
    const end = i + dim[con];
    const f = 5 * con - i - 1;
    let q0 = x * Dx;
    let q1 = v * Dx;
    let q2 = v * D[i] * v;
    let UU = 0;
    let UV = 0;
    let VV = 0;
    for (let k = i + 1; k < end; k++) {
      const Dk = D[k] * Jaref[k];
      q0 += Jaref[k] * Dk;
      q1 += Jv[k] * Dk;
      q2 += Jv[k] * D[k] * Jv[k];
      const U = Jaref[k] * friction[f + k];
      const V = Jv[k] * friction[f + k];
      UU += U * U;
      UV += U * V;
      VV += V * V;
    }
    const m = mu[con];
    quad[q] = q0 * 0.5;
    quad[q + 1] = q1;
    quad[q + 2] = q2 * 0.5;
    quad[q + 3] = x * m;
    quad[q + 4] = v * m;
    quad[q + 5] = UU;
    quad[q + 6] = UV;
    quad[q + 7] = VV;
    quad[q + 8] = D[i] / ((m * m) * (1 + (m * m)));
    i = end - 1;
  }
}
