/** Structure of the sparse matrices between dofs (M, D) and between bodies and dofs (B). */

import type { Model } from "../types/model.ts";

/** Fills the structure of M, D, and B, and the maps between M and D. */
export function writeSparsity(m: Model): void {
  if (m.nv > 0) {
    dofPattern(m, m.D_rownnz, m.D_rowadr, m.D_colind, false);
    dofPattern(m, m.M_rownnz, m.M_rowadr, m.M_colind, true);
    for (let i = 0; i < m.nv; i++) {
      let j = 0;
      while (m.D_colind[m.D_rowadr[i] + j] < i) j++;
      m.D_diag[i] = j;
    }
    mapDofs(m);
  }
  bodyPattern(m);
}

/** Rows over the ancestors of each dof: the reduced lower triangle, or the full symmetric pattern. */
function dofPattern(
  m: Model,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
  reduced: boolean,
): void {
  const { nv, dof_parentid, dof_simplenum } = m;
  const rows: number[][] = Array.from({ length: nv }, () => []);
  for (let i = 0; i < nv; i++) {
    if (!(reduced && dof_simplenum[i])) {
      for (let j = dof_parentid[i]; j >= 0; j = dof_parentid[j]) {
        rows[i].push(j);
        if (!reduced) rows[j].push(i);
      }
    }
    rows[i].push(i);
  }
  let at = 0;
  rows.forEach((row, i) => {
    row.sort((a, b) => a - b);
    rownnz[i] = row.length;
    rowadr[i] = at;
    colind.set(row, at);
    at += row.length;
  });
}

/** Maps the entries of one matrix to those of another; an entry that the other does not have goes to -1. */
function mapDofs(m: Model): void {
  const { nv, mapM2D, mapD2M, mapM2M, dof_Madr, dof_parentid } = m;
  const { M_rownnz, M_rowadr, M_colind, D_rownnz, D_rowadr, D_colind } = m;

  // where the row at hand has a column
  const place = new Int32Array(nv);
  const note = (rowadr: Int32Array, rownnz: Int32Array, colind: Int32Array, i: number) => {
    for (let k = rowadr[i]; k < rowadr[i] + rownnz[i]; k++) place[colind[k]] = k;
  };

  // the part of D below the diagonal is the row of M, and its mirror image the part above
  const mirrored = new Int32Array(nv);
  for (let i = 0; i < nv; i++) {
    note(M_rowadr, M_rownnz, M_colind, i);
    for (let k = D_rowadr[i]; k <= D_rowadr[i] + m.D_diag[i]; k++) {
      const j = D_colind[k];
      mapM2D[k] = place[j];
      if (j < i) mapM2D[D_rowadr[j] + m.D_diag[j] + 1 + mirrored[j]++] = place[j];
    }
    // the older format of M runs from each dof to the root; what the row lacks is written to no element
    let at = dof_Madr[i];
    for (let j = i; j >= 0; j = dof_parentid[j]) mapM2M[place[j]] = at++;
    for (let k = M_rowadr[i]; k < M_rowadr[i] + M_rownnz[i]; k++) place[M_colind[k]] = -1;
  }
  for (let i = 0; i < nv; i++) {
    note(D_rowadr, D_rownnz, D_colind, i);
    for (let k = M_rowadr[i]; k < M_rowadr[i] + M_rownnz[i]; k++) mapD2M[k] = place[M_colind[k]];
  }
}

/** Rows over the dofs of a body, its ancestors, and its descendants. */
function bodyPattern(m: Model): void {
  const { nbody, body_parentid, body_dofadr, body_dofnum, B_rownnz, B_rowadr, B_colind } = m;
  const rows: number[][] = Array.from({ length: nbody }, () => []);
  const own = (i: number) => Array.from({ length: body_dofnum[i] }, (_, k) => body_dofadr[i] + k);
  for (let i = nbody - 1; i > 0; i--) {
    for (const dof of own(i)) rows[i].push(dof);
    const above = rows[body_parentid[i]];
    for (const dof of rows[i]) above.push(dof);
  }
  let at = 0;
  for (let i = 0; i < nbody; i++) {
    const row = rows[i].slice();
    for (let j = body_parentid[i]; j > 0; j = body_parentid[j]) row.push(...own(j));
    row.sort((a, b) => a - b);
    B_rownnz[i] = row.length;
    B_rowadr[i] = at;
    B_colind.set(row, at);
    at += row.length;
  }
}
