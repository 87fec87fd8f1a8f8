/** Support points: the point of a shape that lies farthest along a direction. */

import { MINVAL } from "../../types/constants.ts";
import { type ConvexShape, Support } from "./convex_shape.ts";
import { HINT_CELLS, hintCell } from "./hull_hints.ts";

// V8-1
const { POINT, LINE, SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, MESH, PRISM, SIMPLEX } = Support;
const MINVAL2 = MINVAL * MINVAL;
const FLT_MAX = 3.4028234663852886e38;

/** part of its height by which a vertex must be above its neighbors to be the farthest beyond doubt */
const DOUBT = 2e-7;
// all neighbors of a vertex are lower, beyond doubt or not
const CLEARLY = -1;
const NEARLY = -2;
/** largest slack of a hull on which walks may begin anywhere, meters */
const EVEN = 1e-5;

/** direction in the frame of the geom, and how far the farthest vertex is along it */
const local = new Float64Array(4);

/**
 * res = the point of the shape, without its margin, that lies farthest along the unit vector `dir`. Meshes remember
 * the vertex, and start the next search from it.
 */
export function support(shape: ConvexShape, res: Float64Array, r: number, dir: Float64Array, i: number): void {
  const { pos, mat, size } = shape;
  const kind = shape.support;

  if (kind === POINT) {
    res[r] = pos[0];
    res[r + 1] = pos[1];
    res[r + 2] = pos[2];
    return;
  }
  if (kind >= PRISM) {
    if (kind === SIMPLEX) simplexSupport(shape, res, r, dir, i);
    else prismSupport(shape.prism, res, r, dir, i);
    return;
  }

  const gx = dir[i];
  const gy = dir[i + 1];
  const gz = dir[i + 2];
  if (kind === SPHERE) {
    const radius = size[0];
    res[r] = radius * gx + pos[0];
    res[r + 1] = radius * gy + pos[1];
    res[r + 2] = radius * gz + pos[2];
    return;
  }
  if (kind === LINE) {
    const along = mat[2] * gx + mat[5] * gy + mat[8] * gz;
    const end = along >= 0 ? size[1] : -size[1];
    res[r] = mat[2] * end + pos[0];
    res[r + 1] = mat[5] * end + pos[1];
    res[r + 2] = mat[8] * end + pos[2];
    return;
  }

  // direction in the frame of the geom
  const x = mat[0] * gx + mat[3] * gy + mat[6] * gz;
  const y = mat[1] * gx + mat[4] * gy + mat[7] * gz;
  const z = mat[2] * gx + mat[5] * gy + mat[8] * gz;

  // support point in the frame of the geom
  let px = 0;
  let py = 0;
  let pz = 0;
  switch (kind) {
    case CAPSULE:
      px = x * size[0];
      py = y * size[0];
      pz = z * size[0] + (z >= 0 ? size[1] : -size[1]);
      break;
    case ELLIPSOID: {
      px = x * size[0];
      py = y * size[1];
      pz = z * size[2];
      const norm2 = px * px + py * py + pz * pz;
      if (norm2 < MINVAL2) {
        res[r] = mat[0] * size[0] + pos[0];
        res[r + 1] = mat[3] * size[0] + pos[1];
        res[r + 2] = mat[6] * size[0] + pos[2];
        return;
      }
      const inverse = 1 / Math.sqrt(norm2);
      px *= inverse * size[0];
      py *= inverse * size[1];
      pz *= inverse * size[2];
      break;
    }
    case CYLINDER: {
      const norm2 = x * x + y * y;
      const scale = norm2 >= MINVAL2 ? size[0] / Math.sqrt(norm2) : 0;
      px = scale * x;
      py = scale * y;
      pz = z >= 0 ? size[1] : -size[1];
      break;
    }
    case BOX:
      px = x >= 0 ? size[0] : -size[0];
      py = y >= 0 ? size[1] : -size[1];
      pz = z >= 0 ? size[2] : -size[2];
      shape.vertindex = Number(px > 0) | Number(py > 0) << 1 | Number(pz > 0) << 2;
      break;
    default: {
      local[0] = x;
      local[1] = y;
      local[2] = z;
      const found = kind === MESH ? searchVertices(shape) : climbHull(shape);
      const { vert } = shape;
      const v = 3 * (shape.vertadr + found);
      shape.vertindex = found;
      px = vert[v];
      py = vert[v + 1];
      pz = vert[v + 2];
    }
  }

  // back to the world frame
  res[r] = mat[0] * px + mat[1] * py + mat[2] * pz + pos[0];
  res[r + 1] = mat[3] * px + mat[4] * py + mat[5] * pz + pos[1];
  res[r + 2] = mat[6] * px + mat[7] * py + mat[8] * pz + pos[2];
}

/** The farthest of all vertices along `local`; the one found last wins ties. */
function searchVertices(shape: ConvexShape): number {
  const { vert, vertadr, vertnum } = shape;
  const x = local[0];
  const y = local[1];
  const z = local[2];

  let max = -FLT_MAX;
  let best = 0;
  if (shape.vertindex >= 0) {
    best = shape.vertindex;
    const v = 3 * (vertadr + best);
    max = x * vert[v] + y * vert[v + 1] + z * vert[v + 2];
  }
  for (let i = 0, v = 3 * vertadr; i < vertnum; i++, v += 3) {
    const along = x * vert[v] + y * vert[v + 1] + z * vert[v + 2];
    if (along > max) {
      max = along;
      best = i;
    }
  }
  local[3] = max;
  if (shape.strayed) checkTies(shape);
  return best;
}

