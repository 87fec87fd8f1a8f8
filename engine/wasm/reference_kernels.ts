/**
 * Kernels for the velocity and the reference acceleration of constraint rows, on the rows of data in place. Sums have the
 * order of `mulMatVec` and `mulMatVecSparse`.
 */

import { type Body, type FloatVariable, type Int, kernel } from "./assembler.ts";
import { dotSparseRows } from "./jacobian_kernels.ts";
import { dotRows, rowsFrom } from "./row_kernels.ts";
import { all, struct } from "./struct.ts";

/** Fields of rows that kernels read and write: those here, and those of the solvers. */
export const ROW_ARRAYS = [
  ...[
    "efc_J",
    "efc_J_rownnz",
    "efc_J_rowadr",
    "efc_J_colind",
    "efc_KBIP",
    "efc_pos",
    "efc_margin",
    "efc_vel",
    "efc_aref",
  ],
  ...["efc_type", "efc_id", "efc_D", "efc_R", "efc_frictionloss", "efc_b", "efc_state", "efc_force"],
  ...["iefc_J", "iefc_state"],
] as const;

/** The rows, and the velocity of the dofs. */
export const ROWS = struct({ nv: "int", nefc: "int", ...all(ROW_ARRAYS, "doubles"), qvel: "doubles" });

type RowMembers = ReturnType<typeof ROWS.members>;

/** Visits the rows: `visit` gives their velocities, for `n` rows at a time. */
function refer(f: Body, p: RowMembers, most: number, visit: (n: number) => FloatVariable[]): void {
  const { efc_vel: vel, efc_aref: aref, efc_KBIP: KBIP, efc_pos: pos, efc_margin: margin } = p;
  const end = f.int(vel.plus(p.nefc.shl(3)));
  const rows = (n: number) => {
    visit(n).forEach((v, r) => {
      f.store(vel, v, 8 * r);
      const [stiffness, damping, impedance] = [0, 8, 16].map((k) => KBIP.float(32 * r + k));
      const pull = stiffness.times(impedance).times(pos.float(8 * r).minus(margin.float(8 * r)));
      f.store(aref, damping.negative().times(v).minus(pull), 8 * r);
    });
    for (const array of [vel, aref, pos, margin]) array.add(8 * n);
    KBIP.add(32 * n);
  };
  if (most > 1) f.while(vel.plus(8 * most - 8).isBelow(end), () => rows(most));
  f.while(vel.isBelow(end), () => rows(1));
}

const referDense = kernel([ROWS], (f, p) => {
  const { efc_J: J, qvel, nv } = p;
  const stride = f.int(nv.shl(3));
  const whole = f.int(nv.and(-4).shl(3));
  const rest = f.int(nv.and(3));
  const behind = f.int(qvel.plus(whole));
  refer(f, p, 4, (n) => {
    const visit = (block: (c: Int) => void) => {
      const c = f.int(0);
      f.for(c, whole, 32, () => block(c));
    };
    const sums = dotRows(f, rowsFrom(f, J, stride, n), qvel, visit, whole, rest, behind, rest);
    J.add(stride.times(n));
    return sums;
  });
});

const referSparse = kernel([ROWS], (f, p) => {
  const { efc_J: J, efc_J_rownnz: rownnz, efc_J_rowadr: rowadr, efc_J_colind: colind, qvel } = p;
  refer(f, p, 1, () => {
    const adr = f.int(rowadr.int());
    const k = f.int(colind.plus(adr.shl(2)));
    const end = f.int(k.plus(rownnz.int().shl(2)));
    rownnz.add(4);
    rowadr.add(4);
    return dotSparseRows(f, [f.int(J.plus(adr.shl(3)))], k, end, (offset) => qvel.plus(k.int(offset).shl(3)));
  });
});

/** Copies doubles. */
const copyDoubles = kernel(["int", "int", "int"], (f, to, from, bytes) => {
  const end = f.int(to.plus(bytes));
  f.while(to.plus(24).isBelow(end), () => {
    for (const offset of [0, 16]) f.store(to, from.pair(offset), offset);
    for (const at of [to, from]) at.add(32);
  });
  f.for(to, end, 8, () => {
    f.store(to, from.float());
    from.add(8);
  });
});

/** The kernels by name. */
export const REFERENCE_KERNELS = { referDense, referSparse, copyDoubles };
