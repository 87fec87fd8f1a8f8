/** The type of data: the state of one simulation and everything that a step computes from it. */

import type { Callbacks } from "./callbacks.ts";
import type { Contacts } from "./interfaces.ts";
import type { Work } from "./work.ts";

/**
 * Statistics of the solver, per island and iteration (`island * 200 + iteration`), with room for the most islands of any
 * step so far, at most 20.
 */
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

/** Members of data that are not in the field tables. */
export interface DataOthers {
  /** simulation time (s) */
  time: number;
  /** potential and kinetic energy (J), computed where `EnableBit.ENERGY` or a sensor asks for it */
  energy: Float64Array;
  /** contacts, of which the first `ncon` entries are meaningful */
  contact: Contacts;
  /** statistics of the solver, per island and iteration */
  solver: SolverStat;
  /** iterations of the solver, per island */
  solver_niter: Int32Array;
  /** nonzeros of the solver's matrix, per island */
  solver_nnz: Int32Array;
  /** norms of the difference between forward and inverse dynamics: constraint forces, applied forces */
  solver_fwdinv: Float64Array;
  /** memory for contacts, constraint rows and islands (bytes); what does not fit is left out and counted in `warning` */
  narena: number;
  /** counters of runtime warnings */
  warning: Warnings;
  /** 1: the potential energy is current */
  flg_energypos: number;
  /** 1: the kinetic energy is current */
  flg_energyvel: number;
  /** 1: `subtree_linvel` and `subtree_angmom` are current */
  flg_subtreevel: number;
  /** 1: `cacc`, `cfrc_int`, and `cfrc_ext` are current */
  flg_rnepost: number;
  /** what the instances of plugins keep besides their state, which is `plugin_state` */
  plugin_data: unknown[];
  /** user functions that the simulation calls */
  callbacks: Callbacks;
  /** allocated rows of the fields that are sized by a count */
  capacity: Capacity;
  /**
   * scratch memory of the stages
   * @internal
   */
  work: Work;
}
