/** First test of listed pairs: bounding spheres, in loops tight enough to be run over all pairs. */

import { EnableBit, Geom } from "../types/enums.ts";
import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";
import { isEnabled } from "../support/flags.ts";
import type { CollisionWork } from "./collision_work.ts";
import { type PairList, RunKind } from "./plan_pairs.ts";

/** numbers per bounding sphere: centre, radius, margin */
export const BALL = 5;

// relative slack of boxes around spheres, which must not lose what the spheres keep
const SLACK = 1e-9;

/** Gathers bounding spheres and margins; what has no bounds gets an infinite radius. */
export function setBalls(work: CollisionWork, m: Model, d: Data): void {
  const { ngeom, geom_rbound, geom_margin } = m;
  const { geom_xpos } = d;
  const { balls } = work;
  const override = isEnabled(m, EnableBit.OVERRIDE);
  const half = 0.5 * m.opt.o_margin;
  for (let g = 0; g < ngeom; g++) {
    const radius = geom_rbound[g];
    const b = BALL * g;
    balls[b] = geom_xpos[3 * g];
    balls[b + 1] = geom_xpos[3 * g + 1];
    balls[b + 2] = geom_xpos[3 * g + 2];
    balls[b + 3] = radius > 0 ? radius : Infinity;
    balls[b + 4] = override ? half : geom_margin[g];
  }
}

/** Boxes around the spheres of the geoms of each body. */
export function setHulls(work: CollisionWork, m: Model): void {
  const { nbody, body_geomadr, body_geomnum } = m;
  const { balls, hulls } = work;
  for (let body = 0; body < nbody; body++) {
    const start = body_geomadr[body];
    const end = start + body_geomnum[body];
    let lowX = Infinity;
    let lowY = Infinity;
    let lowZ = Infinity;
    let highX = -Infinity;
    let highY = -Infinity;
    let highZ = -Infinity;
    for (let g = start; g < end; g++) {
      const b = BALL * g;
      const radius = (balls[b + 3] + balls[b + 4]) * (1 + SLACK);
      const x = balls[b];
      const y = balls[b + 1];
      const z = balls[b + 2];
      if (!(x - radius > lowX)) lowX = x - radius;
      if (!(y - radius > lowY)) lowY = y - radius;
      if (!(z - radius > lowZ)) lowZ = z - radius;
      if (!(x + radius < highX)) highX = x + radius;
      if (!(y + radius < highY)) highY = y + radius;
      if (!(z + radius < highZ)) highZ = z + radius;
    }
    hulls[6 * body] = lowX;
    hulls[6 * body + 1] = lowY;
    hulls[6 * body + 2] = lowZ;
    hulls[6 * body + 3] = highX;
    hulls[6 * body + 4] = highY;
    hulls[6 * body + 5] = highZ;
  }
}

/** Are the boxes of two bodies apart? */
function hullsApart(hulls: Float64Array, body1: number, body2: number): boolean {
  const a = 6 * body1;
  const b = 6 * body2;
  return hulls[a] > hulls[b + 3] || hulls[b] > hulls[a + 3] || hulls[a + 1] > hulls[b + 4] ||
    hulls[b + 1] > hulls[a + 4] || hulls[a + 2] > hulls[b + 5] || hulls[b + 2] > hulls[a + 5];
}

/** Lists the pairs whose bounding spheres are near each other, and all explicit ones; returns their number. */
export function findNear(work: CollisionWork, m: Model, d: Data, list: PairList): number {
  const { g1: first, g2: second, runkind, runs, outer, other, inner } = list;
  const { geom_type } = m;
  const { balls, hulls } = work;
  const { near } = work;
  setBalls(work, m, d);
  setHulls(work, m);

  let count = 0;
  let start = 0;
  for (let run = 0; run < runs.length; run++) {
    const end = runs[run];
    const a = outer[run];
    if (runkind[run] === RunKind.EXPLICIT) {
      for (let k = start; k < end; k++) near[count++] = k;
    } else if (runkind[run] === RunKind.BODIES) {
      if (!hullsApart(hulls, a, other[run])) {
        for (let k = start; k < end; k++) {
          if (!ballsApart(balls, BALL * first[k], BALL * second[k])) near[count++] = k;
        }
      }
    } else if (geom_type[a] === Geom.PLANE) {
      count = findAbove(near, count, balls, inner, start, end, d, a);
    } else {
      const x = balls[BALL * a];
      const y = balls[BALL * a + 1];
      const z = balls[BALL * a + 2];
      const radius = balls[BALL * a + 3];
      const margin = balls[BALL * a + 4];
      for (let k = start; k < end; k++) {
        const b = BALL * inner[k];
        const dx = balls[b] - x;
        const dy = balls[b + 1] - y;
        const dz = balls[b + 2] - z;
        const reach = (balls[b + 3] + radius) + (balls[b + 4] + margin);
        if (!(dx * dx + dy * dy + dz * dz > reach * reach)) near[count++] = k;
      }
    }
    start = end;
  }
  return count;
}

function ballsApart(balls: Float64Array, a: number, b: number): boolean {
  const x = balls[b] - balls[a];
  const y = balls[b + 1] - balls[a + 1];
  const z = balls[b + 2] - balls[a + 2];
  const reach = (balls[b + 3] + balls[a + 3]) + (balls[b + 4] + balls[a + 4]);
  return x * x + y * y + z * z > reach * reach;
}

/** The same for a run of pairs with one plane. */
function findAbove(
  near: Int32Array,
  count: number,
  balls: Float64Array,
  inner: Int32Array,
  start: number,
  end: number,
  d: Data,
  plane: number,
): number {
  const { geom_xmat } = d;
  const x = balls[BALL * plane];
  const y = balls[BALL * plane + 1];
  const z = balls[BALL * plane + 2];
  const margin = balls[BALL * plane + 4];
  const nx = geom_xmat[9 * plane + 2];
  const ny = geom_xmat[9 * plane + 5];
  const nz = geom_xmat[9 * plane + 8];
  let found = count;
  for (let k = start; k < end; k++) {
    const b = BALL * inner[k];
    const dx = balls[b] - x;
    const dy = balls[b + 1] - y;
    const dz = balls[b + 2] - z;
    if (dx * nx + dy * ny + dz * nz > (balls[b + 4] + margin) + balls[b + 3]) continue;
    near[found++] = k;
  }
  return found;
}
