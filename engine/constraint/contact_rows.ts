/** Rows of contacts: frictionless, and with pyramidal or elliptic friction cones. */

import { zero } from "../math/vec.ts";
import { bodyOfSide, flexJacobian, listFlexChain } from "../motion/flex_contact.ts";
import * as queries from "../model/queries.ts";
import type { Data } from "../data.ts";
import { Constraint, DisableBit } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { type ChainPlan, planChain } from "../model/chain.ts";
import { excludePassive, flexContactJacobian } from "./flex_contact_rows.ts";
import { findPairChain, type PairChain, writePairColumns } from "./pair_chain.ts";
import { type ConstraintWork, rowAddress, rowsOfContact, writeColumns } from "./rows.ts";

// V8-1
const { isDisabled, isPyramidal, isSparse } = queries;
const { CONTACT_ELLIPTIC, CONTACT_FRICTIONLESS, CONTACT_PYRAMIDAL } = Constraint;
const { CONTACT, ISLAND } = DisableBit;

/** Adds the rows of every contact that is not excluded. */
export function contactRows(m: Model, d: Data, work: ConstraintWork): void {
  const { nv } = m;
  const { ncon } = d;
  if (isDisabled(m, CONTACT) || ncon === 0) return;
  const hasFlexes = m.nflex > 0;
  if (hasFlexes) excludePassive(m, d);
  if (nv === 0) return;
  const { geom_bodyid } = m;
  const { contact, efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind } = d;
  const { efc_type, efc_id, efc_frictionloss, efc_pos, efc_margin } = d;
  const { dim, geom, exclude, dist, includemargin, efc_address } = contact;
  const { pair } = work;
  const chains = m.plans.chain ??= planChain(m);
  const sparse = isSparse(m);
  const isPyramid = isPyramidal(m);
  const islands = !isDisabled(m, ISLAND);
  let adr = sparse ? rowAddress(d) : d.nefc * nv;
  if (!sparse) zero(efc_J, adr, work.contactRows * nv);

  for (let i = 0; i < ncon; i++) {
    if (exclude[i]) continue;
    const body1 = hasFlexes ? bodyOfSide(m, d, i, 0) : geom_bodyid[geom[2 * i]];
    const body2 = hasFlexes ? bodyOfSide(m, d, i, 1) : geom_bodyid[geom[2 * i + 1]];
    const spread = body1 < 0 || body2 < 0 ? flexJacobian(m, d, i) : null;
    if (spread === null) findPairChain(m, pair, chains, body1, body2);
    const nnz = spread === null ? pair.nnz : spread.nchain;
    // contacts that cannot move anything have no rows, except with dense storage and without islands, as in MuJoCo
    if (nnz === 0 && (sparse || islands)) {
      efc_address[i] = -1;
      exclude[i] = 3;
      continue;
    }

    const { nefc } = d;
    efc_address[i] = nefc;
    const isCone = dim[i] > 1 && !isPyramid;
    const size = rowsOfContact(dim[i], isPyramid);
    const end = nefc + size;
    const isFinite = (sparse && pair.shared === 0) || areFinite(d, i);
    if (!sparse && !isFinite) spoilRows(d, i, size, adr, nv, spread?.weight[spread.count - 1] ?? 0);
    if (spread !== null) {
      flexContactJacobian(m, d, spread, i, size);
      if (sparse) writeColumns(efc_J_colind, adr, size, nnz, spread.chain, 0);
    } else {
      if (sparse) writePairColumns(efc_J_colind, adr, size, pair, chains);
      contactJacobian(m, d, pair, chains, i, body1, body2, adr, size, isFinite);
    }
    const type = dim[i] === 1 ? CONTACT_FRICTIONLESS : isCone ? CONTACT_ELLIPTIC : CONTACT_PYRAMIDAL;
    for (let row = nefc; row < end; row++) {
      efc_type[row] = type;
      efc_id[row] = i;
      efc_frictionloss[row] = 0;
      // the friction rows of an elliptic cone have no position
      if (isCone && row > nefc) {
        efc_pos[row] = 0;
        efc_margin[row] = 0;
      } else {
        efc_pos[row] = dist[i];
        efc_margin[row] = includemargin[i];
      }
      if (sparse) {
        efc_J_rownnz[row] = nnz;
        efc_J_rowadr[row] = adr;
        adr += nnz;
      } else adr += nv;
    }
    d.nefc = end;
  }
}

/** Are frame and friction of a contact finite, and the center of all bodies? Not so if their sum is not. */
function areFinite({ contact: { frame, friction }, subtree_com }: Data, i: number): boolean {
  const f = 9 * i;
  const k = 5 * i;
  const axes = frame[f] + frame[f + 1] + frame[f + 2] + (frame[f + 3] + frame[f + 4] + frame[f + 5]) +
    (frame[f + 6] + frame[f + 7] + frame[f + 8]);
  const mu = friction[k] + friction[k + 1] + friction[k + 2] + (friction[k + 3] + friction[k + 4]);
  return 0 * (axes + mu + subtree_com[0] + subtree_com[1] + subtree_com[2]) === 0;
}

/**
 * Fills the rows of a contact that are made of what is not finite, the `weight` of a body included: whole rows are
 * multiplied, and zero times that is NaN.
 */
function spoilRows(d: Data, i: number, rows: number, adr: number, nv: number, weight: number): void {
  const { efc_J, contact: { frame, friction, dim } } = d;
  const f = 9 * i;
  const axis = [f, f + 3, f + 6].map((k) => 0 * (frame[k] + frame[k + 1] + frame[k + 2] + weight));
  if (rows === dim[i]) {
    for (let row = 0; row < rows; row++) efc_J.fill(axis[row % 3], adr + row * nv, adr + (row + 1) * nv);
    return;
  }
  for (let k = 1; k < dim[i]; k++) {
    const along = axis[k % 3] * friction[5 * i + k - 1];
    efc_J.fill(axis[0] + along, adr + 2 * (k - 1) * nv, adr + 2 * k * nv);
  }
}

