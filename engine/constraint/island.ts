/** Islands: sets of kinematic trees coupled by constraints, each of which can be solved on its own. */

import { newInts } from "../math/small_arrays.ts";
import { dropRows, endOfIslands, push, rowsLaid, stackTop, surelyFit } from "../model/arena.ts";
import { flexRowColumns } from "../model/flex_row_columns.ts";
import * as queries from "../model/queries.ts";
import { dofsOfRow } from "../model/row_dofs.ts";
import type { Data } from "../data.ts";
import { growRows } from "../model/grow_rows.ts";
import { Constraint, DisableBit, Eq } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { findTrees } from "./find_trees.ts";
import { copyToIslands } from "./island_copies.ts";

// V8-1
const { isDisabled, isDual, isFlexEquality, isSparse } = queries;
const { EQUALITY, FRICTION_DOF, FRICTION_TENDON } = Constraint;
const { ISLAND } = DisableBit;
const { JOINT } = Eq;

declare module "../types/work.ts" {
  interface Work {
    island?: IslandWork;
  }
}

/** Scratch memory of islands. */
export interface IslandWork {
  /** representative of the set of each tree, −1 for trees without constraints */
  parent: Int32Array;
  /** island of each tree */
  treeIsland: Int32Array;
  /** groups of rows that involve the same trees: their number, the first row of each and the end, and its first tree */
  ngroup: number;
  groupRow: Int32Array;
  groupTree: Int32Array;
  /** trees of a constraint */
  trees: Int32Array;
  /** number of entries already placed in each island and outside all islands */
  count: Int32Array;
  /** pairs of trees that share a row, while they are counted, and their number */
  shared: Uint8Array | null;
  nshared: number;
}

/** Finds the islands of the current constraints and copies the solver's inputs island by island if it takes them so. */
export function island(m: Model, d: Data): void {
  const { nefc } = d;
  d.nisland = 0;
  d.nidof = 0;
  if (isDisabled(m, ISLAND) || nefc === 0) return;

  const hasRoom = surelyFit(m, d, rowsLaid(m, d, isSparse(m)), d.nJ);
  if (hasRoom && m.ntree === 1 && m.nflex === 0) onlyIsland(m, d);
  else findIslands(m, d, hasRoom);
}

/** A single tree has all dofs and takes part in every row. */
function onlyIsland(m: Model, d: Data): void {
  const { nv } = m;
  if (d.capacity.nisland < 1 || d.capacity.nidof < nv) growRows(m, d, { nisland: 1, nidof: nv });
  d.nisland = 1;
  d.nidof = nv;
  mapEverything(d, nv);
}

/** Everything is in the first island, where it is without islands: V8-14. */
function mapEverything(d: Data, nv: number): void {
  const { ne, nf, nefc, tree_island, island_ntree, island_itreeadr, map_itree2tree } = d;
  const { dof_island, island_nv, island_idofadr, island_dofadr, map_dof2idof, map_idof2dof } = d;
  const { efc_island, island_ne, island_nf, island_nefc, island_iefcadr, map_efc2iefc, map_iefc2efc } = d;

  tree_island[0] = 0;
  island_ntree[0] = 1;
  island_itreeadr[0] = 0;
  map_itree2tree[0] = 0;
  island_nv[0] = nv;
  island_idofadr[0] = 0;
  island_dofadr[0] = 0;
  island_ne[0] = ne;
  island_nf[0] = nf;
  island_nefc[0] = nefc;
  island_iefcadr[0] = 0;
  for (let i = 0; i < nv; i++) {
    dof_island[i] = 0;
    map_dof2idof[i] = i;
    map_idof2dof[i] = i;
  }
  for (let i = 0; i < nefc; i++) {
    efc_island[i] = 0;
    map_efc2iefc[i] = i;
    map_iefc2efc[i] = i;
  }
}

