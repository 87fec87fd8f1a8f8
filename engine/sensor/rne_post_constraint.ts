/** Accelerations of bodies and forces on them, given the acceleration of the system. */

import { mulMatTVec3 } from "../math/mat3.ts";
import { transformForce } from "../math/spatial.ts";
import { copy3, zero3 } from "../math/vec3.ts";
import type { Data } from "../data.ts";
import { DisableBit, Eq, Obj } from "../types/enums.ts";
import { NEQDATA } from "../types/constants.ts";
import type { Model } from "../types/model.ts";
import { bodyForce } from "../motion/body_force.ts";
import { contactForce } from "./contact_force.ts";
import { isDisabled } from "../model/queries.ts";
import { local2GlobalPos } from "../model/local2global.ts";

// V8-1
const { GRAVITY } = DisableBit;
const { CONNECT, WELD } = Eq;
const { BODY } = Obj;

const wrench = new Float64Array(6);
const moved = new Float64Array(6);
const local = new Float64Array(6);
const point = new Float64Array(3);

/**
 * Computes the acceleration `cacc` of each body, the external force `cfrc_ext` on it (from the user, contacts,
 * connects, and welds), and the force `cfrc_int` exerted on it by its parent, all about the center of mass of the tree.
 *
 * @example The load on a joint
 * ```ts
 * import { compile, Data, forward, rnePostConstraint } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body>
 *         <joint type="hinge" axis="0 1 0"/>
 *         <geom type="sphere" size="0.1" pos="1 0 0" mass="2"/>
 *         <site name="tip" pos="1 0 0"/>
 *       </body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * forward(model, data);
 *
 * rnePostConstraint(model, data);
 * if (data.flg_rnepost !== 1) throw new Error("cacc, cfrc_int and cfrc_ext are not there");
 * ```
 */
export function rnePostConstraint(m: Model, d: Data): void {
  d.cfrc_ext.fill(0);
  userForces(m, d);
  contactForces(m, d);
  equalityForces(m, d);
  bodyForces(m, d);
  d.flg_rnepost = 1;
}

/** Adds `sign` times a wrench that acts on `body` at a point to the external force. */
function addExternal(m: Model, d: Data, body: number, pos: Float64Array, p: number, sign: number): void {
  const { cfrc_ext, subtree_com } = d;
  transformForce(moved, 0, wrench, 0, subtree_com, 3 * m.body_rootid[body], pos, p, null, 0);
  for (let k = 0; k < 6; k++) cfrc_ext[6 * body + k] += moved[k] * sign;
}

function userForces(m: Model, d: Data): void {
  const { nbody } = m;
  const { xfrc_applied, xipos } = d;

  for (let i = 1; i < nbody; i++) {
    let any = false;
    for (let k = 0; k < 6; k++) if (xfrc_applied[6 * i + k] !== 0) any = true;
    if (!any) continue;
    copy3(wrench, 0, xfrc_applied, 6 * i + 3);
    copy3(wrench, 3, xfrc_applied, 6 * i);
    addExternal(m, d, i, xipos, 3 * i, 1);
  }
}

/** Contacts push the body of the second geom, and the body of the first geom the opposite way. */
function contactForces(m: Model, d: Data): void {
  const { geom_bodyid } = m;
  const { ncon } = d;
  const { efc_address, geom, pos, frame } = d.contact;

  for (let i = 0; i < ncon; i++) {
    const g1 = geom[2 * i];
    const g2 = geom[2 * i + 1];
    if (efc_address[i] < 0 || g1 < 0 || g2 < 0) continue;

    contactForce(m, d, i, local, 0);
    mulMatTVec3(wrench, 0, frame, 9 * i, local, 3);
    mulMatTVec3(wrench, 3, frame, 9 * i, local, 0);
    const b1 = geom_bodyid[g1];
    const b2 = geom_bodyid[g2];
    if (b1 !== 0) addExternal(m, d, b1, pos, 3 * i, -1);
    if (b2 !== 0) addExternal(m, d, b2, pos, 3 * i, 1);
  }
}

/** Connects and welds act at their anchors; other equality constraints act on joints, and dropped rows not at all. */
function equalityForces(m: Model, d: Data): void {
  const { eq_type, eq_obj1id, eq_obj2id } = m;
  const { ne, nefc, efc_id, efc_force } = d;

  for (let row = 0; row < ne && row < nefc;) {
    const id = efc_id[row];
    const weld = eq_type[id] === WELD;
    if (!weld && eq_type[id] !== CONNECT) {
      row++;
      continue;
    }

    copy3(wrench, 3, efc_force, row);
    if (weld) copy3(wrench, 0, efc_force, row + 3);
    else zero3(wrench, 0);
    equalityForce(m, d, id, eq_obj1id[id], weld ? 3 : 0, 1);
    equalityForce(m, d, id, eq_obj2id[id], weld ? 0 : 3, -1);
    row += weld ? 6 : 3;
  }
}

/** One side of equality constraint `id`, anchored at a site or at a point of a body given in `eq_data`. */
function equalityForce(m: Model, d: Data, id: number, obj: number, anchor: number, sign: number): void {
  const { eq_objtype, eq_data, site_bodyid, site_pos } = m;

  const onBody = eq_objtype[id] === BODY;
  const body = onBody ? obj : site_bodyid[obj];
  if (body === 0) return;
  if (onBody) local2GlobalPos(d, point, 0, eq_data, NEQDATA * id + anchor, body);
  else local2GlobalPos(d, point, 0, site_pos, 3 * obj, body);
  addExternal(m, d, body, point, 0, sign);
}

/** Newton–Euler recursion with all forces known. */
function bodyForces(m: Model, d: Data): void {
  const { nbody, body_parentid } = m;
  const { gravity } = m.opt;
  const { cacc, cfrc_int, cfrc_ext } = d;

  // gravity is equivalent to an upward acceleration of the world
  const weightless = isDisabled(m, GRAVITY);
  for (let k = 0; k < 3; k++) {
    cacc[k] = 0;
    cacc[3 + k] = weightless ? 0 : gravity[k] * -1;
  }

  for (let k = 0; k < 6; k++) cfrc_int[k] = 0;
  for (let i = 1; i < nbody; i++) bodyForce(m, d, i, cacc, cfrc_int);
  for (let k = 6; k < 6 * nbody; k++) cfrc_int[k] -= cfrc_ext[k];

  // a joint carries the forces on all its descendants
  for (let i = nbody - 1; i > 0; i--) {
    const parent = 6 * body_parentid[i];
    for (let k = 0; k < 6; k++) cfrc_int[parent + k] += cfrc_int[6 * i + k];
  }
}
