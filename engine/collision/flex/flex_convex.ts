/** Elements and vertices of flexes by the general convex search: one contact. */

import { copy3, unit3, zero3 } from "../../math/vec3.ts";
import { isDisabled } from "../../model/queries.ts";
import type { Data } from "../../data.ts";
import { DisableBit } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";
import { ccd } from "../convex/ccd.ts";
import { Ccd } from "../convex/ccd_work.ts";
import { initFlexShape, initShape } from "../convex/convex_shape.ts";
import { fixNormal } from "../convex/fix_normal.ts";
import { isZero, mprPenetration } from "../convex/mpr.ts";
import type { PairContacts } from "../contact/pair_contacts.ts";

/** Geom `g` against element `e` of flex `f`. */
export function convexElement(con: PairContacts, m: Model, d: Data, g: number, f: number, e: number): number {
  const c = d.work.ccd ??= new Ccd();
  const margin = con.margin[0];
  initShape(c.shape1, m, d, g);
  c.shape1.margin = margin;
  initFlexShape(c.shape2, m, d, f, e, margin);
  const count = search(con, m, c);

  // normals of round geoms are improved only with the native search, and only on surfaces
  if (count > 0 && m.flex_dim[f] === 2 && !isDisabled(m, DisableBit.NATIVECCD)) {
    fixNormal(con, 0, c.shape1, c.shape2);
  }
  return count;
}

/** Element `e1` of flex `f1` against element `e2` of flex `f2`. */
export function convexElements(
  con: PairContacts,
  m: Model,
  d: Data,
  f1: number,
  e1: number,
  f2: number,
  e2: number,
): number {
  const c = d.work.ccd ??= new Ccd();
  const margin = con.margin[0];
  initFlexShape(c.shape1, m, d, f1, e1, margin);
  initFlexShape(c.shape2, m, d, f2, e2, margin);
  return search(con, m, c);
}

/** Searches for the contact of both shapes and writes it as row 0; returns how many there are. */
function search(con: PairContacts, m: Model, c: Ccd): number {
  const { dir, x1, x2 } = c;
  const { dist, pos, frame } = con;
  c.maxIterations = m.opt.ccd_iterations;
  c.tolerance = m.opt.ccd_tolerance;
  zero3(frame, 3);

  if (isDisabled(m, DisableBit.NATIVECCD)) {
    if (!mprPenetration(c) || (isZero(dir[0]) && isZero(dir[1]) && isZero(dir[2]))) return 0;
    dist[0] = con.margin[0] - c.dist;
    copy3(frame, 0, dir, 0);
    copy3(pos, 0, x1, 0);
    return 1;
  }

  c.maxContacts = 1;
  c.distCutoff = 0;
  ccd(m, c);
  if (!(c.dist < 0)) return 0;
  dist[0] = con.margin[0] + c.dist;
  for (let k = 0; k < 3; k++) {
    frame[k] = x1[k] - x2[k];
    pos[k] = 0.5 * (x1[k] + x2[k]);
  }
  unit3(frame, 0);
  return c.nx;
}
