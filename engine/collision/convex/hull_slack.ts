/**
 * How far below the farthest vertex of a hull a walk over its edges may end.
 *
 * On a convex hull every way up ends at the farthest vertex. But vertices are rounded to single precision after their
 * hull is built, and where they are close together, as along the seams of a part, this leaves dents: vertices above all
 * of their neighbors along directions along which others are higher, by millimeters even.
 */

/** hulls with more vertices are not looked through */
const MOST_VERTICES = 4096;
/** what is found at the limits is multiplied by, as it may be more between them */
const SAFETY = 4;
/** sine of the angle between edges below which these tell no plane */
const PARALLEL = 1e-12;
/** part of its length by which an edge may rise from a plane, by rounding */
const LEVEL = 1e-13;
/** how far directions may be apart that are the same */
const SAME = 1e-12;
/** how many directions are remembered with what was found along them; the normal of a face is asked for three times */
const RECENT = 4096;
const MASK = RECENT - 1;

/**
 * Writes into `slack`, from `vertadr` on, for the vertices of the hull whose entries in `links` begin at `first`: how
 * far each may be below another along a direction along which it is above its neighbors. Returns the largest.
 */
export function fillSlack(
  slack: Float64Array,
  links: Int32Array,
  first: number,
  end: number,
  vert: Float32Array,
  vertadr: number,
): number {
  const points: number[] = [];
  for (let entry = first; entry < end; entry = after(links, entry)) {
    const v = 3 * (vertadr + links[entry]);
    points.push(vert[v], vert[v + 1], vert[v + 2]);
  }
  const hull = Float64Array.from(points);
  recent.fill(0);
  const isLarge = hull.length > 3 * MOST_VERTICES;
  let most = 0;
  for (let entry = first, v = 0; entry < end; entry = after(links, entry), v += 3) {
    const one = isLarge ? Infinity : SAFETY * mostBelow(hull, v, edgesOf(links, entry, vert, 3 * vertadr));
    slack[vertadr + links[entry]] = one;
    most = Math.max(most, one);
  }
  return most;
}

/** Place of the entry after one. */
function after(links: Int32Array, entry: number): number {
  let at = entry + 1;
  while (links[at] >= 0) at += 2;
  return at + 1;
}

/** Unit vectors from a vertex to its neighbors. */
function edgesOf(links: Int32Array, entry: number, vert: Float32Array, base: number): Float64Array {
  const v = base + 3 * links[entry];
  const edges: number[] = [];
  for (let at = entry + 1; links[at] >= 0; at += 2) {
    const to = base + 3 * links[at + 1];
    const x = vert[to] - vert[v];
    const y = vert[to + 1] - vert[v + 1];
    const z = vert[to + 2] - vert[v + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    // vertices that rounding has made one are no obstacle to each other
    if (length > 0) edges.push(x / length, y / length, z / length);
  }
  return Float64Array.from(edges);
}

const ray = new Float64Array(3);
const known = new Float64Array(3);
/** directions, and how far the hull reaches along them */
const recent = new Float64Array(4 * RECENT);

/** How far vertex `v` may be below another of the hull along a direction along which it is above its neighbors. */
function mostBelow(hull: Float64Array, v: number, edges: Float64Array): number {
  let most = 0;
  known.fill(0);
  for (let i = 0; i < edges.length; i += 3) {
    for (let j = 0; j < i; j += 3) {
      if (!setNormal(edges, i, j)) continue;
      for (let sign = 0; sign < 2; sign++) {
        for (let k = 0; k < 3; k++) ray[k] = -ray[k];
        if (isSame(known, 0) || !isAbove(edges)) continue;
        known.set(ray);
        most = Math.max(most, below(hull, v));
      }
    }
  }
  return most;
}

/** ray = unit normal of the plane of two edges; false if they are parallel */
function setNormal(edges: Float64Array, i: number, j: number): boolean {
  const x = edges[i + 1] * edges[j + 2] - edges[i + 2] * edges[j + 1];
  const y = edges[i + 2] * edges[j] - edges[i] * edges[j + 2];
  const z = edges[i] * edges[j + 1] - edges[i + 1] * edges[j];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > PARALLEL)) return false;
  ray[0] = x / length;
  ray[1] = y / length;
  ray[2] = z / length;
  return true;
}

/** Does no edge rise along the ray? */
function isAbove(edges: Float64Array): boolean {
  for (let k = 0; k < edges.length; k += 3) {
    if (ray[0] * edges[k] + ray[1] * edges[k + 1] + ray[2] * edges[k + 2] > LEVEL) return false;
  }
  return true;
}

/** How far the farthest vertex along the ray is above vertex `v`. */
function below(hull: Float64Array, v: number): number {
  const x = ray[0];
  const y = ray[1];
  const z = ray[2];
  const slot = 4 * (Math.imul(ray[0] * 1e6, 0x9e3779b1) + Math.imul(ray[1] * 1e6, 0x85ebca6b) + ray[2] * 1e6 & MASK);
  if (!isSame(recent, slot)) {
    let max = -Infinity;
    for (let i = 0; i < hull.length; i += 3) {
      const along = x * hull[i] + y * hull[i + 1] + z * hull[i + 2];
      if (along > max) max = along;
    }
    recent.set(ray, slot);
    recent[slot + 3] = max;
  }
  return recent[slot + 3] - (x * hull[v] + y * hull[v + 1] + z * hull[v + 2]);
}

/** Is the ray the direction at `i`, but for rounding? */
function isSame(directions: Float64Array, i: number): boolean {
  return Math.abs(ray[0] - directions[i]) < SAME && Math.abs(ray[1] - directions[i + 1]) < SAME &&
    Math.abs(ray[2] - directions[i + 2]) < SAME;
}
