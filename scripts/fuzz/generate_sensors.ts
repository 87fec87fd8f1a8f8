/** Sensors of random documents. */

import { positive, small, usual } from "./attribute_values.ts";
import { element, type Names } from "./names.ts";
import type { Random } from "./random.ts";

/** A `<sensor>` section over the names given so far; empty if no sensor was drawn. */
export function generateSensors(r: Random, names: Names, newName: () => string): string {
  const parts: string[] = [];
  const common = () => {
    const out: Record<string, string> = { name: newName() };
    if (r.chance(0.2)) out.noise = small(r);
    if (r.chance(0.15)) out.user = usual(r, "user");
    if (r.chance(0.15)) {
      Object.assign(out, { nsample: String(r.int(1, 4)), interp: r.pick(["zoh", "linear", "cubic"]) });
    }
    if (out.nsample && r.chance(0.5)) out.delay = String(r.real(0.001, 0.01));
    if (r.chance(0.1)) out.interval = String(r.real(0.001, 0.05));
    return out;
  };
  const add = (kind: string, list: readonly string[], attribute: string, extra: Record<string, string> = {}) => {
    if (list.length > 0 && r.chance(0.15)) {
      parts.push(element(kind, { ...common(), [attribute]: r.pick(list), ...extra }));
    }
  };
  for (const kind of ["touch", "accelerometer", "velocimeter", "gyro", "force", "torque", "magnetometer"]) {
    add(kind, names.site, "site", r.chance(0.2) ? { cutoff: positive(r) } : {});
  }
  for (const kind of ["jointpos", "jointvel", "jointactuatorfrc"]) add(kind, names.hinge, "joint");
  for (const kind of ["ballquat", "ballangvel"]) add(kind, names.ball, "joint");
  for (const kind of ["jointlimitpos", "jointlimitvel", "jointlimitfrc"]) add(kind, names.limited, "joint");
  for (const kind of ["tendonpos", "tendonvel", "tendonactuatorfrc"]) add(kind, names.tendon, "tendon");
  for (const kind of ["tendonlimitpos", "tendonlimitvel", "tendonlimitfrc"]) add(kind, names.limitedtendon, "tendon");
  for (const kind of ["actuatorpos", "actuatorvel", "actuatorfrc"]) add(kind, names.actuator, "actuator");
  for (const kind of ["subtreecom", "subtreelinvel", "subtreeangmom"]) add(kind, names.body, "body");
  for (
    const kind of ["framepos", "framequat", "framexaxis", "frameyaxis", "framezaxis", "framelinvel", "frameangvel"]
  ) {
    const reference = names.site.length > 0 && r.chance(0.4) ? { reftype: "site", refname: r.pick(names.site) } : {};
    add(kind, names.body, "objname", { objtype: r.pick(["body", "xbody"]), ...reference });
  }
  for (const kind of ["framelinacc", "frameangacc"]) add(kind, names.geom, "objname", { objtype: "geom" });
  for (const kind of ["distance", "normal", "fromto"]) {
    if (names.body.length > 1) add(kind, names.body.slice(0, 1), "body1", { body2: names.body[1] });
  }
  if (names.site.length > 0) add("insidesite", names.body, "objname", { objtype: "body", site: names.site[0] });
  add(
    "rangefinder",
    names.site,
    "site",
    r.chance(0.5) ? { data: r.pick(["dist", "dist dir", "dir point normal"]) } : {},
  );
  if (names.camera.length > 0) add("camprojection", names.site, "site", { camera: names.camera[0] });
  add("contact", names.body, "body1", {
    data: r.pick(["found", "force torque", "dist pos normal"]),
    num: String(r.int(1, 3)),
    reduce: r.pick(["none", "mindist", "maxforce", "netforce"]),
  });
  for (const kind of ["e_potential", "e_kinetic", "clock"]) if (r.chance(0.1)) parts.push(element(kind, common()));
  if (r.chance(0.1)) {
    parts.push(
      element("user", { dim: String(r.int(0, 4)), datatype: "real", needstage: r.pick(["pos", "vel", "acc"]) }),
    );
  }
  return parts.length > 0 ? element("sensor", {}, parts.join("")) : "";
}
