/**
 * Derived quantities that are constant during a simulation: inverse inertias at the reference configuration, rest
 * lengths, statistics.
 */

import { countFrom, newDoubles } from "../math/small_arrays.ts";
import { camlight } from "../position/camlight.ts";
import { kinematics } from "../forward.ts";
import { comPos } from "../position/com_pos.ts";
import { factorM } from "../position/factor_m.ts";
import { flex } from "../position/flex.ts";
import { makeM } from "../position/make_m.ts";
import { tendon } from "../position/tendon.ts";
import { transmission } from "../position/transmission.ts";
import { mulMatTVec3 } from "../math/mat3.ts";
import { mulQuat, negQuat, normalize4 } from "../math/quat.ts";
import { mulInertVec } from "../math/spatial.ts";
import { dot } from "../math/vec.ts";
import { copy3, sub3, subFrom3 } from "../math/vec3.ts";
import { local2GlobalPos } from "../model/local2global.ts";
import { isSparse } from "../model/queries.ts";
import { MINVAL, NBIAS, NEQDATA, NGAIN } from "../types/constants.ts";
import type { Data } from "../data.ts";
import { CamLight, Eq, Joint, Obj } from "../types/enums.ts";
import { MjcfError } from "../types/errors.ts";
import type { Model } from "../types/model.ts";
import { setFlexPatterns } from "./flex/flex_patterns.ts";
import { setFixed } from "./fixed_quantities.ts";
import { type DofSpan, DofSpans } from "./inverse_inertia.ts";
import { setStat } from "./statistics.ts";

/**
 * Recomputes every derived constant of the model except actuator length ranges. Call it after changing masses,
 * inertias, sizes, or the reference configuration of a model at runtime. Overwrites the configuration in `d`.
 *
 * @example Make a body heavier
 * ```ts
 * import { compile, Data, setConst } from "@plumbline/sim";
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
 * model.body_mass[1] = 4;
 * setConst(model, data);
 * if (model.body_subtreemass[0] !== 4) throw new Error("the world does not know");
 * ```
 */
export function setConst(m: Model, d: Data): void {
  setFixed(m);
  set0(m, d);
  setStat(m, d);
  setSpring(m, d);
}

/** Sets what depends on the reference configuration `qpos0`. */
function set0(m: Model, d: Data): void {
  setFlexPatterns(m);

  // cameras and lights are posed as if fixed to their bodies, whatever their mode
  const { cam_mode, light_mode } = m;
  const savedCamera = cam_mode.slice();
  const savedLight = light_mode.slice();
  cam_mode.fill(CamLight.FIXED);
  light_mode.fill(CamLight.FIXED);

  d.qpos.set(m.qpos0);
  kinematics(m, d);
  comPos(m, d);
  camlight(m, d);
  inertiaOfDofs(m, d);
  tendon(m, d);
  makeM(m, d);
  factorM(m, d);
  flexesAtRest(m, d);
  transmission(m, d);

  cam_mode.set(savedCamera);
  light_mode.set(savedLight);

  m.flexedge_length0.set(d.flexedge_length);
  m.tendon_length0.set(d.ten_length);
  m.actuator_length0.set(d.actuator_length);
  if (m.nv > 0) {
    const spans = new DofSpans(m, d);
    bodyWeights(m, d, spans);
    dofWeights(m, spans);
    flexEdgeWeights(m, d, spans);
    tendonWeights(m, d, spans);
    actuatorAccelerations(m, d, spans);
  }
  completeEqualities(m, d);
  followOffsets(m, d);
  dampingFromRatio(m, d);
}

/** dof_M0: diagonal of the joint-space inertia matrix. */
function inertiaOfDofs(m: Model, d: Data): void {
  const { nbody, nv, body_parentid, dof_bodyid, dof_armature, dof_M0 } = m;
  const { crb, cinert, cdof } = d;

  crb.set(cinert);
  for (let i = nbody - 1; i > 0; i--) {
    const parent = 10 * body_parentid[i];
    for (let k = 0; k < 10; k++) crb[parent + k] += crb[10 * i + k];
  }

  const force = newDoubles(6);
  for (let i = 0; i < nv; i++) {
    mulInertVec(force, 0, crb, 10 * dof_bodyid[i], cdof, 6 * i);
    dof_M0[i] = dof_armature[i] + dot(cdof, 6 * i, force, 0, 6);
  }
}

