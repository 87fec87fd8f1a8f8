/** The elements of a spec by type. */

import { Obj } from "../types/enums.ts";
import type { Spec, SpecElement } from "../types/spec.ts";

/** The list of a spec for each type, in the order of MuJoCo's name tables. */
export function listsByType(spec: Spec): [number, SpecElement[]][] {
  return [
    [Obj.BODY, spec.bodies],
    [Obj.JOINT, spec.joints],
    [Obj.GEOM, spec.geoms],
    [Obj.SITE, spec.sites],
    [Obj.CAMERA, spec.cameras],
    [Obj.LIGHT, spec.lights],
    [Obj.FLEX, spec.flexes],
    [Obj.MESH, spec.meshes],
    [Obj.SKIN, spec.skins],
    [Obj.HFIELD, spec.hfields],
    [Obj.TEXTURE, spec.textures],
    [Obj.MATERIAL, spec.materials],
    [Obj.PAIR, spec.pairs],
    [Obj.EXCLUDE, spec.excludes],
    [Obj.EQUALITY, spec.equalities],
    [Obj.TENDON, spec.tendons],
    [Obj.ACTUATOR, spec.actuators],
    [Obj.SENSOR, spec.sensors],
    [Obj.NUMERIC, spec.numerics],
    [Obj.TEXT, spec.texts],
    [Obj.TUPLE, spec.tuples],
    [Obj.KEY, spec.keys],
    [Obj.PLUGIN, spec.plugins],
  ];
}
