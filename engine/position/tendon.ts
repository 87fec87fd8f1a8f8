/** Tendons: paths, lengths, and moment arms. */

import { newDoubles, newInts } from "../math/small_arrays.ts";
import { zero } from "../math/vec.ts";
import { copy3, zero3 } from "../math/vec3.ts";
import { planChain } from "../model/chain.ts";
import { tendonSleepState } from "../model/sleep_state.ts";
import { combineSparse } from "../linear/sparse.ts";
import * as queries from "../model/queries.ts";
import { MINVAL } from "../types/constants.ts";
import type { Data } from "../data.ts";
import { SleepState, Wrap } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { wrap } from "./wrap.ts";

// V8-1
const { isSleepFiltered, isSparse } = queries;
const { ASLEEP } = SleepState;
const { CYLINDER, JOINT, PULLEY, SPHERE } = Wrap;

/** Scratch memory of the tendon stage. */
export interface TendonWork {
  /** dofs that move a segment */
  chain: Int32Array;
  /** derivative of the segment's length with respect to each dof */
  rate: Float64Array;
  /** copy of the values of a sparse row while it grows */
  value: Float64Array;
  /** copy of its column indices */
  column: Int32Array;
}

declare module "../types/work.ts" {
  interface Work {
    /** scratch memory of the tendon stage */
    tendon?: TendonWork;
  }
}

// V8-1
const TINY = MINVAL;
const WHOLE = Float64Array.of(1);

/** kinds of path points: a site, a pulley */
const ON_SITE = -1;
const AT_PULLEY = -2;

/** Lengths and Jacobians of all tendons, and the points of their paths. */
export function tendon(m: Model, d: Data): void {
  const { ntendon } = m;
  if (ntendon === 0) return;
  const { nv, tendon_adr, wrap_type } = m;
  const { ten_length, ten_J, ten_J_rownnz, ten_J_rowadr, ten_wrapadr, ten_wrapnum } = d;

  const sparse = isSparse(m);
  if (!sparse) zero(ten_J, 0, ntendon * nv);
  d.work.tendon ??= {
    chain: newInts(nv),
    rate: newDoubles(nv),
    value: newDoubles(nv),
    column: newInts(nv),
  };

  // a sleeping tendon has no length and no Jacobian, but keeps the points it had when it fell asleep
  const filter = isSleepFiltered(m, d);
  let points = 0;
  for (let i = 0; i < ntendon; i++) {
    ten_length[i] = 0;
    if (sparse) ten_J_rownnz[i] = 0;
    if (filter && tendonSleepState(m, d, i) === ASLEEP) continue;
    ten_wrapadr[i] = points;
    ten_wrapnum[i] = 0;
    if (sparse) ten_J_rowadr[i] = i > 0 ? ten_J_rowadr[i - 1] + ten_J_rownnz[i - 1] : 0;

    if (wrap_type[tendon_adr[i]] === JOINT) {
      fixedTendon(m, d, i, sparse);
    } else {
      spatialTendon(m, d, i, sparse, points);
      points += ten_wrapnum[i];
    }
  }
}

/** A weighted sum of joint positions. */
function fixedTendon(m: Model, d: Data, i: number, sparse: boolean): void {
  const { nv, tendon_adr, tendon_num, wrap_objid, wrap_prm, jnt_qposadr, jnt_dofadr } = m;
  const { qpos, ten_length, ten_J } = d;
  const { chain, rate } = d.work.tendon as TendonWork;

  const end = tendon_adr[i] + tendon_num[i];
  for (let adr = tendon_adr[i]; adr < end; adr++) {
    const joint = wrap_objid[adr];
    const coef = wrap_prm[adr];
    ten_length[i] += coef * qpos[jnt_qposadr[joint]];
    if (sparse) {
      chain[0] = jnt_dofadr[joint];
      rate[0] = coef;
      addToRow(d, i, 1, WHOLE);
    } else {
      ten_J[i * nv + jnt_dofadr[joint]] = coef;
    }
  }
}

// points of the current section: a site, two points on a geom, a site
const point = new Float64Array(12);
const body = new Int32Array(4);

