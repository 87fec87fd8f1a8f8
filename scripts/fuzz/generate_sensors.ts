/** Sensors of random documents. */

import { SENSOR_SHARED, type SensorKind, SENSORS } from "../../engine/mjcf/elements/sensor.ts";
import { DataType } from "../../engine/types/enums.ts";
import { BY_HAND, valueOf } from "./attribute_values.ts";
import { element, type Names } from "./names.ts";
import type { Random } from "./random.ts";

/** A `<sensor>` section over the names given so far; empty if no sensor was drawn. */
export function generateSensors(r: Random, names: Names, newName: () => string): string {
  const parts = Object.entries(SENSORS).flatMap(([name, kind]) => {
    const objects = r.chance(0.15) ? objectsOf(r, names, kind) : undefined;
    return objects === undefined ? [] : [element(name, { name: newName(), ...sharedOf(r, kind), ...objects })];
  });
  return parts.length > 0 ? element("sensor", {}, parts.join("")) : "";
}

/** Attributes that do not depend on what is measured. */
function sharedOf(r: Random, { attributes, datatype }: SensorKind): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, attribute] of Object.entries(SENSOR_SHARED)) {
    if (name in attributes && !BY_HAND.has(name) && r.chance(0.15)) out[name] = valueOf(r, attribute);
  }
  // directions and rotations are not cut off
  if (datatype === DataType.AXIS || datatype === DataType.QUATERNION) delete out.cutoff;
  if (!("nsample" in attributes)) return out;
  if (r.chance(0.15)) {
    Object.assign(out, { nsample: String(r.int(1, 4)), interp: r.pick(["zoh", "linear", "cubic"]) });
    if (r.chance(0.5)) out.delay = String(r.real(0.001, 0.01));
  }
  if (r.chance(0.1)) out.interval = String(r.real(0.001, 0.05));
  return out;
}

/** What a sensor measures, and how; undefined if there is nothing that it could measure. */
function objectsOf(r: Random, names: Names, { naming, need }: SensorKind): Record<string, string> | undefined {
  const one = (attribute: string, list: readonly string[], more: Record<string, string> = {}) =>
    list.length > 0 ? { [attribute]: r.pick(list), ...more } : undefined;
  switch (naming) {
    case "joint":
      return one("joint", names[need === "scalar" ? "hinge" : need ?? "joint"]);
    case "tendon":
      return one("tendon", names[need === "limited" ? "limitedtendon" : "tendon"]);
    case "site":
    case "actuator":
    case "body":
      return one(naming, names[naming]);
    case "frame": {
      const reference = names.site.length > 0 && r.chance(0.4) ? { reftype: "site", refname: r.pick(names.site) } : {};
      return one("objname", names.body, { objtype: r.pick(["body", "xbody"]), ...reference });
    }
    case "globalframe":
      return one("objname", names.geom, { objtype: "geom" });
    case "two":
      return names.body.length > 1 ? { body1: names.body[0], body2: names.body[1] } : undefined;
    case "nothing":
      return {};
    case "camprojection":
      return names.camera.length > 0 ? one("site", names.site, { camera: names.camera[0] }) : undefined;
    case "rangefinder":
      return one("site", names.site, r.chance(0.5) ? { data: r.pick(["dist", "dist dir", "dir point normal"]) } : {});
    case "insidesite":
      return names.site.length > 0 ? one("objname", names.body, { objtype: "body", site: names.site[0] }) : undefined;
    case "contact":
      return one("body1", names.body, {
        data: r.pick(["found", "force torque", "dist pos normal"]),
        num: String(r.int(1, 3)),
        reduce: r.pick(["none", "mindist", "maxforce", "netforce"]),
      });
    case "tactile":
      // needs a mesh with a signed distance field
      return undefined;
    case "user":
      return { dim: String(r.int(0, 4)), datatype: "real", needstage: r.pick(["pos", "vel", "acc"]) };
  }
}
