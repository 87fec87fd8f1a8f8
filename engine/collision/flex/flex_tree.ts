/** Bounding volume trees of flexes, with axis-aligned boxes. */

import { EnableBit, Geom } from "../../types/enums.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { mulMatVec3 } from "../../math/mat3.ts";
import { addTo3, dot3 } from "../../math/vec3.ts";
import { firstFlexNode, isEnabled } from "../../model/queries.ts";
import { type CollisionWork, growCandidates } from "../collision_work.ts";
import { ballMeetsBox, boundsMeet } from "./flex_bounds.ts";
import { collideElements, collideGeomElement, elementElement, geomElement, planeFlex } from "./flex_pairs.ts";
import { infiniteAxes, isLeaf } from "../search/mujoco_trees.ts";
import { admitAll, setRoomOfPairs, setRoomOfTrees } from "../contact/room.ts";
import { sortCandidates } from "../search/visit_sweep.ts";

// V8-1
const { OVERRIDE } = EnableBit;
const { PLANE } = Geom;

/** A body and a flex: planes against all vertices, other geoms against the elements whose leaves they overlap. */
export function descendBodyFlex(m: Model, d: Data, work: CollisionWork, body: number, f: number): void {
  const { body_geomadr, body_geomnum, geom_type } = m;
  const { candidates } = work;
  listBodyFlex(m, d, work, body, f);
  const isStatic = m.body_weldid[body] === 0;
  if (work.crowded) {
    setRoomOfTrees(m, d, work, m.body_bvhnum[body] + m.flex_bvhnum[f]);
    admitBodyFlex(m, d, work, body, f, isStatic);
  }
  sortCandidates(candidates);

  const { g1, g2, count } = candidates;
  let k = 0;
  for (let g = body_geomadr[body]; g < body_geomadr[body] + body_geomnum[body]; g++) {
    if (isStatic && geom_type[g] === PLANE) {
      // if room is scarce, the contacts of a plane count as candidates
      if (!work.crowded) planeFlex(m, d, work, g, f);
      else planeFlex(m, d, work, g, f, g2[k++]);
    }
    for (; k < count && g1[k] === g; k++) geomElement(m, d, work, g, f, g2[k]);
  }
  if (work.crowded) setRoomOfPairs(m, d, work);
}

/** Keeps the candidates for which there is room, after those of planes. */
function admitBodyFlex(m: Model, d: Data, work: CollisionWork, body: number, f: number, isStatic: boolean): void {
  const { body_geomadr, body_geomnum, geom_type } = m;
  const { candidates } = work;
  const { ncon } = d;
  const elements = candidates.count;
  for (let g = body_geomadr[body]; g < body_geomadr[body] + body_geomnum[body]; g++) {
    if (!isStatic || geom_type[g] !== PLANE) continue;
    const before = d.ncon;
    planeFlex(m, d, work, g, f);
    add(work, g, d.ncon - before);
  }
  const { g1, g2, count } = candidates;
  let kept = 0;
  for (let k = 0; k < elements; k++) {
    const found = collideGeomElement(m, d, work, g1[k], f, g2[k]);
    if (found === 0) continue;
    d.ncon += found;
    g1[kept] = g1[k];
    g2[kept++] = g2[k];
  }
  for (let k = elements; k < count; k++) {
    g1[kept] = g1[k];
    g2[kept++] = g2[k];
  }
  d.ncon = ncon;
  candidates.count = kept;
  admitAll(work);
}

/** Lists the pairs of geoms and elements reached by a descent into both trees. */
function listBodyFlex(m: Model, d: Data, work: CollisionWork, body: number, f: number): void {
  const { bvh_child, bvh_aabb, body_margin, flex_margin } = m;
  const { bvh_aabb_dyn } = d;
  const { candidates } = work;
  const base = firstFlexNode(m);
  const root1 = m.body_bvhadr[body];
  const root2 = m.flex_bvhadr[f];
  const margin = isEnabled(m, OVERRIDE) ? m.opt.o_margin : body_margin[body] + flex_margin[f];
  setAxes(d, body);

  candidates.count = 0;
  let height = begin(work, root1, root2, m.body_bvhnum[body] + m.flex_bvhnum[f]);
  const { stack } = candidates;
  while (height > 0) {
    const node2 = stack[--height];
    const node1 = stack[--height];
    const end1 = isLeaf(bvh_child, node1);
    const end2 = isLeaf(bvh_child, node2);
    const a2 = 6 * (node2 - base);
    if (end1 && end2) {
      listLeaves(m, d, work, node1, f, node2, a2);
      continue;
    }
    if (!nodeMeetsBox(bvh_aabb, 6 * node1, bvh_aabb_dyn, a2, margin)) continue;
    const first = end2 || (!end1 && isLarger(bvh_aabb, 6 * node1, bvh_aabb_dyn, a2));
    height = open(work, bvh_child, height, node1, root1, node2, root2, first);
  }
}

