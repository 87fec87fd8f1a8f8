/** `mujoco.sensor.touch_grid`: contact forces on a body, sorted into the directions in which a site sees them. */

import { mulMatTVec3 } from "../math/mat3.ts";
import { pow } from "../math/power.ts";
import { atan2, PI } from "../math/scalar.ts";
import { sub3 } from "../math/vec3.ts";
import { pluginConfig } from "../model/plugins.ts";
import { contactForce } from "../sensor/contact_force.ts";
import type { Data } from "../data.ts";
import { Obj, Stage } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import type { Plugin } from "../types/plugin.ts";
import { numberIn, numbersIn } from "./number_in.ts";

/** A configured grid. */
interface Grid {
  /** the sensor, or -1 */
  sensor: number;
  /** how many of normal force, two tangential forces, and three torques it reads */
  channels: number;
  /** edges between columns and rows: azimuths and elevations (rad) */
  azimuths: Float64Array;
  elevations: Float64Array;
}

/** Normal force first, then tangents: the site looks along its negative z axis. */
const CHANNELS = [2, 0, 1, 5, 3, 4];

/** The sensor. Its readings are `nchannel` images of `size`, row by row. */
export const touchGrid: Plugin = {
  name: "mujoco.sensor.touch_grid",
  attributes: ["nchannel", "size", "fov", "gamma"],
  init: configure,
  sensor: {
    stage: Stage.ACC,
    size(m, instance) {
      const [columns = 0, rows = 0] = sizeOf(m, instance);
      return Math.max(0, channelsOf(m, instance) * columns * rows);
    },
    compute(m, d, instance) {
      const grid = d.plugin_data[instance] as Grid;
      if (grid.sensor >= 0) sense(m, d, grid);
    },
  },
};

function channelsOf(m: Model, instance: number): number {
  return Math.trunc(numberIn(pluginConfig(m, instance, "nchannel")) ?? 0) || 1;
}

function sizeOf(m: Model, instance: number): number[] {
  return numbersIn(pluginConfig(m, instance, "size")).map(Math.trunc);
}

function configure(m: Model, _: Data, instance: number): Grid {
  const channels = channelsOf(m, instance);
  if (channels < 1 || channels > 6) throw new RangeError(`nchannel must be between 1 and 6, got ${channels}`);
  const size = sizeOf(m, instance);
  if (size.length !== 2 || !size.every((count) => count > 0)) {
    throw new RangeError(`size needs two positive integers, got '${pluginConfig(m, instance, "size") ?? ""}'`);
  }
  const fov = numbersIn(pluginConfig(m, instance, "fov"));
  if (fov.length !== 2 || !(fov[0] > 0 && fov[0] <= 180 && fov[1] > 0 && fov[1] <= 90)) {
    throw new RangeError(
      `fov needs two angles, above 0 and at most 180 and 90, got '${pluginConfig(m, instance, "fov") ?? ""}'`,
    );
  }
  const gamma = numberIn(pluginConfig(m, instance, "gamma")) ?? 0;
  if (!(gamma >= 0 && gamma <= 1)) throw new RangeError(`gamma must be between 0 and 1, got ${gamma}`);

  const own = [...m.sensor_plugin.keys()].filter((i) => m.sensor_plugin[i] === instance);
  if (own.some((i) => m.sensor_objtype[i] !== Obj.SITE)) throw new RangeError("it must be attached to a site");
  return {
    sensor: own[0] ?? -1,
    channels,
    azimuths: edges(size[0], fov[0], gamma),
    elevations: edges(size[1], fov[1], gamma),
  };
}

/** Edges of bins, which are the narrower in the middle the larger `gamma` is. */
function edges(bins: number, fov: number, gamma: number): Float64Array {
  const step = 2 / bins;
  let x = -1;
  return Float64Array.from({ length: bins + 1 }, () => {
    const bent = gamma === 0 ? x : gamma * pow(x, 5) + (1 - gamma) * x;
    x += step;
    return bent * (fov * PI / 180);
  });
}

/** Index of the bin that holds `x`, or -1. */
function binOf(edges: Float64Array, x: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (x <= edges[middle]) high = middle;
    else low = middle + 1;
  }
  return low === edges.length ? -1 : low - 1;
}

const force = new Float64Array(6);
const world = new Float64Array(3);
const local = new Float64Array(6);
const place = new Float64Array(3);

function sense(m: Model, d: Data, grid: Grid): void {
  const { sensor_adr, sensor_dim, sensor_objid, site_bodyid, body_weldid, geom_bodyid } = m;
  const { contact, sensordata, site_xpos, site_xmat } = d;
  const { sensor, channels, azimuths, elevations } = grid;
  const adr = sensor_adr[sensor];
  const site = sensor_objid[sensor];
  const body = body_weldid[site_bodyid[site]];
  const columns = azimuths.length - 1;
  const frame = columns * (elevations.length - 1);

  sensordata.fill(0, adr, adr + sensor_dim[sensor]);
  for (let i = 0; i < d.ncon; i++) {
    // what a flex touches with counts as part of the world
    const geom1 = contact.geom[2 * i];
    const geom2 = contact.geom[2 * i + 1];
    const body1 = geom1 < 0 ? 0 : geom_bodyid[geom1];
    const body2 = geom2 < 0 ? 0 : geom_bodyid[geom2];
    if (body_weldid[body1] !== body && body_weldid[body2] !== body) continue;

    // where the site sees it
    sub3(world, 0, contact.pos, 3 * i, site_xpos, 3 * site);
    mulMatTVec3(place, 0, site_xmat, 9 * site, world, 0);
    const [x, y, z] = place;
    const column = binOf(azimuths, atan2(x, -z));
    const row = binOf(elevations, atan2(y, Math.sqrt(x * x + z * z)));
    if (column < 0 || row < 0) continue;

    // force and torque, from the contact to the site
    contactForce(m, d, i, force, 0);
    for (let part = 0; part < 6; part += 3) {
      mulMatTVec3(world, 0, contact.frame, 9 * i, force, part);
      mulMatTVec3(local, part, site_xmat, 9 * site, world, 0);
    }
    const sign = body < Math.max(body1, body2) ? -1 : 1;
    for (let k = 0; k < channels; k++) {
      sensordata[adr + frame * k + columns * row + column] += sign * local[CHANNELS[k]];
    }
  }
}