// V8-2: arc length on a geom, lengths of the straight segments,
// inverse of the pulley divisor
const between = new Float64Array(1);
const span = new Float64Array(3);
const share = new Float64Array(1);

/** The shortest path through sites and around geoms; a pulley divides the length of the segments that follow it. */
function spatialTendon(m: Model, d: Data, i: number, sparse: boolean, first: number): void {
  const { tendon_adr, tendon_num, wrap_type, wrap_objid, wrap_prm, site_bodyid, geom_bodyid } = m;
  const { site_xpos, ten_length, ten_wrapnum, wrap_obj, wrap_xpos } = d;

  let divisor = 1;
  share[0] = 1;
  let count = first;
  const last = tendon_adr[i] + tendon_num[i] - 1;
  for (let adr = tendon_adr[i]; adr < last;) {
    if (wrap_type[adr] === PULLEY || wrap_type[adr + 1] === PULLEY) {
      if (wrap_type[adr] === PULLEY) {
        divisor = wrap_prm[adr];
        share[0] = 1 / divisor;
        zero3(wrap_xpos, 3 * count);
        wrap_obj[count++] = AT_PULLEY;
      }
      adr++;
      continue;
    }

    // from one site to the next, possibly around a geom
    const site0 = wrap_objid[adr];
    copy3(point, 0, site_xpos, 3 * site0);
    body[0] = site_bodyid[site0];
    let next = adr + 1;
    let geom = -1;
    let arc = -1;
    if (wrap_type[next] === SPHERE || wrap_type[next] === CYLINDER) {
      geom = wrap_objid[next];
      wrapGeom(m, d, next, site0, wrap_objid[next + 1]);
      arc = between[0];
      next++;
    }
    const site1 = wrap_objid[next];
    const segments = arc < 0 ? 1 : 3;
    copy3(point, 3 * segments, site_xpos, 3 * site1);
    body[segments] = site_bodyid[site1];
    if (arc < 0) {
      measure(0);
      ten_length[i] += span[0] / divisor;
    } else {
      body[1] = geom_bodyid[geom];
      body[2] = geom_bodyid[geom];
      measure(0);
      measure(2);
      ten_length[i] += (span[0] + arc + span[2]) / divisor;
    }

    // only segments between different bodies change length
    for (let k = 0; k < segments; k++) {
      if (body[k] !== body[k + 1]) addSegment(m, d, i, k, sparse);
    }

    for (let k = 0; k < segments; k++) {
      copy3(wrap_xpos, 3 * count, point, 3 * k);
      // the geom is not noted if the arc is NaN
      if (k === 0 || arc >= 0) wrap_obj[count] = k === 0 ? ON_SITE : geom;
      count++;
    }
    adr = next;

    // the path ends here, or at a pulley
    if (adr === last || wrap_type[adr + 1] === PULLEY) {
      copy3(wrap_xpos, 3 * count, site_xpos, 3 * site1);
      wrap_obj[count++] = ON_SITE;
    }
  }
  ten_wrapnum[i] = count - first;
}

/** Sets the length of the straight segment after point `k`. */
function measure(k: number): void {
  const p = 3 * k;
  const x = point[p] - point[p + 3];
  const y = point[p + 1] - point[p + 4];
  const z = point[p + 2] - point[p + 5];
  span[k] = Math.sqrt(x * x + y * y + z * z);
}

/** Wraps around the geom at `adr` of the path; sets the arc `between`, −1 if the tendon does not touch it. */
function wrapGeom(m: Model, d: Data, adr: number, site0: number, site1: number): void {
  const { wrap_type, wrap_objid, wrap_prm, geom_size } = m;
  const { site_xpos, geom_xpos, geom_xmat } = d;

  const geom = wrap_objid[adr];
  const sideSite = Math.floor(wrap_prm[adr] + 0.5);
  const side = sideSite >= 0 ? site_xpos : null;
  const type = wrap_type[adr];
  wrap(
    between,
    0,
    point,
    3,
    site_xpos,
    3 * site0,
    site_xpos,
    3 * site1,
    geom_xpos,
    geom_xmat,
    geom_size,
    geom,
    type,
    side,
    3 * sideSite,
  );
}