/** Lists the geom of a leaf and the element of another, which has box `b`, if they may touch. */
function listLeaves(
  m: Model,
  d: Data,
  work: CollisionWork,
  leaf1: number,
  f: number,
  leaf2: number,
  b: number,
): void {
  const { bvh_nodeid, geom_type, geom_margin, geom_rbound, flex_margin } = m;
  const { geom_contype, geom_conaffinity, flex_contype, flex_conaffinity } = m;
  const { bvh_aabb_dyn, geom_xpos } = d;
  const g = bvh_nodeid[leaf1];
  if (geom_type[g] === PLANE) return;
  if ((geom_contype[g] & flex_conaffinity[f]) === 0 && (flex_contype[f] & geom_conaffinity[g]) === 0) return;
  const margin = isEnabled(m, OVERRIDE) ? m.opt.o_margin : geom_margin[g] + flex_margin[f];
  if (!ballMeetsBox(geom_xpos, 3 * g, geom_rbound[g] + margin, bvh_aabb_dyn, b)) return;
  if (geomMeetsBox(m, d, g, bvh_aabb_dyn, b, margin)) add(work, g, bvh_nodeid[leaf2]);
}

/** Elements of two flexes whose leaves overlap. */
export function descendFlexes(m: Model, d: Data, work: CollisionWork, f1: number, f2: number): void {
  const { candidates } = work;
  listElements(m, d, work, f1, f2);
  if (work.crowded) {
    setRoomOfTrees(m, d, work, m.flex_bvhnum[f1] + m.flex_bvhnum[f2]);
    admitElements(m, d, work, f1, f2);
  }
  sortCandidates(candidates);
  visitElements(m, d, work, f1, f2);
  if (work.crowded) setRoomOfPairs(m, d, work);
}

/** Keeps the candidates for which there is room. */
function admitElements(m: Model, d: Data, work: CollisionWork, f1: number, f2: number): void {
  const { candidates } = work;
  const { g1, g2, count } = candidates;
  const { ncon } = d;
  let kept = 0;
  for (let k = 0; k < count; k++) {
    const found = collideElements(m, d, work, f1, g1[k], f2, g2[k]);
    if (found === 0) continue;
    d.ncon += found;
    g1[kept] = g1[k];
    g2[kept++] = g2[k];
  }
  d.ncon = ncon;
  candidates.count = kept;
  admitAll(work);
}

/** Elements of one flex whose leaves overlap, in the order in which the descent reaches them. */
export function descendSelf(m: Model, d: Data, work: CollisionWork, f: number): void {
  listElements(m, d, work, f, f);
  if (work.crowded) setRoomOfTrees(m, d, work, 2 * m.flex_bvhnum[f]);
  visitElements(m, d, work, f, f);
  if (work.crowded) setRoomOfPairs(m, d, work);
}

function visitElements(m: Model, d: Data, work: CollisionWork, f1: number, f2: number): void {
  const { g1, g2, count } = work.candidates;
  for (let k = 0; k < count && (work.crowded || !work.mayBeFull); k++) elementElement(m, d, work, f1, g1[k], f2, g2[k]);
}

/** Lists the pairs of elements reached by a descent into the trees of two flexes. */
function listElements(m: Model, d: Data, work: CollisionWork, f1: number, f2: number): void {
  const { bvh_child, bvh_nodeid, flex_bvhadr, flex_bvhnum, flex_margin } = m;
  const { bvh_aabb_dyn } = d;
  const { candidates } = work;
  const base = firstFlexNode(m);
  const root1 = flex_bvhadr[f1];
  const root2 = flex_bvhadr[f2];
  const margin = isEnabled(m, OVERRIDE) ? m.opt.o_margin : flex_margin[f1] + flex_margin[f2];

  candidates.count = 0;
  let height = begin(work, root1, root2, flex_bvhnum[f1] + flex_bvhnum[f2]);
  const { stack } = candidates;
  while (height > 0) {
    const node2 = stack[--height];
    const node1 = stack[--height];
    // within one flex, every pair once
    if (f1 === f2 && node1 > node2) continue;
    const end1 = isLeaf(bvh_child, node1);
    const end2 = isLeaf(bvh_child, node2);
    if (end1 && end2) {
      add(work, bvh_nodeid[node1], bvh_nodeid[node2]);
      continue;
    }
    const a1 = 6 * (node1 - base);
    const a2 = 6 * (node2 - base);
    if (!boundsMeet(bvh_aabb_dyn, a1, bvh_aabb_dyn, a2, margin)) continue;
    const first = end2 || (!end1 && isLarger(bvh_aabb_dyn, a1, bvh_aabb_dyn, a2));
    height = open(work, bvh_child, height, node1, root1, node2, root2, first);
  }
}

