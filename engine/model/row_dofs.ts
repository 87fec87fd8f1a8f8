/** Dofs on which constraint rows of tendons depend, and those of equalities of joints or tendons. */

import { intsFrom } from "../math/small_arrays.ts";
import type { Data } from "../data.ts";
import { Constraint, Eq, Wrap } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { planChain } from "./chain.ts";

// V8-1
const { EQUALITY, LIMIT_TENDON } = Constraint;

declare module "../types/plans.ts" {
  interface Plans {
    /** dofs of tendons, then of equalities */
    rowDofs?: Int32Array[];
  }
}

/** Lists the dofs of each tendon, then of each equality, in increasing order; of others than joints and tendons, none. */
function planRowDofs(m: Model): Int32Array[] {
  const { eq_type, tendon_adr, wrap_type } = m;
  const { adr, dof } = m.plans.chain ??= planChain(m);
  const lists: Int32Array[] = [];
  const add = (dofs: Set<number>) => lists.push(intsFrom([...dofs]).sort());
  for (let i = 0; i < m.ntendon; i++) {
    const dofs = new Set<number>();
    for (let w = tendon_adr[i]; w < tendon_adr[i] + m.tendon_num[i]; w++) {
      const id = m.wrap_objid[w];
      if (wrap_type[w] === Wrap.JOINT) dofs.add(m.jnt_dofadr[id]);
      else if (wrap_type[w] !== Wrap.PULLEY) {
        const body = (wrap_type[w] === Wrap.SITE ? m.site_bodyid : m.geom_bodyid)[id];
        for (let k = adr[body]; k < adr[body + 1]; k++) dofs.add(dof[k]);
      }
    }
    add(dofs);
  }
  for (let i = 0; i < m.neq; i++) {
    const dofs = new Set<number>();
    for (const id of [m.eq_obj1id[i], m.eq_obj2id[i]]) {
      if (id < 0) continue;
      if (eq_type[i] === Eq.JOINT) dofs.add(m.jnt_dofadr[id]);
      else if (eq_type[i] === Eq.TENDON) { for (const dof of lists[id]) dofs.add(dof); }
    }
    add(dofs);
  }
  return lists;
}

/** The dofs of tendon `i`, or of the equality with that number after those of all tendons. */
export function rowDofs(m: Model, i: number): Int32Array {
  return (m.plans.rowDofs ??= planRowDofs(m))[i];
}

/** The dofs of a dense row; null if they are not known, as of a row that is not finite: it has all columns. */
export function dofsOfRow(m: Model, { efc_J }: Data, row: number, type: number, id: number): Int32Array | null {
  if (type > LIMIT_TENDON) return null;
  const dofs = rowDofs(m, type === EQUALITY ? m.ntendon + id : id);
  return dofs.length > 0 && 0 * efc_J[row * m.nv + dofs[0]] === 0 ? dofs : null;
}
