/** The constraint Jacobian of a problem, independent of its storage. Vectors are in the memory of the kernels. */
export interface Jacobian {
  readonly isSparse: boolean;
  /** Address of the plan of what kernels visit, if there is one. */
  readonly plan: number;
  /** Where kernels find it. */
  address(): number;
  /** res = J v */
  mul(res: Float64Array, v: Float64Array): void;
  /** res = Jᵀ f */
  mulT(res: Float64Array, f: Float64Array): void;
}
