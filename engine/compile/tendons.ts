/** Tendons: their paths and limits. */

import { isLimited } from "../mjcf/limited.ts";
import { Geom, Obj, Wrap } from "../types/enums.ts";
import type { SizeSettings } from "../mjcf/elements/size.ts";
import type { GeomSpec, TendonSpec, WrapSpec } from "../types/spec.ts";
import { checkLimited, checkUserData } from "./check_values.ts";
import { fail } from "./fail.ts";
import type { Lookup } from "./lookup.ts";

/** Finds the objects of a tendon's path and checks the path. */
export function compileTendon(tendon: TendonSpec, size: SizeSettings, lookup: Lookup): void {
  const { path } = tendon;
  checkUserData("tendon", tendon, size.nuser_tendon);
  if (path.length === 0) throw fail("tendon", tendon, "the path is empty");
  const spatial = path[0].type !== Wrap.JOINT;
  if (spatial && path.length < 2) throw fail("tendon", tendon, "a spatial path needs at least two objects");
  if (spatial && tendon.width <= 0) {
    throw fail("tendon", tendon, `width must be positive, got ${tendon.width}`, "width");
  }
  resolvePath(tendon, lookup);
  if (spatial) checkSpatialPath(tendon);
  checkLimits(tendon);
}

/** Finds the objects of a tendon's path. */
export function resolvePath(tendon: TendonSpec, lookup: Lookup): void {
  for (const wrap of tendon.path) resolveWrap(wrap, lookup);
  if (tendon.path.every((wrap) => wrap.type === Wrap.PULLEY)) {
    throw fail("tendon", tendon, "the path consists only of pulleys");
  }
}

function resolveWrap(wrap: WrapSpec, lookup: Lookup): void {
  switch (wrap.type) {
    case Wrap.JOINT:
      wrap.obj = find(wrap, Obj.JOINT, "joint", wrap.name, lookup);
      break;
    case Wrap.SITE:
      wrap.obj = find(wrap, Obj.SITE, "site", wrap.name, lookup);
      break;
    case Wrap.PULLEY:
      if (wrap.prm < 0) throw fail("pulley", wrap, `divisor cannot be negative, got ${wrap.prm}`, "divisor");
      break;
    case Wrap.SPHERE:
    case Wrap.CYLINDER: {
      const geom = find(wrap, Obj.GEOM, "geom", wrap.name, lookup) as GeomSpec;
      wrap.obj = geom;
      wrap.type = geom.type === Geom.CYLINDER ? Wrap.CYLINDER : Wrap.SPHERE;
      if (geom.type !== Geom.CYLINDER && geom.type !== Geom.SPHERE) {
        throw fail("geom", wrap, "a tendon wraps around spheres and cylinders only");
      }
      if (wrap.sidesite !== "") wrap.sideid = find(wrap, Obj.SITE, "sidesite", wrap.sidesite, lookup).id;
      break;
    }
  }
}

function find(wrap: WrapSpec, type: number, attribute: string, name: string, lookup: Lookup) {
  const found = lookup.find(type, name);
  if (found === undefined) {
    throw fail("tendon", { name: "", origin: wrap.origin }, `unknown ${attribute} '${name}'`, attribute);
  }
  return found;
}

function checkSpatialPath(tendon: TendonSpec): void {
  const { path, armature } = tendon;
  if (armature < 0) throw fail("tendon", tendon, `armature cannot be negative, got ${armature}`, "armature");
  const typeAt = (i: number) => path[i]?.type;
  const isEdge = (i: number) => i < 0 || i >= path.length || typeAt(i) === Wrap.PULLEY;
  path.forEach((wrap, i) => {
    switch (wrap.type) {
      case Wrap.PULLEY:
        if (i > 0 && typeAt(i - 1) === Wrap.PULLEY) {
          throw fail("tendon", tendon, `pulleys cannot be consecutive, at ${i}`);
        }
        if (i === path.length - 1) throw fail("tendon", tendon, "the path ends with a pulley");
        break;
      case Wrap.SITE:
        if (isEdge(i - 1) && isEdge(i + 1)) {
          throw fail("tendon", tendon, `site '${wrap.name}' has no neighbor in its branch`);
        }
        if (typeAt(i + 1) === Wrap.SITE && wrap.obj === path[i + 1].obj) {
          throw fail("tendon", tendon, `site '${wrap.name}' is repeated`);
        }
        break;
      case Wrap.SPHERE:
      case Wrap.CYLINDER:
        if (typeAt(i - 1) !== Wrap.SITE || typeAt(i + 1) !== Wrap.SITE) {
          throw fail("tendon", tendon, `geom '${wrap.name}' must be between two sites`);
        }
        if (armature > 0) {
          throw fail("tendon", tendon, "armature cannot be combined with geoms in the path", "armature");
        }
        (wrap.obj as GeomSpec).visual = false;
        break;
      default:
        throw fail("tendon", tendon, `a spatial path cannot contain joint '${wrap.name}'`);
    }
  });
}

function checkLimits(tendon: TendonSpec): void {
  const { range, actuatorfrcrange, springlength } = tendon;
  checkLimited("tendon", tendon, tendon.limited, range);
  if (range[0] >= range[1] && isLimited(tendon.limited, range)) {
    throw fail(
      "tendon",
      tendon,
      `the first number of range must be smaller than the second, got ${range[0]} ${range[1]}`,
      "range",
    );
  }
  checkLimited("tendon", tendon, tendon.actuatorfrclimited, actuatorfrcrange, "actuatorfrc");
  const [low, high] = actuatorfrcrange;
  if (isLimited(tendon.actuatorfrclimited, actuatorfrcrange) && (low >= high || low > 0 || high < 0)) {
    throw fail("tendon", tendon, `actuatorfrcrange must contain 0, got ${low} ${high}`, "actuatorfrcrange");
  }
  if (springlength[0] > springlength[1]) {
    throw fail("tendon", tendon, "the first number of springlength must be smaller than the second", "springlength");
  }
}
