/** The state of one simulation and everything that a step computes from it. */

import { type Callbacks, NO_CALLBACKS } from "./callbacks.ts";
import { NISLAND, NSOLVER } from "./constants.ts";
import { CONTACT_FIELDS, type ContactField, DATA_COUNTS, DATA_FIELDS } from "./data_fields.ts";
import { newContacts, NO_CONTACTS } from "./contacts.ts";
import { Warning } from "./enums.ts";
import type { Contacts, DataArrays, DataCounts } from "./interfaces.ts";
import { keepFractions } from "./keep_fractions.ts";
import { type Block, bytesOf, emptyArray, Layout } from "./layout.ts";
import type { Model } from "./model.ts";
import { setInitialState } from "../reset.ts";
import type { Work } from "./work.ts";

/** Statistics of the solver, per island and iteration (`island * 200 + iteration`). */
export interface SolverStat {
  /** cost reduction, scaled by the total mass */
  improvement: Float64Array;
  /** norm of the gradient, scaled likewise */
  gradient: Float64Array;
  /** slope at the end of the line search */
  lineslope: Float64Array;
  /** active rows */
  nactive: Int32Array;
  /** rows whose state changed */
  nchange: Int32Array;
  /** cost evaluations of the line search */
  neval: Int32Array;
  /** rank-one updates of the factor */
  nupdate: Int32Array;
}

/** Counters of runtime warnings, indexed by `Warning`. */
export interface Warnings {
  /** detail of the last occurrence, such as the index of the offending dof */
  lastinfo: Int32Array;
  /** number of occurrences */
  number: Int32Array;
}

/** Allocated rows of the fields that can hold more than the current step uses. */
export type Capacity = Record<"ncon" | "nefc" | "nJ" | "nA" | "nisland" | "nidof", number>;

const LAYOUT = new Layout(DATA_FIELDS);

/** Size in bytes of the arrays of new data, and the name of the largest. */
export function dataBytes(sizes: Readonly<Record<string, number>>): { bytes: number; largest: string } {
  return LAYOUT.measure(sizes);
}
/** bytes of the energy, the solver fields, and the warnings */
const FIXED_BYTES = 2 * bytesOf("f64", 2) + 2 * bytesOf("i32", NISLAND) + 2 * bytesOf("i32", Warning.N);

/**
 * The state of one simulation and everything that a step computes from it.
 *
 * Its arrays are views of one block of memory. Copy an array (`slice`) before transferring it to another thread,
 * because the whole block would go with it.
 */
export class Data {
  /** simulation time (s) */
  declare time: number;
  /** potential and kinetic energy (J), computed where `EnableBit.ENERGY` or a sensor asks for it */
  declare energy: Float64Array;
  /** contacts, of which the first `ncon` entries are meaningful */
  declare contact: Contacts;
  /** statistics of the solver, per island and iteration */
  declare solver: SolverStat;
  /** iterations of the solver, per island */
  declare solver_niter: Int32Array;
  /** nonzeros of the solver's matrix, per island */
  declare solver_nnz: Int32Array;
  /** norms of the difference between forward and inverse dynamics: constraint forces, applied forces */
  declare solver_fwdinv: Float64Array;
  /** memory for contacts, constraint rows and islands (bytes); what does not fit is left out and counted in `warning` */
  declare narena: number;
  /** counters of runtime warnings */
  declare warning: Warnings;
  /** 1: the potential energy is current */
  declare flg_energypos: number;
  /** 1: the kinetic energy is current */
  declare flg_energyvel: number;
  /** 1: `subtree_linvel` and `subtree_angmom` are current */
  declare flg_subtreevel: number;
  /** 1: `cacc`, `cfrc_int`, and `cfrc_ext` are current */
  declare flg_rnepost: number;
  /** user functions that the simulation calls */
  declare callbacks: Callbacks;
  /** allocated rows of the fields that are sized by a count */
  declare capacity: Capacity;
  /**
   * scratch memory of the stages
   * @internal
   */
  declare work: Work;

  /** Allocates data for `model`, in the state that `resetData` gives. */
  constructor(model: Model) {
    const fields = { ...NOTHING };
    const sizes = model as unknown as Record<string, number>;
    // an island has at least one tree
    const nstat = NSOLVER * Math.min(NISLAND, Math.max(1, model.ntree));
    // fields sized by a count stay empty until the first step that needs them
    const block = LAYOUT.fill(fields, sizes, FIXED_BYTES + statBytes(nstat));
    fields.energy = block.take("f64", 2);
    fields.contact = { ...NO_CONTACTS };
    fields.solver = newSolverStat(nstat, block);
    fields.solver_niter = block.take("i32", NISLAND);
    fields.solver_nnz = block.take("i32", NISLAND);
    fields.solver_fwdinv = block.take("f64", 2);
    fields.warning = { lastinfo: block.take("i32", Warning.N), number: block.take("i32", Warning.N) };
    fields.narena = Math.min(model.narena, MAX_ARENA);
    fields.capacity = { ...NO_ROOM };
    fields.work = {};

    const self = Object.setPrototypeOf(fields, Data.prototype) as Data;
    setInitialState(model, self);
    return self;
  }
}

/** largest arena of new data (bytes); MuJoCo allocates all of it at once, and fails where the model asks for too much */
const MAX_ARENA = 1073741824;

const NO_ROOM: Readonly<Capacity> = { ncon: 0, nefc: 0, nJ: 0, nA: 0, nisland: 0, nidof: 0 };

/** Data of an empty model, of which all data are copies so that they share V8's fast layout. */
const NOTHING = keepFractions({ ...emptyData() }, "time", "narena");

function emptyData(): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const name of Object.keys(DATA_COUNTS)) out[name] = 0;
  for (const [name, [dtype]] of Object.entries(DATA_FIELDS)) out[name] = emptyArray(dtype);
  return {
    ...out,
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
    callbacks: NO_CALLBACKS,
    capacity: { ...NO_ROOM },
    work: {},
  };
}

/** The counts and arrays of the data. */
export interface Data extends DataCounts, DataArrays {}

function statBytes(length: number): number {
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

// fields that a contact between geoms does not use
const NO_FLEX = ["flex", "elem", "vert"] as const;

/**
 * Makes room for `count` contacts and keeps the existing ones. Replaces the arrays of `d.contact` if they must grow.
 */
export function growContacts(d: Data, count: number): void {
  if (count <= d.capacity.ncon) return;
  const capacity = Math.max(count, 2 * d.capacity.ncon, 16);
  const grown = newContacts(capacity);
  for (const name of NO_FLEX) grown[name].fill(-1);
  for (const name of Object.keys(CONTACT_FIELDS) as ContactField[]) grown[name].set(d.contact[name]);
  d.contact = grown;
  d.capacity.ncon = capacity;
}

/**
 * Makes room for at least the given counts in every field that is sized by them; the contents of fields that grow are
 * lost. Capacity doubles, so a simulation soon stops allocating.
 */
export function growRows(m: Model, d: Data, wanted: Readonly<Partial<Omit<Capacity, "ncon">>>): void {
  const { capacity } = d;
  const grown: Record<string, number> = {};
  let grows = false;
  for (const [name, count] of Object.entries(wanted) as [keyof typeof wanted, number][]) {
    if (count <= capacity[name]) continue;
    capacity[name] = Math.max(count, 2 * capacity[name], 16);
    grown[name] = capacity[name];
    grows = true;
  }
  if (!grows) return;

  const sizes = m as unknown as Record<string, number>;
  LAYOUT.fill(d as unknown as Record<string, unknown>, grown, 0, sizes);
}
