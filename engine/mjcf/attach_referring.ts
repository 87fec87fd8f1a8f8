/** The elements outside the bodies that an attachment copies and that a removal drops. */

import { Obj, Trn, Wrap } from "../types/enums.ts";
import type { FlexSpec } from "../types/flex_spec.ts";
import type {
  ActuatorSpec,
  EqualitySpec,
  ExcludeSpec,
  PairSpec,
  PluginUse,
  SensorSpec,
  Spec,
  SpecElement,
  SpecList,
  TendonSpec,
  TupleSpec,
} from "../types/spec.ts";
import { targetOf } from "./elements/actuator.ts";
import { tiedType } from "./elements/equality.ts";
import { copyPluginUse } from "./attach_plugins.ts";
import { copyRecord } from "./copy_record.ts";
import { type Naming, rename } from "./naming.ts";
import { listsByType } from "./lists_by_type.ts";
import { stem } from "./paths.ts";
import { listTree } from "./tree.ts";
import type { XmlElement } from "./xml.ts";

const NONE: Naming = { prefix: "", suffix: "", foreign: false };

/** All names, by type. */
export class Names {
  private readonly sets = new Map<number, Set<string>>();
  /** those of copies in the list that is being copied */
  private readonly fresh = new Set<string>();

  constructor(spec: Spec) {
    listTree(spec);
    this.replace(Obj.XBODY, spec.bodies);
    let count = 0;
    for (const [type, list] of listsByType(spec)) {
      this.replace(type, list);
      count += list.length;
    }
    spec.budget.take("work", count);
  }

  /** All names, whatever their type. */
  all(): Set<string> {
    const all = new Set<string>();
    for (const set of this.sets.values()) for (const name of set) all.add(name);
    return all;
  }

  has(type: number, name: string): boolean {
    return this.sets.get(type)?.has(name) ?? false;
  }

  private replace(type: number, list: readonly SpecElement[]): void {
    this.sets.set(type, new Set(list.map((item) => item.name)));
  }

  add(type: number, name: string): void {
    this.sets.get(type)?.add(name);
  }

  /** Notes the name of a copy, to which the elements of its own list cannot refer; false if it is repeated. */
  note(type: number, name: string): boolean {
    if (name !== "" && (this.has(type, name) || this.fresh.has(name))) return false;
    this.fresh.add(name);
    return true;
  }

  /** Adds the names of a list that has been copied. */
  settle(type: number): void {
    for (const name of this.fresh) this.add(type, name);
    this.fresh.clear();
  }

  remove(type: number, name: string): void {
    this.sets.get(type)?.delete(name);
  }
}

/** Resolves the references of an element in place, in a namespace; returns false if one cannot be resolved. */
type Resolve<T> = (element: T, names: Names, naming: Naming) => boolean;

/** Two references, one of which may be outside the namespace. */
function resolveTwo(
  names: Names,
  naming: Naming,
  first: [number, string],
  second: [number, string],
): [string, string] | undefined {
  let name1 = naming.prefix + first[1] + naming.suffix;
  let name2 = naming.prefix + second[1] + naming.suffix;
  const found1 = names.has(first[0], name1);
  const found2 = names.has(second[0], name2);
  if (!found1 && found2) name1 = first[1];
  if (found1 && !found2) name2 = second[1];
  return names.has(first[0], name1) && names.has(second[0], name2) ? [name1, name2] : undefined;
}

const resolvePair: Resolve<PairSpec> = (pair, names, naming) => {
  const found = resolveTwo(names, naming, [Obj.GEOM, pair.geom1], [Obj.GEOM, pair.geom2]);
  if (found === undefined) return false;
  [pair.geom1, pair.geom2] = found;
  return true;
};

const resolveExclude: Resolve<ExcludeSpec> = (exclude, names, naming) => {
  const found = resolveTwo(names, naming, [Obj.BODY, exclude.body1], [Obj.BODY, exclude.body2]);
  if (found === undefined) return false;
  [exclude.body1, exclude.body2] = found;
  return true;
};

const resolveTendon: Resolve<TendonSpec> = (tendon, names, naming) => {
  const object: Record<number, number> = {
    [Wrap.SITE]: Obj.SITE,
    [Wrap.JOINT]: Obj.JOINT,
    [Wrap.SPHERE]: Obj.GEOM,
    [Wrap.CYLINDER]: Obj.GEOM,
  };
  const resolves = ({ type, name, sidesite }: TendonSpec["path"][number]) => {
    if (type === Wrap.PULLEY) return true;
    const beside = type === Wrap.SPHERE || type === Wrap.CYLINDER ? sidesite : "";
    return names.has(object[type], name) && (beside === "" || names.has(Obj.SITE, beside));
  };
  let outside = 0;
  let pulleys = 0;
  tendon.path = tendon.path.map((wrap) => {
    if (wrap.type === Wrap.PULLEY) pulleys++;
    const inside = {
      ...wrap,
      name: naming.prefix + wrap.name + naming.suffix,
      sidesite: naming.prefix + wrap.sidesite + naming.suffix,
    };
    if (resolves(inside)) return inside;
    outside++;
    return wrap;
  });
  return outside !== tendon.path.length - pulleys && tendon.path.every(resolves);
};

