/** The Hessian as a dense matrix, with its Cholesky factor updated row by row. */

import { zero } from "../../math/vec.ts";
import { cholFactor, cholSolve, cholUpdate } from "../../linear/cholesky.ts";
import { addSquaredRows } from "../jacobian/dense_rows.ts";
import { MINVAL } from "../../types/constants.ts";
import { ConstraintState } from "../../types/enums.ts";
import type { Take } from "../../wasm/arena.ts";
import { BATCH, DENSE_HESSIAN } from "../../wasm/dense_hessian_kernels.ts";
import type { Block } from "../../wasm/struct.ts";
import type { DenseJacobian } from "../jacobian/dense_jacobian.ts";
import type { Inertia } from "../problem/inertia.ts";
import type { SolverKernels } from "../problem/kernels.ts";
import type { PrimalProblem } from "../problem/problem.ts";
import { type Hessian, strideOf, weighRows } from "./hessian.ts";

const { CONE, QUADRATIC } = ConstraintState;

// V8-1
const TINY = MINVAL;

const NONE = new Float64Array(0);

/** Factors, each the upper triangle of a matrix by rows. */
export class DenseHessian implements Hessian {
  /** factor without cones */
  private L: Float64Array = NONE;
  /** factor with cones */
  private Lcone: Float64Array = NONE;
  /** vectors of updates: rows of J, or of Lᵀ J of one contact, and what they are multiplied by */
  private vector: Float64Array = NONE;
  private sign: Float64Array = NONE;
  private weight: Float64Array = NONE;
  /** where the kernel that factors finds everything */
  private block: Block = { at: 0, doubles: NONE, ints: new Int32Array(DENSE_HESSIAN.ints) };
  /** factor of the Hessian of one contact */
  private readonly local: Float64Array = new Float64Array(36);
  private kernels: SolverKernels | null = null;

  constructor(private readonly inertia: Inertia, private jacobian: DenseJacobian) {}

  /** Allocates room for up to `nv` dofs and `rows` rows. */
  lay(take: Take, nv: number, rows: number, withCones: boolean): void {
    const stride = strideOf(nv);
    this.L = take.float(stride * stride);
    this.Lcone = take.float(withCones ? stride * stride : 0);
    this.vector = take.float(BATCH * stride);
    this.sign = take.float(BATCH);
    this.weight = take.float(rows);
    this.block = DENSE_HESSIAN.take(take);
    const { L, weight, vector, sign, block } = this;
    DENSE_HESSIAN.point(block, { L, weight, vector, sign, scaled: take.float(4 * stride) });
  }

  /** Sets the Jacobian. */
  use(jacobian: DenseJacobian, kernels: SolverKernels | null): void {
    if (this.jacobian !== jacobian) this.jacobian = jacobian;
    if (this.kernels !== kernels) this.kernels = kernels;
  }

  address(): number {
    return this.block.at;
  }

  factorize(p: PrimalProblem): void {
    const { nv } = p;
    const { L, kernels } = this;
    if (kernels) {
      kernels.factorDense(this.block.at);
    } else {
      const stride = strideOf(nv);
      weighRows(p, this.weight);
      zero(L, 0, stride * stride);
      this.build(nv, stride);
      cholFactor(L, 0, nv, stride, TINY);
    }
    if (p.ncone > 0) this.addCones(p);
  }

  /** L = M + Jᵀ D J over the rows in the quadratic state, upper triangle. */
  private build(nv: number, stride: number): void {
    const { L, weight, jacobian } = this;
    const { M, rownnz, rowadr, colind } = this.inertia;
    addSquaredRows(L, stride, jacobian.rows, jacobian.J, jacobian.first, nv, weight);
    for (let i = 0; i < nv; i++) {
      const end = rowadr[i] + rownnz[i];
      for (let k = rowadr[i]; k < end; k++) L[colind[k] * stride + i] += M[k];
    }
  }

