/** The bounding volumes of collision detection: the boxes of bodies, meshes, and flexes at one depth of their trees. */

import * as three from "./three.ts";
import type { Frame, Scenery } from "../simulation/messages.ts";
import { groupOf, type Shown } from "./options.ts";
import { toWorld } from "./markers/marks.ts";

/** Corners of a box, by their signs, and the pairs of them between which edges are. */
const CORNERS = Array.from({ length: 8 }, (_, i) => [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1]);
const EDGES = [[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]].flat();

const SDF = 8;

type Array3 = ArrayLike<number>;

/** A frame of the data. */
interface Place {
  pos: Array3;
  mat: Array3;
  i: number;
}

/** All boxes as the lines of one object. */
export class Volumes {
  readonly lines: three.LineSegments;
  #points: number[] = [];

  constructor(private readonly scenery: Scenery) {
    const [r, g, b, opacity] = scenery.visual.rgba.bv;
    const color = new three.Color().setRGB(r, g, b, three.LinearSRGBColorSpace);
    const material = new three.LineBasicMaterial({ color, transparent: true, opacity });
    this.lines = new three.LineSegments(new three.BufferGeometry(), material);
    this.lines.frustumCulled = false;
  }

  /** Draws what is to be seen. */
  update(frame: Frame, shown: Shown): void {
    this.lines.visible = shown.bodyVolume || shown.meshVolume;
    if (!this.lines.visible) return;
    this.#points = [];
    if (shown.bodyVolume) this.#ofBodies(frame, shown);
    if (shown.meshVolume) this.#ofMeshes(frame, shown);
    if (shown.meshVolume) this.#ofFlexes(frame, shown);
    const { geometry } = this.lines;
    geometry.dispose();
    geometry.setAttribute("position", new three.Float32BufferAttribute(this.#points, 3));
  }

  dispose(): void {
    this.lines.geometry.dispose();
    (this.lines.material as three.Material).dispose();
  }

  #ofBodies({ fields }: Frame, { treeDepth }: Shown): void {
    const { fields: m, sizes } = this.scenery;
    for (let b = 0; b < sizes.nbody; b++) {
      for (const node of this.#nodes(m.body_bvhadr[b], m.body_bvhnum[b], treeDepth)) {
        const geom = m.bvh_nodeid[node];
        // leaves are the boxes of geoms
        if (this.#isLeaf(node)) {
          this.#box({ pos: fields.geom_xpos, mat: fields.geom_xmat, i: geom }, m.geom_aabb, geom);
        } else {
          this.#box({ pos: fields.xipos, mat: fields.ximat, i: b }, m.bvh_aabb, node);
        }
      }
    }
  }

  #ofMeshes({ fields }: Frame, { treeDepth }: Shown): void {
    const { fields: m, sizes } = this.scenery;
    for (let g = 0; g < sizes.ngeom; g++) {
      const mesh = m.geom_dataid[g];
      if (mesh < 0 || m.geom_type[g] === SDF || !(m.mesh_bvhnum[mesh] > 0) || m.mesh_octadr[mesh] >= 0) continue;
      for (const node of this.#nodes(m.mesh_bvhadr[mesh], m.mesh_bvhnum[mesh], treeDepth)) {
        this.#box({ pos: fields.geom_xpos, mat: fields.geom_xmat, i: g }, m.bvh_aabb, node);
      }
    }
  }

  #ofFlexes({ fields }: Frame, { treeDepth, flexGroups }: Shown): void {
    const { fields: m, sizes } = this.scenery;
    for (let f = 0; f < sizes.nflex; f++) {
      if (!flexGroups[groupOf(m.flex_group[f])]) continue;
      for (const node of this.#nodes(m.flex_bvhadr[f], m.flex_bvhnum[f], treeDepth)) {
        this.#box(undefined, fields.bvh_aabb_dyn, node - sizes.nbvhstatic);
      }
    }
  }

  /** The nodes at a depth, and the leaves above it. */
  *#nodes(first: number, count: number, depth: number): Generator<number> {
    const { bvh_depth } = this.scenery.fields;
    for (let i = first; i < first + count; i++) {
      if (bvh_depth[i] === depth || bvh_depth[i] < depth && this.#isLeaf(i)) yield i;
    }
  }

  #isLeaf(node: number): boolean {
    const { bvh_child } = this.scenery.fields;
    return bvh_child[2 * node] === -1 && bvh_child[2 * node + 1] === -1;
  }

  /** A box, given by its center and half sizes in a frame. */
  #box(place: Place | undefined, boxes: Array3, i: number): void {
    const [x, y, z, a, b, c] = Array.from({ length: 6 }, (_, k) => boxes[6 * i + k]);
    const corners = CORNERS.map(([u, v, w]) => {
      const local = new three.Vector3(x + a * u, y + b * v, z + c * w);
      return place === undefined ? local : toWorld(place.pos, place.mat, place.i, local);
    });
    for (const k of EDGES) this.#points.push(corners[k].x, corners[k].y, corners[k].z);
  }
}
