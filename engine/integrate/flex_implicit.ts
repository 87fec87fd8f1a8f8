/**
 * Implicit integration of interpolated flexes: stiffness forces, too, are evaluated at the end of the step. The dofs of
 * all nodes are solved for with a dense matrix, after all other dofs.
 */

import { mulMatMat3 } from "../math/mat3.ts";
import { quat2Mat } from "../math/quat.ts";
import { addToScl, mulMatVec, zero } from "../math/vec.ts";
import { planChain } from "../model/chain.ts";
import { cholFactor, cholSolve } from "../linear/cholesky.ts";
import { flexPositions, type FlexState, newFlexState } from "../motion/flex_state.ts";
import { isSleepFiltered } from "../model/queries.ts";
import { MINVAL } from "../types/constants.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";

/** The dofs of the nodes of interpolated flexes. */
export interface FlexDofPlan {
  /** dofs of all nodes, one after the other */
  dof: Int32Array;
  /** position of each dof of the model in this list, −1 for others */
  local: Int32Array;
  /** maximum number of dofs that move one node */
  chainMax: number;
  /** maximum number of nodes of a flex */
  nodeMax: number;
}

/** Scratch memory of the implicit integration of interpolated flexes. */
export interface FlexImplicitWork {
  state: FlexState;
  /** the dense matrix */
  H: Float64Array;
  /** one number per coupled dof: force, then acceleration */
  force: Float64Array;
  /** stiffness, rotated into the world frame and scaled */
  K: Float64Array;
  /** a row of K J */
  KJ: Float64Array;
  /** Jᵀ K J */
  square: Float64Array;
  /** three rows for each node: values, dofs, and start of each row */
  J: Float64Array;
  J_colind: Int32Array;
  J_rowadr: Int32Array;
  /** J v, and K J v */
  Jv: Float64Array;
  KJv: Float64Array;
  /** change in force over the step, per dof of the model */
  pull: Float64Array;
  /** entries of the matrix of all dofs that couple flexes to other dofs */
  coupling: Float64Array;
  coupling_row: Int32Array;
  coupling_col: Int32Array;
  ncoupling: number;
}

declare module "../types/plans.ts" {
  interface Plans {
    /** dofs of interpolated flexes, null without such flexes */
    flexDofs?: FlexDofPlan | null;
  }
}

declare module "../types/work.ts" {
  interface Work {
    /** scratch memory of the implicit integration of interpolated flexes */
    flexImplicit?: FlexImplicitWork;
  }
}

/** numbers per element in `flex_stiffness` */
const NSTIFFNESS = 21;

// V8-1
const TINY = MINVAL;

function planFlexDofs(m: Model): FlexDofPlan | null {
  const { nv, nflex, flex_interp, flex_nodeadr, flex_nodenum, flex_nodebodyid, body_dofadr, body_dofnum } = m;
  const { adr } = m.plans.chain ??= planChain(m);
  const dofs: number[] = [];
  const local = new Int32Array(nv).fill(-1);
  let chainMax = 0;
  let nodeMax = 0;
  for (let f = 0; f < nflex; f++) {
    if (!flex_interp[f]) continue;
    nodeMax = Math.max(nodeMax, flex_nodenum[f]);
    for (let i = flex_nodeadr[f]; i < flex_nodeadr[f] + flex_nodenum[f]; i++) {
      const body = flex_nodebodyid[i];
      chainMax = Math.max(chainMax, adr[body + 1] - adr[body]);
      for (let dof = body_dofadr[body]; dof < body_dofadr[body] + body_dofnum[body]; dof++) {
        local[dof] = dofs.length;
        dofs.push(dof);
      }
    }
  }
  return dofs.length > 0 ? { dof: Int32Array.from(dofs), local, chainMax, nodeMax } : null;
}

function newWork(m: Model, plan: FlexDofPlan): FlexImplicitWork {
  const n = plan.dof.length;
  const rows = 3 * plan.nodeMax;
  const nonzeros = rows * plan.chainMax;
  return {
    state: newFlexState(),
    H: new Float64Array(n * n),
    force: new Float64Array(n),
    K: new Float64Array(rows * rows),
    KJ: new Float64Array(n),
    square: new Float64Array(n * n),
    J: new Float64Array(nonzeros),
    J_colind: new Int32Array(nonzeros),
    J_rowadr: new Int32Array(rows + 1),
    Jv: new Float64Array(rows),
    KJv: new Float64Array(rows),
    pull: new Float64Array(m.nv),
    coupling: new Float64Array(m.nD),
    coupling_row: new Int32Array(m.nD),
    coupling_col: new Int32Array(m.nD),
    ncoupling: 0,
  };
}

