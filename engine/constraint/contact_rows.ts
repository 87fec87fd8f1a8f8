/** Rows of contacts: frictionless, and with pyramidal or elliptic friction cones. */

import { mergeChains } from "./merged_chain.ts";
import { zero } from "../math/vec.ts";
import { bodyOfSide, flexJacobian, listFlexChain } from "../motion/flex_contact.ts";
import { isDisabled, isPyramidal, isSparse } from "../model/queries.ts";
import type { Data } from "../data.ts";
import { Constraint, DisableBit } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { excludePassive, flexContactJacobian } from "./flex_contact_rows.ts";
import { addRows, type ConstraintWork, rowAddress, rowsOfContact, writeColumns } from "./rows.ts";

// V8-1
const { CONTACT_ELLIPTIC, CONTACT_FRICTIONLESS, CONTACT_PYRAMIDAL } = Constraint;
const { CONTACT, ISLAND } = DisableBit;

/** Adds the rows of every contact that is not excluded. */
export function contactRows(m: Model, d: Data, work: ConstraintWork): void {
  const { nv, plans } = m;
  const { ncon } = d;
  if (isDisabled(m, CONTACT) || ncon === 0) return;
  const hasFlexes = m.nflex > 0;
  if (hasFlexes) excludePassive(m, d);
  if (nv === 0 || !plans.mergedChain) return;
  const { geom_bodyid } = m;
  const { contact, efc_J } = d;
  const { dim, geom, exclude, dist, includemargin, efc_address } = contact;
  const { chain, side, pos, margin } = work;
  const { bodyTip } = plans.mergedChain;
  const sparse = isSparse(m);
  const pyramidal = isPyramidal(m);
  const islands = !isDisabled(m, ISLAND);

  for (let i = 0; i < ncon; i++) {
    if (exclude[i]) continue;
    const body1 = hasFlexes ? bodyOfSide(m, d, i, 0) : geom_bodyid[geom[2 * i]];
    const body2 = hasFlexes ? bodyOfSide(m, d, i, 1) : geom_bodyid[geom[2 * i + 1]];
    const spread = body1 < 0 || body2 < 0 ? flexJacobian(m, d, i) : null;
    const first = spread === null ? mergeChains(m, chain, side, bodyTip[body1], bodyTip[body2]) : nv - spread.nchain;
    const nnz = nv - first;
    // contacts that cannot move anything have no rows, except with dense storage and without islands, as in MuJoCo
    if (nnz === 0 && (sparse || islands)) {
      efc_address[i] = -1;
      exclude[i] = 3;
      continue;
    }

    const { nefc } = d;
    efc_address[i] = nefc;
    const isCone = dim[i] > 1 && !pyramidal;
    const size = rowsOfContact(dim[i], pyramidal);
    const stride = sparse ? nnz : nv;
    const adr = sparse ? rowAddress(d) : nefc * nv;
    if (!sparse || spread !== null) zero(efc_J, adr, size * stride);
    if (!sparse && spread === null) spoilRows(d, i, isCone, adr, nv);
    if (spread !== null) flexContactJacobian(m, d, spread, i, isCone);
    else if (isCone) coneJacobian(m, d, work, i, body1, body2, first, adr);
    else edgeJacobian(m, d, work, i, body1, body2, first, adr);

    // the friction rows of an elliptic cone have no position
    for (let k = 0; k < size; k++) {
      const hasPosition = !isCone || k === 0;
      pos[k] = hasPosition ? dist[i] : 0;
      margin[k] = hasPosition ? includemargin[i] : 0;
    }
    const type = dim[i] === 1 ? CONTACT_FRICTIONLESS : isCone ? CONTACT_ELLIPTIC : CONTACT_PYRAMIDAL;
    if (sparse) {
      if (spread === null) writeColumns(d, chain, first, nnz);
      else writeColumns(d, spread.chain, 0, nnz);
    }
    addRows(m, d, work, size, type, i, nnz);
  }
}

