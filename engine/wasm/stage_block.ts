/** What the kernels of smooth dynamics know of a model and its data. */

import { all, struct } from "./struct.ts";

/** How a dof is treated when its column of the inertia matrix is computed. */
export const DofRun = {
  /** its row is a constant diagonal */
  SIMPLE: 0,
  /** on its own */
  ONE: 1,
  /** together with the next one, which has the same ancestors and this one */
  TWO: 2,
} as const;

/** Fields of the data that kernels read and write. */
export const STAGE_FIELDS = [
  ...["qvel", "cinert", "crb", "cdof", "cdof_dot", "cvel", "M", "qM", "qLD", "qLDiagInv", "qH", "qHDiagInv", "qDeriv"],
  ...["qfrc_passive", "qfrc_bias", "qfrc_applied", "qfrc_actuator", "qfrc_smooth", "qfrc_constraint", "qacc_smooth"],
  "xfrc_applied",
] as const;

/** Structure of the model, numbers that are copied before a call, scratch memory, and the fields of the data. */
export const STAGE = struct({
  nbody: "int",
  nv: "int",
  nC: "int",
  // structure, by body
  parent: "ints",
  dofadr: "ints",
  dofnum: "ints",
  // by dof: the type of its joint, its body, how its column is computed, its rows of the inertia matrix
  doftype: "ints",
  dofbody: "ints",
  run: "ints",
  rownnz: "ints",
  rowadr: "ints",
  madr: "ints",
  colind: "ints",
  // the place of its entries in the matrix of derivatives
  mapD2M: "ints",
  // chains of dofs that are eliminated together, from the first to the end
  chains: "ints",
  chainsEnd: "int",
  // numbers of the model
  timestep: "double",
  armature: "doubles",
  M0: "doubles",
  damping: "doubles",
  // scratch memory
  cacc: "doubles",
  cfrc: "doubles",
  ...all(STAGE_FIELDS, "doubles"),
});
