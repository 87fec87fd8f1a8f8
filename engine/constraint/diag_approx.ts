/** A cheap estimate of the inverse inertia along each constraint row. */

import { addSide, flexContactWork } from "../motion/flex_contact.ts";
import type { Data } from "../data.ts";
import { Constraint, Eq, Obj } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const {
  CONTACT_ELLIPTIC,
  CONTACT_FRICTIONLESS,
  CONTACT_PYRAMIDAL,
  EQUALITY,
  FRICTION_DOF,
  FRICTION_TENDON,
  LIMIT_JOINT,
  LIMIT_TENDON,
} = Constraint;
const { CONNECT, FLEX, FLEXVERT, JOINT, WELD } = Eq;
const { SITE } = Obj;

// of a contact, for translation and rotation: V8-10
const inverse = new Float64Array(2);

/** Fills `efc_diagApprox` from the inverse weights of bodies, dofs, and tendons at `qpos0`. */
export function diagApprox(m: Model, d: Data): void {
  const { body_invweight0, dof_invweight0, tendon_invweight0, jnt_dofadr, geom_bodyid } = m;
  const { nefc, efc_type, efc_id, efc_diagApprox, contact } = d;

  // rows of a weld: translations, then rotations
  let weldRow = 0;
  for (let i = 0; i < nefc;) {
    const id = efc_id[i];
    switch (efc_type[i]) {
      case EQUALITY:
        i += equalityApprox(m, efc_diagApprox, i, id, weldRow > 2 ? 1 : 0);
        if (m.eq_type[id] === WELD) weldRow = (weldRow + 1) % 6;
        continue;
      case FRICTION_DOF:
        efc_diagApprox[i++] = dof_invweight0[id];
        continue;
      case LIMIT_JOINT:
        efc_diagApprox[i++] = dof_invweight0[jnt_dofadr[id]];
        continue;
      case FRICTION_TENDON:
      case LIMIT_TENDON:
        efc_diagApprox[i++] = tendon_invweight0[id];
        continue;
    }

    // contact: sum over both bodies, of translation and of rotation
    const geom1 = contact.geom[2 * id];
    const geom2 = contact.geom[2 * id + 1];
    if (geom1 >= 0 && geom2 >= 0) {
      const body1 = geom_bodyid[geom1];
      const body2 = geom_bodyid[geom2];
      inverse[0] = body_invweight0[2 * body1] + body_invweight0[2 * body2];
      inverse[1] = body_invweight0[2 * body1 + 1] + body_invweight0[2 * body2 + 1];
    } else {
      const flex = flexContactWork(m, d);
      flex.count = 0;
      inverse[0] = 0;
      inverse[1] = 0;
      addSide(flex, m, d, id, 0, 1);
      addSide(flex, m, d, id, 1, 1);
      for (let k = 0; k < flex.count; k++) {
        inverse[0] += body_invweight0[2 * flex.body[k]] * flex.weight[k];
        inverse[1] += body_invweight0[2 * flex.body[k] + 1] * flex.weight[k];
      }
    }
    const dim = contact.dim[id];
    switch (efc_type[i]) {
      case CONTACT_FRICTIONLESS:
        efc_diagApprox[i++] = inverse[0];
        break;
      case CONTACT_ELLIPTIC:
        for (let k = 0; k < dim; k++) efc_diagApprox[i++] = inverse[k < 3 ? 0 : 1];
        break;
      case CONTACT_PYRAMIDAL:
        for (let k = 0; k < dim - 1; k++) {
          const mu = contact.friction[5 * id + k];
          const value = inverse[0] + mu * mu * inverse[k < 2 ? 0 : 1];
          efc_diagApprox[i++] = value;
          efc_diagApprox[i++] = value;
        }
        break;
    }
  }
}

/**
 * Fills rows of equality `id` from row `i` on and returns how many: all rows of a flex, or one row of another equality,
 * which for a weld is a rotational row if `rotation` is 1. MuJoCo counts the same way; the difference shows where rows
 * of flexes were dropped as empty, because the weights of all later rows are then shifted.
 */
function equalityApprox(m: Model, efc_diagApprox: Float64Array, i: number, id: number, rotation: 0 | 1): number {
  const { eq_type, eq_objtype, eq_obj1id, eq_obj2id, site_bodyid, jnt_dofadr } = m;
  const { body_invweight0, dof_invweight0, tendon_invweight0 } = m;
  const id1 = eq_obj1id[id];
  const id2 = eq_obj2id[id];
  switch (eq_type[id]) {
    case CONNECT:
    case WELD: {
      const isSite = eq_objtype[id] === SITE;
      const body1 = isSite ? site_bodyid[id1] : id1;
      const body2 = isSite ? site_bodyid[id2] : id2;
      const part = eq_type[id] === WELD ? rotation : 0;
      efc_diagApprox[i] = body_invweight0[2 * body1 + part] + body_invweight0[2 * body2 + part];
      return 1;
    }
    case FLEX:
      return flexEdgeApprox(m, efc_diagApprox, i, id1);
    case FLEXVERT:
      return flexVertexApprox(m, efc_diagApprox, i, id1);
    case JOINT:
      efc_diagApprox[i] = dof_invweight0[jnt_dofadr[id1]] + (id2 >= 0 ? dof_invweight0[jnt_dofadr[id2]] : 0);
      return 1;
    default:
      efc_diagApprox[i] = tendon_invweight0[id1] + (id2 >= 0 ? tendon_invweight0[id2] : 0);
      return 1;
  }
}

/** Fills the rows of the edges of flex `f` from row `i` on and returns how many there are. */
function flexEdgeApprox(m: Model, efc_diagApprox: Float64Array, i: number, f: number): number {
  const { flex_edgeadr, flex_edgenum, flexedge_rigid, flexedge_invweight0 } = m;
  const end = flex_edgeadr[f] + flex_edgenum[f];
  let count = 0;
  for (let e = flex_edgeadr[f]; e < end; e++) {
    if (!flexedge_rigid[e]) efc_diagApprox[i + count++] = flexedge_invweight0[e];
  }
  return count;
}

/** The same for the vertices, with two rows for each. */
function flexVertexApprox(m: Model, efc_diagApprox: Float64Array, i: number, f: number): number {
  const { flex_vertadr, flex_vertnum, flex_vertbodyid, body_invweight0 } = m;
  const count = flex_vertnum[f];
  for (let k = 0; k < count; k++) {
    const weight = body_invweight0[2 * flex_vertbodyid[flex_vertadr[f] + k]];
    efc_diagApprox[i + 2 * k] = weight;
    efc_diagApprox[i + 2 * k + 1] = weight;
  }
  return 2 * count;
}
