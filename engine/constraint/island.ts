/** Islands: sets of kinematic trees coupled by constraints, each of which can be solved on its own. */

import { newInts } from "../math/small_arrays.ts";
import { copyAll, copyAllInt } from "../math/vec.ts";
import { dropRows, endOfIslands, push, stackTop } from "../model/arena.ts";
import { isDisabled, isFlexEquality, isSparse } from "../model/queries.ts";
import { newPrefixViews, prefixOf } from "../math/prefix.ts";
import type { Data } from "../data.ts";
import { growRows } from "../types/data_memory.ts";
import { Constraint, DisableBit, Eq, Obj } from "../types/enums.ts";
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
} = Constraint;
const { ISLAND } = DisableBit;
const { CONNECT, WELD } = Eq;
const { SITE } = Obj;

declare module "../types/work.ts" {
  interface Work {
    island?: IslandWork;
  }
}

interface IslandWork {
  /** representative of the set of each tree, −1 for trees without constraints */
  parent: Int32Array;
  /** island of each tree */
  treeIsland: Int32Array;
  /** first tree of each constraint row */
  rowTree: Int32Array;
  /** number of entries already placed in each island and outside all islands */
  count: Int32Array;
  /** pairs of trees that share a row, while they are counted, and their number */
  shared: Uint8Array | null;
  nshared: number;
}

/** Finds the islands of the current constraints and copies the solver's inputs island by island. */
export function island(m: Model, d: Data): void {
  const { ntree, tree_dofnum } = m;
  const { nefc } = d;
  d.nisland = 0;
  d.nidof = 0;
  if (isDisabled(m, ISLAND) || nefc === 0) return;

  const work = d.work.island ??= {
    parent: newInts(ntree),
    treeIsland: newInts(ntree),
    rowTree: newInts(0),
    count: newInts(ntree + 1),
    shared: null,
    nshared: 0,
  };
  if (work.rowTree.length < nefc) work.rowTree = newInts(d.capacity.nefc);
  const { treeIsland } = work;

  joinTrees(m, d, work);
  d.nisland = numberIslands(m, work);
  for (let t = 0; t < ntree; t++) {
    if (treeIsland[t] >= 0) d.nidof += tree_dofnum[t];
  }
  if (!fits(m, d, work)) {
    // contacts keep the addresses of their rows: sensors find no force there
    d.efc_force.fill(0, 0, nefc);
    dropRows(d);
    d.nidof = 0;
    return;
  }
  if (d.nisland > d.capacity.nisland || d.nidof > d.capacity.nidof) {
    growRows(m, d, { nisland: d.nisland, nidof: d.nidof });
  }

  mapTrees(m, d, work);
  mapDofs(m, d, work);
  mapRows(d, work);
  copyInertia(m, d);
  if (isSparse(m)) copySparseJacobian(m, d);
  else copyDenseJacobian(m, d);
  copyRows(d);
}

/** Do the islands fit into the arena? MuJoCo has a matrix of all pairs of trees on the stack meanwhile. */
function fits(m: Model, d: Data, work: IslandWork): boolean {
  const { ntree } = m;
  let top = stackTop(d);
  top = push(top, ntree * ntree, 1);
  top = push(top, 4 * ntree * ntree, 4);
  top = push(top, 12 * ntree, 4);
  const end = endOfIslands(m, d, isSparse(m));
  // and those that share a row, which are counted only if it matters
  return end <= top && (end <= push(top, 4 * ntree * ntree, 4) || end <= push(top, 4 * countShared(m, d, work), 4));
}

/** Number of pairs of trees that share a row, in either order; a tree that shares none with another is its own pair. */
function countShared(m: Model, d: Data, work: IslandWork): number {
  work.shared = new Uint8Array(m.ntree * m.ntree);
  work.nshared = 0;
  joinTrees(m, d, work);
  work.shared = null;
  return work.nshared;
}

function noteShared(work: IslandWork, shared: Uint8Array, tree1: number, tree2: number): void {
  const ntree = work.parent.length;
  if (shared[tree1 * ntree + tree2] !== 0) return;
  shared[tree1 * ntree + tree2] = 1;
  shared[tree2 * ntree + tree1] = 1;
  work.nshared += tree1 === tree2 ? 1 : 2;
}

