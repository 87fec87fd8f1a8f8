/**
 * AR = J M⁻¹ Jᵀ + diag(R) with sparse rows. Rows of the same constraint have the same dofs and therefore the same
 * columns of AR, so the pattern is found once for each group of such rows.
 */

import { dot } from "../math/vec.ts";
import { dropRows, endOfIslands, forgetRows, push, stackTop } from "../model/arena.ts";
import { roomFloat, roomInt } from "../math/grow.ts";
import { groupRows } from "../linear/sparse_rows.ts";
import type { Data } from "../data.ts";
import { growRows } from "../model/grow_rows.ts";
import type { Model } from "../types/model.ts";

declare module "../types/work.ts" {
  interface Work {
    projectSparse?: SparseProjection;
  }
}

/** Scratch memory: the rows of B = J L⁻¹ D^-½, and the groups of rows with the same dofs. */
interface SparseProjection {
  vector: Float64Array;
  mark: Int32Array;
  B: Float64Array;
  B_rownnz: Int32Array;
  B_rowadr: Int32Array;
  B_colind: Int32Array;

  /** number of rows, from each one on, in the same group */
  group: Int32Array;
  /** first row of each group, and the end */
  start: Int32Array;
  count: number;

  /** per dof: the groups that contain it, in order, and its position in their rows */
  dofadr: Int32Array;
  dofgroup: Int32Array;
  dofplace: Int32Array;
  /** per dof: the first entry after the current group */
  next: Int32Array;

  /** groups after the current one that share a dof with it, in order; per group: its index in the order of discovery */
  touched: Int32Array;
  slot: Int32Array;
  /** by this index: the number of shared dofs, and their positions in the rows of both groups */
  shared: Int32Array;
  here: Int32Array;
  there: Int32Array;
  /** columns of AR found so far for the rows of each group */
  filled: Int32Array;
}

function newProjection(nv: number): SparseProjection {
  return {
    vector: new Float64Array(nv),
    mark: new Int32Array(nv),
    B: new Float64Array(0),
    B_rownnz: new Int32Array(0),
    B_rowadr: new Int32Array(0),
    B_colind: new Int32Array(0),
    group: new Int32Array(0),
    start: new Int32Array(0),
    count: 0,
    dofadr: new Int32Array(nv + 1),
    dofgroup: new Int32Array(0),
    dofplace: new Int32Array(0),
    next: new Int32Array(nv),
    touched: new Int32Array(0),
    slot: new Int32Array(0),
    shared: new Int32Array(0),
    here: new Int32Array(0),
    there: new Int32Array(0),
    filled: new Int32Array(0),
  };
}

/** Fills `efc_AR` and its pattern; `sqrtInvD` holds the inverse square roots of the diagonal of M's factor. */
export function projectSparse(m: Model, d: Data, sqrtInvD: Float64Array): void {
  const { nefc } = d;
  const work = d.work.projectSparse ??= newProjection(m.nv);
  makeRoom(work, nefc);
  findGroups(m, d, work);
  makeRoomForDofs(m, d, work);
  for (let g = 0; g < work.count; g++) {
    findDofs(m, d, work, g);
    const first = work.start[g];
    for (let i = first; i < work.start[g + 1]; i++) solveRow(m, d, work, sqrtInvD, i, work.B_rowadr[first]);
  }
  findMeetings(m, work);
  makePattern(d, work);
  if (!fits(m, d, work)) {
    dropRows(d);
    forgetRows(d);
    return;
  }
  if (d.nA > d.capacity.nA) growRows(m, d, { nA: d.nA });
  multiply(d, work);
}

/** Does AR fit into the arena? MuJoCo has B and its transpose on the stack meanwhile. */
function fits(m: Model, d: Data, { B_rownnz, B_rowadr }: SparseProjection): boolean {
  const { nv } = m;
  const { nefc, nA } = d;
  const nB = B_rowadr[nefc - 1] + B_rownnz[nefc - 1];
  let top = push(stackTop(d), 8 * nv, 8);
  top = push(top, 8 * nefc + 4 * nv, 4);
  top = push(top, 8 * nB, 8);
  top = push(top, 4 * nB + 4 * nefc + 8 * nv + 4 * nB, 4);
  top = push(top, 8 * nB, 8);
  const pattern = Math.ceil(endOfIslands(m, d, true) / 4) * 4 + 8 * nefc;
  return Math.ceil(pattern / 8) * 8 + 12 * nA <= top;
}