/** body_invweight0: mean inverse inertia for forces and for torques at the center of mass. */
function bodyWeights(m: Model, d: Data, spans: DofSpans): void {
  const { nbody, body_weldid, body_simple, body_mass, body_dofadr, body_invweight0 } = m;
  const jacobian = newDoubles(6 * m.nv);
  const A = newDoubles(6);

  body_invweight0.fill(0);
  for (let i = 1; i < nbody; i++) {
    if (body_weldid[i] === 0) continue;

    // a body that only slides: the inverse of its mass
    if (body_simple[i] === 2) {
      body_invweight0[2 * i] = 1 / Math.max(MINVAL, massOf(body_mass, i));
      continue;
    }

    // a mocap body has no dofs: any span gives zeros
    const dof = Math.max(0, body_dofadr[body_weldid[i]]);
    const span = spans.of(dof, dof);
    span.jacobian(m, d, jacobian, i);
    span.diagonal(A, jacobian, 6);
    let translation = (A[0] + A[1] + A[2]) / 3;
    let rotation = (A[3] + A[4] + A[5]) / 3;

    // if one is zero, use the other, so that no constraint degenerates
    if (translation < MINVAL && rotation > MINVAL) translation = rotation;
    else if (rotation < MINVAL && translation > MINVAL) rotation = translation;
    body_invweight0[2 * i] = translation;
    body_invweight0[2 * i + 1] = rotation;
  }
}

function massOf(body_mass: Float64Array, body: number): number {
  if (body_mass[body] === 0) throw new MjcfError(`body ${body}: moves, but has no mass`);
  return body_mass[body];
}

/** dof_invweight0: inverse inertia along each dof, averaged over the rotations and the translations of a joint. */
function dofWeights(m: Model, spans: DofSpans): void {
  const { njnt, nv, jnt_type, jnt_dofadr, jnt_bodyid, body_simple, body_mass, dof_invweight0 } = m;
  const rows = newDoubles(6 * nv);
  const A = newDoubles(6);

  for (let j = 0; j < njnt; j++) {
    const dof = jnt_dofadr[j];
    const body = jnt_bodyid[j];
    if (body_simple[body] === 2) {
      dof_invweight0[dof] = 1 / Math.max(MINVAL, massOf(body_mass, body));
      continue;
    }

    const count = jnt_type[j] === Joint.FREE ? 6 : jnt_type[j] === Joint.BALL ? 3 : 1;
    const span = spans.of(dof, dof);
    const { base, width } = span;
    rows.fill(0, 0, count * width);
    for (let k = 0; k < count; k++) rows[k * (width + 1) + dof - base] = 1;
    span.diagonal(A, rows, count);
    if (count === 1) dof_invweight0[dof] = A[0];
    for (let k = 0; k + 3 <= count; k += 3) dof_invweight0.fill((A[k] + A[k + 1] + A[k + 2]) / 3, dof + k, dof + k + 3);
  }
}

/** Positions and edges of flexes, treating rigid ones as deformable. */
function flexesAtRest(m: Model, d: Data): void {
  const rigid = m.flex_rigid.slice();
  m.flex_rigid.fill(0);
  flex(m, d);
  m.flex_rigid.set(rigid);
}

/** flexedge_invweight0: inverse inertia along each edge of a flex. */
function flexEdgeWeights(m: Model, d: Data, spans: DofSpans): void {
  const { nflex, nv, flex_interp, flex_edgeadr, flex_edgenum, flex_edge, flex_vertadr, flex_vertbodyid } = m;
  const { body_simple, body_mass, flexedge_rigid, flexedge_invweight0 } = m;
  const { flexedge_J_rownnz, flexedge_J_rowadr, flexedge_J_colind } = m;
  if (nflex === 0) return;
  const row = newDoubles(nv);
  const A = newDoubles(1);

  for (let f = 0; f < nflex; f++) {
    if (flex_interp[f]) continue;
    for (let e = flex_edgeadr[f]; e < flex_edgeadr[f] + flex_edgenum[f]; e++) {
      const body1 = flex_vertbodyid[flex_vertadr[f] + flex_edge[2 * e]];
      const body2 = flex_vertbodyid[flex_vertadr[f] + flex_edge[2 * e + 1]];
      if (flexedge_rigid[e]) {
        flexedge_invweight0[e] = 0;
      } else if (body_simple[body1] === 2 && body_simple[body2] === 2) {
        flexedge_invweight0[e] = (1 / body_mass[body1] + 1 / body_mass[body2]) / 2;
      } else {
        const adr = flexedge_J_rowadr[e];
        const span = gather(spans, row, d.flexedge_J, flexedge_J_colind, adr, adr, flexedge_J_rownnz[e]);
        span.diagonal(A, row, 1);
        flexedge_invweight0[e] = A[0];
      }
    }
  }
}