/** Joins the trees involved in each constraint, and records the first tree of each row. */
function joinTrees(m: Model, d: Data, work: IslandWork): void {
  const { ntree } = m;
  const { nefc, efc_type, efc_id } = d;
  const { parent, rowTree } = work;
  for (let t = 0; t < ntree; t++) parent[t] = -1;
  let type = -1;
  let id = -1;
  for (let i = 0; i < nefc; i++) {
    // rows of one constraint involve the same trees, except for those of a flex
    if (efc_type[i] === type && efc_id[i] === id && !isFlexEquality(m, type, id)) {
      rowTree[i] = rowTree[i - 1];
      continue;
    }
    type = efc_type[i];
    id = efc_id[i];
    rowTree[i] = joinRow(m, d, work, i, type, id);
  }
}

/** Joins the trees of one row, and returns the first of them. */
function joinRow(m: Model, d: Data, work: IslandWork, i: number, type: number, id: number): number {
  const { dof_treeid, jnt_dofadr, body_treeid, geom_bodyid, eq_type, eq_objtype, eq_obj1id, eq_obj2id } = m;
  switch (type) {
    case FRICTION_DOF:
      return join(work, dof_treeid[id], -1);
    case LIMIT_JOINT:
      return join(work, dof_treeid[jnt_dofadr[id]], -1);
    case CONTACT_FRICTIONLESS:
    case CONTACT_PYRAMIDAL:
    case CONTACT_ELLIPTIC: {
      const geom1 = d.contact.geom[2 * id];
      const geom2 = d.contact.geom[2 * id + 1];
      if (geom1 < 0 || geom2 < 0) break;
      return join(work, body_treeid[geom_bodyid[geom1]], body_treeid[geom_bodyid[geom2]]);
    }
    case EQUALITY:
      if (eq_type[id] === CONNECT || eq_type[id] === WELD) {
        const isSite = eq_objtype[id] === SITE;
        const body1 = isSite ? m.site_bodyid[eq_obj1id[id]] : eq_obj1id[id];
        const body2 = isSite ? m.site_bodyid[eq_obj2id[id]] : eq_obj2id[id];
        return join(work, body_treeid[body1], body_treeid[body2]);
      }
  }
  return isSparse(m) ? joinSparseRow(m, d, work, i) : joinDenseRow(m, d, work, i);
}

function joinSparseRow(m: Model, d: Data, work: IslandWork, i: number): number {
  const { dof_treeid } = m;
  const { efc_J_rownnz, efc_J_rowadr, efc_J_colind } = d;
  const start = efc_J_rowadr[i];
  const first = dof_treeid[efc_J_colind[start]];
  let last = first;
  for (let k = start + 1; k < start + efc_J_rownnz[i]; k++) last = joinNext(work, last, dof_treeid[efc_J_colind[k]]);
  return last === first ? join(work, first, -1) : first;
}

function joinDenseRow(m: Model, d: Data, work: IslandWork, i: number): number {
  const { nv, dof_treeid } = m;
  const { efc_J } = d;
  let first = -1;
  let last = -1;
  for (let k = 0; k < nv; k++) {
    if (efc_J[i * nv + k] === 0) continue;
    if (first < 0) first = last = dof_treeid[k];
    else last = joinNext(work, last, dof_treeid[k]);
  }
  return last === first && first >= 0 ? join(work, first, -1) : first;
}

/** Joins the tree of one nonzero of a row and that of the next, if they differ; returns the latter. */
function joinNext(work: IslandWork, tree: number, next: number): number {
  if (next !== tree) join(work, tree, next);
  return next;
}

/** Joins the sets of two trees, one of which may be static (negative); returns the first nonstatic tree. */
function join(work: IslandWork, tree1: number, tree2: number): number {
  if (tree1 < 0) return join(work, tree2, tree1);
  const { parent, shared } = work;
  if (shared !== null) noteShared(work, shared, tree1, tree2 < 0 ? tree1 : tree2);
  const root1 = findRoot(parent, tree1);
  if (tree2 < 0 || tree2 === tree1) return tree1;
  const root2 = findRoot(parent, tree2);

  // the smaller number represents the set
  if (root1 < root2) parent[root2] = root1;
  else if (root2 < root1) parent[root1] = root2;
  return tree1;
}

/** Representative of a tree's set; a tree without a set becomes its own representative. */
function findRoot(parent: Int32Array, tree: number): number {
  if (parent[tree] < 0) parent[tree] = tree;
  let root = tree;
  while (parent[root] !== root) {
    parent[root] = parent[parent[root]];
    root = parent[root];
  }
  return root;
}

/** Numbers the sets in the order of their lowest trees. */
function numberIslands(m: Model, work: IslandWork): number {
  const { ntree } = m;
  const { parent, treeIsland } = work;
  let nisland = 0;
  for (let t = 0; t < ntree; t++) {
    if (parent[t] < 0) treeIsland[t] = -1;
    else if (parent[t] === t) treeIsland[t] = nisland++;
    else treeIsland[t] = treeIsland[findRoot(parent, t)];
  }
  return nisland;
}