const resolveEquality: Resolve<EqualitySpec> = (equality, names, naming) => {
  const type = tiedType(equality);
  equality.name1 = rename(equality.name1, naming);
  equality.name2 = rename(equality.name2, naming);
  return names.has(type, equality.name1) && (equality.name2 === "" || names.has(type, equality.name2));
};

const resolveActuator: Resolve<ActuatorSpec> = (actuator, names, naming) => {
  actuator.target = rename(actuator.target, naming);
  actuator.refsite = rename(actuator.refsite, naming);
  actuator.slidersite = rename(actuator.slidersite, naming);
  const { trntype, target, refsite, slidersite, cranklength } = actuator;
  const type = targetOf(trntype)?.[2];
  if (type === undefined || !names.has(type, target)) return false;
  switch (trntype) {
    case Trn.SLIDERCRANK:
      return cranklength > 0 && names.has(Obj.SITE, slidersite);
    case Trn.SITE:
      return refsite === "" || names.has(Obj.SITE, refsite);
    default:
      return true;
  }
};

const resolveSensor: Resolve<SensorSpec> = (sensor, names, naming) => {
  const { objtype, reftype, objname, refname } = sensor;
  if (objtype !== Obj.UNKNOWN && reftype !== Obj.UNKNOWN) {
    const found = resolveTwo(names, naming, [objtype, objname], [reftype, refname]);
    if (found === undefined) return false;
    [sensor.objname, sensor.refname] = found;
    return true;
  }
  sensor.objname = objtype === Obj.UNKNOWN ? objname : naming.prefix + objname + naming.suffix;
  sensor.refname = reftype === Obj.UNKNOWN ? refname : naming.prefix + refname + naming.suffix;
  return (objtype === Obj.UNKNOWN || names.has(objtype, sensor.objname)) &&
    (reftype === Obj.UNKNOWN || names.has(reftype, sensor.refname));
};

const resolveTuple: Resolve<TupleSpec> = (tuple, names, naming) => {
  tuple.elements = tuple.elements.map((item) => ({ ...item, objname: naming.prefix + item.objname + naming.suffix }));
  return tuple.elements.every((item) => names.has(item.objtype, item.objname));
};

/** The lists whose elements refer to others, in the order in which they are copied. */
// deno-lint-ignore no-explicit-any
export const REFERRING: readonly (readonly [SpecList, number, Resolve<any>])[] = [
  ["pairs", Obj.PAIR, resolvePair],
  ["excludes", Obj.EXCLUDE, resolveExclude],
  ["tendons", Obj.TENDON, resolveTendon],
  ["equalities", Obj.EQUALITY, resolveEquality],
  ["actuators", Obj.ACTUATOR, resolveActuator],
  ["sensors", Obj.SENSOR, resolveSensor],
  ["tuples", Obj.TUPLE, resolveTuple],
];

/** Copies everything in `from` that refers to the part that has just been copied into `spec`. */
export function copyReferring(spec: Spec, from: Spec, naming: Naming, element: XmlElement): void {
  const refers = from.flexes.length > 0 || REFERRING.some(([list]) => from[list].length > 0);
  if (!refers && !naming.foreign) return;
  const names = new Names(spec);
  if (naming.foreign) {
    copyAssets(spec, from, names, naming, element);
    spec.pendingKeys = spec.pendingKeys.concat(from.pendingKeys.splice(0));
  }
  copyFlexes(spec, from, names, naming, element);
  for (const [list, type, resolve] of REFERRING) {
    for (const original of (from[list] as SpecElement[]).slice()) {
      copyOne(spec, from, list, type, resolve, original, names, naming, element);
    }
    names.settle(type);
  }
}

/** elementary operations of copying an element and finding what it refers to: about six microseconds */
const REFERENCE_WORK = 10000;

/** Copies an element if it refers to the copied part; returns the name of the copy. */
export function copyOne(
  spec: Spec,
  from: Spec,
  list: SpecList,
  type: number,
  resolve: Resolve<SpecElement>,
  original: SpecElement,
  names: Names,
  naming: Naming,
  element: XmlElement,
): string | undefined {
  spec.budget.take("work", REFERENCE_WORK, element);
  const copy = { ...copyRecord(original), name: rename(original.name, naming), id: -1 };
  if (!resolve(copy, names, naming)) return undefined;
  if (list === "actuators") (original as ActuatorSpec).states = [];
  if ("plugin" in copy) copy.plugin = copyPluginUse(spec, from, copy.plugin as PluginUse | undefined, naming);
  spec.budget.take("elements", 1, element);
  append(spec[list] as SpecElement[], copy, names, type, element);
  return copy.name;
}

