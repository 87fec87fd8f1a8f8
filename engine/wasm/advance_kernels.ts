/**
 * Kernels that take one step of an iteration as a whole: they multiply the search direction, search the line, move, and
 * update rows and gradient. There is one for each kind of Jacobian, with and without elliptic cones.
 */

import { type Body, float, int, type Kernel, kernel } from "./assembler.ts";
import { updateCones } from "./cone_kernels.ts";
import { mulInertia } from "./inertia_kernels.ts";
import { mulColumns, mulGroups } from "./jacobian_kernels.ts";
import { searchConeLine, searchLine } from "./line_kernels.ts";
import { moveBy, type StepMembers, STEPS, updateGradient, updateRows } from "./primal_kernels.ts";
import { mulRows, mulRowsT } from "./row_kernels.ts";

/** Products of a Jacobian: with the search direction, and of its transpose with the forces. */
interface Products {
  mul(f: Body, p: StepMembers): void;
  mulT(f: Body, p: StepMembers): void;
}

const DENSE: Products = {
  mul: (f, { J, Jv, search }) => f.call(mulRows, J, Jv, search),
  mulT: (f, { J, qfrc_constraint, force }) => f.call(mulRowsT, J, qfrc_constraint, force),
};

const SPARSE: Products = {
  mul: (f, { plan, J, Jv, search }) => f.call(mulGroups, plan, Jv, J, search),
  mulT: (f, { plan, J, qfrc_constraint, force }) => f.call(mulColumns, plan, qfrc_constraint, J, force),
};

const advance = ({ mul, mulT }: Products, search: Kernel, update: Kernel) =>
  kernel(["int"], (f, at) => {
    const p = STEPS.members(f, at);
    f.call(mulInertia, p.plan, p.Mv, p.M, p.search);
    mul(f, p);
    f.call(search, at);
    f.if(p.alpha.value.equals(float(0)), () => f.return(int(0)));
    f.call(moveBy, at);
    f.call(update, at);
    mulT(f, p);
    f.call(updateGradient, at);
  });

/**
 * The kernels by name, in modules of their own, as a problem needs only one of them; with copies of others, as far as there
 * is room, because calls within a module take less time.
 */
export const ADVANCE_DENSE = {
  advanceDense: advance(DENSE, searchLine, updateRows),
  updateRows,
  updateGradient,
  mulInertia,
};
export const ADVANCE_SPARSE = {
  advanceSparse: advance(SPARSE, searchLine, updateRows),
  updateRows,
  updateGradient,
  mulInertia,
};
export const ADVANCE_DENSE_CONES = {
  advanceDenseCones: advance(DENSE, searchConeLine, updateCones),
  moveBy,
  updateGradient,
  mulInertia,
};
export const ADVANCE_SPARSE_CONES = {
  advanceSparseCones: advance(SPARSE, searchConeLine, updateCones),
  moveBy,
  updateGradient,
  mulInertia,
};