function findIslands(m: Model, d: Data, hasRoom: boolean): void {
  const { ntree, tree_dofnum } = m;
  const { nefc } = d;
  const work = d.work.island ??= {
    parent: newInts(ntree),
    treeIsland: newInts(ntree),
    ngroup: 0,
    groupRow: newInts(0),
    groupTree: newInts(0),
    trees: newInts(2),
    count: newInts(ntree + 1),
    shared: null,
    nshared: 0,
  };
  if (work.groupTree.length < nefc) {
    work.groupRow = newInts(d.capacity.nefc + 1);
    work.groupTree = newInts(d.capacity.nefc);
  }
  const { treeIsland } = work;

  joinTrees(m, d, work);
  d.nisland = numberIslands(m, work);
  for (let t = 0; t < ntree; t++) {
    if (treeIsland[t] >= 0) d.nidof += tree_dofnum[t];
  }
  if (!hasRoom && !fits(m, d, work)) {
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
  // dual problems, and a single island with all dofs, are solved where everything already is
  if (isDual(m) || (d.nisland === 1 && d.nidof === m.nv)) return;
  copyToIslands(m, d, work);
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

/** Joins the trees involved in each constraint, and lists the groups of rows that involve the same. */
function joinTrees(m: Model, d: Data, work: IslandWork): void {
  const { ntree } = m;
  const { nefc, efc_type, efc_id } = d;
  const { parent, groupRow, groupTree } = work;
  for (let t = 0; t < ntree; t++) parent[t] = -1;
  let n = 0;
  for (let i = 0; i < nefc; n++) {
    const type = efc_type[i];
    const id = efc_id[i];
    const isOfFlex = isFlexEquality(m, type, id);
    if (isOfFlex && !isSparse(m)) {
      const count = joinFlexRows(m, d, work, n, i);
      if (count > 0) {
        i += count;
        n += count - 1;
        continue;
      }
    }
    groupRow[n] = i;
    groupTree[n] = joinRow(m, d, work, i, type, id);
    i++;
    // rows of one constraint involve the same trees, except for those of a flex
    if (isOfFlex) continue;
    while (i < nefc && efc_type[i] === type && efc_id[i] === id) i++;
  }
  groupRow[n] = nefc;
  work.ngroup = n;
}

/** Joins the trees of the dense rows of a flex that begin at row `i`, as group `n` and those after it; returns their number. */
function joinFlexRows(m: Model, d: Data, work: IslandWork, n: number, i: number): number {
  const known = flexRowColumns(m, d, i, d.efc_id[i]);
  if (known === null) return 0;
  const { nv, dof_treeid } = m;
  const { efc_J } = d;
  const { groupRow, groupTree } = work;
  const { count, adr, column } = known;
  for (let r = 0; r < count; r++) {
    const row = (i + r) * nv;
    let first = -1;
    let last = -1;
    for (let k = adr[r]; k < adr[r + 1]; k++) {
      const dof = column[k];
      if (efc_J[row + dof] === 0) continue;
      const tree = dof_treeid[dof];
      if (first < 0) first = last = tree;
      else last = joinNext(work, last, tree);
    }
    if (last === first && first >= 0) join(work, first, -1);
    groupRow[n + r] = i + r;
    groupTree[n + r] = first;
  }
  return count;
}

/** Joins the trees of one row, and returns the first of them. */
function joinRow(m: Model, d: Data, work: IslandWork, i: number, type: number, id: number): number {
  // in dense storage, a joint has no part in an equality while the derivative by it is zero
  const hasValues = type === EQUALITY && m.eq_type[id] === JOINT && !isSparse(m);
  const { trees } = work;
  if (!hasValues && findTrees(m, d, trees, type, id)) return join(work, trees[0], trees[1]);
  return isSparse(m) ? joinSparseRow(m, d, work, i) : joinDenseRow(m, d, work, i, dofsOfRow(m, d, i, type, id));
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

/** Visits the columns of these dofs, or all of them. */
function joinDenseRow(m: Model, d: Data, work: IslandWork, i: number, dofs: Int32Array | null): number {
  const { nv, dof_treeid } = m;
  const { efc_J } = d;
  const n = dofs === null ? nv : dofs.length;
  let first = -1;
  let last = -1;
  for (let k = 0; k < n; k++) {
    const column = dofs === null ? k : dofs[k];
    if (efc_J[i * nv + column] === 0) continue;
    if (first < 0) first = last = dof_treeid[column];
    else last = joinNext(work, last, dof_treeid[column]);
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
  const { parent, shared } = work;
  const first = tree1 < 0 ? tree2 : tree1;
  const second = tree2 < 0 ? first : tree2;
  if (shared !== null) noteShared(work, shared, first, second);
  if (parent[first] < 0) parent[first] = first;
  if (parent[second] < 0) parent[second] = second;
  let root1 = first;
  while (parent[root1] !== root1) root1 = parent[root1] = parent[parent[root1]];
  let root2 = second;
  while (parent[root2] !== root2) root2 = parent[root2] = parent[parent[root2]];

  // the smaller number represents the set
  if (root1 < root2) parent[root2] = root1;
  else if (root2 < root1) parent[root1] = root2;
  return first;
}

/** Numbers the sets in the order of their lowest trees. */
function numberIslands(m: Model, work: IslandWork): number {
  const { ntree } = m;
  const { parent, treeIsland } = work;
  let nisland = 0;
  for (let t = 0; t < ntree; t++) {
    if (parent[t] < 0) treeIsland[t] = -1;
    else if (parent[t] === t) treeIsland[t] = nisland++;
    else {
      // its representative comes before it
      let root = parent[t];
      while (parent[root] !== root) root = parent[root];
      treeIsland[t] = treeIsland[root];
    }
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
  const { ntree, tree_dofadr, tree_dofnum } = m;
  const { nisland, dof_island, island_nv, island_idofadr, island_dofadr, map_dof2idof, map_idof2dof } = d;
  const { treeIsland, count } = work;

  for (let k = 0; k < nisland; k++) island_nv[k] = 0;
  for (let t = 0; t < ntree; t++) {
    if (treeIsland[t] >= 0) island_nv[treeIsland[t]] += tree_dofnum[t];
  }
  let adr = 0;
  for (let k = 0; k < nisland; k++) {
    island_idofadr[k] = adr;
    count[k] = adr;
    adr += island_nv[k];
  }
  count[nisland] = adr;
  for (let t = 0; t < ntree; t++) {
    const k = treeIsland[t];
    const to = k >= 0 ? k : nisland;
    let idof = count[to];
    const end = tree_dofadr[t] + tree_dofnum[t];
    for (let i = tree_dofadr[t]; i < end; i++) {
      dof_island[i] = k;
      map_dof2idof[i] = idof;
      map_idof2dof[idof++] = i;
    }
    count[to] = idof;
  }
  for (let k = 0; k < nisland; k++) island_dofadr[k] = map_idof2dof[island_idofadr[k]];
}

/** Lists the constraint rows of each island. */
function mapRows(d: Data, work: IslandWork): void {
  const { nisland, efc_type, efc_island, island_ne, island_nf, island_nefc, island_iefcadr } = d;
  const { map_efc2iefc, map_iefc2efc } = d;
  const { treeIsland, ngroup, groupRow, groupTree, count } = work;

  for (let k = 0; k < nisland; k++) {
    island_ne[k] = 0;
    island_nf[k] = 0;
    island_nefc[k] = 0;
  }
  for (let g = 0; g < ngroup; g++) {
    const k = treeIsland[groupTree[g]];
    const row = groupRow[g];
    const n = groupRow[g + 1] - row;
    island_nefc[k] += n;
    const type = efc_type[row];
    if (type === EQUALITY) island_ne[k] += n;
    else if (type === FRICTION_DOF || type === FRICTION_TENDON) island_nf[k] += n;
  }
  let adr = 0;
  for (let k = 0; k < nisland; k++) {
    island_iefcadr[k] = adr;
    count[k] = adr;
    adr += island_nefc[k];
  }
  for (let g = 0; g < ngroup; g++) {
    const k = treeIsland[groupTree[g]];
    const end = groupRow[g + 1];
    let row = count[k];
    for (let i = groupRow[g]; i < end; i++) {
      efc_island[i] = k;
      map_efc2iefc[i] = row;
      map_iefc2efc[row++] = i;
    }
    count[k] = row;
  }
}