/** tendon_invweight0: inverse inertia along each tendon. */
function tendonWeights(m: Model, d: Data, spans: DofSpans): void {
  const { ntendon, nv, tendon_invweight0 } = m;
  const { ten_J, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = d;
  const sparse = isSparse(m);
  const columns = countFrom(0, nv);
  const row = newDoubles(nv);
  const A = newDoubles(1);

  for (let i = 0; i < ntendon; i++) {
    const span = sparse
      ? gather(spans, row, ten_J, ten_J_colind, ten_J_rowadr[i], ten_J_rowadr[i], ten_J_rownnz[i])
      : gather(spans, row, ten_J, columns, i * nv, 0, nv);
    span.diagonal(A, row, 1);
    tendon_invweight0[i] = A[0];
  }
}

/** actuator_acc0: norm of the acceleration caused by a unit force of each actuator. */
function actuatorAccelerations(m: Model, d: Data, spans: DofSpans): void {
  const { nu, nv, actuator_acc0 } = m;
  const { moment_rownnz, moment_rowadr, moment_colind, actuator_moment } = d;
  const row = newDoubles(nv);

  for (let i = 0; i < nu; i++) {
    const span = gather(
      spans,
      row,
      actuator_moment,
      moment_colind,
      moment_rowadr[i],
      moment_rowadr[i],
      moment_rownnz[i],
    );
    actuator_acc0[i] = span.norm(row);
  }
}

/** Writes a sparse row over the span of its nonzeros. */
function gather(
  spans: DofSpans,
  row: Float64Array,
  values: Float64Array,
  columns: Int32Array,
  adr: number,
  start: number,
  n: number,
): DofSpan {
  let first = Infinity;
  let last = 0;
  for (let k = 0; k < n; k++) {
    if (values[adr + k] === 0) continue;
    first = Math.min(first, columns[start + k]);
    last = Math.max(last, columns[start + k]);
  }

  const span = spans.of(Math.min(first, last), last);
  row.fill(0, 0, span.width);
  for (let k = 0; k < n; k++) {
    // rows of flexes can have a column twice: the last value counts, even if it is zero
    const at = columns[start + k] - span.base;
    if (at >= 0 && at < span.width) row[at] = values[adr + k];
  }
  return span;
}

/** Moment arms of an actuator about every dof. */
export function denseMoment(d: Data, row: Float64Array, actuator: number): void {
  const { moment_rownnz, moment_rowadr, moment_colind, actuator_moment } = d;
  row.fill(0);
  const end = moment_rowadr[actuator] + moment_rownnz[actuator];
  for (let k = moment_rowadr[actuator]; k < end; k++) row[moment_colind[k]] = actuator_moment[k];
}

/** Fills in the data of connect and weld constraints that follow from the reference configuration. */
function completeEqualities(m: Model, d: Data): void {
  const { neq, eq_type, eq_objtype, eq_obj1id, eq_obj2id, eq_data } = m;
  const { xpos, xquat, xmat } = d;
  const point = newDoubles(3);
  const inverse = newDoubles(4);

  for (let i = 0; i < neq; i++) {
    const data = NEQDATA * i;
    const body1 = eq_obj1id[i];
    const body2 = eq_obj2id[i];

    if (eq_type[i] === Eq.CONNECT) {
      if (eq_objtype[i] === Obj.SITE) {
        eq_data.fill(0, data, data + NEQDATA);
        continue;
      }

      // the anchor, in the frame of the second body
      local2GlobalPos(d, point, 0, eq_data, data, body1);
      subFrom3(point, 0, xpos, 3 * body2);
      mulMatTVec3(eq_data, data + 3, xmat, 9 * body2, point, 0);
    } else if (eq_type[i] === Eq.WELD && eq_objtype[i] === Obj.BODY) {
      if (eq_data[data + 6] || eq_data[data + 7] || eq_data[data + 8] || eq_data[data + 9]) {
        normalize4(eq_data, data + 6);
        continue;
      }

      // the anchor, in the frame of the first body, and the orientation between the two
      local2GlobalPos(d, point, 0, eq_data, data, body2);
      subFrom3(point, 0, xpos, 3 * body1);
      mulMatTVec3(eq_data, data + 3, xmat, 9 * body1, point, 0);
      negQuat(inverse, 0, xquat, 4 * body1);
      mulQuat(eq_data, data + 6, inverse, 0, xquat, 4 * body2);
    }
  }
}

/** Poses of cameras and lights relative to the bodies that they follow. */
function followOffsets(m: Model, d: Data): void {
  const { ncam, cam_bodyid, cam_targetbodyid, cam_pos0, cam_poscom0, cam_mat0 } = m;
  const { nlight, light_bodyid, light_targetbodyid, light_pos0, light_poscom0, light_dir0 } = m;
  const { xpos, subtree_com, cam_xpos, cam_xmat, light_xpos, light_xdir } = d;

  for (let i = 0; i < ncam; i++) {
    const body = cam_bodyid[i];
    const target = cam_targetbodyid[i] >= 0 ? cam_targetbodyid[i] : body;
    sub3(cam_pos0, 3 * i, cam_xpos, 3 * i, xpos, 3 * body);
    sub3(cam_poscom0, 3 * i, cam_xpos, 3 * i, subtree_com, 3 * target);
  }
  cam_mat0.set(cam_xmat);

  for (let i = 0; i < nlight; i++) {
    const body = light_bodyid[i];
    const target = light_targetbodyid[i] >= 0 ? light_targetbodyid[i] : body;
    sub3(light_pos0, 3 * i, light_xpos, 3 * i, xpos, 3 * body);
    sub3(light_poscom0, 3 * i, light_xpos, 3 * i, subtree_com, 3 * target);
    copy3(light_dir0, 3 * i, light_xdir, 3 * i);
  }
}

/** Converts the third bias parameter of a position servo to damping: a positive value is a damping ratio. */
function dampingFromRatio(m: Model, d: Data): void {
  const { nu, actuator_gainprm, actuator_biasprm, dof_M0 } = m;
  const { moment_rownnz, moment_rowadr, moment_colind, actuator_moment } = d;

  for (let i = 0; i < nu; i++) {
    const kp = actuator_gainprm[NGAIN * i];
    const ratio = actuator_biasprm[NBIAS * i + 2];
    if (kp !== -actuator_biasprm[NBIAS * i + 1] || ratio <= 0) continue;

    // inertia seen by the actuator through its transmission
    let mass = 0;
    const end = moment_rowadr[i] + moment_rownnz[i];
    for (let k = moment_rowadr[i]; k < end; k++) {
      const arm = Math.abs(actuator_moment[k]);
      if (arm * arm > MINVAL) mass += dof_M0[moment_colind[k]] / (arm * arm);
    }
    actuator_biasprm[NBIAS * i + 2] = -(ratio * 2 * Math.sqrt(kp * mass));
  }
}

/** Sets what depends on `qpos_spring`, the configuration in which springs are at rest. */
function setSpring(m: Model, d: Data): void {
  const { ntendon, tendon_lengthspring } = m;

  d.qpos.set(m.qpos_spring);
  kinematics(m, d);
  comPos(m, d);
  tendon(m, d);
  transmission(m, d);

  // −1 means the length in that configuration
  for (let i = 0; i < ntendon; i++) {
    if (tendon_lengthspring[2 * i] === -1 && tendon_lengthspring[2 * i + 1] === -1) {
      tendon_lengthspring.fill(d.ten_length[i], 2 * i, 2 * i + 2);
    }
  }
}
