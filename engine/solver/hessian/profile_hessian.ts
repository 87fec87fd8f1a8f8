/** The Hessian of a sparse problem for the kernels, of which they keep the profile. */

import { MINVAL } from "../../types/constants.ts";
import { ConstraintState } from "../../types/enums.ts";
import type { Take } from "../../wasm/arena.ts";
import { BATCH } from "../../wasm/profile_solve_kernels.ts";
import { PROFILE } from "../../wasm/profile_kernels.ts";
import type { Block } from "../../wasm/struct.ts";
import type { SparseJacobian } from "../jacobian/sparse_jacobian.ts";
import { NO_KERNELS, type SolverKernels } from "../problem/kernels.ts";
import { NUMBER, type PrimalProblem } from "../problem/problem.ts";
import { type Hessian, strideOf } from "./hessian.ts";
import { type Nonzeros, sparseNonzeros, spreadCone } from "./sparse_hessian.ts";

// V8-1
const { CONE } = ConstraintState;

/** most dofs of a problem that is solved so */
export const PROFILE_DOFS = 512;

const NONE = new Float64Array(0);

/** An array at the same place. */
function startOf({ buffer, byteOffset }: Float64Array, length: number): Float64Array {
  return new Float64Array(buffer, byteOffset, length);
}

/** What is known of a profile: numbers of nonzeros, and of elements. */
interface Profile extends Nonzeros {
  profile: number;
}

/** Matrix and factors by rows, from the first nonzero to the diagonal. Exists only by kernels. */
export class ProfileHessian implements Hessian {
  /** the matrix, then its factor without cones; both have room for more than the largest profile so far */
  L: Float64Array = NONE;
  /** vectors for an update, zeros otherwise, and their signs */
  vector: Float64Array = NONE;
  private signs: Float64Array = NONE;
  /** factor with cones */
  private Lcone: Float64Array = NONE;
  private hasCones = false;
  /** where kernels find the factor without cones, and what they need to make it */
  private block: Block = { at: 0, doubles: NONE, ints: new Int32Array(PROFILE.ints) };
  /** rows for the update with one contact */
  private spread: Float64Array = NONE;
  private nonzerosOf: Nonzeros = { nJJ: 0, nL: 0 };
  private kernels: SolverKernels = NO_KERNELS;

  constructor(private jacobian: SparseJacobian) {}

  /** Takes room for up to `nv` dofs of everything and `rows` rows. */
  lay(take: Take, nv: number, rows: number, withCones: boolean): void {
    const size = strideOf(nv);
    const most = size * (size + 2) / 2;
    this.hasCones = withCones;
    this.L = startOf(take.float(most), 0);
    this.Lcone = startOf(take.float(withCones ? most : 0), 0);
    this.spread = take.float(withCones ? 6 * size : 0);
    this.vector = take.float(BATCH * size).fill(0);
    this.signs = take.float(BATCH);
    this.block = PROFILE.take(take);
    const { L } = this;
    const [weight, diagonal] = [take.float(rows), take.float(size)];
    const [four, scaled] = [take.float(4 * size), take.float(4 * size)];
    const { vector, signs } = this;
    PROFILE.point(this.block, { L, weight, diagonal, rows: four, scaled, vector, signs });
  }

  /** Works on this Jacobian, whose plan has the factor's pattern in it. */
  use(jacobian: SparseJacobian, nonzeros: Profile, kernels: SolverKernels): void {
    const { profile } = nonzeros;
    if (this.jacobian !== jacobian) this.jacobian = jacobian;
    this.nonzerosOf = nonzeros;
    if (this.kernels !== kernels) this.kernels = kernels;
    if (this.L.length < profile) this.L = startOf(this.L, profile);
    if (this.hasCones && this.Lcone.length < profile) this.Lcone = startOf(this.Lcone, profile);
  }

  address(): number {
    return this.block.at;
  }

  factorize(p: PrimalProblem): void {
    this.kernels.factorProfile(this.block.at);
    if (p.ncone > 0) this.addCones(p);
  }

  /** Adds and removes the rows whose state changed; starts over if that loses accuracy. */
  update(p: PrimalProblem): number {
    if (this.kernels.updateFlips(this.block.at) !== 0) {
      this.factorize(p);
      return p.nefc;
    }
    const flips = p.block.ints[NUMBER.flips];
    return p.ncone > 0 ? flips + this.addCones(p) : flips;
  }

  /** Updates a factor with the vectors, which have nothing after column `last`, times their signs. */
  private updateFactor(L: Float64Array, stride: number, last: number): void {
    const { kernels, vector, signs, jacobian } = this;
    const at = vector.byteOffset;
    kernels.updateProfile(jacobian.plan, L.byteOffset, at, 8 * stride, 8 * last, signs.byteOffset, MINVAL);
  }

  /** Lcone = factor of H plus the Hessians of contacts in the middle zone; returns the number of rank-one updates. */
  private addCones(p: PrimalProblem): number {
    const { nefc, nv } = p;
    const { state, first } = p.rows;
    const { rownnz, rowadr, colind } = this.jacobian;
    const { L, Lcone, vector, signs, spread } = this;
    const stride = strideOf(nv);
    let updates = 0;

    this.kernels.copyProfile(this.jacobian.plan, Lcone.byteOffset, L.byteOffset);
    for (let k = 0; k < BATCH; k++) signs[k] = 1;
    for (let i = 0; i < nefc; i++) {
      if (state[first + i] !== CONE) continue;
      const n = spreadCone(p, this.jacobian, i, spread);
      const nnz = rownnz[i];
      const adr = rowadr[i];
      for (let r = 0; r < n && nnz > 0;) {
        for (let to = 0; to < BATCH * stride && r < n; to += stride, r++) {
          for (let k = 0; k < nnz; k++) vector[to + colind[adr + k]] = spread[r * nnz + k];
        }
        this.updateFactor(Lcone, stride, colind[adr + nnz - 1]);
      }
      updates += n;
      i += n - 1;
    }
    return updates;
  }

  solve(p: PrimalProblem): void {
    const { grad, Mgrad } = p.dofs;
    const L = p.ncone > 0 ? this.Lcone : this.L;
    this.kernels.solveProfile(this.jacobian.plan, Mgrad.byteOffset, L.byteOffset, grad.byteOffset);
  }

  nonzeros(p: PrimalProblem): number {
    return sparseNonzeros(p, this.nonzerosOf);
  }
}
