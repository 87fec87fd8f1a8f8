/** Distance between two geoms, on demand. */

import { DisableBit } from "../types/enums.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { addScl3, copy3 } from "../math/vec3.ts";
import { isDisabled } from "../model/queries.ts";
import { boxBox, boxBoxAll } from "./pairs/box_box.ts";
import { ccd } from "./convex/ccd.ts";
import { Ccd } from "./convex/ccd_work.ts";
import { collideOf } from "./collide_table.ts";
import { convex } from "./convex/convex.ts";
import { initShape } from "./convex/convex_shape.ts";
import { type CollidePair, newPairContacts } from "./contact/pair_contacts.ts";

// V8-1
const { NATIVECCD } = DisableBit;

/**
 * Distance between the surfaces of two geoms (m), negative if they penetrate, but at most `distmax`.
 *
 * Poses must be up to date, as after `forward`. If `fromto` is given, the segment from the nearest point of `geom1` to
 * that of `geom2` is written to it from `f` on, or zeros if the geoms are farther apart than `distmax`.
 *
 * @example The gap between two balls
 * ```ts
 * import { Data, geomDistance, Model } from "@plumbline/sim";
 *
 * const model = new Model({ nbody: 1, ngeom: 2 });
 * model.geom_type.set([2, 2]);
 * model.geom_size.set([0.25, 0, 0, 0.25, 0, 0]);
 * const data = new Data(model);
 * data.geom_xpos.set([0, 0, 0, 0, 0, 0.75]);
 * if (geomDistance(model, data, 0, 1, 10) !== 0.25) throw new Error("wrong gap");
 * ```
 */
export function geomDistance(
  m: Model,
  d: Data,
  geom1: number,
  geom2: number,
  distmax: number,
  fromto: Float64Array | null = null,
  f = 0,
): number {
  if (fromto !== null) { for (let k = 0; k < 6; k++) fromto[f + k] = 0; }

  const flip = m.geom_type[geom1] > m.geom_type[geom2];
  const g1 = flip ? geom2 : geom1;
  const g2 = flip ? geom1 : geom2;
  const collide = collideOf(m, g1, g2);

  // convex pairs have a search for distances; for others, use contacts within a large margin
  const general = collide === convex || collide === boxBox;
  if (general && !isDisabled(m, NATIVECCD)) return convexDistance(m, d, geom1, geom2, distmax, fromto, f);
  const all = collide === boxBox ? boxBoxAll : collide;
  return contactDistance(all, m, d, g1, g2, distmax, flip ? -1 : 1, fromto, f);
}

function convexDistance(
  m: Model,
  d: Data,
  geom1: number,
  geom2: number,
  distmax: number,
  fromto: Float64Array | null,
  f: number,
): number {
  const c = d.work.ccd ??= new Ccd();
  initShape(c.shape1, m, d, geom1);
  initShape(c.shape2, m, d, geom2);
  c.maxIterations = m.opt.ccd_iterations;
  c.tolerance = m.opt.ccd_tolerance;
  c.maxContacts = 1;
  c.distCutoff = distmax;
  ccd(m, c);

  if (fromto !== null && c.nx > 0) {
    copy3(fromto, f, c.x1, 0);
    copy3(fromto, f + 3, c.x2, 0);
  }
  return c.dist < distmax ? c.dist : distmax;
}

function contactDistance(
  collide: CollidePair,
  m: Model,
  d: Data,
  g1: number,
  g2: number,
  distmax: number,
  sign: number,
  fromto: Float64Array | null,
  f: number,
): number {
  const con = d.work.distance ??= newPairContacts();
  con.margin[0] = distmax;
  con.oneFrame = false;
  const count = collide(con, m, d, g1, g2);

  // the deepest contact; its normal points from the first geom in the order of types
  let least = distmax;
  let row = -1;
  for (let i = 0; i < count; i++) {
    if (con.dist[i] < least) {
      least = con.dist[i];
      row = i;
    }
  }
  if (fromto !== null && row >= 0) {
    const normal = con.oneFrame ? 0 : 6 * row;
    addScl3(fromto, f, con.pos, 3 * row, con.frame, normal, -0.5 * sign * least);
    addScl3(fromto, f + 3, con.pos, 3 * row, con.frame, normal, 0.5 * sign * least);
  }
  return least;
}
