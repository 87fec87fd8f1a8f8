/** Does a tetrahedron contain the origin? The part of the distance search that runs if distances do not matter. */

import { type Ccd, MAX_LIMIT, MAXVAL2, MINVAL2, VERTEX } from "./ccd_work.ts";
import { supportVertex } from "./minkowski.ts";

// V8-1
const STRIDE = VERTEX;
const FAR = MAX_LIMIT;
const TINY2 = MINVAL2;
const HUGE2 = MAXVAL2;

export const INSIDE = 1;
export const OUTSIDE = 0;
export const UNKNOWN = -1;

/** part of the cube of all coordinates together by which a volume must differ from zero to have a sign beyond doubt */
const CLEAR = 1e-14;
/** offsets after the simplex: vertices that are examined but may not be kept follow it */
const PLACES = 4;

/**
 * Is the origin inside the Minkowski difference? Moves the tetrahedron `c.simplex` toward the origin until it contains
 * it, or until a face is found that has nothing beyond it. Its vertices are then where `c.order` says; if there is no
 * answer, they are where they were.
 */
export function intersect(c: Ccd): number {
  const { simplex, simplexIndex, planes, order, dir, maxIterations } = c;
  let spare = PLACES;
  let reach = 0;
  for (let v = 0; v < 4 * STRIDE; v += STRIDE) {
    reach += Math.abs(simplex[v]) + Math.abs(simplex[v + 1]) + Math.abs(simplex[v + 2]);
  }

  let k = c.iterations;
  for (; k < maxIterations; k++) {
    const s0 = STRIDE * order[0];
    const s1 = STRIDE * order[1];
    const s2 = STRIDE * order[2];
    const s3 = STRIDE * order[3];
    faceNormals(planes, simplex, s0, s1, s2, s3);
    const clear = CLEAR * reach * reach * reach;
    const near = Number(!(planes[3] > clear)) | Number(!(planes[7] > clear)) << 1 |
      Number(!(planes[11] > clear)) << 2 | Number(!(planes[15] > clear)) << 3;
    if (near === 0) {
      c.enclosed = true;
      return found(c, k);
    }

    // the face that the origin is farthest beyond; a face through the origin says nothing
    let worst = 3;
    let least = Infinity;
    for (let face = 0; face < 4; face++) {
      if ((near >> face & 1) === 0) continue;
      normalize(planes, 4 * face, simplex, face === 0 ? s2 : face === 2 ? s1 : s0);
      const dist = planes[4 * face + 3];
      if (dist === 0) return undecided(c, k);
      if (dist <= least) {
        least = dist;
        worst = face;
      }
    }
    if (least > 0 && least <= FAR) return found(c, k);

    // replace the vertex opposite to that face by the support vertex beyond it
    const w = 4 * worst;
    dir[0] = planes[w];
    dir[1] = planes[w + 1];
    dir[2] = planes[w + 2];
    dir[3] = -dir[0];
    dir[4] = -dir[1];
    dir[5] = -dir[2];
    const place = order[worst] < PLACES ? spare++ : order[worst];
    supportVertex(c, simplex, simplexIndex, place);
    const v = STRIDE * place;
    const x = simplex[v];
    const y = simplex[v + 1];
    const z = simplex[v + 2];
    if (dir[0] * x + dir[1] * y + dir[2] * z < 0) {
      c.nsimplex = 0;
      c.iterations = k;
      return OUTSIDE;
    }
    order[worst] = place;
    reach += Math.abs(x) + Math.abs(y) + Math.abs(z);

    // two vertices change places to keep the orientation
    const i = (worst + 1) & 3;
    const j = (worst + 2) & 3;
    const swap = order[i];
    order[i] = order[j];
    order[j] = swap;
  }
  return undecided(c, k);
}

function found(c: Ccd, iterations: number): number {
  c.nsimplex = 4;
  c.iterations = iterations;
  return INSIDE;
}

function undecided(c: Ccd, iterations: number): number {
  for (let i = 0; i < 4; i++) c.order[i] = i;
  c.iterations = iterations;
  return UNKNOWN;
}

/** Per face, opposite to each vertex: its normal, as long as its area is large, times two, and its product with a vertex. */
function faceNormals(planes: Float64Array, s: Float64Array, a: number, b: number, c: number, d: number): void {
  const ax = s[a];
  const ay = s[a + 1];
  const az = s[a + 2];
  const bx = s[b];
  const by = s[b + 1];
  const bz = s[b + 2];
  const cx = s[c];
  const cy = s[c + 1];
  const cz = s[c + 2];
  const dx = s[d];
  const dy = s[d + 1];
  const dz = s[d + 2];

  let x = (dy - cy) * (bz - cz) - (dz - cz) * (by - cy);
  let y = (dz - cz) * (bx - cx) - (dx - cx) * (bz - cz);
  let z = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx);
  planes[0] = x;
  planes[1] = y;
  planes[2] = z;
  planes[3] = x * cx + y * cy + z * cz;

  x = (dy - ay) * (cz - az) - (dz - az) * (cy - ay);
  y = (dz - az) * (cx - ax) - (dx - ax) * (cz - az);
  z = (dx - ax) * (cy - ay) - (dy - ay) * (cx - ax);
  planes[4] = x;
  planes[5] = y;
  planes[6] = z;
  planes[7] = x * ax + y * ay + z * az;

  x = (dy - by) * (az - bz) - (dz - bz) * (ay - by);
  y = (dz - bz) * (ax - bx) - (dx - bx) * (az - bz);
  z = (dx - bx) * (ay - by) - (dy - by) * (ax - bx);
  planes[8] = x;
  planes[9] = y;
  planes[10] = z;
  planes[11] = x * bx + y * by + z * bz;

  x = (cy - ay) * (bz - az) - (cz - az) * (by - ay);
  y = (cz - az) * (bx - ax) - (cx - ax) * (bz - az);
  z = (cx - ax) * (by - ay) - (cy - ay) * (bx - ax);
  planes[12] = x;
  planes[13] = y;
  planes[14] = z;
  planes[15] = x * ax + y * ay + z * az;
}

/** Scales the normal of a face to unit length, and computes the distance of the origin from the plane through a vertex. */
function normalize(planes: Float64Array, w: number, s: Float64Array, v: number): void {
  let x = planes[w];
  let y = planes[w + 1];
  let z = planes[w + 2];
  const norm2 = x * x + y * y + z * z;
  const scale = norm2 > TINY2 && norm2 < HUGE2 ? 1 / Math.sqrt(norm2) : 0;
  x *= scale;
  y *= scale;
  z *= scale;
  planes[w] = x;
  planes[w + 1] = y;
  planes[w + 2] = z;
  planes[w + 3] = scale === 0 ? FAR : x * s[v] + y * s[v + 1] + z * s[v + 2];
}
