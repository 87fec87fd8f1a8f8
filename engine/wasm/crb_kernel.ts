/** A kernel for the joint-space inertia matrix: the composite rigid body algorithm. */

import { type Body, type Float, type Int, type IntVariable, kernel, type PairVariable } from "./assembler.ts";
import { dot, inertiaTimes, SIX, TEN } from "./body_kernels.ts";
import { DofRun, STAGE } from "./stage_block.ts";

/** A column under construction: the force for a unit acceleration along its axis, and where its next elements go. */
interface Column {
  force: PairVariable[];
  /** below its last element in M, which is the diagonal first */
  row: IntVariable;
  /** its next element in qM */
  q: IntVariable;
}

/** The elements of one or two columns that belong to an axis. */
function put(f: Body, { row, q }: Column, value: Float): void {
  const element = f.float(value);
  f.store(row, element);
  f.store(q, element);
  row.add(-8);
  q.add(8);
}

/** Inertias of subtrees in `crb`, and from them the rows of M, and the same in the layout of qM. */
export const crb = kernel([STAGE], (f, stage) => {
  const { nbody, parent, cinert, crb } = stage;
  const size = f.int(nbody.times(TEN));
  const copied = f.int(0);
  f.for(copied, size, 16, () => f.store(crb.plus(copied), cinert.plus(copied).pair()));
  const b = f.int(nbody.minus(1));
  f.while(b.isAbove(0), () => {
    const above = f.int(parent.plus(b.shl(2)).int());
    f.if(above, () => {
      const from = f.int(crb.plus(b.times(TEN)));
      const to = f.int(crb.plus(above.times(TEN)));
      for (let k = 0; k < TEN; k += 16) f.store(to, to.pair(k).plus(from.pair(k)), k);
    });
    b.add(-1);
  });

  const { nv, run, rownnz, rowadr, madr, colind, dofbody, armature, M0, cdof, M, qM } = stage;
  const begin = (i: Int): Column => {
    const axis = f.int(cdof.plus(i.times(SIX)));
    const at = f.int(crb.plus(dofbody.plus(i.shl(2)).int().times(TEN)));
    const I = Array.from({ length: 10 }, (_, k) => at.float(8 * k));
    const values = inertiaTimes(I, f.floats(axis, 6)).map((value) => f.float(value));
    const force = [0, 2, 4].map((k) => f.pair(values[k].twice().withLane(1, values[k + 1])));
    const last = rowadr.plus(i.shl(2)).int().plus(rownnz.plus(i.shl(2)).int()).minus(1);
    const column = { force, row: f.int(M.plus(last.shl(3))), q: f.int(qM.plus(madr.plus(i.shl(2)).int().shl(3))) };
    put(f, column, armature.plus(i.shl(3)).float().plus(dot(f, force, axis)));
    return column;
  };
  /** Visits the axes of the ancestors of dof `i`, from the nearest one on. */
  const ancestors = (i: Int, act: (axis: Int) => void) => {
    const first = f.int(colind.plus(rowadr.plus(i.shl(2)).int().shl(2)));
    const k = f.int(first.plus(rownnz.plus(i.shl(2)).int().minus(1).shl(2)));
    f.while(first.isBelow(k), () => {
      k.add(-4);
      act(f.int(cdof.plus(k.int().times(SIX))));
    });
  };

  const i = f.int(0);
  f.while(i.isBelow(nv), () => {
    const kind = f.int(run.plus(i.shl(2)).int());
    f.if(kind.equals(DofRun.SIMPLE), () => {
      const value = f.float(M0.plus(i.shl(3)).float());
      f.store(M.plus(rowadr.plus(i.shl(2)).int().shl(3)), value);
      f.store(qM.plus(madr.plus(i.shl(2)).int().shl(3)), value);
      i.add(1);
    }, () => {
      const one = begin(i);
      f.if(kind.equals(DofRun.ONE), () => {
        ancestors(i, (axis) => put(f, one, dot(f, one.force, axis)));
        i.add(1);
      }, () => {
        const next = f.int(i.plus(1));
        const two = begin(next);
        put(f, two, dot(f, two.force, f.int(cdof.plus(i.times(SIX)))));
        ancestors(i, (axis) => {
          put(f, one, dot(f, one.force, axis));
          put(f, two, dot(f, two.force, axis));
        });
        i.add(2);
      });
    });
  });
});

/** The kernel by name. */
export const CRB_KERNELS = { crb };
