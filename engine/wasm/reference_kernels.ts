/**
 * Kernels for the velocity and the reference acceleration of constraint rows, on the rows of data in place. Sums have the
 * order of `mulMatVec` and `mulMatVecSparse`.
 */

import { type Body, type FloatVariable, type Int, kernel } from "./assembler.ts";
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
  refer(f, p, 4, (n) => {
    const rows = [f.int(J)];
    for (let r = 1; r < n; r++) rows.push(f.int(rows[r - 1].plus(stride)));
    const even = rows.map(() => f.pair());
    const odd = rows.map(() => f.pair());
    const c = f.int(0);
    f.for(c, whole, 32, () => {
      const at = f.int(qvel.plus(c));
      const v0 = f.pair(at.pair());
      const v2 = f.pair(at.pair(16));
      rows.forEach((a, r) => {
        const from = f.int(a.plus(c));
        even[r].add(from.pair().times(v0));
        odd[r].add(from.pair(16).times(v2));
      });
    });
    const sums = rows.map((_, r) => {
      const both = f.pair(even[r].plus(odd[r]));
      return f.float(both.lane(0).plus(both.lane(1)));
    });
    f.if(rest, () => {
      const left = rows.map((a) => f.float(a.plus(whole).float().times(qvel.plus(whole).float())));
      for (const k of [1, 2]) {
        f.if(rest.isAbove(k), () => {
          const v = f.float(qvel.plus(whole).float(8 * k));
          rows.forEach((a, r) => left[r].add(a.plus(whole).float(8 * k).times(v)));
        });
      }
      sums.forEach((sum, r) => sum.add(left[r]));
    });
    J.add(stride.times(n));
    return sums;
  });
});

const referSparse = kernel([ROWS], (f, p) => {
  const { efc_J: J, efc_J_rownnz: rownnz, efc_J_rowadr: rowadr, efc_J_colind: colind, qvel } = p;
  refer(f, p, 1, () => {
    const adr = f.int(rowadr.int());
    const column = f.int(colind.plus(adr.shl(2)));
    const end = f.int(column.plus(rownnz.int().shl(2)));
    const from = f.int(J.plus(adr.shl(3)));
    rownnz.add(4);
    rowadr.add(4);
    return [sumOf(f, column, end, from, qvel)];
  });
});

/** The products of a sparse row and the velocity. */
function sumOf(f: Body, column: Int, end: Int, from: Int, v: Int): FloatVariable {
  const k = f.int(column);
  const a = f.int(from);
  const even = f.pair();
  const odd = f.pair();
  f.while(k.plus(12).isBelow(end), () => {
    const [v0, v1, v2, v3] = [0, 4, 8, 12].map((i) => f.int(v.plus(k.int(i).shl(3))));
    even.add(a.pair().times(v0.twice().withSecond(v1)));
    odd.add(a.pair(16).times(v2.twice().withSecond(v3)));
    a.add(32);
    k.add(16);
  });
  const both = f.pair(even.plus(odd));
  const sum = f.float(both.lane(0).plus(both.lane(1)));
  f.while(k.isBelow(end), () => {
    sum.add(a.float().times(v.plus(k.int().shl(3)).float()));
    a.add(8);
    k.add(4);
  });
  return sum;
}

/** The kernels by name. */
export const REFERENCE_KERNELS = { referDense, referSparse };
