/** Kernels that take an island from what is known of everything, and put its solution there. */

import type { Body, Int, IntVariable } from "./assembler.ts";
import { stepKernel, type StepMembers } from "./primal_kernels.ts";
import { mulRows } from "./row_kernels.ts";

/** Takes what the island has of the starting point. Sparse sums have the same order as for everything, dense ones do not. */
const gather = (isDense: boolean) =>
  stepKernel((f, p) => {
    const { list, rowList, aref, Jaref, Jv, allAref, allJaref } = p;
    const vectors = [
      [p.qacc, p.allAcc],
      [p.qacc_smooth, p.allAccSmooth],
      [p.qfrc_smooth, p.allSmooth],
      [p.Ma, p.allMa],
    ];
    const i = f.int(0);
    const end = f.int(p.nv.shl(3));
    f.for(i, end, 8, () => {
      const from = f.int(list.int().shl(3));
      for (const [to, all] of vectors) f.store(to.plus(i), all.plus(from).float());
      list.add(4);
    });
    if (isDense) f.call(mulRows, p.J, Jv, p.qacc);
    end.set(Jaref.plus(p.nefc.shl(3)));
    f.for(Jaref, end, 8, () => {
      const from = f.int(rowList.int().shl(3));
      const goal = f.float(allAref.plus(from).float());
      f.store(aref, goal);
      f.store(Jaref, isDense ? Jv.float().minus(goal) : allJaref.plus(from).float());
      for (const array of isDense ? [aref, Jv] : [aref]) array.add(8);
      rowList.add(4);
    });
  });

function put(f: Body, list: IntVariable, n: Int, vectors: readonly IntVariable[][]): void {
  const i = f.int(0);
  const end = f.int(n.shl(3));
  f.for(i, end, 8, () => {
    const to = f.int(list.int().shl(3));
    for (const [all, from] of vectors) f.store(all.plus(to), from.plus(i).float());
    list.add(4);
  });
}

/** Puts the solution where that of everything is. */
const scatter = stepKernel((f, p: StepMembers) => {
  put(f, p.list, p.nv, [[p.allAcc, p.qacc], [p.allConstraint, p.qfrc_constraint]]);
  put(f, p.rowList, p.nefc, [[p.allForce, p.force]]);
});

/** The kernels by name. */
export const ISLAND_KERNELS = { gatherDense: gather(true), gatherSparse: gather(false), scatter };
