/** Octrees that were built lately: who compiles a document again has the same meshes. */

import { buildOctree, type Octree } from "./octree.ts";

interface Recent {
  /** copies of what the octree was built from */
  readonly vert: Float64Array;
  readonly face: Int32Array;
  readonly aamm: Float64Array;
  readonly tree: Octree;
}

const MOST = 4;

// weak, so that an octree lives no longer than memory allows; the latest comes first
const recents: WeakRef<Recent>[] = [];

/** The octree of a mesh with extent `aamm`: a recent one of the same numbers, else a new one. */
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