/** Lists the trees of each island, then those without an island. */
function mapTrees(m: Model, d: Data, work: IslandWork): void {
  const { ntree } = m;
  const { nisland, tree_island, island_ntree, island_itreeadr, map_itree2tree } = d;
  const { treeIsland, count } = work;

  for (let k = 0; k < nisland; k++) island_ntree[k] = 0;
  for (let t = 0; t < ntree; t++) {
    tree_island[t] = treeIsland[t];
    if (treeIsland[t] >= 0) island_ntree[treeIsland[t]]++;
  }
  let adr = 0;
  for (let k = 0; k < nisland; k++) {
    island_itreeadr[k] = adr;
    count[k] = adr;
    adr += island_ntree[k];
  }
  for (let t = 0; t < ntree; t++) {
    map_itree2tree[treeIsland[t] >= 0 ? count[treeIsland[t]]++ : adr++] = t;
  }
}

/** Lists the dofs of each island, then those without an island. */
function mapDofs(m: Model, d: Data, work: IslandWork): void {
  const { nv, dof_treeid } = m;
  const { nisland, dof_island, island_nv, island_idofadr, island_dofadr, map_dof2idof, map_idof2dof } = d;
  const { treeIsland, count } = work;

  for (let k = 0; k < nisland; k++) island_nv[k] = 0;
  for (let i = 0; i < nv; i++) {
    const k = treeIsland[dof_treeid[i]];
    dof_island[i] = k;
    if (k >= 0) island_nv[k]++;
  }
  let adr = 0;
  for (let k = 0; k < nisland; k++) {
    island_idofadr[k] = adr;
    count[k] = adr;
    adr += island_nv[k];
  }
  for (let i = 0; i < nv; i++) {
    const idof = dof_island[i] >= 0 ? count[dof_island[i]]++ : adr++;
    map_dof2idof[i] = idof;
    map_idof2dof[idof] = i;
  }
  for (let k = 0; k < nisland; k++) island_dofadr[k] = map_idof2dof[island_idofadr[k]];
}

/** Lists the constraint rows of each island. */
function mapRows(d: Data, work: IslandWork): void {
  const { nisland, nefc, efc_type, efc_island, island_ne, island_nf, island_nefc, island_iefcadr } = d;
  const { map_efc2iefc, map_iefc2efc } = d;
  const { treeIsland, rowTree, count } = work;

  for (let k = 0; k < nisland; k++) {
    island_ne[k] = 0;
    island_nf[k] = 0;
    island_nefc[k] = 0;
  }
  for (let i = 0; i < nefc; i++) {
    const k = treeIsland[rowTree[i]];
    efc_island[i] = k;
    island_nefc[k]++;
    const type = efc_type[i];
    if (type === EQUALITY) island_ne[k]++;
    else if (type === FRICTION_DOF || type === FRICTION_TENDON) island_nf[k]++;
  }
  let adr = 0;
  for (let k = 0; k < nisland; k++) {
    island_iefcadr[k] = adr;
    count[k] = adr;
    adr += island_nefc[k];
  }
  for (let i = 0; i < nefc; i++) {
    const row = count[efc_island[i]]++;
    map_efc2iefc[i] = row;
    map_iefc2efc[row] = i;
  }
}

/** Copies the inertia matrix and its factor; columns are counted from the first dof of the island. */
function copyInertia(m: Model, d: Data): void {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  const { nidof, dof_island, island_idofadr, map_idof2dof, map_dof2idof } = d;
  const { M, qLD, qLDiagInv, iM, iLD, iLDiagInv, iM_rownnz, iM_rowadr, iM_colind } = d;

  // a single island with all dofs: the same matrices
  if (d.nisland === 1 && nidof === nv) {
    copyAll(iM, M);
    copyAll(iLD, qLD);
    copyAll(iLDiagInv, qLDiagInv);
    copyAllInt(iM_rownnz, M_rownnz);
    copyAllInt(iM_rowadr, M_rowadr);
    copyAllInt(iM_colind, M_colind);
    return;
  }
  let to = 0;
  for (let r = 0; r < nidof; r++) {
    const dof = map_idof2dof[r];
    const offset = island_idofadr[dof_island[dof]];
    const nnz = M_rownnz[dof];
    const from = M_rowadr[dof];
    iM_rownnz[r] = nnz;
    iM_rowadr[r] = to;
    for (let k = 0; k < nnz; k++) {
      iM_colind[to + k] = map_dof2idof[M_colind[from + k]] - offset;
      iM[to + k] = M[from + k];
      iLD[to + k] = qLD[from + k];
    }
    iLDiagInv[r] = qLDiagInv[dof];
    to += nnz;
  }
}

