/** Touch sensors: normal force within a zone. */

import { unit3 } from "../math/vec3.ts";
import { Cast } from "../ray/cast.ts";
import { castGeom } from "../ray/ray_geom.ts";
import { contactForce } from "./contact_force.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";

const force = new Float64Array(6);
const ray = new Cast();

/** Sum of the normal forces on the body of site `objid` that act inside the site's shape or point into it. */
export function touch(m: Model, d: Data, i: number, res: Float64Array, r: number): void {
  const { sensor_objid, site_bodyid, site_type, site_size, geom_bodyid } = m;
  const { ncon, contact, site_xpos, site_xmat } = d;
  const site = sensor_objid[i];
  const body = site_bodyid[site];

  let sum = 0;
  for (let c = 0; c < ncon; c++) {
    // flexes belong to no body
    const geom1 = contact.geom[2 * c];
    const geom2 = contact.geom[2 * c + 1];
    const first = geom_bodyid[geom1] === body;
    const second = geom_bodyid[geom2] === body;
    if (contact.efc_address[c] < 0 || !(first || second)) continue;
    contactForce(m, d, c, force, 0);
    if (force[0] <= 0) continue;

    // a ray from the contact along the force on the other body
    for (let k = 0; k < 3; k++) {
      ray.pnt[k] = contact.pos[3 * c + k];
      ray.vec[k] = contact.frame[9 * c + k] * force[0];
    }
    unit3(ray.vec, 0);
    if (second) { for (let k = 0; k < 3; k++) ray.vec[k] = -ray.vec[k]; }
    const type = site_type[site];
    castGeom(ray, site_xpos, 3 * site, site_xmat, 9 * site, site_size, 3 * site, type, null);
    if (ray.found[0] >= 0) sum += force[0];
  }
  res[r] = sum;
}
