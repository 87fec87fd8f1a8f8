/** The state of one simulation and everything that a step computes from it. */

import { NISLAND, NSOLVER } from "./constants.ts";
import {
  CONTACT_FIELDS,
  type ContactField,
  DATA_COUNTS,
  DATA_FIELDS,
  type DataCount,
  type DataField,
  type DataRow,
} from "./data_fields.ts";
import { Warning } from "./enums.ts";
import { columnsOf, type Model, newArray } from "./model.ts";
import { setInitialState } from "../reset.ts";
import type { ArrayOf } from "./model_fields.ts";
import type { Work } from "./work.ts";

/** The array fields of the data, by name. */
export type DataArrays = { [K in DataField]: ArrayOf<(typeof DATA_FIELDS)[K][0]> };

/** Contacts as a struct of arrays; entry `i` of a field with `n` columns begins at `n * i`. */
export type Contacts = { [K in ContactField]: ArrayOf<(typeof CONTACT_FIELDS)[K][0]> };

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

/** Counters of run-time trouble, indexed by `Warning`. */
export interface Warnings {
  /** what the last occurrence was about */
  lastinfo: Int32Array;
  /** how often it occurred */
  number: Int32Array;
}

/** Sizes of the fields that can hold more than the current step uses. */
export type Capacity = Record<"ncon" | "nefc" | "nJ" | "nA" | "nisland" | "nidof", number>;

const DATA_ROWS = Object.entries(DATA_FIELDS) as [string, DataRow][];

/** The state of one simulation and everything that a step computes from it. */
export class Data {
  /** simulation time, seconds */
  declare time: number;
  /** potential and kinetic energy, joules */
  declare energy: Float64Array;
  /** contacts; the first `ncon` entries are meaningful */
  declare contact: Contacts;
  /** statistics of the solver */
  declare solver: SolverStat;
  /** iterations of the solver, per island */
  declare solver_niter: Int32Array;
  /** non-zeros of the solver's matrix, per island */
  declare solver_nnz: Int32Array;
  /** difference between forward and inverse dynamics: forces, and applied forces */
  declare solver_fwdinv: Float64Array;
  /** counters of run-time trouble */
  declare warning: Warnings;
  /** is the potential energy current */
  declare flg_energypos: number;
  /** is the kinetic energy current */
  declare flg_energyvel: number;
  /** are the subtree velocities current */
  declare flg_subtreevel: number;
  /** are accelerations and forces of bodies current */
  declare flg_rnepost: number;
  /** room in the fields that are sized by a count */
  declare capacity: Capacity;
  /**
   * work memory of the stages
   * @internal
   */
  declare work: Work;

  /** Allocates data for `model`, in the state that `resetData` gives. */
  constructor(model: Model) {
    const fields = { ...NOTHING };
    const sizes = model as unknown as Record<string, number>;
    for (const [name, [dtype, rows, columns]] of DATA_ROWS) {
      // what a count sizes has no room before the first step that needs it
      if (sizes[rows] > 0) fields[name] = newArray(dtype, sizes[rows] * columnsOf(columns, sizes));
    }
    fields.energy = new Float64Array(2);
    fields.contact = newContacts(0);
    fields.solver = newSolverStat(NISLAND * NSOLVER);
    fields.solver_niter = new Int32Array(NISLAND);
    fields.solver_nnz = new Int32Array(NISLAND);
    fields.solver_fwdinv = new Float64Array(2);
    fields.warning = { lastinfo: new Int32Array(Warning.N), number: new Int32Array(Warning.N) };
    fields.capacity = { ...NO_ROOM };
    fields.work = {};

    const self = Object.setPrototypeOf(fields, Data.prototype) as Data;
    setInitialState(model, self);
    return self;
  }
}

const NO_ROOM: Readonly<Capacity> = { ncon: 0, nefc: 0, nJ: 0, nA: 0, nisland: 0, nidof: 0 };

/** Data of a model of which there is nothing: what all data are copies of, for the sake of a fast layout. */
const NOTHING = { ...emptyData() };

function emptyData(): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const name of Object.keys(DATA_COUNTS)) out[name] = 0;
  for (const [name, [dtype]] of DATA_ROWS) out[name] = newArray(dtype, 0);
  return {
    ...out,
    time: 0,
    energy: new Float64Array(0),
    contact: newContacts(0),
    solver: newSolverStat(0),
    solver_niter: new Int32Array(0),
    solver_nnz: new Int32Array(0),
    solver_fwdinv: new Float64Array(0),
    warning: { lastinfo: new Int32Array(0), number: new Int32Array(0) },
    flg_energypos: 0,
    flg_energyvel: 0,
    flg_subtreevel: 0,
    flg_rnepost: 0,
    capacity: { ...NO_ROOM },
    work: {},
  };
}

/** The counts and arrays of the data. */
export interface Data extends DataArrays, Record<DataCount, number> {}

/** Allocates contacts. */
export function newContacts(capacity: number): Contacts {
  const out: Record<string, unknown> = {};
  for (const [name, [dtype, columns]] of Object.entries(CONTACT_FIELDS)) {
    out[name] = newArray(dtype, capacity * columns);
  }
  return { ...out } as Contacts;
}

function newSolverStat(length: number): SolverStat {
  return {
    improvement: new Float64Array(length),
    gradient: new Float64Array(length),
    lineslope: new Float64Array(length),
    nactive: new Int32Array(length),
    nchange: new Int32Array(length),
    neval: new Int32Array(length),
    nupdate: new Int32Array(length),
  };
}

// what a contact between geoms does not involve
const NO_FLEX = ["flex", "elem", "vert"] as const;

/**
 * Makes room for `count` contacts, keeping those that are there. Replaces the arrays of `d.contact` if it must grow.
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
 * Makes room for at least the given counts in every field that is sized by them, losing what those fields held.
 * Grows by doubling, so that a simulation soon stops to allocate.
 */
export function growRows(m: Model, d: Data, wanted: Readonly<Partial<Omit<Capacity, "ncon">>>): void {
  const { capacity } = d;
  const grown: string[] = [];
  for (const [name, count] of Object.entries(wanted) as [keyof typeof wanted, number][]) {
    if (count <= capacity[name]) continue;
    capacity[name] = Math.max(count, 2 * capacity[name], 16);
    grown.push(name);
  }
  if (grown.length === 0) return;

  const fields = d as unknown as Record<string, unknown>;
  const sizes = m as unknown as Record<string, number>;
  for (const [name, [dtype, rows, columns]] of DATA_ROWS) {
    if (!grown.includes(rows)) continue;
    fields[name] = newArray(dtype, capacity[rows as keyof Capacity] * columnsOf(columns, sizes));
  }
}
