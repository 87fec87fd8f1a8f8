/** Penetration of two convex shapes: van den Bergen's expanding polytope search for the depth and its direction. */

import { MINVAL } from "../../types/constants.ts";
import { affineWeights } from "./affine_weights.ts";
import { type Ccd, FACE, VERTEX } from "./ccd_work.ts";
import { bothDiscrete } from "./gjk.ts";
import { supportVertex } from "./minkowski.ts";
import { closeHole, findHorizon } from "./polytope.ts";

// V8-1
const STRIDE = VERTEX;
const STEP = FACE;
const TINY = MINVAL;

/**
 * Grows `c.polytope` until the face closest to the origin cannot move, and writes depth and witness points to `c`.
 * Returns that face, or −1 on numerical failure.
 */
export function epa(c: Ccd): number {
  const { polytope: pt, dir, maxIterations } = c;
  const { verts, vertIndex, facePlane, map, mapDist2, limits } = pt;
  const discrete = bothDiscrete(c);
  // a search over corners ends exactly
  const tolerance = discrete ? TINY : c.tolerance;

  let upper = Infinity;
  let upper2 = Infinity;
  let face = -1;
  for (let k = 0; k < maxIterations; k++) {
    const before = face;

    // the closest face bounds the depth from below
    const { nmap } = pt;
    let lower2 = Infinity;
    let place = -1;
    for (let i = 0; i < nmap; i++) {
      const dist2 = mapDist2[i];
      if (dist2 < lower2) {
        lower2 = dist2;
        place = i;
      }
    }
    if (place >= 0) face = map[place];
    if (lower2 > upper2 || face < 0) {
      face = before;
      break;
    }

    // the support vertex beyond it bounds the depth from above
    const lower = Math.sqrt(lower2);
    const f = 4 * face;
    const x = facePlane[f];
    const y = facePlane[f + 1];
    const z = facePlane[f + 2];
    const ux = x / lower;
    const uy = y / lower;
    const uz = z / lower;
    dir[0] = ux;
    dir[1] = uy;
    dir[2] = uz;
    dir[3] = -ux;
    dir[4] = -uy;
    dir[5] = -uz;
    const w = pt.nverts++;
    supportVertex(c, verts, vertIndex, w);
    const v = STRIDE * w;
    const bound = (x * verts[v] + y * verts[v + 1] + z * verts[v + 2]) / lower;
    if (bound < upper) {
      upper = bound;
      upper2 = upper * upper;
    }
    if (upper - lower < tolerance) break;
    if (discrete && isRepeated(vertIndex, w)) break;

    findHorizon(pt, face, w);
    const nedges = pt.nedges;
    if (nedges < 3) {
      face = -1;
      break;
    }
    const nfaces = pt.nfaces;
    if (nedges > pt.maxfaces - nfaces) break;

    limits[0] = lower2;
    limits[1] = upper2;
    if (!closeHole(pt, w)) face = -1;
    if (pt.nmap === 0 || face < 0) break;
  }

  if (face < 0) {
    c.nx = 0;
    c.dist = 0;
    return -1;
  }
  witness(c, face);
  return face;
}

/** Was the last vertex found before, from the same corners? */
function isRepeated(vertIndex: Int32Array, w: number): boolean {
  const index1 = vertIndex[2 * w];
  const index2 = vertIndex[2 * w + 1];
  for (let i = 0; i < w; i++) {
    if (vertIndex[2 * i] === index1 && vertIndex[2 * i + 1] === index2) return true;
  }
  return false;
}

const lambda = new Float64Array(3);

/** Depth and witness points, from the projection of the origin on a face. */
function witness(c: Ccd, face: number): void {
  const { x1, x2 } = c;
  const { verts, faces, facePlane } = c.polytope;
  const v1 = STRIDE * faces[STEP * face];
  const v2 = STRIDE * faces[STEP * face + 1];
  const v3 = STRIDE * faces[STEP * face + 2];
  affineWeights(lambda, verts, v1, v2, v3, facePlane, 4 * face);
  for (let k = 0; k < 3; k++) {
    x1[k] = lambda[0] * verts[v1 + 3 + k] + lambda[1] * verts[v2 + 3 + k] + lambda[2] * verts[v3 + 3 + k];
    x2[k] = lambda[0] * verts[v1 + 6 + k] + lambda[1] * verts[v2 + 6 + k] + lambda[2] * verts[v3 + 6 + k];
  }
  c.nx = 1;
  c.dist = -Math.sqrt(facePlane[4 * face + 3]);
}
