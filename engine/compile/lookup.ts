/** Elements by type and name. */

import { MjcfError } from "../types/errors.ts";
import { Obj } from "../types/enums.ts";
import type { Spec, SpecElement } from "../types/spec.ts";

const KIND: Record<number, string> = {
  [Obj.BODY]: "body",
  [Obj.JOINT]: "joint",
  [Obj.GEOM]: "geom",
  [Obj.SITE]: "site",
  [Obj.CAMERA]: "camera",
  [Obj.LIGHT]: "light",
  [Obj.MESH]: "mesh",
  [Obj.SKIN]: "skin",
  [Obj.HFIELD]: "hfield",
  [Obj.TEXTURE]: "texture",
  [Obj.MATERIAL]: "material",
  [Obj.PAIR]: "pair",
  [Obj.EXCLUDE]: "exclude",
  [Obj.EQUALITY]: "equality",
  [Obj.TENDON]: "tendon",
  [Obj.ACTUATOR]: "actuator",
  [Obj.SENSOR]: "sensor",
  [Obj.NUMERIC]: "numeric",
  [Obj.TEXT]: "text",
  [Obj.TUPLE]: "tuple",
  [Obj.KEY]: "key",
};

/** The list of a spec for each type, in the order of MuJoCo's name tables. */
export function listsByType(spec: Spec): [number, SpecElement[]][] {
  return [
    [Obj.BODY, spec.bodies],
    [Obj.JOINT, spec.joints],
    [Obj.GEOM, spec.geoms],
    [Obj.SITE, spec.sites],
    [Obj.CAMERA, spec.cameras],
    [Obj.LIGHT, spec.lights],
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
  ];
}

/** Finds elements by name. */
export class Lookup {
  private readonly maps = new Map<number, Map<string, SpecElement>>();

  /** Numbers the elements of every list and refuses names that occur twice in one. */
  constructor(spec: Spec) {
    for (const [type, list] of listsByType(spec)) {
      list.forEach((element, i) => element.id = i);
      this.maps.set(type, mapByName(list, KIND[type]));
    }
    mapByName(spec.frames, "frame");
    this.maps.set(Obj.XBODY, this.maps.get(Obj.BODY) ?? new Map());
  }

  /** The element of that type and name. */
  find(type: number, name: string): SpecElement | undefined {
    return this.maps.get(type)?.get(name);
  }

  /** Forgets a name, and gives back what puts it there again. */
  hide(type: number, name: string): () => void {
    const map = this.maps.get(type);
    const element = map?.get(name);
    map?.delete(name);
    return () => {
      if (element !== undefined) map?.set(name, element);
    };
  }

  /** Forgets every element of a type. */
  clear(type: number): void {
    this.maps.get(type)?.clear();
  }
}

function mapByName(list: readonly SpecElement[], kind: string): Map<string, SpecElement> {
  const map = new Map<string, SpecElement>();
  for (const element of list) {
    const { name, origin } = element;
    if (name !== "" && map.has(name)) {
      const what = `${kind} '${name}': the name is repeated`;
      throw origin ? origin.error(what, "name") : new MjcfError(what);
    }
    map.set(name, element);
  }
  return map;
}