/** The vertex to begin from decides between equals. */
function checkTies(shape: ConvexShape): void {
  const { vert, vertadr, vertnum } = shape;
  const x = local[0];
  const y = local[1];
  const z = local[2];
  const max = local[3];
  let count = 0;
  for (let i = 0, v = 3 * vertadr; i < vertnum; i++, v += 3) {
    if (x * vert[v] + y * vert[v + 1] + z * vert[v + 2] >= max) count++;
  }
  if (count === 1) shape.strayed = false;
  else shape.lost = true;
}

/**
 * The farthest vertex of the hull along `local`, by walking uphill along its edges. Only if vertices are about equally
 * far, or the hull has dents where a walk may end, does the way decide: then it must begin at the vertex found last, and
 * leave it even if all neighbors are lower.
 */
function climbHull(shape: ConvexShape): number {
  const { vert, links, meshindex } = shape;
  let best = climbClearly(shape, local);
  if (best >= 0) {
    shape.strayed = false;
  } else {
    const slack = shape.slack[shape.mesh];
    const base = 3 * shape.vertadr;
    const x = local[0];
    const y = local[1];
    const z = local[2];
    best = meshindex >= 0 ? meshindex : shape.hull;
    let max = -FLT_MAX;
    while (true) {
      // the highest neighbor
      let top = -FLT_MAX;
      let next = -1;
      let edge = best + 1;
      for (let to = links[edge]; to >= 0; to = links[edge]) {
        const v = base + 3 * links[edge + 1];
        const along = x * vert[v] + y * vert[v + 1] + z * vert[v + 2];
        if (along > top) {
          top = along;
          next = to;
        }
        edge += 2;
      }
      if (!(top > max)) {
        if (top < max - (DOUBT * Math.abs(max) + slack)) shape.strayed = false;
        else if (shape.strayed) shape.lost = true;
        break;
      }
      best = next;
      max = top;
    }
  }
  shape.meshindex = best;
  return links[best];
}

/**
 * The entry of the farthest vertex of the hull along `dir`, or −1 if the way to it may decide. On a convex hull every way
 * up ends at the same vertex, so the walk begins where it is short, and goes to any higher neighbor.
 */
export function climbClearly(shape: ConvexShape, dir: Float64Array): number {
  const { vert, links, hints, meshindex } = shape;
  if (shape.slack[shape.mesh] > EVEN) return -1;
  const base = 3 * shape.vertadr;
  const x = dir[0];
  const y = dir[1];
  const z = dir[2];

  // begin at the vertex found last, unless the table has a better one
  let best = meshindex >= 0 ? meshindex : shape.hull;
  const hint = hints[HINT_CELLS * shape.mesh + hintCell(dir)];
  const u = base + 3 * links[best];
  const v = base + 3 * links[hint];
  if (x * vert[v] + y * vert[v + 1] + z * vert[v + 2] > x * vert[u] + y * vert[u + 1] + z * vert[u + 2]) best = hint;

  // a step at a time, without numbers that change: V8-10
  let next = best;
  while (next >= 0) {
    best = next;
    next = higherNeighbor(shape, dir, best);
  }
  return next === CLEARLY ? best : -1;
}

/** Entry of a neighbor that is higher along `dir`, or `CLEARLY` or `NEARLY` if all are lower. */
function higherNeighbor(shape: ConvexShape, dir: Float64Array, entry: number): number {
  const { vert, links } = shape;
  const base = 3 * shape.vertadr;
  const x = dir[0];
  const y = dir[1];
  const z = dir[2];
  const u = base + 3 * links[entry];
  const height = x * vert[u] + y * vert[u + 1] + z * vert[u + 2];
  const limit = height - (DOUBT * Math.abs(height) + shape.slack[shape.mesh]);
  for (let edge = entry + 1; links[edge] >= 0; edge += 2) {
    const v = base + 3 * links[edge + 1];
    const along = x * vert[v] + y * vert[v + 1] + z * vert[v + 2];
    if (!(along < limit)) return along > height ? links[edge] : NEARLY;
  }
  return CLEARLY;
}

/** The farthest corner of a prism, among its top corners if the direction points up, else its bottom corners. */
export function prismSupport(prism: Float64Array, res: Float64Array, r: number, dir: Float64Array, i: number): void {
  const x = dir[i];
  const y = dir[i + 1];
  const z = dir[i + 2];

  // V8-7
  const start = 9 * Number(!(z < 0));
  const first = prism[start] * x + prism[start + 1] * y + prism[start + 2] * z;
  const second = prism[start + 3] * x + prism[start + 4] * y + prism[start + 5] * z;
  const third = prism[start + 6] * x + prism[start + 7] * y + prism[start + 8] * z;
  const later = Number(second > first);
  const last = Number(third > first) & Number(third > second);
  const best = start + 3 * (later + last * (2 - later));
  res[r] = prism[best];
  res[r + 1] = prism[best + 1];
  res[r + 2] = prism[best + 2];
}

/** The farthest corner of an element, moved along the direction by the radius. */
export function simplexSupport(shape: ConvexShape, res: Float64Array, r: number, dir: Float64Array, i: number): void {
  const { prism, vertnum } = shape;
  const radius = shape.size[0];
  const x = dir[i];
  const y = dir[i + 1];
  const z = dir[i + 2];

  let best = 0;
  let max = prism[0] * x + prism[1] * y + prism[2] * z;
  for (let v = 3; v < 3 * vertnum; v += 3) {
    const along = prism[v] * x + prism[v + 1] * y + prism[v + 2] * z;
    if (along > max) {
      max = along;
      best = v;
    }
  }
  res[r] = prism[best] + x * radius;
  res[r + 1] = prism[best + 1] + y * radius;
  res[r + 2] = prism[best + 2] + z * radius;
}