/** Copies the Jacobian, one dense block per island. */
function copyDenseJacobian(m: Model, d: Data): void {
  const { nv } = m;
  const { nisland, nidof, nefc, efc_J, iefc_J, map_iefc2efc, map_idof2dof } = d;
  const { island_nefc, island_nv, island_iefcadr, island_idofadr } = d;

  // a single island with all dofs: the same matrix
  if (nisland === 1 && nidof === nv) {
    iefc_J.set(prefixOf(d.work.jacobianViews ??= newPrefixViews(), efc_J, nefc * nv));
    return;
  }
  for (let b = 0; b < nisland; b++) {
    const columns = island_nv[b];
    const dofadr = island_idofadr[b];
    const end = island_iefcadr[b] + island_nefc[b];
    let to = nidof * island_iefcadr[b];
    for (let r = island_iefcadr[b]; r < end; r++) {
      const from = nv * map_iefc2efc[r];
      for (let c = 0; c < columns; c++) iefc_J[to++] = efc_J[from + map_idof2dof[dofadr + c]];
    }
  }
}

/** Copies the rows of the Jacobian; columns are counted from the first dof of the island. */
function copySparseJacobian(m: Model, d: Data): void {
  const { nefc, efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind, efc_island, efc_type, efc_id, island_idofadr } = d;
  const { iefc_J, iefc_J_rownnz, iefc_J_rowadr, iefc_J_colind, iefc_J_rowsuper, map_iefc2efc, map_dof2idof } = d;

  let to = 0;
  for (let r = 0; r < nefc;) {
    const row = map_iefc2efc[r];
    const nnz = efc_J_rownnz[row];
    const from = efc_J_rowadr[row];

    // rows of one constraint are adjacent and have the same columns, except for flexes
    const type = efc_type[row];
    const id = efc_id[row];
    let n = 1;
    if (!isFlexEquality(m, type, id)) {
      while (row + n < nefc && efc_type[row + n] === type && efc_id[row + n] === id) n++;
    }
    const offset = island_idofadr[efc_island[row]];
    for (let k = 0; k < nnz; k++) iefc_J_colind[to + k] = map_dof2idof[efc_J_colind[from + k]] - offset;
    for (let k = nnz; k < n * nnz; k++) iefc_J_colind[to + k] = iefc_J_colind[to + k - nnz];
    for (let k = 0; k < n * nnz; k++) iefc_J[to + k] = efc_J[from + k];
    for (let i = 0; i < n; i++) {
      iefc_J_rownnz[r + i] = nnz;
      iefc_J_rowadr[r + i] = to + i * nnz;
      iefc_J_rowsuper[r + i] = i + 1 < n ? 1 : 0;
    }
    r += n;
    to += n * nnz;
  }

  // number of following rows of the island with the same columns
  for (let r = nefc - 2; r >= 0; r--) {
    const isLast = efc_island[map_iefc2efc[r]] !== efc_island[map_iefc2efc[r + 1]];
    if (isLast) continue;
    if (iefc_J_rowsuper[r] === 1 || hasSameColumns(d, r)) iefc_J_rowsuper[r] = 1 + iefc_J_rowsuper[r + 1];
  }
}

function hasSameColumns(d: Data, r: number): boolean {
  const { iefc_J_rownnz, iefc_J_rowadr, iefc_J_colind } = d;
  const nnz = iefc_J_rownnz[r];
  if (nnz !== iefc_J_rownnz[r + 1]) return false;
  const a = iefc_J_rowadr[r];
  const b = iefc_J_rowadr[r + 1];
  for (let k = 0; k < nnz; k++) {
    if (iefc_J_colind[a + k] !== iefc_J_colind[b + k]) return false;
  }
  return true;
}

/** Copies the other properties of each row that the solver needs. */
function copyRows(d: Data): void {
  const { nefc, map_iefc2efc, efc_type, efc_id, efc_frictionloss, efc_D, efc_R } = d;
  const { iefc_type, iefc_id, iefc_frictionloss, iefc_D, iefc_R } = d;
  for (let r = 0; r < nefc; r++) {
    const row = map_iefc2efc[r];
    iefc_type[r] = efc_type[row];
    iefc_id[r] = efc_id[row];
    iefc_frictionloss[r] = efc_frictionloss[row];
    iefc_D[r] = efc_D[row];
    iefc_R[r] = efc_R[row];
  }
}
