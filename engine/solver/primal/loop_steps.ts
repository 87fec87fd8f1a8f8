/** The iterations on a problem, with loops. */

import { dotTo } from "../../math/vec.ts";
import { constraintUpdate } from "../../motion/constraint_update.ts";
import { MINVAL, NSOLVER } from "../../types/constants.ts";
import { ConstraintState } from "../../types/enums.ts";
import { Left, Task } from "../../wasm/solve_kernels.ts";
import { BEFORE_COUNTS, COUNTS, NUMBER, type PrimalProblem, PROGRESS } from "../problem/problem.ts";
import { ACTIVE, CHANGES, EVALUATIONS, GRADIENT, IMPROVEMENT, LINESLOPE, UPDATES } from "../statistics.ts";
import { lineSearch } from "./line_search.ts";
import type { Steps } from "./steps.ts";

// V8-1
const { CONE, QUADRATIC, SATISFIED } = ConstraintState;
const { DONE, FACTOR, UPDATE } = Left;
const { ITERATE, SOLVE } = Task;

/** Jaref = J v − aref */
function violate({ nefc, jacobian, rows }: PrimalProblem, v: Float64Array): void {
  const { Jaref, Jv, aref } = rows;
  jacobian.mul(Jv, v);
  for (let i = 0; i < nefc; i++) Jaref[i] = Jv[i] - aref[i];
}

/** Counts the states of the rows. */
function countStates(p: PrimalProblem): void {
  const { state, oldstate } = p.rows;
  const { ints } = p.block;
  let active = 0;
  let cones = 0;
  let changes = 0;
  let flips = 0;
  for (let i = 0; i < p.nefc; i++) {
    if (state[i] !== SATISFIED) active++;
    if (state[i] === CONE) cones++;
    if (state[i] !== oldstate[i]) changes++;
    if ((state[i] === QUADRATIC) !== (oldstate[i] === QUADRATIC)) flips++;
  }
  ints[NUMBER.active] = active;
  ints[NUMBER.cones] = cones;
  ints[NUMBER.changes] = changes;
  ints[NUMBER.flips] = flips;
}

/** Moves along the search direction. */
function moveBy(p: PrimalProblem): void {
  const { nv, nefc } = p;
  const { qacc, search, Ma, Mv } = p.dofs;
  const { Jaref, Jv } = p.rows;
  const alpha = p.numbers[NUMBER.alpha];
  for (let i = 0; i < nv; i++) {
    qacc[i] += search[i] * alpha;
    Ma[i] += Mv[i] * alpha;
  }
  for (let i = 0; i < nefc; i++) Jaref[i] += Jv[i] * alpha;
}

/** `qfrc_constraint`, the gradient, `gradient`, its square, `gauss`, the cost of deviating from the acceleration without constraints, and `total`. */
function updateGradient(p: PrimalProblem): void {
  const { nv, numbers } = p;
  const { Ma, qacc, qfrc_smooth, qfrc_constraint, qacc_smooth, grad } = p.dofs;
  p.jacobian.mulT(qfrc_constraint, p.rows.force);
  let gauss = 0;
  for (let i = 0; i < nv; i++) {
    gauss += 0.5 * (Ma[i] - qfrc_smooth[i]) * (qacc[i] - qacc_smooth[i]);
    grad[i] = Ma[i] - qfrc_smooth[i] - qfrc_constraint[i];
  }
  numbers[NUMBER.gauss] = gauss;
  numbers[NUMBER.total] = numbers[NUMBER.cost] + gauss;
  dotTo(numbers, NUMBER.gradient, grad, 0, grad, 0, nv);
}

/** Loops over plain arrays. */
export class LoopSteps implements Steps {
  /** the two products in the Polak–Ribière formula */
  private readonly beta = new Float64Array(2);
  private readonly cost = new Float64Array(1);
  private readonly before = new Float64Array(1);

  start(p: PrimalProblem): void {
    const { nv, nefc, inertia, numbers } = p;
    const { ints } = p.block;
    const { b, Jaref, oldstate, states } = p.rows;
    const { qacc, qacc_smooth, qfrc_smooth, Ma } = p.dofs;
    violate(p, qacc_smooth);
    for (let i = 0; i < nefc; i++) b[i] = Jaref[i];
    this.updateRows(p);
    const least = numbers[NUMBER.cost];
    violate(p, qacc);
    this.updateRows(p);
    inertia.mul(Ma, qacc);
    let cost = numbers[NUMBER.cost];
    for (let i = 0; i < nv; i++) cost += 0.5 * (Ma[i] - qfrc_smooth[i]) * (qacc[i] - qacc_smooth[i]);
    if (states !== null) { for (let i = 0; i < nefc; i++) states[i] = oldstate[i]; }
    ints[NUMBER.known] = 1;
    if (!(cost > least)) return;
    ints[NUMBER.known] = 0;
    for (let i = 0; i < nv; i++) qacc[i] = qacc_smooth[i];
    for (let i = 0; i < nefc; i++) Jaref[i] = b[i];
    inertia.mul(Ma, qacc);
  }