function makeRoom(work: SparseProjection, nefc: number): void {
  work.group = roomInt(work.group, nefc);
  work.start = roomInt(work.start, nefc + 1);
  work.touched = roomInt(work.touched, nefc);
  work.slot = roomInt(work.slot, nefc);
  work.shared = roomInt(work.shared, nefc);
  work.filled = roomInt(work.filled, nefc);
  work.B_rownnz = roomInt(work.B_rownnz, nefc);
  work.B_rowadr = roomInt(work.B_rowadr, nefc);
}

/** Makes room for what depends on the number of dofs. */
function makeRoomForDofs(m: Model, d: Data, work: SparseProjection): void {
  const { count, start } = work;
  let most = 0;
  let inGroups = 0;
  let inRows = 0;
  for (let g = 0; g < count; g++) {
    const nnz = countDofs(m, d, work, g);
    work.B_rownnz[start[g]] = nnz;
    most = Math.max(most, nnz);
    inGroups += nnz;
    inRows += nnz * (start[g + 1] - start[g]);
  }
  work.here = roomInt(work.here, count * most);
  work.there = roomInt(work.there, count * most);
  work.B = roomFloat(work.B, inRows);
  work.B_colind = roomInt(work.B_colind, inRows);
  work.dofgroup = roomInt(work.dofgroup, inGroups);
  work.dofplace = roomInt(work.dofplace, inGroups);
}

/** Counts the dofs of a group: columns of J with their ancestors. */
function countDofs(m: Model, d: Data, { mark, start }: SparseProjection, g: number): number {
  const { M_rownnz, M_rowadr, M_colind } = m;
  const { efc_J_rownnz, efc_J_rowadr, efc_J_colind } = d;
  const startJ = efc_J_rowadr[start[g]];
  const endJ = startJ + efc_J_rownnz[start[g]];
  let nnz = 0;
  for (let a = startJ; a < endJ; a++) {
    const dof = efc_J_colind[a];
    const endM = M_rowadr[dof] + M_rownnz[dof];
    for (let b = M_rowadr[dof]; b < endM; b++) {
      const column = M_colind[b];
      if (mark[column] === g) continue;
      mark[column] = g;
      nnz++;
    }
  }
  return nnz;
}

function findGroups(m: Model, d: Data, work: SparseProjection): void {
  const { nefc, efc_type, efc_id } = d;
  const { group, start } = work;
  groupRows(m, group, nefc, efc_type, 0, efc_id);
  let n = 0;
  for (let i = 0; i < nefc; i += group[i]) start[n++] = i;
  start[n] = nefc;
  work.count = n;
  work.mark.fill(-1);
}

/** The dofs of a group: the columns of J and their ancestors, in the order of the columns. */
function findDofs({ dof_parentid }: Model, d: Data, work: SparseProjection, g: number): void {
  const { efc_J_rownnz, efc_J_rowadr, efc_J_colind } = d;
  const { group, start, B_rownnz, B_rowadr, B_colind } = work;
  const first = start[g];
  // only the first row of a group has its columns
  const startB = first === 0 ? 0 : B_rowadr[first - 1] + B_rownnz[first - 1];
  const startJ = efc_J_rowadr[first];
  const endJ = startJ + efc_J_rownnz[first];
  const nnz = B_rownnz[first];

  // from last to first: a column of J, or the parent of the previous dof; columns of flex rows may be out of order
  const end = startB + nnz;
  for (let k = end, a = endJ - 1; k > startB;) {
    const own = a >= startJ ? efc_J_colind[a] : -1;
    const parent = k < end ? dof_parentid[B_colind[k]] : -1;
    if (own >= parent) a--;
    k--;
    B_colind[k] = own >= parent ? own : parent;
  }
  for (let r = 0; r < group[first]; r++) {
    B_rowadr[first + r] = startB + r * nnz;
    B_rownnz[first + r] = nnz;
  }
}

