/**
 * Bounding boxes of the elements of flexes, and of the nodes of their hierarchies: centers and half sizes. Where kernels
 * make them, they also interpolate vertices.
 */

import { newInts } from "../math/small_arrays.ts";
import { firstFlexNode, isDisabled } from "../model/queries.ts";
import type { Data } from "../data.ts";
import { DisableBit } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { Arena } from "../wasm/arena.ts";
import { BOX_KERNELS, BOXES } from "../wasm/box_kernels.ts";
import { INTERPOLATION_KERNELS } from "../wasm/interpolation_kernels.ts";
import type { Block } from "../wasm/struct.ts";

// V8-1
const { MIDPHASE } = DisableBit;

declare module "../types/plans.ts" {
  interface Plans {
    flexBoxes?: BoxPlan;
  }
}

/** What boxes enclose, as kernels need it: see `BOXES`. */
interface BoxPlan {
  vertices: number;
  corners: Int32Array;
  children: Int32Array;
}

/** maximum number of nodes of a flex */
export const MAXNODES = 27;

/** number of elements up to which loops are as fast as kernels */
const FEW_ELEMENTS = 8;

/** Fills `flexelem_aabb` and, unless they are disabled, the hierarchies in `bvh_aabb_dyn`. */
export function flexBoxes(m: Model, d: Data): void {
  if (m.nflexelem > FEW_ELEMENTS && memory.load(m, d)) memory.makeBoxes(m, d);
  else makeBoxes(m, d);
}

/** Places the vertices of flex `f` between its nodes, which are at `node`; false if loops have to. */
export function interpolateVertices(m: Model, d: Data, f: number, node: Float64Array): boolean {
  return m.nflexelem > FEW_ELEMENTS && m.flex_vertnum[f] > 1 && memory.interpolate(m, d, f, node);
}

/** The loops of the kernels. */
function makeBoxes(m: Model, d: Data): void {
  for (let f = 0; f < m.nflex; f++) elementBoxes(m, d, f);
  if (isDisabled(m, MIDPHASE)) return;
  for (let f = 0; f < m.nflex; f++) nodeBoxes(m, d, f);
}

/** flexelem_aabb: the box of each element, with its radius. */
function elementBoxes(m: Model, d: Data, f: number): void {
  const { flex_dim, flex_elemnum, flex_elemadr, flex_elemdataadr, flex_elem, flex_vertadr, flex_radius } = m;
  const { flexvert_xpos, flexelem_aabb } = d;
  const corners = flex_dim[f] + 1;
  const vert = flex_vertadr[f];
  const radius = flex_radius[f];
  const end = flex_elemadr[f] + flex_elemnum[f];

  let adr = flex_elemdataadr[f];
  for (let e = flex_elemadr[f]; e < end; e++) {
    // an element with fewer than four corners repeats its last one
    const v0 = 3 * (vert + flex_elem[adr]);
    const v1 = 3 * (vert + flex_elem[adr + 1]);
    const v2 = corners > 2 ? 3 * (vert + flex_elem[adr + 2]) : v1;
    const v3 = corners > 3 ? 3 * (vert + flex_elem[adr + 3]) : v2;
    for (let axis = 0; axis < 3; axis++) {
      const x0 = flexvert_xpos[v0 + axis];
      const x1 = flexvert_xpos[v1 + axis];
      const x2 = flexvert_xpos[v2 + axis];
      const x3 = flexvert_xpos[v3 + axis];
      let low = x0 < x1 ? x0 : x1;
      low = low < x2 ? low : x2;
      low = low < x3 ? low : x3;
      let high = x0 > x1 ? x0 : x1;
      high = high > x2 ? high : x2;
      high = high > x3 ? high : x3;
      flexelem_aabb[6 * e + axis] = 0.5 * (high + low);
      flexelem_aabb[6 * e + axis + 3] = 0.5 * (high - low) + radius;
    }
    adr += corners;
  }
}

