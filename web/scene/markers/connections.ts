/** What connects bodies: equality constraints, joints as a skeleton, and the rays of rangefinders. */

import * as three from "../three.ts";
import { axis, type Drawn, toWorld, vector } from "./marks.ts";

/** Numbers in a model. */
const CONNECT = 0;
const WELD = 1;
const SITE = 6;
const RANGEFINDER = 7;
const DATA = 11;

/** Width of a ray, as a part of that of an axis of a frame. */
const THIN = 0.3;

/** The two points that a connection or weld brings together. */
export function equalityPoints(
  fields: Drawn["frame"]["fields"],
  m: Drawn["scenery"]["fields"],
  i: number,
): [three.Vector3, three.Vector3] | undefined {
  const type = m.eq_type[i];
  if (!fields.eq_active[i] || (type !== CONNECT && type !== WELD)) return undefined;
  const [a, b] = [m.eq_obj1id[i], m.eq_obj2id[i]];
  if (m.eq_objtype[i] === SITE) return [vector(fields.site_xpos, a), vector(fields.site_xpos, b)];
  const anchor = (k: number) => new three.Vector3().fromArray(m.eq_data, DATA * i + 3 * k);
  const { xpos, xmat } = fields;
  const isWeld = type === WELD;
  return [toWorld(xpos, xmat, a, anchor(isWeld ? 1 : 0)), toWorld(xpos, xmat, b, anchor(isWeld ? 0 : 1))];
}

/** The points of connections and welds. */
export function drawEqualities({ marks, frame: { fields }, scenery }: Drawn): void {
  const { fields: m, visual: { scale, rgba }, meansize, sizes } = scenery;
  for (let i = 0; i < sizes.neq; i++) {
    const points = equalityPoints(fields, m, i);
    if (points === undefined) continue;
    marks.blob("sphere", points[0], scale.constraint * meansize, rgba.connect);
    marks.blob("sphere", points[1], scale.constraint * meansize, rgba.constraint);
  }
}

/** Rods from each body over its joints to its parent. */
export function drawConnections({ marks, frame: { fields }, scenery }: Drawn): void {
  const { fields: m, visual: { scale, rgba }, meansize, sizes } = scenery;
  for (let b = 1; b < sizes.nbody; b++) {
    if (m.body_parentid[b] === 0) continue;
    const joints = Array.from({ length: m.body_jntnum[b] }, (_, k) => vector(fields.xanchor, m.body_jntadr[b] + k));
    const path = [vector(fields.xipos, b), ...joints.reverse(), vector(fields.xipos, m.body_parentid[b])];
    path.slice(1).forEach((to, k) => marks.rod(path[k], to, scale.connect * meansize, rgba.connect));
  }
}

/** The rays of rangefinders at sites, as far as they reach. */
export function drawRangefinders({ marks, frame: { fields }, scenery }: Drawn): void {
  const { fields: m, visual: { scale, rgba }, meansize, sizes } = scenery;
  for (let i = 0; i < sizes.nsensor; i++) {
    // the first reading is the distance, if the sensor measures it
    const measures = (m.sensor_intprm[i * (m.sensor_intprm.length / sizes.nsensor)] & 1) !== 0;
    if (m.sensor_type[i] !== RANGEFINDER || m.sensor_objtype[i] !== SITE || !measures) continue;
    const distance = fields.sensordata[m.sensor_adr[i]];
    if (!(distance >= 0)) continue;
    const from = vector(fields.site_xpos, m.sensor_objid[i]);
    const to = from.clone().addScaledVector(axis(fields.site_xmat, m.sensor_objid[i], 2), distance);
    marks.rod(from, to, THIN * scale.framewidth * meansize, rgba.rangefinder, 1);
  }
}
