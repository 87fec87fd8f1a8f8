/** Octrees over signed distances to a closed surface. */

/** Nodes in breadth-first order of their creation. */
export interface Octree {
  /** number of nodes */
  count: number;
  /** level of each node, the root is 0 */
  depth: Int32Array;
  /** eight children per node, -1 for leaves */
  child: Int32Array;
  /** centre and half sizes per node */
  aabb: Float64Array;
  /** signed distance at the eight corners of each node */
  coeff: Float64Array;
}