/** Fills the rows of a contact that are made of what is not finite: whole rows are multiplied, and zero times that is NaN. */
function spoilRows(d: Data, i: number, isCone: boolean, adr: number, nv: number): void {
  const { frame, friction, dim } = d.contact;
  const f = 9 * i;
  const normal = 0 * frame[f] + 0 * frame[f + 1] + 0 * frame[f + 2];
  const first = 0 * frame[f + 3] + 0 * frame[f + 4] + 0 * frame[f + 5];
  const second = 0 * frame[f + 6] + 0 * frame[f + 7] + 0 * frame[f + 8];
  let sum = normal + first + second;
  for (let k = 0; k < 5; k++) sum += 0 * friction[5 * i + k];
  if (sum === 0) return;

  const { efc_J } = d;
  const axis = [normal, first, second];
  if (isCone || dim[i] === 1) {
    for (let row = 0; row < dim[i]; row++) efc_J.fill(axis[row % 3], adr + row * nv, adr + (row + 1) * nv);
    return;
  }
  for (let k = 1; k < dim[i]; k++) {
    const along = axis[k % 3] * friction[5 * i + k - 1];
    efc_J.fill(normal + along, adr + 2 * (k - 1) * nv, adr + 2 * k * nv);
  }
}

/** Counts the rows of all contacts and their non-zeros, without making any. */
export function countContactRows(m: Model, d: Data, work: ConstraintWork): void {
  const { plans, geom_bodyid } = m;
  const { ncon } = d;
  work.contactRows = 0;
  work.contactNonzeros = 0;
  if (isDisabled(m, CONTACT) || ncon === 0) return;
  const hasFlexes = m.nflex > 0;
  if (hasFlexes) excludePassive(m, d);
  if (!plans.mergedChain) return;
  const { bodyTip } = plans.mergedChain;
  const { dim, geom, exclude } = d.contact;
  const sparse = isSparse(m);
  const pyramidal = isPyramidal(m);
  for (let i = 0; i < ncon; i++) {
    if (exclude[i]) continue;
    let nnz = m.nv;
    if (sparse) {
      const body1 = hasFlexes ? bodyOfSide(m, d, i, 0) : geom_bodyid[geom[2 * i]];
      const body2 = hasFlexes ? bodyOfSide(m, d, i, 1) : geom_bodyid[geom[2 * i + 1]];
      nnz = body1 < 0 || body2 < 0
        ? listFlexChain(m, d, i).nchain
        : m.nv - mergeChains(m, work.chain, work.side, bodyTip[body1], bodyTip[body2]);
      if (nnz === 0) continue;
    }
    const rows = rowsOfContact(dim[i], pyramidal);
    work.contactRows += rows;
    work.contactNonzeros += rows * nnz;
  }
}

/** Rows along the axes of the contact frame: normal, tangents, then rotations about them. */
function coneJacobian(
  m: Model,
  d: Data,
  work: ConstraintWork,
  i: number,
  body1: number,
  body2: number,
  first: number,
  adr: number,
): void {
  const { nv, body_rootid } = m;
  const { contact, cdof, subtree_com, efc_J } = d;
  const { pos, frame } = contact;
  const { chain, side } = work;
  const sparse = isSparse(m);
  const stride = sparse ? nv - first : nv;
  const dim = contact.dim[i];
  const f = 9 * i;

  // position of the contact relative to the centers of mass of both trees
  const com1 = 3 * body_rootid[body1];
  const com2 = 3 * body_rootid[body2];
  const x1 = pos[3 * i] - subtree_com[com1];
  const y1 = pos[3 * i + 1] - subtree_com[com1 + 1];
  const z1 = pos[3 * i + 2] - subtree_com[com1 + 2];
  const x2 = pos[3 * i] - subtree_com[com2];
  const y2 = pos[3 * i + 1] - subtree_com[com2 + 1];
  const z2 = pos[3 * i + 2] - subtree_com[com2 + 2];

  for (let k = nv - 1; k >= first; k--) {
    // dofs that move both bodies do not change the distance, nor do their ancestors
    const sign = side[k];
    if (sign === 0) {
      if (sparse) clearColumns(efc_J, adr, dim, stride, k + 1 - first);
      return;
    }
    const dof = chain[k];
    const c = 6 * dof;
    const wx = cdof[c];
    const wy = cdof[c + 1];
    const wz = cdof[c + 2];
    const x = sign > 0 ? x2 : x1;
    const y = sign > 0 ? y2 : y1;
    const z = sign > 0 ? z2 : z1;
    const vx = sign * (cdof[c + 3] + (wy * z - wz * y));
    const vy = sign * (cdof[c + 4] + (wz * x - wx * z));
    const vz = sign * (cdof[c + 5] + (wx * y - wy * x));

    let a = adr + (sparse ? k - first : dof);
    for (let row = 0; row < dim && row < 3; row++) {
      const r = f + 3 * row;
      efc_J[a] = frame[r] * vx + frame[r + 1] * vy + frame[r + 2] * vz;
      a += stride;
    }
    for (let row = 3; row < dim; row++) {
      const r = f + 3 * (row - 3);
      efc_J[a] = frame[r] * (sign * wx) + frame[r + 1] * (sign * wy) + frame[r + 2] * (sign * wz);
      a += stride;
    }
  }
}