/** One row of B, whose columns are listed at `columns`: half of the back-substitution. */
function solveRow(
  m: Model,
  d: Data,
  work: SparseProjection,
  sqrtInvD: Float64Array,
  i: number,
  columns: number,
): void {
  const { M_rownnz, M_rowadr, M_colind } = m;
  const { efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind, qLD } = d;
  const { vector, B, B_rownnz, B_rowadr, B_colind } = work;
  const endJ = efc_J_rowadr[i] + efc_J_rownnz[i];
  for (let a = efc_J_rowadr[i]; a < endJ; a++) vector[efc_J_colind[a]] = efc_J[a];

  const end = columns + B_rownnz[i];
  for (let k = end - 1; k >= columns; k--) {
    const dof = B_colind[k];
    const x = vector[dof];
    if (x === 0) continue;
    const endM = M_rowadr[dof] + M_rownnz[dof] - 1;
    for (let b = M_rowadr[dof]; b < endM; b++) vector[M_colind[b]] -= x * qLD[b];
  }
  const shift = B_rowadr[i] - columns;
  for (let k = columns; k < end; k++) {
    const dof = B_colind[k];
    B[k + shift] = vector[dof] * sqrtInvD[dof];
    vector[dof] = 0;
  }
}

/** Lists the groups that contain each dof. */
function findMeetings({ nv }: Model, work: SparseProjection): void {
  const { count, start, B_rownnz, B_rowadr, B_colind, dofadr, dofgroup, dofplace, next } = work;
  next.fill(0);
  for (let g = 0; g < count; g++) {
    const end = B_rowadr[start[g]] + B_rownnz[start[g]];
    for (let k = B_rowadr[start[g]]; k < end; k++) next[B_colind[k]]++;
  }
  dofadr[0] = 0;
  for (let i = 0; i < nv; i++) {
    dofadr[i + 1] = dofadr[i] + next[i];
    next[i] = dofadr[i];
  }
  for (let g = 0; g < count; g++) {
    const first = B_rowadr[start[g]];
    const end = first + B_rownnz[start[g]];
    for (let k = first; k < end; k++) {
      const adr = next[B_colind[k]]++;
      dofgroup[adr] = g;
      dofplace[adr] = k - first;
    }
  }
}

/** Computes the addresses of the rows of AR. */
function makePattern(d: Data, work: SparseProjection): void {
  const { efc_AR_rownnz, efc_AR_rowadr } = d;
  const { count, start, filled } = work;
  beginMeetings(work);
  for (let g = 0; g < count; g++) countColumns(work, g);
  let nA = 0;
  for (let g = 0; g < count; g++) {
    for (let i = start[g]; i < start[g + 1]; i++) {
      efc_AR_rowadr[i] = nA;
      efc_AR_rownnz[i] = filled[g];
      nA += filled[g];
    }
  }
  d.nA = nA;
}

/** Counts the columns of AR that a group and those after it that share a dof with it have because of that. */
function countColumns(work: SparseProjection, g: number): void {
  const { start, B_rownnz, B_rowadr, B_colind, dofadr, dofgroup, next, slot, filled } = work;
  const size = start[g + 1] - start[g];
  const first = B_rowadr[start[g]];
  const last = first + B_rownnz[start[g]];
  let columns = size;
  for (let k = first; k < last; k++) {
    const dof = B_colind[k];
    const end = dofadr[dof + 1];
    for (let e = ++next[dof]; e < end; e++) {
      const h = dofgroup[e];
      if (slot[h] === g) continue;
      slot[h] = g;
      columns += start[h + 1] - start[h];
      filled[h] += size;
    }
  }
  filled[g] += columns;
}

function beginMeetings(work: SparseProjection): void {
  const { count, dofadr, next, slot, filled } = work;
  for (let i = 0; i < next.length; i++) next[i] = dofadr[i];
  for (let g = 0; g < count; g++) {
    slot[g] = -1;
    filled[g] = 0;
  }
}

/**
 * Lists the groups after `g`, up to `part`, that share a dof with it, and the positions of the shared dofs; returns the
 * number of groups.
 */
function meet(work: SparseProjection, g: number): number {
  const { start, B_rownnz, B_rowadr, B_colind, dofadr, dofgroup, dofplace, next } = work;
  const { touched, slot, shared, here, there } = work;
  const first = B_rowadr[start[g]];
  const nnz = B_rownnz[start[g]];
  let n = 0;
  for (let k = 0; k < nnz; k++) {
    const dof = B_colind[first + k];
    const end = dofadr[dof + 1];
    for (let e = ++next[dof]; e < end; e++) {
      const h = dofgroup[e];
      let s = slot[h];
      if (s < 0) {
        s = slot[h] = n;
        shared[s] = 0;
        insert(touched, n++, h);
      }
      const adr = s * nnz + shared[s]++;
      here[adr] = k;
      there[adr] = dofplace[e];
    }
  }
  return n;
}

