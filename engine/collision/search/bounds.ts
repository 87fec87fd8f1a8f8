/** Bounding spheres of geoms and bounding boxes of bodies, gathered once per step. */

import { EnableBit } from "../../types/enums.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { isEnabled } from "../../model/queries.ts";
import type { CollisionWork } from "../collision_work.ts";

// V8-1
const { OVERRIDE } = EnableBit;

/** numbers per bounding sphere: center, radius, margin */
export const BALL = 5;

// relative slack of boxes around spheres, so that they never exclude what the spheres include
const SLACK = 1e-9;

/** Gathers bounding spheres and margins; unbounded geoms get an infinite radius. */
export function setBalls(work: CollisionWork, m: Model, d: Data): void {
  const { ngeom, geom_rbound, geom_margin } = m;
  const { geom_xpos } = d;
  const { balls } = work;
  const override = isEnabled(m, OVERRIDE);
  const half = 0.5 * m.opt.o_margin;
  for (let g = 0; g < ngeom; g++) {
    const radius = geom_rbound[g];
    const b = BALL * g;
    balls[b] = geom_xpos[3 * g];
    balls[b + 1] = geom_xpos[3 * g + 1];
    balls[b + 2] = geom_xpos[3 * g + 2];
    balls[b + 3] = radius;
    if (!(radius > 0)) balls[b + 3] = Infinity;
    balls[b + 4] = geom_margin[g];
    if (override) balls[b + 4] = half;
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