/** bvh_aabb_dyn: boxes of the bounding volume hierarchy, children before parents. */
function nodeBoxes(m: Model, d: Data, f: number): void {
  const { flex_bvhadr, flex_bvhnum, flex_elemadr, bvh_nodeid, bvh_child } = m;
  const { flexelem_aabb, bvh_aabb_dyn } = d;
  const root = flex_bvhadr[f];
  if (root < 0) return;
  const base = root - firstFlexNode(m);

  for (let i = flex_bvhnum[f] - 1; i >= 0; i--) {
    const box = 6 * (base + i);
    const element = bvh_nodeid[root + i];
    if (element >= 0) {
      const from = 6 * (flex_elemadr[f] + element);
      for (let k = 0; k < 6; k++) bvh_aabb_dyn[box + k] = flexelem_aabb[from + k];
      continue;
    }

    const a = 6 * (base + bvh_child[2 * (root + i)]);
    const b = 6 * (base + bvh_child[2 * (root + i) + 1]);
    for (let k = 0; k < 3; k++) {
      const lowA = bvh_aabb_dyn[a + k] - bvh_aabb_dyn[a + k + 3];
      const lowB = bvh_aabb_dyn[b + k] - bvh_aabb_dyn[b + k + 3];
      const highA = bvh_aabb_dyn[a + k] + bvh_aabb_dyn[a + k + 3];
      const highB = bvh_aabb_dyn[b + k] + bvh_aabb_dyn[b + k + 3];
      const low = lowA < lowB ? lowA : lowB;
      const high = highA > highB ? highA : highB;
      bvh_aabb_dyn[box + k] = 0.5 * (high + low);
      bvh_aabb_dyn[box + k + 3] = 0.5 * (high - low);
    }
  }
}

/** Derives what boxes enclose from a model; nodes of hierarchies belong to flexes without exception. */
function planBoxes(m: Model): BoxPlan {
  const { nflex, nflexvert, nflexelem, nbvhdynamic, bvh_nodeid, bvh_child } = m;
  const { flex_dim, flex_elemnum, flex_elemadr, flex_elemdataadr, flex_elem, flex_vertadr } = m;
  const { flex_bvhadr, flex_bvhnum } = m;
  const corners = newInts(4 * nflexelem);
  const children = newInts(2 * nbvhdynamic);
  for (let f = 0; f < nflex; f++) {
    const last = flex_dim[f];
    for (let e = 0; e < flex_elemnum[f]; e++) {
      const adr = flex_elemdataadr[f] + e * (last + 1);
      for (let k = 0; k < 4; k++) {
        corners[4 * (flex_elemadr[f] + e) + k] = 24 * (flex_vertadr[f] + flex_elem[adr + Math.min(k, last)]);
      }
    }
    const root = flex_bvhadr[f];
    if (root < 0) continue;
    const base = root - firstFlexNode(m);
    for (let i = 0; i < flex_bvhnum[f]; i++) {
      const at = 2 * (base + i);
      const element = bvh_nodeid[root + i];
      children[at] = element >= 0 ? -1 : 48 * (base + bvh_child[2 * (root + i)]);
      children[at + 1] = 48 * (element >= 0 ? flex_elemadr[f] + element : base + bvh_child[2 * (root + i) + 1]);
    }
  }
  return { vertices: nflexvert, corners, children };
}

const MODULES = [BOX_KERNELS, INTERPOLATION_KERNELS] as const;

/** A memory for boxes, with their kernels. */
export function newBoxArena(): Arena<typeof MODULES> {
  return new Arena(MODULES);
}

const NO_FLOATS = new Float64Array(0);
const NO_INTS = new Int32Array(0);

