/** Elements by type and name. */

import { listsByType } from "../mjcf/lists_by_type.ts";
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
  [Obj.FLEX]: "flex",
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
  [Obj.PLUGIN]: "plugin instance",
};

/**
 * Finds elements by name. A name maps to a position in a list: when fusing static bodies reorders the lists of geoms
 * and sites, names refer to whatever is at their old positions, as in MuJoCo.
 */
export class Lookup {
  private readonly positions = new Map<number, Map<string, number>>();
  private readonly lists = new Map<number, readonly SpecElement[]>();
  private readonly bodies = new Map<string, SpecElement>();

  /** Numbers the elements of every list and rejects duplicate names within one. */
  constructor(spec: Spec) {
    for (const body of spec.bodies) if (!this.bodies.has(body.name)) this.bodies.set(body.name, body);
    for (const [type, list] of listsByType(spec)) {
      this.lists.set(type, list);
      this.refresh(type);
    }
    positionsByName(spec.frames, "frame");
    this.lists.set(Obj.XBODY, spec.bodies);
  }

  /** Renumbers the elements of one list. */
  refresh(type: number): void {
    const list = this.lists.get(type) ?? [];
    list.forEach((element, i) => element.id = i);
    this.positions.set(type, positionsByName(list, KIND[type]));
  }

  /** The element of that type and name. */
  find(type: number, name: string): SpecElement | undefined {
    // lookups of bodies by frame still work when names are removed
    if (type === Obj.XBODY) {
      const bodies = this.lists.get(type) ?? [];
      const body = this.bodies.get(name);
      return body !== undefined && bodies[body.id] === body ? body : bodies.find((other) => other.name === name);
    }
    const position = this.positions.get(type)?.get(name);
    return position === undefined ? undefined : this.lists.get(type)?.[position];
  }

  /** Removes a name. */
  forget(type: number, name: string): void {
    this.positions.get(type)?.delete(name);
  }

  /** Adds a name. */
  remember(type: number, name: string, position: number): void {
    this.positions.get(type)?.set(name, position);
  }

  /** Removes every element of a type. */
  clear(type: number): void {
    this.positions.get(type)?.clear();
  }
}

function positionsByName(list: readonly SpecElement[], kind: string): Map<string, number> {
  const map = new Map<string, number>();
  list.forEach(({ name, origin }, i) => {
    if (name !== "" && map.has(name)) {
      const what = `${kind} '${name}': the name is repeated`;
      throw origin ? origin.error(what, "name") : new MjcfError(what);
    }
    map.set(name, i);
  });
  return map;
}
