/** What the solver reads of each island, in the order of islands. */

import { isSparse } from "../model/queries.ts";
import { type RowsInPlace, rowsInPlace } from "../model/rows_in_place.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { areKernelsOff } from "../wasm/kernel_set.ts";
import type { IslandWork } from "./island.ts";

/** Copies inertia, Jacobian, and rows island by island. */
export function copyToIslands(m: Model, d: Data, work: IslandWork): void {
  copyInertia(m, d);
  if (isSparse(m)) copySparseJacobian(m, d, work);
  else copyDenseJacobian(m, d);
  copyRows(d, work);
}

/** Copies the inertia matrix and its factor tree by tree; columns are counted from the first dof of the island. */
function copyInertia(m: Model, d: Data): void {
  const { ntree, tree_dofadr, tree_dofnum, M_rownnz, M_rowadr, M_colind } = m;
  const { map_itree2tree, tree_island, island_idofadr, map_dof2idof } = d;
  const { M, qLD, qLDiagInv, iM, iLD, iLDiagInv, iM_rownnz, iM_rowadr, iM_colind } = d;
  let to = 0;
  let r = 0;
  for (let i = 0; i < ntree; i++) {
    const t = map_itree2tree[i];
    if (tree_island[t] < 0) return;
    const first = tree_dofadr[t];
    const end = first + tree_dofnum[t];
    let from = M_rowadr[first];
    const shift = map_dof2idof[first] - first - island_idofadr[tree_island[t]];
    for (let dof = first; dof < end; dof++) {
      iM_rownnz[r] = M_rownnz[dof];
      iM_rowadr[r] = to + M_rowadr[dof] - from;
      iLDiagInv[r++] = qLDiagInv[dof];
    }
    const last = M_rowadr[end - 1] + M_rownnz[end - 1];
    for (; from < last; from++) {
      iM_colind[to] = M_colind[from] + shift;
      iM[to] = M[from];
      iLD[to++] = qLD[from];
    }
  }
}

/** Copies the Jacobian, one dense block per island. */
function copyDenseJacobian(m: Model, d: Data): void {
  const { nv } = m;
  const { nisland, nidof, efc_J, iefc_J, map_iefc2efc, map_idof2dof } = d;
  const { island_nefc, island_nv, island_iefcadr, island_idofadr } = d;
  for (let b = 0; b < nisland; b++) {
    const columns = island_nv[b];
    const dofadr = island_idofadr[b];
    const first = map_idof2dof[dofadr];
    const areTogether = map_idof2dof[dofadr + columns - 1] - first === columns - 1;
    const end = island_iefcadr[b] + island_nefc[b];
    let to = nidof * island_iefcadr[b];
    for (let r = island_iefcadr[b]; r < end; r++) {
      const from = nv * map_iefc2efc[r];
      if (areTogether) {
        for (let e = from + first; e < from + first + columns; e++) iefc_J[to++] = efc_J[e];
        continue;
      }
      for (let c = 0; c < columns; c++) iefc_J[to++] = efc_J[from + map_idof2dof[dofadr + c]];
    }
  }
}

/** Copies the rows of the Jacobian; columns are counted from the first dof of the island. */
function copySparseJacobian(m: Model, d: Data, { ngroup, groupRow, count }: IslandWork): void {
  const { nisland, efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind, efc_island, island_idofadr } = d;
  const { iefc_J, iefc_J_rownnz, iefc_J_rowadr, iefc_J_colind, map_efc2iefc, map_dof2idof } = d;

  // where the elements of each island start
  for (let k = 0; k <= nisland; k++) count[k] = 0;
  for (let g = 0; g < ngroup; g++) {
    const row = groupRow[g];
    count[efc_island[row] + 1] += (groupRow[g + 1] - row) * efc_J_rownnz[row];
  }
  for (let k = 0; k < nisland; k++) count[k + 1] += count[k];

  // rows that follow each other in an island lie side by side
  const rows = areKernelsOff() ? null : rowsInPlace(m, d);
  let run = -1;
  let begin = 0;
  let from = 0;
  for (let g = 0; g < ngroup; g++) {
    const row = groupRow[g];
    const n = groupRow[g + 1] - row;
    const k = efc_island[row];
    const nnz = efc_J_rownnz[row];
    const adr = efc_J_rowadr[row];
    if (k !== run) {
      copyElements(rows, iefc_J, begin, efc_J, from, adr);
      run = k;
      begin = count[k];
      from = adr;
    }
    const first = count[k];
    const offset = island_idofadr[k];
    for (let c = 0; c < nnz; c++) iefc_J_colind[first + c] = map_dof2idof[efc_J_colind[adr + c]] - offset;
    let to = first;
    for (let r = map_efc2iefc[row], end = r + n; r < end; r++, to += nnz) {
      iefc_J_rownnz[r] = nnz;
      iefc_J_rowadr[r] = to;
    }
    // rows of a group have the same columns
    for (let c = first + nnz; c < to; c++) iefc_J_colind[c] = iefc_J_colind[c - nnz];
    count[k] = to;
  }
  copyElements(rows, iefc_J, begin, efc_J, from, d.nJ);
}

// elements up to which a call of a kernel does not pay
const FEW = 32;

/** Copies elements from `first` to `end`. */
function copyElements(
  rows: RowsInPlace | null,
  to: Float64Array,
  at: number,
  from: Float64Array,
  first: number,
  end: number,
): void {
  if (rows !== null && end - first > FEW) {
    rows.kernels.copyDoubles(to.byteOffset + 8 * at, from.byteOffset + 8 * first, 8 * (end - first));
    return;
  }
  const shift = at - first;
  for (let e = first; e < end; e++) to[e + shift] = from[e];
}

/** Copies the other properties of each row that the solver needs. */
function copyRows(d: Data, { ngroup, groupRow }: IslandWork): void {
  const { map_efc2iefc, efc_type, efc_id, efc_frictionloss, efc_D, efc_R } = d;
  const { iefc_type, iefc_id, iefc_frictionloss, iefc_D, iefc_R } = d;
  for (let g = 0; g < ngroup; g++) {
    const end = groupRow[g + 1];
    let row = groupRow[g];
    for (let r = map_efc2iefc[row]; row < end; r++, row++) {
      iefc_type[r] = efc_type[row];
      iefc_id[r] = efc_id[row];
      iefc_frictionloss[r] = efc_frictionloss[row];
      iefc_D[r] = efc_D[row];
      iefc_R[r] = efc_R[row];
    }
  }
}
