/** First test of listed pairs: bounding spheres, in a loop tight enough to be run over all of them. */

import { EnableBit, Geom } from "../types/enums.ts";
import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";
import { isEnabled } from "../support/flags.ts";
import type { CollisionWork } from "./collision_work.ts";
import type { PairList } from "./plan_pairs.ts";

// relative slack: this test rounds otherwise than the exact one, and must not lose what that keeps
const SLACK = 1e-9;

/** Gathers the bounding spheres, widened by the margins; what has no bounds gets an infinite radius. */
export function setBalls(work: CollisionWork, m: Model, d: Data): void {
  const { ngeom, geom_rbound, geom_margin } = m;
  const { geom_xpos } = d;
  const { balls } = work;
  const override = isEnabled(m, EnableBit.OVERRIDE);
  const half = 0.5 * m.opt.o_margin;
  for (let g = 0; g < ngeom; g++) {
    const radius = geom_rbound[g];
    balls[4 * g] = geom_xpos[3 * g];
    balls[4 * g + 1] = geom_xpos[3 * g + 1];
    balls[4 * g + 2] = geom_xpos[3 * g + 2];
    balls[4 * g + 3] = radius > 0 ? radius + (override ? half : geom_margin[g]) : Infinity;
  }
}

/** Lists the pairs whose bounding spheres are near each other, and all explicit ones; returns their number. */
export function findNear(work: CollisionWork, m: Model, d: Data, list: PairList): number {
  const { outer, inner, runs } = list;
  const { balls } = work;
  if (work.near.length < inner.length) work.near = new Int32Array(inner.length);
  const { near } = work;

  let count = 0;
  let start = 0;
  for (let run = 0; run < runs.length; run++) {
    const end = runs[run];
    const a = outer[run];
    if (a < 0) {
      for (let k = start; k < end; k++) near[count++] = k;
    } else if (m.geom_type[a] === Geom.PLANE) {
      count = findAbove(near, count, balls, inner, start, end, m, d, a);
    } else {
      const x = balls[4 * a];
      const y = balls[4 * a + 1];
      const z = balls[4 * a + 2];
      const radius = balls[4 * a + 3];
      for (let k = start; k < end; k++) {
        const b = 4 * inner[k];
        const dx = balls[b] - x;
        const dy = balls[b + 1] - y;
        const dz = balls[b + 2] - z;
        const reach = balls[b + 3] + radius;
        if (dx * dx + dy * dy + dz * dz > reach * reach * (1 + SLACK)) continue;
        near[count++] = k;
      }
    }
    start = end;
  }
  return count;
}

/** The same for a run of pairs with one plane. */
function findAbove(
  near: Int32Array,
  count: number,
  balls: Float64Array,
  inner: Int32Array,
  start: number,
  end: number,
  m: Model,
  d: Data,
  plane: number,
): number {
  const { geom_xmat } = d;
  const x = balls[4 * plane];
  const y = balls[4 * plane + 1];
  const z = balls[4 * plane + 2];
  const nx = geom_xmat[9 * plane + 2];
  const ny = geom_xmat[9 * plane + 5];
  const nz = geom_xmat[9 * plane + 8];
  const margin = isEnabled(m, EnableBit.OVERRIDE) ? 0.5 * m.opt.o_margin : m.geom_margin[plane];
  let found = count;
  for (let k = start; k < end; k++) {
    const b = 4 * inner[k];
    const dx = balls[b] - x;
    const dy = balls[b + 1] - y;
    const dz = balls[b + 2] - z;
    const slack = SLACK * (Math.abs(dx) + Math.abs(dy) + Math.abs(dz));
    if (dx * nx + dy * ny + dz * nz > balls[b + 3] + margin + slack) continue;
    near[found++] = k;
  }
  return found;
}
