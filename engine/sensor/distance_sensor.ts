/** Sensors of the distance between geoms. */

import { geomDistance } from "../collision/geom_distance.ts";
import { unit3 } from "../math/vec3.ts";
import type { Data } from "../data.ts";
import { Obj, Sensor } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { BODY } = Obj;
const { GEOMDIST, GEOMFROMTO, GEOMNORMAL } = Sensor;

const segment = new Float64Array(6);
const candidate = new Float64Array(6);

/** Smallest distance, normal, or shortest segment between two geoms, or between all geoms of two bodies. */
export function distanceSensor(m: Model, d: Data, i: number, res: Float64Array, r: number): void {
  const { sensor_objtype, sensor_objid, sensor_reftype, sensor_refid, body_geomadr, body_geomnum } = m;
  const object = sensor_objid[i];
  const reference = sensor_refid[i];
  const bodies1 = sensor_objtype[i] === BODY;
  const bodies2 = sensor_reftype[i] === BODY;
  const start1 = bodies1 ? body_geomadr[object] : object;
  const start2 = bodies2 ? body_geomadr[reference] : reference;
  const end1 = start1 + (bodies1 ? body_geomnum[object] : 1);
  const end2 = start2 + (bodies2 ? body_geomnum[reference] : 1);

  // nothing is detected beyond the cutoff
  const cutoff = m.sensor_cutoff[i];
  let distance = cutoff;
  segment.fill(0);
  for (let geom1 = start1; geom1 < end1; geom1++) {
    for (let geom2 = start2; geom2 < end2; geom2++) {
      const x = geomDistance(m, d, geom1, geom2, cutoff, candidate);
      if (x >= distance) continue;
      distance = x;
      segment.set(candidate);
    }
  }

  switch (m.sensor_type[i]) {
    case GEOMDIST:
      res[r] = distance;
      break;
    case GEOMNORMAL:
      for (let k = 0; k < 3; k++) segment[k] = segment[3 + k] - segment[k];
      if (segment[0] !== 0 || segment[1] !== 0 || segment[2] !== 0) unit3(segment, 0);
      for (let k = 0; k < 3; k++) res[r + k] = segment[k];
      break;
    case GEOMFROMTO:
      for (let k = 0; k < 6; k++) res[r + k] = segment[k];
      break;
  }
}
