/** Sphere against cylinder: the side like a ball on the axis, a cap like a plane, the rim like a point. */

import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { column3 } from "../../math/mat3.ts";
import { addScl3, addTo3, dot3, scl3, sub3 } from "../../math/vec3.ts";
import type { PairContacts } from "../contact/pair_contacts.ts";
import { planeBall } from "./plane_pairs.ts";
import { ballBall } from "./sphere_pairs.ts";

const axis = new Float64Array(3);
const vec = new Float64Array(3);
const onAxis = new Float64Array(3);
const radial = new Float64Array(3);
const cap = new Float64Array(9);
const point = new Float64Array(1);

/** Sphere against cylinder. */
export function sphereCylinder(con: PairContacts, m: Model, d: Data, g1: number, g2: number): number {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const p1 = 3 * g1;
  const p2 = 3 * g2;
  const m1 = 9 * g1;
  const m2 = 9 * g2;
  const radius = geom_size[p2];
  const half = geom_size[p2 + 1];

  // the sphere's center, split along and across the axis
  column3(axis, 0, geom_xmat, m2, 2);
  sub3(vec, 0, geom_xpos, p1, geom_xpos, p2);
  const x = dot3(axis, 0, vec, 0);
  scl3(onAxis, 0, axis, 0, x);
  sub3(radial, 0, vec, 0, onAxis, 0);
  const squared = dot3(radial, 0, radial, 0);

  // a center within the cylinder leaves by the nearer of cap and side
  let side = Math.abs(x) < half;
  const within = squared < radius * radius;
  if (side && within && half - Math.abs(x) < radius - Math.sqrt(squared)) side = false;

  if (side) {
    addTo3(onAxis, 0, geom_xpos, p2);
    return ballBall(con, 0, geom_xpos, p1, geom_xmat, m1, geom_size, p1, onAxis, 0, geom_xmat, m2, geom_size, p2);
  }

  // the cap is a plane whose normal points outward; the contact's normal points from the sphere to the cylinder
  if (within) {
    const outward = x > 0 ? 1 : -1;
    addScl3(vec, 0, geom_xpos, p2, axis, 0, outward * half);
    for (let k = 0; k < 3; k++) cap[3 * k + 2] = outward * axis[k];
    const count = planeBall(con, 0, vec, 0, cap, 0, geom_xpos, p1, geom_size, p1);
    if (count > 0) scl3(con.frame, 0, con.frame, 0, -1);
    return count;
  }

  // nearest point of the rim
  scl3(radial, 0, radial, 0, radius / Math.sqrt(squared));
  scl3(vec, 0, axis, 0, x > 0 ? half : -half);
  addTo3(vec, 0, radial, 0);
  addTo3(vec, 0, geom_xpos, p2);
  return ballBall(con, 0, geom_xpos, p1, geom_xmat, m1, geom_size, p1, vec, 0, geom_xmat, m2, point, 0);
}