  /** Forces, states, and `cost` of the rows. */
  private updateRows(p: PrimalProblem): void {
    const { ne, nf, nefc, contact, numbers } = p;
    const { D, R, floss, Jaref, type, id, state, oldstate, force } = p.rows;
    for (let i = 0; i < nefc; i++) oldstate[i] = state[i];
    constraintUpdate(ne, nf, nefc, D, R, floss, Jaref, type, id, contact, state, force, this.cost);
    numbers[NUMBER.cost] = this.cost[0];
    countStates(p);
  }

  newton(p: PrimalProblem, task: number): number {
    if (task !== ITERATE) {
      this.first(p, task);
      return FACTOR;
    }
    return this.iterate(p) ? UPDATE : DONE;
  }

  conjugate(p: PrimalProblem, task: number): void {
    const { nv, inertia } = p;
    const { search, grad, Mgrad } = p.dofs;
    this.first(p, task);
    inertia.solve(Mgrad, grad);
    dotTo(this.beta, 1, grad, 0, Mgrad, 0, nv);
    for (let i = 0; i < nv; i++) search[i] = -Mgrad[i];
    while (this.iterate(p)) this.turnSearch(p);
  }

  /** Finds the gradient at the starting point, and the scale of an island. */
  private first(p: PrimalProblem, task: number): void {
    const { numbers, inertia } = p;
    if (task === SOLVE) this.start(p);
    if (p.island >= 0) {
      inertia.trace(numbers, NUMBER.scale);
      numbers[NUMBER.scale] = 1 / numbers[NUMBER.scale];
    }
    if (p.block.ints[NUMBER.known] === 0) this.updateRows(p);
    updateGradient(p);
  }

  /** Finds the best step along the search direction and takes it, unless it is none; returns whether more have to follow. */
  private iterate(p: PrimalProblem): boolean {
    const { inertia, jacobian, rows, numbers } = p;
    const { search, Mv } = p.dofs;
    const { ints } = p.block;
    if (ints[NUMBER.count] >= ints[NUMBER.most]) return false;
    inertia.mul(Mv, search);
    jacobian.mul(rows.Jv, search);
    lineSearch(p);
    if (numbers[NUMBER.alpha] === 0) return false;
    moveBy(p);
    this.before[0] = numbers[NUMBER.total];
    this.updateRows(p);
    updateGradient(p);
    return this.note(p);
  }

  /** Records the iteration, before which the cost was `before`; returns whether it was not the last. */
  private note({ isNewton, numbers, block, progress, counts }: PrimalProblem): boolean {
    const { ints } = block;
    const scale = numbers[NUMBER.scale];
    const tolerance = numbers[NUMBER.tolerance];
    const improvement = scale * (this.before[0] - numbers[NUMBER.total]);
    const gradient = scale * Math.sqrt(numbers[NUMBER.gradient]);
    const i = ints[NUMBER.count]++;
    if (i < NSOLVER) {
      const to = i * PROGRESS;
      progress[to + IMPROVEMENT] = improvement;
      progress[to + GRADIENT] = gradient;
      progress[to + LINESLOPE] = numbers[NUMBER.lineslope];
      const at = i * COUNTS + BEFORE_COUNTS;
      counts[at + ACTIVE] = ints[NUMBER.active];
      counts[at + CHANGES] = ints[NUMBER.changes];
      counts[at + EVALUATIONS] = ints[NUMBER.evaluations];
      counts[at + UPDATES] = isNewton ? ints[NUMBER.cones] + ints[NUMBER.flips] : 0;
    }
    return !(improvement < tolerance || gradient < tolerance) && i + 1 < ints[NUMBER.most];
  }

  private turnSearch(p: PrimalProblem): void {
    const { nv } = p;
    const { grad, Mgrad, Mgradold, search } = p.dofs;
    const { beta } = this;
    for (let i = 0; i < nv; i++) Mgradold[i] = Mgrad[i];
    p.inertia.solve(Mgrad, grad);
    for (let i = 0; i < nv; i++) Mgradold[i] = Mgrad[i] - Mgradold[i];
    dotTo(beta, 0, grad, 0, Mgradold, 0, nv);
    const ratio = beta[0] / Math.max(MINVAL, beta[1]);
    dotTo(beta, 1, grad, 0, Mgrad, 0, nv);
    const part = ratio < 0 ? 0 : ratio;
    for (let i = 0; i < nv; i++) search[i] = -Mgrad[i] + part * search[i];
  }
}
