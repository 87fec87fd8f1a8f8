/** The kernels of the primal solvers. */

import type { FieldMemory } from "../../wasm/field_memory.ts";
import { KernelSet, type KernelsOf } from "../../wasm/kernel_set.ts";
import { CHOLESKY_KERNELS } from "../../wasm/cholesky_kernels.ts";
import { CONE_KERNELS, CONE_UPDATE_KERNELS } from "../../wasm/cone_kernels.ts";
import { DENSE_HESSIAN_KERNELS } from "../../wasm/dense_hessian_kernels.ts";
import { INERTIA_KERNELS, INERTIA_SOLVE_KERNELS } from "../../wasm/inertia_kernels.ts";
import { ISLAND_KERNELS } from "../../wasm/island_kernels.ts";
import { COLUMN_KERNELS, GROUP_KERNELS } from "../../wasm/jacobian_kernels.ts";
import { CONE_LINE_KERNELS, LINE_KERNELS } from "../../wasm/line_kernels.ts";
import { PRIMAL_KERNELS } from "../../wasm/primal_kernels.ts";
import { PROFILE_KERNELS } from "../../wasm/profile_kernels.ts";
import { PROFILE_SOLVE_KERNELS } from "../../wasm/profile_solve_kernels.ts";
import { ROW_KERNELS } from "../../wasm/row_kernels.ts";
import {
  CG_DENSE,
  CG_DENSE_CONES,
  CG_SPARSE,
  CG_SPARSE_CONES,
  NEWTON_DENSE,
  NEWTON_DENSE_CONES,
  NEWTON_SPARSE,
  NEWTON_SPARSE_CONES,
} from "../../wasm/solve_kernels.ts";
import { UPDATE_KERNELS } from "../../wasm/update_kernels.ts";

// those with copies of kernels come before those that lend them
export const MODULES = [
  NEWTON_DENSE,
  NEWTON_SPARSE,
  NEWTON_DENSE_CONES,
  NEWTON_SPARSE_CONES,
  CG_DENSE,
  CG_SPARSE,
  CG_DENSE_CONES,
  CG_SPARSE_CONES,
  DENSE_HESSIAN_KERNELS,
  CHOLESKY_KERNELS,
  UPDATE_KERNELS,
  ROW_KERNELS,
  INERTIA_KERNELS,
  INERTIA_SOLVE_KERNELS,
  GROUP_KERNELS,
  COLUMN_KERNELS,
  ISLAND_KERNELS,
  LINE_KERNELS,
  CONE_LINE_KERNELS,
  CONE_KERNELS,
  CONE_UPDATE_KERNELS,
  PRIMAL_KERNELS,
  PROFILE_KERNELS,
  PROFILE_SOLVE_KERNELS,
] as const;

/** The kernels by name. */
export type SolverKernels = KernelsOf<typeof MODULES>;

const kernelSet = new KernelSet(MODULES);

/** The kernels on a memory. */
export function solverKernelsOn(home: FieldMemory): SolverKernels {
  return home.kernelsOf(kernelSet);
}

/** No kernels: calling one is an error. */
export const NO_KERNELS = {} as SolverKernels;
