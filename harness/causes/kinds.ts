/** Kinds of the objects that elements of a field belong to: hinge joints, contacts of a box and a plane, gyros. */

import { Constraint, Eq, Geom, Joint, Sensor, Trn } from "../../engine/types/enums.ts";
import type { Readable } from "../engine.ts";
import { shapeOf } from "../replay/fields.ts";

/** Names by value of an enumeration. */
function namesOf(values: Readonly<Record<string, number>>): ReadonlyMap<number, string> {
  return new Map(Object.entries(values).map(([name, value]) => [value, name.toLowerCase().replaceAll("_", " ")]));
}

/** Kind of an object: the field with its type, the names of types, and the noun. */
const TYPES: Readonly<Record<string, readonly [field: string, names: ReadonlyMap<number, string>, noun: string]>> = {
  njnt: ["jnt_type", namesOf(Joint), "joint"],
  ngeom: ["geom_type", namesOf(Geom), "geom"],
  neq: ["eq_type", namesOf(Eq), "equality"],
  nsensor: ["sensor_type", namesOf(Sensor), "sensor"],
  nu: ["actuator_trntype", namesOf(Trn), "actuator"],
};

/** Sizes whose rows belong to objects of another: the first row of each. */
const OWNERS: Readonly<Record<string, readonly [size: string, addresses: string]>> = {
  nq: ["njnt", "jnt_qposadr"],
  nv: ["njnt", "jnt_dofadr"],
  nsensordata: ["nsensor", "sensor_adr"],
  na: ["nu", "actuator_actadr"],
};

const ROWS = namesOf(Constraint);

/** Fields of the model that kinds are derived from. */
export const KIND_FIELDS: readonly string[] = [
  ...Object.values(TYPES).map(([field]) => field),
  ...Object.values(OWNERS).map(([, field]) => field),
];

/** Kind of the object of an element; empty if it has none. */
export function kindOf(sim: Readable, label: string, index: number): string {
  const name = label.replace(/^(next\.|free )/, "");
  if (name.startsWith("efc_")) return rowKind(sim, name, index);
  const { size, width } = shapeOf(sim, name);
  const row = Math.floor(index / width);
  if (name.startsWith("contact.")) return contactKind(sim, row);
  return objectKind(sim, size, row);
}

function objectKind(sim: Readable, size: string, row: number): string {
  if (size in TYPES) {
    const [field, names, noun] = TYPES[size];
    const type = names.get(at(sim, field, row));
    return type === undefined ? "" : `${type} ${noun}`;
  }
  if (!(size in OWNERS)) return "";
  const [owners, field] = OWNERS[size];
  const addresses = sim.read(field);
  if (!ArrayBuffer.isView(addresses)) return "";
  let owner = -1;
  for (let i = 0; i < addresses.length; i++) {
    if (addresses[i] >= 0 && addresses[i] <= row) owner = i;
  }
  return owner < 0 ? "" : objectKind(sim, owners, owner);
}

function contactKind(sim: Readable, contact: number): string {
  const [first, second] = [0, 1].map((side) => at(sim, "contact.geom", 2 * contact + side));
  if (!(first >= 0 && second >= 0)) return "contact of a flex";
  const [, names] = TYPES.ngeom;
  const [a, b] = [first, second].map((geom) => names.get(at(sim, "geom_type", geom)));
  return a === undefined || b === undefined ? "" : `${a} and ${b} in contact`;
}

function rowKind(sim: Readable, name: string, index: number): string {
  const nefc = Number(sim.read("nefc"));
  if (!(nefc > 0)) return "";
  const wide: Readonly<Record<string, number>> = { efc_KBIP: 4, efc_J: Number(sim.read("nJ")) / nefc, efc_AR: nefc };
  const kind = ROWS.get(at(sim, "efc_type", Math.floor(index / (wide[name] ?? 1))));
  return kind === undefined ? "" : `${kind} row`;
}

function at(sim: Readable, field: string, index: number): number {
  const values = sim.read(field);
  return ArrayBuffer.isView(values) ? Number((values as Int32Array)[index]) : NaN;
}