/** Counts the rows of all contacts and their non-zeros, without making any. */
export function countContactRows(m: Model, d: Data, work: ConstraintWork): void {
  const { ncon } = d;
  work.contactRows = 0;
  work.contactNonzeros = 0;
  if (isDisabled(m, CONTACT) || ncon === 0) return;
  excludePassive(m, d);
  const { pair } = work;
  const chains = m.plans.chain ??= planChain(m);
  const { dim, exclude } = d.contact;
  const sparse = isSparse(m);
  const isPyramid = isPyramidal(m);
  for (let i = 0; i < ncon; i++) {
    if (exclude[i]) continue;
    let { nv: nnz } = m;
    if (sparse) {
      const body1 = bodyOfSide(m, d, i, 0);
      const body2 = bodyOfSide(m, d, i, 1);
      if (body1 < 0 || body2 < 0) nnz = listFlexChain(m, d, i).nchain;
      else {
        findPairChain(m, pair, chains, body1, body2);
        nnz = pair.nnz;
      }
      if (nnz === 0) continue;
    }
    const rows = rowsOfContact(dim[i], isPyramid);
    work.contactRows += rows;
    work.contactNonzeros += rows * nnz;
  }
}

/**
 * Rows of a cone are along the axes of the contact frame: normal, tangents, then rotations about them. A frictionless
 * contact has the first of them, a pyramid a pair of opposing edges per friction dimension.
 */
function contactJacobian(
  m: Model,
  d: Data,
  pair: PairChain,
  { dof }: ChainPlan,
  i: number,
  body1: number,
  body2: number,
  adr: number,
  rows: number,
  isFinite: boolean,
): void {
  const { nv, body_rootid } = m;
  const { contact, cdof, subtree_com, efc_J } = d;
  const { pos, frame, friction } = contact;
  const sparse = isSparse(m);
  const stride = sparse ? pair.nnz : nv;
  const dim = contact.dim[i];
  if (sparse) clearShared(efc_J, adr, rows, pair);
  const f = 9 * i;
  const nx = frame[f];
  const ny = frame[f + 1];
  const nz = frame[f + 2];
  const sx = frame[f + 3];
  const sy = frame[f + 4];
  const sz = frame[f + 5];
  const tx = frame[f + 6];
  const ty = frame[f + 7];
  const tz = frame[f + 8];
  const mu0 = friction[5 * i];
  const mu1 = friction[5 * i + 1];

  // dofs that move both bodies count zero times, which is NaN for what is not finite
  for (let side = isFinite ? 1 : 0; side <= 2; side++) {
    const end = side === 0 ? pair.start1 : side === 1 ? pair.end1 : pair.end2;
    let k = side === 0 ? end - pair.shared : side === 1 ? pair.start1 : pair.start2;
    if (k === end) continue;
    const sign = side === 1 ? -1 : side / 2;
    const com = 3 * body_rootid[side === 1 ? body1 : body2];
    const x = pos[3 * i] - subtree_com[com];
    const y = pos[3 * i + 1] - subtree_com[com + 1];
    const z = pos[3 * i + 2] - subtree_com[com + 2];
    for (let at = adr + (side === 0 ? 0 : side === 1 ? pair.place1 : pair.place2); k < end; k++, at++) {
      const c = 6 * dof[k];
      const wx = cdof[c];
      const wy = cdof[c + 1];
      const wz = cdof[c + 2];
      const vx = sign * (cdof[c + 3] + (wy * z - wz * y));
      const vy = sign * (cdof[c + 4] + (wz * x - wx * z));
      const vz = sign * (cdof[c + 5] + (wx * y - wy * x));

      let a = sparse ? at : adr + dof[k];
      const normal = nx * vx + ny * vy + nz * vz;
      if (rows === dim) {
        efc_J[a] = normal;
        if (dim === 1) continue;
        efc_J[a + stride] = sx * vx + sy * vy + sz * vz;
        efc_J[a + 2 * stride] = tx * vx + ty * vy + tz * vz;
        a += 3 * stride;
      } else {
        // sliding, along the tangents
        const slide0 = (sx * vx + sy * vy + sz * vz) * mu0;
        efc_J[a] = normal + slide0;
        efc_J[a + stride] = normal - slide0;
        const slide1 = (tx * vx + ty * vy + tz * vz) * mu1;
        efc_J[a + 2 * stride] = normal + slide1;
        efc_J[a + 3 * stride] = normal - slide1;
        a += 4 * stride;
      }

      // torsion about the normal, rolling about the tangents
      for (let row = 3; row < dim; row++) {
        const r = f + 3 * (row - 3);
        const spin = frame[r] * (sign * wx) + frame[r + 1] * (sign * wy) + frame[r + 2] * (sign * wz);
        if (rows === dim) {
          efc_J[a] = spin;
          a += stride;
        } else {
          const mu = friction[5 * i + row - 1];
          efc_J[a] = normal + spin * mu;
          efc_J[a + stride] = normal + spin * -mu;
          a += 2 * stride;
        }
      }
    }
  }
}

/** Clears the columns of the dofs that move both bodies, which do not change the distance between them. */
function clearShared(J: Float64Array, adr: number, rows: number, { nnz, shared }: PairChain): void {
  if (shared === 0) return;
  for (let r = 0; r < rows; r++) zero(J, adr + r * nnz, shared);
}
