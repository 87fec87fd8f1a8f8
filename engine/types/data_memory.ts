/** Memory for data: allocated once, and again when a step needs more contacts or rows than any before it. */

import { NO_CALLBACKS } from "./callbacks.ts";
import { NISLAND, NSOLVER } from "./constants.ts";
import { newContacts, NO_CONTACTS } from "./contacts.ts";
import type { Data } from "../data.ts";
import type { Capacity, SolverStat } from "./data.ts";
import { CONTACT_FIELDS, type ContactField, DATA_COUNTS, DATA_FIELDS } from "./data_fields.ts";
import { Warning } from "./enums.ts";
import { nextCapacity } from "./next_capacity.ts";
import { keepFractions } from "./keep_fractions.ts";
import { Block, bytesOf, emptyArray, Layout, type Memory } from "./layout.ts";
import type { ModelSizes } from "./interfaces.ts";
import type { Model } from "./model.ts";

const LAYOUT = new Layout(DATA_FIELDS);

/** Size in bytes of the arrays of new data, and the name of the largest. */
export function dataBytes(sizes: Readonly<Record<string, number>>): { bytes: number; largest: string } {
  return LAYOUT.measure(sizes);
}
/** bytes of the energy, the solver fields, and the warnings: of all arrays that are not listed as fields */
const OTHER_BYTES = 2 * bytesOf("f64", 2) + 2 * bytesOf("i32", NISLAND) + 2 * bytesOf("i32", Warning.N) +
  statisticsBytes(NSOLVER);

/** Size in bytes of the block that holds the arrays of new data, but for those that are sized by a count. */
export function dataBlockBytes(sizes: Readonly<Partial<ModelSizes>>): number {
  return LAYOUT.blockBytes(sizes) + OTHER_BYTES;
}

/** Allocates data for `model` with this prototype, all zeros; with `memory`, its arrays are views of that. */
export function allocateData<T extends Data>(model: Model, prototype: T, memory?: Memory): T {
  const fields = { ...NOTHING };
  const sizes = model as unknown as Record<string, number>;
  // fields sized by a count stay empty until the first step that needs them
  const block = LAYOUT.fill(fields, sizes, OTHER_BYTES, sizes, memory);
  fields.energy = block.take("f64", 2);
  fields.contact = { ...NO_CONTACTS };
  fields.solver = newSolverStat(NSOLVER, block);
  fields.solver_niter = block.take("i32", NISLAND);
  fields.solver_nnz = block.take("i32", NISLAND);
  fields.solver_fwdinv = block.take("f64", 2);
  fields.warning = { lastinfo: block.take("i32", Warning.N), number: block.take("i32", Warning.N) };
  fields.narena = Math.min(model.narena, MAX_ARENA);
  fields.capacity = { ...NO_ROOM };
  fields.work = { model };
  return Object.setPrototypeOf(fields, prototype) as T;
}

/** largest arena of new data (bytes); MuJoCo allocates all of it at once, and fails if the model asks for too much */
const MAX_ARENA = 1073741824;

const NO_ROOM: Readonly<Capacity> = { ncon: 0, nefc: 0, nJ: 0, nA: 0, nisland: 0, nidof: 0 };

const NO_PLUGIN_DATA: unknown[] = [];

/** Data of an empty model, of which all data are copies: V8-3. */
const NOTHING = keepFractions({ ...emptyData() }, "time", "narena");

function emptyData(): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const name of Object.keys(DATA_COUNTS)) out[name] = 0;
  for (const [name, [dtype]] of Object.entries(DATA_FIELDS)) out[name] = emptyArray(dtype);
  return Object.assign(out, {
    time: 0,
    energy: emptyArray("f64"),
    contact: NO_CONTACTS,
    solver: {},
    solver_niter: emptyArray("i32"),
    solver_nnz: emptyArray("i32"),
    solver_fwdinv: emptyArray("f64"),
    narena: 0,
    warning: {},
    flg_energypos: 0,
    flg_energyvel: 0,
    flg_subtreevel: 0,
    flg_rnepost: 0,
    plugin_data: NO_PLUGIN_DATA,
    callbacks: NO_CALLBACKS,
    capacity: { ...NO_ROOM },
    work: {},
  });
}

/** Bytes of the statistics of so many iterations. */
function statisticsBytes(length: number): number {
  return 3 * bytesOf("f64", length) + 4 * bytesOf("i32", length);
}

function newSolverStat(length: number, block: Block): SolverStat {
  return {
    improvement: block.take("f64", length),
    gradient: block.take("f64", length),
    lineslope: block.take("f64", length),
    nactive: block.take("i32", length),
    nchange: block.take("i32", length),
    neval: block.take("i32", length),
    nupdate: block.take("i32", length),
  };
}

/** Makes room for the statistics of so many islands, of which only the first have some, and keeps the existing ones. */
export function growStatistics(d: Data, islands: number): void {
  const { solver } = d;
  const length = NSOLVER * Math.min(NISLAND, islands);
  if (length <= solver.improvement.length) return;
  d.solver = newSolverStat(length, new Block(statisticsBytes(length)));
  for (const name of Object.keys(solver) as (keyof SolverStat)[]) d.solver[name].set(solver[name]);
}

// fields that a contact between geoms does not use
const NO_FLEX = ["flex", "elem", "vert"] as const;

/**
 * Makes room for `count` contacts and keeps the existing ones. Replaces the arrays of `d.contact` if they must grow.
 */
export function growContacts(d: Data, count: number): void {
  if (count <= d.capacity.ncon) return;
  const capacity = Math.max(count, nextCapacity(d.capacity.ncon), 16);
  const grown = newContacts(capacity);
  for (const name of NO_FLEX) grown[name].fill(-1);
  for (const name of Object.keys(CONTACT_FIELDS) as ContactField[]) grown[name].set(d.contact[name]);
  d.contact = grown;
  d.capacity.ncon = capacity;
}