/** Clears the indices of the `n` groups that were listed. */
function part({ touched, slot }: SparseProjection, n: number): void {
  for (let t = 0; t < n; t++) slot[touched[t]] = -1;
}

/** Inserts `x` into `n` numbers in ascending order. */
function insert(sorted: Int32Array, n: number, x: number): void {
  let k = n;
  for (; k > 0 && sorted[k - 1] > x; k--) sorted[k] = sorted[k - 1];
  sorted[k] = x;
}

/** AR = B Bᵀ + diag(R), computed by pairs of groups. */
function multiply(d: Data, work: SparseProjection): void {
  const { count, touched } = work;
  beginMeetings(work);
  for (let g = 0; g < count; g++) {
    multiplyOwn(d, work, g);
    const n = meet(work, g);
    for (let t = 0; t < n; t++) multiplyPair(d, work, g, touched[t]);
    part(work, n);
  }
}

/** The block of a group on the diagonal. */
function multiplyOwn(d: Data, work: SparseProjection, g: number): void {
  const { efc_AR, efc_AR_rowadr, efc_AR_colind, efc_R } = d;
  const { start, filled, B, B_rownnz, B_rowadr } = work;
  const first = start[g];
  const last = start[g + 1];
  const column = filled[g] - first;
  filled[g] += last - first;
  for (let c = first; c < last; c++) {
    const x = B_rowadr[c];
    const nnz = B_rownnz[c];
    const end = x + nnz;
    const adr = efc_AR_rowadr[c] + column;
    efc_AR[adr + c] = dot(B, x, B, x, nnz) + efc_R[c];
    for (let r = first; r < last; r++) efc_AR_colind[adr + r] = r;
    for (let r = c + 1; r < last; r++) {
      const y = B_rowadr[r] - x;
      let sum = B[x + y] * B[x];
      for (let k = x + 1; k < end; k++) sum += B[y + k] * B[k];
      efc_AR[adr + r] = sum;
      efc_AR[efc_AR_rowadr[r] + column + c] = sum;
    }
  }
}

/** The blocks of two groups, which mirror each other. */
function multiplyPair(d: Data, work: SparseProjection, g: number, h: number): void {
  const { efc_AR, efc_AR_rowadr, efc_AR_colind } = d;
  const { start, slot, shared, here, there, filled, B, B_rownnz, B_rowadr } = work;
  const begin = slot[h] * B_rownnz[start[g]];
  const end = begin + shared[slot[h]];
  const columnG = filled[h] - start[g];
  const columnH = filled[g] - start[h];
  filled[h] += start[g + 1] - start[g];
  filled[g] += start[h + 1] - start[h];
  for (let c = start[g]; c < start[g + 1]; c++) {
    const x = B_rowadr[c];
    const across = efc_AR_rowadr[c] + columnH;
    let r = start[h];
    for (; r + 2 <= start[h + 1]; r += 2) {
      // two rows side by side
      const y = B_rowadr[r];
      const z = B_rowadr[r + 1];
      const first = B[x + here[begin]];
      let sumY = B[y + there[begin]] * first;
      let sumZ = B[z + there[begin]] * first;
      for (let k = begin + 1; k < end; k++) {
        const b = B[x + here[k]];
        const column = there[k];
        sumY += B[y + column] * b;
        sumZ += B[z + column] * b;
      }
      const downY = efc_AR_rowadr[r] + columnG + c;
      const downZ = efc_AR_rowadr[r + 1] + columnG + c;
      efc_AR[downY] = sumY;
      efc_AR[downZ] = sumZ;
      efc_AR[across + r] = sumY;
      efc_AR[across + r + 1] = sumZ;
      efc_AR_colind[downY] = c;
      efc_AR_colind[downZ] = c;
      efc_AR_colind[across + r] = r;
      efc_AR_colind[across + r + 1] = r + 1;
    }
    if (r < start[h + 1]) {
      const y = B_rowadr[r];
      let sum = B[y + there[begin]] * B[x + here[begin]];
      for (let k = begin + 1; k < end; k++) sum += B[y + there[k]] * B[x + here[k]];
      const down = efc_AR_rowadr[r] + columnG + c;
      efc_AR[down] = sum;
      efc_AR[across + r] = sum;
      efc_AR_colind[down] = c;
      efc_AR_colind[across + r] = r;
    }
  }
}