/** Vertices and boxes of a model in the memory of the kernels; all models and data share it. */
class BoxMemory {
  private readonly arena = newBoxArena();
  private block: Block = { at: 0, doubles: NO_FLOATS, ints: NO_INTS };
  /** capacities */
  private roomVertices: Float64Array = NO_FLOATS;
  private roomElements: Float64Array = NO_FLOATS;
  private roomNodes: Float64Array = NO_FLOATS;
  private corners: Int32Array = NO_INTS;
  private children: Int32Array = NO_INTS;
  /** what is there of the last model, and its boxes */
  private plan: BoxPlan | null = null;
  private elements: Float64Array = NO_FLOATS;
  private nodes: Float64Array = NO_FLOATS;
  /** vertices of each flex, their coordinates within it, and its nodes */
  private ofFlex: Float64Array[] = [];
  private local: Float64Array = NO_FLOATS;
  private between: Float64Array = NO_FLOATS;

  /** Copies the vertices to the memory, and the plan of the model unless it is that of the last; false without kernels. */
  load(m: Model, d: Data): boolean {
    if (!this.prepare(m)) return false;
    this.roomVertices.set(d.flexvert_xpos);
    return true;
  }

  /** Places the vertices of a flex; false without kernels. */
  interpolate(m: Model, d: Data, f: number, node: Float64Array): boolean {
    if (!this.prepare(m)) return false;
    const { kernels } = this.arena;
    const { at } = this.block;
    const first = m.flex_vertadr[f];
    const end = first + m.flex_vertnum[f];
    this.local.set(m.flex_vert0);
    this.between.set(node);
    if (m.flex_interp[f] === 1) kernels?.interpolate1(at, first, end);
    else kernels?.interpolate2(at, first, end);
    d.flexvert_xpos.set(this.ofFlex[f], 3 * first);
    return true;
  }

  private prepare(m: Model): boolean {
    const plan = m.plans.flexBoxes ??= planBoxes(m);
    if (this.plan !== plan) this.loadPlan(m, plan);
    return this.arena.kernels !== null;
  }

  private loadPlan({ flex_vertadr, flex_vertnum }: Model, plan: BoxPlan): void {
    const { vertices, corners, children } = plan;
    const isTooSmall = 3 * vertices > this.roomVertices.length || corners.length > this.corners.length ||
      children.length > this.children.length;
    if (isTooSmall) this.lay(vertices, corners.length, children.length);
    this.corners.set(corners);
    this.children.set(children);
    this.elements = this.roomElements.subarray(0, 3 * corners.length / 2);
    this.nodes = this.roomNodes.subarray(0, 3 * children.length);
    this.ofFlex = Array.from(
      flex_vertadr,
      (first, f) => this.roomVertices.subarray(3 * first, 3 * (first + flex_vertnum[f])),
    );
    this.plan = plan;
  }

  private lay(vertices: number, nCorners: number, nChildren: number): void {
    const nVertices = Math.max(3 * vertices, this.roomVertices.length);
    const most = [Math.max(nCorners, this.corners.length), Math.max(nChildren, this.children.length)];
    this.arena.lay((take) => {
      const corners = this.corners = take.int(most[0]);
      const children = this.children = take.int(most[1]);
      const elements = this.roomElements = take.float(3 * most[0] / 2);
      const nodes = this.roomNodes = take.float(3 * most[1]);
      const positions = this.roomVertices = take.float(nVertices);
      const local = this.local = take.float(nVertices);
      const between = this.between = take.float(3 * MAXNODES);
      this.block = BOXES.take(take);
      BOXES.point(this.block, { vertices: positions, local, between, elements, nodes, corners, children });
    });
  }

  /** Computes the boxes, and copies them to the data. */
  makeBoxes(m: Model, d: Data): void {
    const { nflex, nbvhdynamic, flex_radius, flex_elemadr, flex_elemnum } = m;
    const { at, doubles } = this.block;
    const { kernels } = this.arena;
    for (let f = 0; f < nflex; f++) {
      doubles[BOXES.slot.radius] = flex_radius[f];
      kernels?.elementBoxes(at, flex_elemadr[f], flex_elemadr[f] + flex_elemnum[f]);
    }
    d.flexelem_aabb.set(this.elements);
    if (isDisabled(m, MIDPHASE)) return;
    kernels?.nodeBoxes(at, nbvhdynamic);
    d.bvh_aabb_dyn.set(this.nodes);
  }
}

const memory = new BoxMemory();
