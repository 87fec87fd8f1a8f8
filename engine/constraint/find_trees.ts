/** Kinematic trees that a constraint involves. */

import type { Data } from "../data.ts";
import { Constraint, Eq, Obj } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { CONTACT_FRICTIONLESS, EQUALITY, FRICTION_DOF, LIMIT_JOINT } = Constraint;
const { JOINT, WELD } = Eq;
const { SITE } = Obj;

/**
 * Writes the two trees of a constraint, given the type and object of its rows, to `trees`; −1 stands for none. Returns
 * false if only its rows tell the trees: of tendons and flexes.
 */
export function findTrees(m: Model, d: Data, trees: Int32Array, type: number, id: number): boolean {
  const { body_treeid, dof_treeid } = m;
  trees[1] = -1;
  if (type >= CONTACT_FRICTIONLESS) {
    const { geom_bodyid } = m;
    const { geom } = d.contact;
    const geom1 = geom[2 * id];
    const geom2 = geom[2 * id + 1];
    if (geom1 < 0 || geom2 < 0) return false;
    trees[0] = body_treeid[geom_bodyid[geom1]];
    trees[1] = body_treeid[geom_bodyid[geom2]];
  } else if (type === FRICTION_DOF) {
    trees[0] = dof_treeid[id];
  } else if (type === LIMIT_JOINT) {
    trees[0] = dof_treeid[m.jnt_dofadr[id]];
  } else {
    if (type !== EQUALITY) return false;
    const id1 = m.eq_obj1id[id];
    const id2 = m.eq_obj2id[id];
    if (m.eq_type[id] === JOINT) {
      trees[0] = dof_treeid[m.jnt_dofadr[id1]];
      if (id2 >= 0) trees[1] = dof_treeid[m.jnt_dofadr[id2]];
      return true;
    }
    if (m.eq_type[id] > WELD) return false;
    const isSite = m.eq_objtype[id] === SITE;
    trees[0] = body_treeid[isSite ? m.site_bodyid[id1] : id1];
    trees[1] = body_treeid[isSite ? m.site_bodyid[id2] : id2];
  }
  return true;
}