  /** Adds and removes the rows whose state changed; starts over if that loses accuracy. */
  update(p: PrimalProblem): number {
    const { nv, nefc } = p;
    const { D, state, oldstate, first: row } = p.rows;
    const { vector, sign, L } = this;
    const { J, first } = this.jacobian;
    const stride = strideOf(nv);
    let updates = 0;
    let pending = 0;
    for (let i = 0; i < nefc; i++) {
      const was = oldstate[i] === QUADRATIC;
      const is = state[row + i] === QUADRATIC;
      if (was === is) continue;
      const root = Math.sqrt(D[row + i]);
      const adr = first + i * nv;
      const to = pending * stride;
      for (let k = 0; k < nv; k++) vector[to + k] = J[adr + k] * root;
      sign[pending] = is ? 1 : -1;
      updates++;
      if (++pending < BATCH) continue;
      if (!this.updateFactor(L, nv, pending)) return this.startOver(p);
      pending = 0;
    }
    if (!this.updateFactor(L, nv, pending)) return this.startOver(p);
    return p.ncone > 0 ? updates + this.addCones(p) : updates;
  }

  /**
   * Updates a factor with the first `n` vectors and their signs, several at a time; returns whether no diagonal had to
   * be raised.
   */
  private updateFactor(L: Float64Array, nv: number, n: number): boolean {
    const { vector, sign, kernels } = this;
    const stride = strideOf(nv);
    let lost = 0;
    if (kernels === null) {
      for (let i = 0; i < n; i++) lost += nv - cholUpdate(L, 0, vector, i * stride, nv, stride, sign[i]);
      return lost === 0;
    }
    const at = L.byteOffset;
    const s = sign.byteOffset;
    let x = vector.byteOffset;
    let i = 0;
    for (; i + 4 <= n; i += 4) {
      lost += nv - kernels.cholUpdate4(at, x, nv, 8 * stride, s + 8 * i, TINY);
      x += 32 * stride;
    }
    for (; i + 2 <= n; i += 2) {
      lost += nv - kernels.cholUpdate2(at, x, nv, 8 * stride, s + 8 * i, TINY);
      x += 16 * stride;
    }
    if (i < n) lost += nv - kernels.cholUpdate(at, x, nv, 8 * stride, s + 8 * i, TINY);
    return lost === 0;
  }

  /** Builds and factors the matrix again; counts as an update with every row. */
  private startOver(p: PrimalProblem): number {
    this.factorize(p);
    return p.nefc;
  }

  /** Lcone = factor of H plus the Hessians of contacts in the middle zone; returns the number of rank-one updates. */
  private addCones(p: PrimalProblem): number {
    const { nv, nefc } = p;
    const { state, id, first: row } = p.rows;
    const { dim, H } = p.contact;
    const { L, Lcone, vector, sign, local } = this;
    const { J, first } = this.jacobian;
    const stride = strideOf(nv);
    let updates = 0;

    for (let k = 0; k < stride * nv; k++) Lcone[k] = L[k];
    for (let i = 0; i < nefc; i++) {
      if (state[row + i] !== CONE) continue;
      const con = id[row + i];
      const n = dim[con];
      for (let k = 0; k < n * n; k++) local[k] = H[36 * con + k];
      cholFactor(local, 0, n, n, MINVAL);

      // rows of (factor)ᵀ J
      for (let k = 0; k < n * stride; k++) vector[k] = 0;
      for (let r = 0; r < n; r++) {
        const adr = first + (i + r) * nv;
        for (let c = 0; c <= r; c++) {
          const scale = local[c * n + r];
          for (let k = 0; k < nv; k++) vector[c * stride + k] += J[adr + k] * scale;
        }
      }
      for (let r = 0; r < n; r++) sign[r] = 1;
      this.updateFactor(Lcone, nv, n);
      updates += n;
      i += n - 1;
    }
    return updates;
  }

  solve(p: PrimalProblem): void {
    const { nv } = p;
    const { grad, Mgrad } = p.dofs;
    const { kernels } = this;
    const L = p.ncone > 0 ? this.Lcone : this.L;
    const stride = strideOf(nv);
    if (kernels) kernels.cholSolve(Mgrad.byteOffset, L.byteOffset, grad.byteOffset, nv, 8 * stride);
    else cholSolve(Mgrad, 0, L, 0, grad, 0, nv, stride);
  }

  nonzeros(p: PrimalProblem): number {
    return p.nv * p.nv;
  }
}