/**
 * Prepares the dense matrix from the matrix of all dofs, before the latter is factored; `rownnz`, `rowadr`, and
 * `colind` are its structure. Returns whether there is anything to solve.
 */
export function prepareFlex(
  m: Model,
  d: Data,
  matrix: Float64Array,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): boolean {
  if (m.nflex === 0 || isSleepFiltered(m, d)) return false;
  const plan = m.plans.flexDofs === undefined ? m.plans.flexDofs = planFlexDofs(m) : m.plans.flexDofs;
  if (plan === null) return false;
  const { dof, local } = plan;
  const work = d.work.flexImplicit ??= newWork(m, plan);
  const { H, coupling, coupling_row, coupling_col } = work;
  const n = dof.length;

  zero(H, 0, n * n);
  work.ncoupling = 0;
  for (let i = 0; i < n; i++) {
    const end = rowadr[dof[i]] + rownnz[dof[i]];
    for (let k = rowadr[dof[i]]; k < end; k++) {
      const j = local[colind[k]];
      if (j >= 0) {
        H[i * n + j] = matrix[k];
        continue;
      }
      const at = work.ncoupling++;
      coupling[at] = matrix[k];
      coupling_row[at] = i;
      coupling_col[at] = colind[k];
    }
  }

  zero(work.pull, 0, m.nv);
  for (let f = 0; f < m.nflex; f++) {
    if (m.flex_interp[f]) addStiffness(m, d, work, plan, f);
  }

  // the upper triangle is the one that is factored
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) H[j * n + i] = H[i * n + j];
  }
  cholFactor(H, 0, n, n, TINY);
  return true;
}

/**
 * Solves for the dofs of the nodes, given `qfrc` and the accelerations of the other dofs, and overwrites their `qacc`.
 */
export function solveFlex(m: Model, d: Data, qacc: Float64Array, qfrc: Float64Array): void {
  const { timestep } = m.opt;
  const { dof } = m.plans.flexDofs as FlexDofPlan;
  const { H, force, pull, coupling, coupling_row, coupling_col, ncoupling } = d.work.flexImplicit as FlexImplicitWork;
  const n = dof.length;

  // as in MuJoCo, the damping of the first flex is used for all
  const scale = timestep * timestep + timestep * m.flex_damping[0];
  const factor = scale > TINY ? timestep / scale : 0;
  for (let i = 0; i < n; i++) force[i] = qfrc[dof[i]] + pull[dof[i]] * factor;
  for (let k = 0; k < ncoupling; k++) force[coupling_row[k]] -= coupling[k] * qacc[coupling_col[k]];
  cholSolve(force, 0, H, 0, force, 0, n, n);
  for (let i = 0; i < n; i++) qacc[dof[i]] = force[i];
}

/** Adds flex `f`: its stiffness to the dense matrix, and the change due to its velocity to the forces. */
function addStiffness(m: Model, d: Data, work: FlexImplicitWork, plan: FlexDofPlan, f: number): void {
  const { flex_rigid, flex_stiffness, flex_elemadr, flex_damping, flex_nodenum } = m;
  const { timestep } = m.opt;
  if (flex_rigid[f] || flex_stiffness[NSTIFFNESS * flex_elemadr[f]] === 0) return;
  const scale = timestep * timestep + timestep * flex_damping[f];
  if (scale === 0) return;

  flexPositions(m, d, f, work.state);
  turnStiffness(m, work, f);
  for (let k = 0; k < 9 * flex_nodenum[f] * flex_nodenum[f]; k++) work.K[k] *= scale;
  nodeJacobian(m, d, work, f);
  subtractSquare(work, plan, 3 * flex_nodenum[f]);
  addPull(d, work, 3 * flex_nodenum[f]);
}

const turn = new Float64Array(9);
const back = new Float64Array(9);
const block = new Float64Array(9);
const product = new Float64Array(9);

