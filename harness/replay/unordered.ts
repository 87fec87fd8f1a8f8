/**
 * Contacts in any order: where an engine says that its contacts do not come in MuJoCo's order, each is matched to
 * MuJoCo's nearest contact of the same two sides. Its fields, its rows, and what refers to them are then presented in
 * MuJoCo's order. A contact that is missing, doubled, or between other sides finds no partner.
 */

import { Constraint, Sensor, Solver } from "../../engine/types/enums.ts";
import type { Numbers, Readable } from "../engine.ts";
import { shapeOf } from "./fields.ts";

/** Fields that need to be known of contacts, of rows, and of what depends on their order. */
const SIDES = ["contact.geom", "contact.flex", "contact.elem", "contact.vert"] as const;
const PLACE = ["contact.dist", "contact.pos", "contact.frame"] as const;

/** MuJoCo's values of a frame, by field. */
export type Expected = (field: string) => Numbers | undefined;

/** Where an engine has each of MuJoCo's contacts, and each row; the inverse of both. */
interface Order {
  readonly contacts: readonly number[];
  readonly contactOf: readonly number[];
  readonly rows: readonly number[];
  readonly rowOf: readonly number[];
}

/** The results of a frame in MuJoCo's order. */
export interface InOrder extends Readable {
  /** do contacts come in MuJoCo's order? Undefined if that cannot be told. */
  readonly isSame: boolean | undefined;
  /** are rows in MuJoCo's order too, as far as can be told? */
  readonly hasRows: boolean;
}

/** Presents the results of a frame in MuJoCo's order; as they are if they already are, or cannot be matched. */
export function inMujocosOrder(sim: Readable, expected: Expected): InOrder {
  const asIs = (isSame: boolean | undefined) => ({ isSame, hasRows: true, read: (field: string) => sim.read(field) });
  if (countOf(expected) === undefined) {
    return { ...asIs(undefined), hasRows: expected("efc_type") !== undefined };
  }
  const contacts = matchContacts(sim, expected);
  if (contacts === undefined) return asIs(undefined);
  if (contacts.every((from, to) => from === to)) return asIs(true);
  const known = matchRows(sim, expected, contacts);
  // rows that do not fit their contacts are compared as they are, and told
  const rows = known ?? Array.from({ length: Number(sim.read("nefc")) }, (_, i) => i);
  const order = { contacts, contactOf: inverseOf(contacts), rows, rowOf: inverseOf(rows) };
  return { isSame: false, hasRows: known !== null, read: (field) => reordered(sim, field, order) };
}

/** For each of MuJoCo's contacts the engine's; undefined if the two lists do not have the same sides. */
function matchContacts(sim: Readable, expected: Expected): number[] | undefined {
  const ncon = countOf(expected) ?? 0;
  if (Number(sim.read("ncon")) !== ncon) return undefined;
  const groups = new Map<string, { ours: number[]; theirs: number[] }>();
  for (let i = 0; i < ncon; i++) {
    for (const side of ["ours", "theirs"] as const) {
      const key = sidesOf(side === "ours" ? expected : (field) => sim.read(field), expected, i);
      const group = groups.get(key) ?? { ours: [], theirs: [] };
      groups.set(key, group);
      group[side].push(i);
    }
  }
  const out = new Array<number>(ncon);
  for (const { ours, theirs } of groups.values()) {
    if (ours.length !== theirs.length) return undefined;
    const pairs = ours.flatMap((i) => theirs.map((j) => ({ i, j, far: distance(sim, expected, i, j) })));
    const taken = new Set<number>();
    for (const { i, j } of pairs.sort((a, b) => a.far - b.far)) {
      if (out[i] !== undefined || taken.has(j)) continue;
      out[i] = j;
      taken.add(j);
    }
  }
  return out;
}

/** Number of MuJoCo's contacts; undefined if nothing is recorded by which they could be matched. */
function countOf(expected: Expected): number | undefined {
  const hasPlace = [...SIDES, ...PLACE].some((field) => expected(field) !== undefined);
  return hasPlace ? expected("ncon")?.[0] ?? expected("contact.dist")?.length : undefined;
}

