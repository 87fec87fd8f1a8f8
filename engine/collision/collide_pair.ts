/** Narrow phase: the contacts of one pair of geoms, with their parameters. */

import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";
import { addContacts } from "./add_contacts.ts";
import { COLLIDE } from "./collide_table.ts";
import { contactParam, geomMargin, pairMargin, pairParam } from "./contact_param.ts";
import type { CollisionWork } from "./collision_work.ts";

/** Contacts of two geoms, types in ascending order. */
export function collideGeoms(m: Model, d: Data, work: CollisionWork, kind: number, g1: number, g2: number): void {
  const { con, par } = work;
  const collide = COLLIDE[kind];
  if (collide === null) return;

  con.margin[0] = geomMargin(m, g1, g2);
  const count = collide(con, m, d, g1, g2);
  if (count === 0) return;
  contactParam(par, m, g1, g2);
  addContacts(d, con, par, count, g1, g2);
}

/** Contacts of an explicit pair whose geoms are `g1` and `g2`, types in ascending order. */
export function collideExplicit(
  m: Model,
  d: Data,
  work: CollisionWork,
  kind: number,
  g1: number,
  g2: number,
  pair: number,
): void {
  const { con, par } = work;
  const collide = COLLIDE[kind];
  if (collide === null) return;

  con.margin[0] = pairMargin(m, pair);
  const count = collide(con, m, d, g1, g2);
  if (count === 0) return;
  pairParam(par, m, pair);
  addContacts(d, con, par, count, g1, g2);
}