/** Adds the derivative of `span[k]`, the length of the segment after point `k`, to the Jacobian of tendon `i`. */
function addSegment(m: Model, d: Data, i: number, k: number, sparse: boolean): void {
  const { nv, body_rootid } = m;
  const { cdof, subtree_com, ten_J } = d;
  const { chain, rate } = d.work.tendon as TendonWork;
  const { adr, dof } = m.plans.chain ??= planChain(m);
  const b0 = body[k];
  const b1 = body[k + 1];
  const p = 3 * k;
  const px = point[p];
  const py = point[p + 1];
  const pz = point[p + 2];
  const qx = point[p + 3];
  const qy = point[p + 4];
  const qz = point[p + 5];

  // direction; the x axis for a segment of zero length
  let ax = qx - px;
  let ay = qy - py;
  let az = qz - pz;
  const vanishes = span[k] < TINY;
  const inverse = 1 / span[k];
  ax = vanishes ? 1 : ax * inverse;
  ay = vanishes ? 0 : ay * inverse;
  az = vanishes ? 0 : az * inverse;

  // offsets of both ends from the reference points of their motion axes
  const com0 = 3 * body_rootid[b0];
  const com1 = 3 * body_rootid[b1];
  const x0 = px - subtree_com[com0];
  const y0 = py - subtree_com[com0 + 1];
  const z0 = pz - subtree_com[com0 + 2];
  const x1 = qx - subtree_com[com1];
  const y1 = qy - subtree_com[com1 + 1];
  const z1 = qz - subtree_com[com1 + 2];

  // relative velocity of the ends along the segment per dof, for the dofs that move either end, in increasing order
  const row = i * nv;
  const scale = share[0];
  const end0 = adr[b0 + 1];
  const end1 = adr[b1 + 1];
  let n = 0;
  for (let i0 = adr[b0], i1 = adr[b1]; i0 < end0 || i1 < end1; n++) {
    const dof0 = i0 < end0 ? dof[i0] : nv;
    const dof1 = i1 < end1 ? dof[i1] : nv;
    const own = dof0 < dof1 ? dof0 : dof1;
    const a = 6 * own;
    const wx = cdof[a];
    const wy = cdof[a + 1];
    const wz = cdof[a + 2];
    const ux = cdof[a + 3];
    const uy = cdof[a + 4];
    const uz = cdof[a + 5];
    let vx = 0;
    let vy = 0;
    let vz = 0;
    if (dof1 === own) {
      vx = ux + (wy * z1 - wz * y1);
      vy = uy + (wz * x1 - wx * z1);
      vz = uz + (wx * y1 - wy * x1);
      i1++;
    }
    if (dof0 === own) {
      vx -= ux + (wy * z0 - wz * y0);
      vy -= uy + (wz * x0 - wx * z0);
      vz -= uz + (wx * y0 - wy * x0);
      i0++;
    }
    const speed = vx * ax + vy * ay + vz * az;
    if (sparse) {
      chain[n] = own;
      rate[n] = speed;
    } else {
      ten_J[row + own] += speed * scale;
    }
  }
  if (sparse) {
    if (n > 0) addToRow(d, i, n, share);
    return;
  }

  // whole rows are added: zero times a direction that is not finite is NaN
  const rest = 0 * ax + 0 * ay + 0 * az;
  if (rest !== 0) { for (let k = 0; k < nv; k++) ten_J[row + k] += rest; }
}

/**
 * Adds the scaled derivatives for the `n` dofs of `chain` to the sparse row of tendon `i`, inserting dofs that are new.
 */
function addToRow(d: Data, i: number, n: number, scale: Float64Array): void {
  const { ten_J, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = d;
  const { chain, rate, value, column } = d.work.tendon as TendonWork;
  ten_J_rownnz[i] = combineSparse(
    ten_J,
    ten_J_colind,
    ten_J_rowadr[i],
    ten_J_rownnz[i],
    rate,
    chain,
    n,
    scale,
    value,
    column,
  );
}