function append(target: SpecElement[], copy: SpecElement, names: Names, type: number, element: XmlElement): void {
  if (!names.note(type, copy.name)) throw element.error(`${element.name}: name '${copy.name}' is repeated`);
  target.push(copy);
}

function appendAll(
  target: SpecElement[],
  copies: readonly SpecElement[],
  names: Names,
  type: number,
  element: XmlElement,
): void {
  for (const copy of copies) append(target, copy, names, type, element);
  names.settle(type);
}

/** Flexes keep their names; they are copied if all their bodies are. */
export function copyFlexes(spec: Spec, from: Spec, names: Names, naming: Naming, element: XmlElement): void {
  const inside = (name: string) => naming.prefix + name + naming.suffix;
  const found = (name: string) => names.has(Obj.BODY, inside(name));
  for (const flex of from.flexes.slice()) {
    spec.budget.take("work", 1, element);
    if (!flex.vertbody.every(found) || !flex.nodebody.every(found)) continue;
    const copy: FlexSpec = {
      ...copyRecord(flex),
      id: -1,
      vertbody: flex.vertbody.map(inside),
      nodebody: flex.nodebody.map(inside),
      material: naming.foreign ? rename(flex.material, naming) : flex.material,
    };
    if (!bendsPinned(spec, copy)) append(spec.flexes, copy, names, Obj.FLEX, element);
  }
  names.settle(Obj.FLEX);
}

/** Whether a flex would bend at pinned vertices, which MuJoCo rejects. */
function bendsPinned(spec: Spec, { dim, elastic2d, vertbody }: FlexSpec): boolean {
  if (dim !== 2 || !(elastic2d & 1)) return false;
  const names = new Set(vertbody);
  return spec.bodies.some(({ name, joints }) => names.has(name) && joints.length !== 3);
}

function copyAssets(spec: Spec, from: Spec, names: Names, naming: Naming, element: XmlElement): void {
  const named = <T extends SpecElement & { file?: string }>(item: T): T => ({
    ...copyRecord(item),
    name: rename(item.name || stem(item.file ?? ""), naming),
    id: -1,
  });
  const meshes = from.meshes.map((mesh) =>
    Object.assign(named(mesh), { plugin: copyPluginUse(spec, from, mesh.plugin, naming) })
  );
  appendAll(spec.meshes, meshes, names, Obj.MESH, element);
  // as in MuJoCo, skins keep their names and those of their materials
  const skins = from.skins.map((skin) => {
    const bones = skin.bones.map((bone) => ({ ...bone, body: rename(bone.body, naming) }));
    return { ...copyRecord(skin), bones, id: -1 };
  });
  const whole = skins.filter(({ bones }) => bones.every(({ body }) => names.has(Obj.BODY, body)));
  appendAll(spec.skins, whole, names, Obj.SKIN, element);
  appendAll(spec.hfields, from.hfields.map(named), names, Obj.HFIELD, element);
  appendAll(spec.textures, from.textures.map(named), names, Obj.TEXTURE, element);
  const materials = from.materials.map((material) =>
    Object.assign(named(material), {
      textures: material.textures.map((texture) => rename(texture, naming)),
      texid: material.texid.slice(),
    })
  );
  appendAll(spec.materials, materials, names, Obj.MATERIAL, element);
  appendAll(spec.numerics, from.numerics.map(named), names, Obj.NUMERIC, element);
  appendAll(spec.texts, from.texts.map(named), names, Obj.TEXT, element);
}

const DROPPED = new Set(["pairs", "excludes", "tendons", "equalities", "actuators", "sensors"]);

/** Drops the elements whose references are valid before `remove` but not after. */
export function dropReferring(spec: Spec, remove: () => void): void {
  if (!REFERRING.some(([list]) => spec[list].length > 0)) {
    remove();
    return;
  }
  const before = new Names(spec);
  remove();
  const after = new Names(spec);
  for (const [list, type, resolve] of REFERRING) {
    if (!DROPPED.has(list)) continue;
    const target = spec[list] as SpecElement[];
    const kept = target.filter((item) => {
      if (!resolve(copyRecord(item), before, NONE) || resolve(copyRecord(item), after, NONE)) return true;
      // later elements may refer to it
      after.remove(type, item.name);
      return false;
    });
    kept.forEach((item, i) => target[i] = item);
    target.length = kept.length;
  }
}
