/** The hierarchy of bounding boxes over the triangles of a mesh. */

import { countFrom } from "../../math/small_arrays.ts";
import type { Bvh } from "../../types/spec.ts";
import { Arena, type Take } from "../../wasm/arena.ts";
import { TREE_KERNELS } from "../../wasm/tree_kernels.ts";
import { buildFrom, newBvh, PLACE, STRIDE } from "../bvh.ts";

const MODULES = [TREE_KERNELS] as const;

/** A memory for a hierarchy, with kernels that build it. */
export function newTreeArena(): Arena<typeof MODULES> {
  return new Arena(MODULES);
}

// meshes take turns
const arena = newTreeArena();

/** most triangles for which memory is kept */
const MOST = 65536;

/** The hierarchy over triangles, which are placed by their circumcenters. It lasts until the next one is built. */
export function faceTree(vert: Float64Array, face: Int32Array): Bvh {
  const faces = face.length / 3;
  const tree = newBvh(0);
  let table = tree.aabb;
  let items = tree.child;
  const count = 2 * faces - 1;
  const layOut = (take: Take) => {
    table = take.float(STRIDE * faces);
    items = take.int(4 * faces);
    tree.aabb = take.float(6 * count);
    tree.child = take.int(2 * count);
    tree.depth = take.int(count);
    tree.nodeid = take.int(count);
  };
  if (faces <= MOST) arena.lay(layOut);
  const { kernels } = arena;
  if (kernels === null || faces > MOST) {
    table = new Float64Array(STRIDE * faces);
    placeFaces(table, vert, face);
    return buildFrom(countFrom(0, faces), table);
  }
  placeFaces(table, vert, face);
  const [elements, first, ...places] = [table, items, tree.aabb, tree.child, tree.depth, tree.nodeid]
    .map(({ byteOffset }) => byteOffset);
  kernels.buildTree(elements, first, first + 16 * faces, places[0], places[1], places[2], places[3]);
  tree.count = count;
  return tree;
}

/** Writes boxes and circumcenters of the triangles. */
function placeFaces(table: Float64Array, vert: Float64Array, face: Int32Array): void {
  for (let f = 0, e = 0; f < face.length; f += 3, e += STRIDE) {
    const v0 = 3 * face[f];
    const v1 = 3 * face[f + 1];
    const v2 = 3 * face[f + 2];
    const ax = vert[v0] - vert[v2];
    const ay = vert[v0 + 1] - vert[v2 + 1];
    const az = vert[v0 + 2] - vert[v2 + 2];
    const bx = vert[v1] - vert[v2];
    const by = vert[v1 + 1] - vert[v2 + 1];
    const bz = vert[v1 + 2] - vert[v2 + 2];
    const nx = ay * bz - az * by;
    const ny = az * bx - ax * bz;
    const nz = ax * by - ay * bx;
    const aa = ax * ax + ay * ay + az * az;
    const bb = bx * bx + by * by + bz * bz;
    const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const dx = aa * bx - bb * ax;
    const dy = aa * by - bb * ay;
    const dz = aa * bz - bb * az;
    table[e + PLACE] = (dy * nz - dz * ny) / (2 * area * area) + vert[v2];
    table[e + PLACE + 1] = (dz * nx - dx * nz) / (2 * area * area) + vert[v2 + 1];
    table[e + PLACE + 2] = (dx * ny - dy * nx) / (2 * area * area) + vert[v2 + 2];
    for (let k = 0; k < 3; k++) {
      const low = Math.min(vert[v0 + k], vert[v1 + k], vert[v2 + k]);
      const high = Math.max(vert[v0 + k], vert[v1 + k], vert[v2 + k]);
      const center = 0.5 * (low + high);
      const half = 0.5 * (high - low);
      table[e + k] = center - half;
      table[e + k + 3] = -(center + half);
    }
  }
}