/** K = stiffness of the flex, each block rotated from its frame into the world frame */
function turnStiffness(m: Model, work: FlexImplicitWork, f: number): void {
  const { flex_nodenum, flex_stiffness, flex_elemadr } = m;
  const { K, state } = work;
  const start = NSTIFFNESS * flex_elemadr[f];
  const nodes = flex_nodenum[f];
  const n = 3 * nodes;

  quat2Mat(turn, 0, state.quat, 0);
  for (let k = 0; k < 9; k++) back[k] = turn[3 * (k % 3) + Math.trunc(k / 3)];
  for (let i = 0; i < nodes; i++) {
    for (let j = 0; j < nodes; j++) {
      const adr = 3 * i * n + 3 * j;
      for (let k = 0; k < 9; k++) block[k] = flex_stiffness[start + adr + Math.trunc(k / 3) * n + k % 3];
      mulMatMat3(product, 0, block, 0, turn, 0);
      mulMatMat3(block, 0, back, 0, product, 0);
      for (let k = 0; k < 9; k++) K[adr + Math.trunc(k / 3) * n + k % 3] = block[k];
    }
  }
}

/** J = Jacobian of the nodes with respect to all dofs */
function nodeJacobian(m: Model, d: Data, work: FlexImplicitWork, f: number): void {
  const { flex_nodenum, flex_nodeadr, flex_nodebodyid, body_rootid } = m;
  const { cdof, subtree_com } = d;
  const { J, J_colind, J_rowadr, state } = work;
  const { adr, dof } = m.plans.chain ??= planChain(m);

  let at = 0;
  for (let i = 0; i < flex_nodenum[f]; i++) {
    const body = flex_nodebodyid[flex_nodeadr[f] + i];
    const com = 3 * body_rootid[body];
    for (let axis = 0; axis < 3; axis++) {
      const p = (axis + 1) % 3;
      const q = (axis + 2) % 3;
      J_rowadr[3 * i + axis] = at;
      for (let k = adr[body]; k < adr[body + 1]; k++) {
        const c = 6 * dof[k];
        J[at] = cdof[c + 3 + axis] +
          (cdof[c + p] * (state.xpos[3 * i + q] - subtree_com[com + q]) -
            cdof[c + q] * (state.xpos[3 * i + p] - subtree_com[com + p]));
        J_colind[at++] = dof[k];
      }
    }
  }
  J_rowadr[3 * flex_nodenum[f]] = at;
}

/** H −= Jᵀ K J, in the columns that belong to nodes */
function subtractSquare(work: FlexImplicitWork, plan: FlexDofPlan, rows: number): void {
  const { H, K, KJ, J, J_colind, J_rowadr, square } = work;
  const { local } = plan;
  const n = plan.dof.length;

  zero(square, 0, n * n);
  for (let r = 0; r < rows; r++) {
    zero(KJ, 0, n);
    for (let k = 0; k < rows; k++) {
      const stiffness = K[r * rows + k];
      for (let a = J_rowadr[k]; a < J_rowadr[k + 1]; a++) {
        const j = local[J_colind[a]];
        if (j >= 0) KJ[j] += J[a] * stiffness;
      }
    }
    for (let a = J_rowadr[r]; a < J_rowadr[r + 1]; a++) {
      const i = local[J_colind[a]];
      if (i >= 0) addToScl(square, i * n, KJ, 0, J[a], n);
    }
  }
  for (let k = 0; k < n * n; k++) H[k] -= square[k];
}

/** pull += Jᵀ K J qvel */
function addPull(d: Data, work: FlexImplicitWork, rows: number): void {
  const { K, J, J_colind, J_rowadr, Jv, KJv, pull } = work;
  const { qvel } = d;
  for (let r = 0; r < rows; r++) {
    let sum = 0;
    for (let a = J_rowadr[r]; a < J_rowadr[r + 1]; a++) sum += J[a] * qvel[J_colind[a]];
    Jv[r] = sum;
  }
  mulMatVec(KJv, 0, K, 0, Jv, 0, rows, rows);
  for (let r = 0; r < rows; r++) {
    for (let a = J_rowadr[r]; a < J_rowadr[r + 1]; a++) pull[J_colind[a]] += J[a] * KJv[r];
  }
}