/** Pushes the roots onto the stack, which never holds more than one pair per node; returns its height. */
function begin({ candidates }: CollisionWork, root1: number, root2: number, nodes: number): number {
  if (candidates.stack.length < 4 * nodes) candidates.stack = new Int32Array(8 * nodes);
  candidates.stack[0] = root1;
  candidates.stack[1] = root2;
  return 2;
}

/** Pushes the children of one of two nodes, each with the other node; returns the new height. */
function open(
  { candidates }: CollisionWork,
  bvh_child: Int32Array,
  height: number,
  node1: number,
  root1: number,
  node2: number,
  root2: number,
  first: boolean,
): number {
  const { stack } = candidates;
  for (let side = 0; side < 2; side++) {
    const child = bvh_child[2 * (first ? node1 : node2) + side];
    if (child < 0) continue;
    stack[height++] = first ? root1 + child : node1;
    stack[height++] = first ? node2 : root2 + child;
  }
  return height;
}

function add({ candidates }: CollisionWork, a: number, b: number): void {
  if (candidates.count === candidates.g1.length) growCandidates(candidates);
  candidates.g1[candidates.count] = a;
  candidates.g2[candidates.count] = b;
  candidates.count++;
}

// V8-2
const surfaces = new Float64Array(2);

/** Has the first of two boxes the larger surface? */
function isLarger(aabb1: Float64Array, a1: number, aabb2: Float64Array, a2: number): boolean {
  setSurface(0, aabb1, a1);
  setSurface(1, aabb2, a2);
  return surfaces[0] > surfaces[1];
}

function setSurface(k: number, aabb: Float64Array, a: number): void {
  const x = aabb[a + 3] - aabb[a];
  const y = aabb[a + 4] - aabb[a + 1];
  const z = aabb[a + 5] - aabb[a + 2];
  surfaces[k] = x * y + y * z + z * x;
}

// axes of a body's inertial frame as rows, products of these with each other, its origin along them and in the world
const axes = new Float64Array(9);
const product = new Float64Array(9);
const offset = new Float64Array(3);
const origin = new Float64Array(3);

/** Sets the inertial frame of a body, and forgets boxes. */
function setAxes({ xipos, ximat }: Data, body: number): void {
  described.node = -1;
  described.geom = -1;
  for (let k = 0; k < 3; k++) {
    origin[k] = xipos[3 * body + k];
    for (let l = 0; l < 3; l++) axes[3 * k + l] = ximat[9 * body + 3 * l + k];
  }
  for (let k = 0; k < 3; k++) {
    offset[k] = dotRow(origin, k);
    for (let l = 0; l < 3; l++) {
      product[3 * k + l] = axes[3 * l] * axes[3 * k] + axes[3 * l + 1] * axes[3 * k + 1] +
        axes[3 * l + 2] * axes[3 * k + 2];
    }
  }
  described.isNodeAligned = areWorld(axes);
}

/** Are these the axes of the world, as those of a body are that only slides? */
function areWorld(rows: Float64Array): boolean {
  for (let k = 0; k < 9; k++) if (rows[k] !== (k % 4 === 0 ? 1 : 0)) return false;
  return true;
}

/** Component of a vector along axis `k`. */
function dotRow(v: Float64Array, k: number): number {
  return v[0] * axes[3 * k] + v[1] * axes[3 * k + 1] + v[2] * axes[3 * k + 2];
}

/**
 * What is known of a box with axes of its own, before it is compared with one in the world: center and half size along
 * its own axes (3 + 3), then along those of the world (3 + 3).
 */
const node = new Float64Array(12);
const geomBox = new Float64Array(12);

// which box each of them describes, whether its axes are those of the world, and along how many the node is infinite
const described = { node: -1, isNodeAligned: false, infinite: 0, geom: -1, isGeomAligned: false };