/** The sides of a contact, as far as MuJoCo recorded them. */
function sidesOf(read: (field: string) => Numbers | number | undefined, expected: Expected, i: number): string {
  return SIDES.filter((field) => expected(field) !== undefined).map((field) => {
    const list = read(field) as Numbers | undefined;
    return `${list?.[2 * i]} ${list?.[2 * i + 1]}`;
  }).join(" ");
}

/** How far MuJoCo's contact `i` is from the engine's contact `j`: in depth, position, and normal. */
function distance(sim: Readable, expected: Expected, i: number, j: number): number {
  let far = 0;
  for (const [field, width, used] of [[PLACE[0], 1, 1], [PLACE[1], 3, 3], [PLACE[2], 9, 3]] as const) {
    const [ours, theirs] = [expected(field), sim.read(field) as Numbers | undefined];
    if (ours === undefined || theirs === undefined) continue;
    for (let k = 0; k < used; k++) far += Math.abs(ours[width * i + k] - theirs[width * j + k]) || 0;
  }
  return far;
}

/**
 * For each of MuJoCo's rows the engine's: rows of a contact follow it, all others come in MuJoCo's order. Undefined if
 * they do not fit, null if it is not known which contact a row belongs to.
 */
function matchRows(sim: Readable, expected: Expected, contacts: readonly number[]): number[] | undefined | null {
  const nefc = Number(expected("nefc")?.[0] ?? 0);
  const ours = ownersOf(expected, contacts.length, nefc);
  const theirs = ownersOf((field) => sim.read(field) as Numbers | undefined, contacts.length, nefc);
  if (ours === null || theirs === null) return null;
  if (Number(sim.read("nefc")) !== nefc) return undefined;
  const queues = new Map<number, number[]>();
  for (const [row, contact] of theirs.entries()) queues.set(contact, [...queues.get(contact) ?? [], row]);
  const out = ours.map((contact) => queues.get(contact < 0 ? -1 : contacts[contact])?.shift() ?? -1);
  return out.includes(-1) ? undefined : out;
}

/** The contact of each row, -1 if it has none: by the ids of rows, or by the first rows of contacts. */
function ownersOf(read: Expected, ncon: number, nefc: number): number[] | null {
  const [types, ids, first] = ["efc_type", "efc_id", "contact.efc_address"].map(read);
  if (types !== undefined && ids !== undefined) {
    return Array.from({ length: nefc }, (_, row) => types[row] >= Constraint.CONTACT_FRICTIONLESS ? ids[row] : -1);
  }
  if (first === undefined) return null;
  const owners = new Array<number>(nefc).fill(-1);
  const begun = Array.from({ length: ncon }, (_, i) => i).filter((i) => first[i] >= 0).sort((a, b) =>
    first[a] - first[b]
  );
  for (const [k, contact] of begun.entries()) owners.fill(contact, first[contact], first[begun[k + 1]] ?? nefc);
  return owners;
}

function inverseOf(order: readonly number[]): number[] {
  const out: number[] = [];
  for (const [to, from] of order.entries()) out[from] = to;
  return out;
}

/** A field in MuJoCo's order. */
function reordered(sim: Readable, field: string, order: Order): Numbers | number | undefined {
  const value = sim.read(field);
  if (typeof value !== "object") return value;
  const { contacts, contactOf, rows, rowOf } = order;
  const mapped = (list: Numbers, map: readonly number[]) => list.map((x: number) => map[x] ?? x) as Numbers;
  const refer = (to: readonly number[]) => mapped(value, to);
  switch (field) {
    case "contact.efc_address":
      return inRows(refer(rowOf), contacts, 1);
    case "efc_id": {
      const types = sim.read("efc_type") as Int32Array;
      const ids = value.map((id: number, row: number) =>
        types[row] >= Constraint.CONTACT_FRICTIONLESS ? contactOf[id] : id
      );
      return inRows(ids as Numbers, rows, 1);
    }
    case "efc_J":
    case "efc_J_colind":
    case "efc_J_rowadr":
    case "efc_AR":
    case "efc_AR_colind":
    case "efc_AR_rowadr":
      return matrix(sim, field, value, order);
    case "map_iefc2efc":
      return refer(rowOf).slice(0, rows.length).sort((a, b) => island(sim, rows[a]) - island(sim, rows[b]) || a - b);
    case "map_efc2iefc": {
      const sorted = reordered(sim, "map_iefc2efc", order) as Numbers;
      const back = sim.read("map_iefc2efc") as Numbers;
      return inRows(value, rows, 1).map((at: number, row: number) =>
        back[at] === rows[row] ? sorted.indexOf(row as never) : at
      ) as Numbers;
    }
  }
  if (field.startsWith("contact.")) return inRows(value, contacts, shapeOf(sim, field).width);
  return field.startsWith("efc_") ? inRows(value, rows, shapeOf(sim, field).width) : value;
}