/** One row for a frictionless contact, otherwise a pair of opposing pyramid edges per friction dimension. */
function edgeJacobian(
  m: Model,
  d: Data,
  work: ConstraintWork,
  i: number,
  body1: number,
  body2: number,
  first: number,
  adr: number,
): void {
  const { nv, body_rootid } = m;
  const { contact, cdof, subtree_com, efc_J } = d;
  const { pos, frame, friction } = contact;
  const { chain, side } = work;
  const sparse = isSparse(m);
  const stride = sparse ? nv - first : nv;
  const dim = contact.dim[i];
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

  // position of the contact relative to the centers of mass of both trees
  const com1 = 3 * body_rootid[body1];
  const com2 = 3 * body_rootid[body2];
  const x1 = pos[3 * i] - subtree_com[com1];
  const y1 = pos[3 * i + 1] - subtree_com[com1 + 1];
  const z1 = pos[3 * i + 2] - subtree_com[com1 + 2];
  const x2 = pos[3 * i] - subtree_com[com2];
  const y2 = pos[3 * i + 1] - subtree_com[com2 + 1];
  const z2 = pos[3 * i + 2] - subtree_com[com2 + 2];

  for (let k = nv - 1; k >= first; k--) {
    // dofs that move both bodies do not change the distance, nor do their ancestors
    const sign = side[k];
    if (sign === 0) {
      if (sparse) clearColumns(efc_J, adr, dim === 1 ? 1 : 2 * (dim - 1), stride, k + 1 - first);
      return;
    }
    const dof = chain[k];
    const c = 6 * dof;
    const wx = cdof[c];
    const wy = cdof[c + 1];
    const wz = cdof[c + 2];
    const x = sign > 0 ? x2 : x1;
    const y = sign > 0 ? y2 : y1;
    const z = sign > 0 ? z2 : z1;
    const vx = sign * (cdof[c + 3] + (wy * z - wz * y));
    const vy = sign * (cdof[c + 4] + (wz * x - wx * z));
    const vz = sign * (cdof[c + 5] + (wx * y - wy * x));

    let a = adr + (sparse ? k - first : dof);
    const normal = nx * vx + ny * vy + nz * vz;
    if (dim === 1) {
      efc_J[a] = normal;
      continue;
    }

    // sliding, along the tangents
    const slide0 = (sx * vx + sy * vy + sz * vz) * mu0;
    efc_J[a] = normal + slide0;
    efc_J[a + stride] = normal - slide0;
    const slide1 = (tx * vx + ty * vy + tz * vz) * mu1;
    efc_J[a + 2 * stride] = normal + slide1;
    efc_J[a + 3 * stride] = normal - slide1;
    if (dim === 3) continue;
    a += 4 * stride;

    // torsion about the normal, rolling about the tangents
    for (let row = 3; row < dim; row++) {
      const r = f + 3 * (row - 3);
      const mu = friction[5 * i + row - 1];
      const spin = frame[r] * (sign * wx) + frame[r + 1] * (sign * wy) + frame[r + 2] * (sign * wz);
      efc_J[a] = normal + spin * mu;
      efc_J[a + stride] = normal + spin * -mu;
      a += 2 * stride;
    }
  }
}

/** Clears the first `n` columns of sparse rows. */
function clearColumns(J: Float64Array, adr: number, rows: number, stride: number, n: number): void {
  for (let r = 0; r < rows; r++) {
    const row = adr + r * stride;
    for (let k = row; k < row + n; k++) J[k] = 0;
  }
}