/** Describes box `a` in the frame of the body. */
function describeNode(aabb: Float64Array, a: number): void {
  described.node = a;
  described.infinite = infiniteAxes(aabb, a);
  for (let k = 0; k < 3; k++) {
    const p = 3 * k;
    node[k] = aabb[a] * product[p] + aabb[a + 1] * product[p + 1] + aabb[a + 2] * product[p + 2] + offset[k];
    node[3 + k] = Math.abs(aabb[a + 3] * product[p]) + Math.abs(aabb[a + 4] * product[p + 1]) +
      Math.abs(aabb[a + 5] * product[p + 2]);
    node[6 + k] = aabb[a] * axes[k] + aabb[a + 1] * axes[k + 3] + aabb[a + 2] * axes[k + 6] + origin[k];
    node[9 + k] = Math.abs(aabb[a + 3] * axes[k]) + Math.abs(aabb[a + 4] * axes[k + 3]) +
      Math.abs(aabb[a + 5] * axes[k + 6]);
  }
}

/** Does box `a` in that frame overlap box `b` in the world? */
function nodeMeetsBox(aabb: Float64Array, a: number, box: Float64Array, b: number, margin: number): boolean {
  if (described.node !== a) describeNode(aabb, a);
  const { infinite, isNodeAligned } = described;
  return infinite === 3 || boxesMeet(node, axes, isNodeAligned, box, b, margin, infinite === 0);
}

/**
 * Does a described box with these axes overlap box `b` in the world? The faces of the second box are compared only if
 * both boxes are finite; if they are, and the axes are those of the world, the first box has no others.
 */
function boxesMeet(
  known: Float64Array,
  rows: Float64Array,
  isAligned: boolean,
  box: Float64Array,
  b: number,
  margin: number,
  isFinite: boolean,
): boolean {
  const x = box[b];
  const y = box[b + 1];
  const z = box[b + 2];
  const sx = box[b + 3];
  const sy = box[b + 4];
  const sz = box[b + 5];

  // faces of the second box, which take the least time
  if (isFinite) {
    if (known[9] + sx + margin < Math.abs(x - known[6])) return false;
    if (known[10] + sy + margin < Math.abs(y - known[7])) return false;
    if (known[11] + sz + margin < Math.abs(z - known[8])) return false;
    if (isAligned) return true;
  }

  // faces of the first box
  for (let k = 0; k < 3; k++) {
    const p = 3 * k;
    const center2 = x * rows[p] + y * rows[p + 1] + z * rows[p + 2];
    const radius2 = Math.abs(sx * rows[p]) + Math.abs(sy * rows[p + 1]) + Math.abs(sz * rows[p + 2]);
    if (known[3 + k] + radius2 + margin < Math.abs(center2 - known[k])) return false;
  }
  return true;
}

const center = new Float64Array(3);
const turned = new Float64Array(9);

/** Describes the box around geom `g`, whose axes are `turned`. */
function describeGeom(m: Model, d: Data, g: number): void {
  const { geom_aabb } = m;
  const { geom_xpos, geom_xmat } = d;
  const a = 6 * g;
  const r = 9 * g;
  described.geom = g;
  mulMatVec3(center, 0, geom_xmat, r, geom_aabb, a);
  addTo3(center, 0, geom_xpos, 3 * g);
  for (let k = 0; k < 3; k++) for (let l = 0; l < 3; l++) turned[3 * k + l] = geom_xmat[r + 3 * l + k];
  described.isGeomAligned = areWorld(turned);
  for (let k = 0; k < 3; k++) {
    const p = 3 * k;
    geomBox[k] = dot3(center, 0, turned, p);
    geomBox[3 + k] = Math.abs(geom_aabb[a + 3] * dot3(turned, 0, turned, p)) +
      Math.abs(geom_aabb[a + 4] * dot3(turned, 3, turned, p)) +
      Math.abs(geom_aabb[a + 5] * dot3(turned, 6, turned, p));
    geomBox[6 + k] = center[k];
    geomBox[9 + k] = Math.abs(geom_aabb[a + 3] * turned[k]) + Math.abs(geom_aabb[a + 4] * turned[k + 3]) +
      Math.abs(geom_aabb[a + 5] * turned[k + 6]);
  }
}

/** Does the box around geom `g` overlap box `b` in the world? */
function geomMeetsBox(m: Model, d: Data, g: number, box: Float64Array, b: number, margin: number): boolean {
  if (described.geom !== g) describeGeom(m, d, g);
  return boxesMeet(geomBox, turned, described.isGeomAligned, box, b, margin, true);
}