function island(sim: Readable, row: number): number {
  return (sim.read("efc_island") as Numbers | undefined)?.[row] ?? 0;
}

/** Rows of `width` elements in another order. */
function inRows(value: Numbers, order: readonly number[], width: number): Numbers {
  const out = value.slice(0, Math.min(value.length, order.length * width));
  for (let to = 0; to < order.length; to++) {
    for (let k = 0; k < width; k++) out[to * width + k] = value[order[to] * width + k];
  }
  return out;
}

/** Matrices with a row for each constraint row: dense, or compressed and then one after another. */
function matrix(sim: Readable, field: string, value: Numbers, { rows, rowOf }: Order): Numbers {
  const name = field.startsWith("efc_AR") ? "efc_AR" : "efc_J";
  const [counts, addresses, columns] = ["rownnz", "rowadr", "colind"].map((part) =>
    sim.read(`${name}_${part}`) as Numbers | undefined
  );
  const isDense = counts === undefined || addresses === undefined || columns === undefined || counts.length === 0 ||
    columns.length === 0 || !rows.some((row) => counts[row] > 0);
  if (isDense) {
    const across = name === "efc_AR" ? rows.length : Number(sim.read("nv"));
    const out = inRows(value, rows, across);
    if (name !== "efc_AR") return out;
    return out.map((_: number, at: number) => out[at - at % across + rows[at % across]]) as Numbers;
  }
  if (field.endsWith("rowadr")) {
    let next = 0;
    return Int32Array.from(rows, (row) => (next += counts[row]) - counts[row]);
  }
  const column = (at: number) => name === "efc_AR" ? rowOf[columns[at]] : columns[at];
  const places = rows.flatMap((row) =>
    Array.from({ length: counts[row] }, (_, k) => addresses[row] + k).sort((a, b) => column(a) - column(b))
  );
  return field.endsWith("colind") ? Int32Array.from(places, column) : Float64Array.from(places, (at) => value[at]);
}

/** Functions whose arguments or outputs are about rows or contacts by number. */
const BY_NUMBER = /^(contactForce|mulJac|constraint)/;

/** Sensors that list contacts in their order, or take the first of a pair of bodies. */
const LISTING: readonly number[] = [Sensor.CONTACT, Sensor.TACTILE];

/**
 * Does a result depend on the order of contacts? The number of iterations does, what a solver finds that visits one row
 * after another or ends after another number of iterations, and what sensors of contacts list.
 */
export function dependsOnOrder(sim: Readable, expected: Expected, label: string, stage: string): boolean {
  if (label === "solver_niter") return true;
  if (label.startsWith("call.")) return BY_NUMBER.test(label.slice(5));
  if (LATER.has(stage) && label !== "energy" && (isSequential(sim) || endsElsewhere(sim, expected))) return true;
  if (label !== "sensordata") return false;
  const types = sim.read("sensor_type");
  return typeof types === "object" && LISTING.some((type) => (types as Int32Array).includes(type));
}

function isSequential(sim: Readable): boolean {
  return Number(sim.read("opt.solver") ?? -1) === Solver.PGS || Number(sim.read("opt.noslip_iterations") ?? 0) > 0;
}

/** Does the solver end after another number of iterations than MuJoCo's, as rounding may have it? */
function endsElsewhere(sim: Readable, expected: Expected): boolean {
  const [ours, theirs] = [expected("solver_niter"), sim.read("solver_niter")];
  return ours !== undefined && typeof theirs === "object" && ours.some((n: number, i: number) => n !== theirs[i]);
}

const LATER = new Set(["solver", "sensor", "inverse", "integration", "free run", "call"]);

/** Fields of the model that matter to an engine with contacts in any order. */
export const ORDER_FIELDS: readonly string[] = ["opt.solver", "opt.noslip_iterations", "sensor_type", "nv"];
