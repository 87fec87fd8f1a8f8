/** Recently built octrees: compiling a document again needs the same ones. */

import { buildOctree, type Octree } from "./octree.ts";

interface Recent {
  /** copies of the data from which the octree was built */
  readonly vert: Float64Array;
  readonly face: Int32Array;
  readonly aamm: Float64Array;
  readonly tree: Octree;
}

const MOST = 4;

// weak references, so that octrees can be garbage collected; the latest comes first
const recents: WeakRef<Recent>[] = [];

/** The octree of a mesh with extent `aamm`: a recent one for the same numbers, or a new one. */
export function octreeOf(name: string, vert: Float64Array, face: Int32Array, aamm: Float64Array): Octree {
  for (const recent of recents) {
    const known = recent.deref();
    if (known && same(known.vert, vert) && same(known.face, face) && same(known.aamm, aamm)) return known.tree;
  }
  const tree = buildOctree(name, vert, face, aamm);
  recents.unshift(new WeakRef({ vert: vert.slice(), face: face.slice(), aamm: aamm.slice(), tree }));
  recents.length = Math.min(recents.length, MOST);
  return tree;
}

function same(a: Float64Array | Int32Array, b: Float64Array | Int32Array): boolean {
  return a.length === b.length && a.every((value, i) => Object.is(value, b[i]));
}
