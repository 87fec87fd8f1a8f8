/** What the kernels of smooth dynamics know of a model and its data. */

import { struct } from "./struct.ts";

/** How a dof is treated when its column of the inertia matrix is computed. */
export const DofRun = {
  /** its row is a constant diagonal */
  SIMPLE: 0,
  /** on its own */
  ONE: 1,
  /** together with the next one, which has the same ancestors and this one */
  TWO: 2,
} as const;

/** How a body is posed before its joints turn and move it; from 0 on, the number of a mocap body. */
export const Origin = {
  /** in the frame of its parent */
  PARENT: -1,
  /** by its joint, which is free and the only one */
  FREE: -2,
} as const;

/** Structure of the model, numbers that are copied before a call, scratch memory, and the fields of the data. */
export const STAGE = struct({
  nbody: "int",
  njnt: "int",
  ngeom: "int",
  nsite: "int",
  nv: "int",
  nC: "int",
  // structure, by body
  parent: "ints",
  root: "ints",
  origin: "ints",
  jntadr: "ints",
  jntnum: "ints",
  dofadr: "ints",
  dofnum: "ints",
  // by joint
  jnttype: "ints",
  jntbody: "ints",
  jntqpos: "ints",
  jntdof: "ints",
  // bodies of geoms and sites
  geombody: "ints",
  sitebody: "ints",
  // by dof: the type of its joint, its body, how its column is computed, its rows of the inertia matrix
  doftype: "ints",
  dofbody: "ints",
  run: "ints",
  rownnz: "ints",
  rowadr: "ints",
  madr: "ints",
  colind: "ints",
  // numbers of the model
  armature: "doubles",
  M0: "doubles",
  damping: "doubles",
  // the same where they are
  qpos0: "numbers",
  body_pos: "numbers",
  body_quat: "numbers",
  body_ipos: "numbers",
  body_iquat: "numbers",
  body_sameframe: "numbers",
  body_mass: "numbers",
  body_subtreemass: "numbers",
  body_inertia: "numbers",
  jnt_pos: "numbers",
  jnt_axis: "numbers",
  geom_pos: "numbers",
  geom_quat: "numbers",
  geom_sameframe: "numbers",
  site_pos: "numbers",
  site_quat: "numbers",
  site_sameframe: "numbers",
  // scratch memory
  halfTurn: "doubles",
  cacc: "doubles",
  cfrc: "doubles",
  // fields
  qpos: "doubles",
  mocap_pos: "doubles",
  mocap_quat: "doubles",
  xpos: "doubles",
  xquat: "doubles",
  xmat: "doubles",
  xipos: "doubles",
  ximat: "doubles",
  xanchor: "doubles",
  xaxis: "doubles",
  geom_xpos: "doubles",
  geom_xmat: "doubles",
  site_xpos: "doubles",
  site_xmat: "doubles",
  subtree_com: "doubles",
  qvel: "doubles",
  cinert: "doubles",
  crb: "doubles",
  cdof: "doubles",
  cdof_dot: "doubles",
  cvel: "doubles",
  M: "doubles",
  qM: "doubles",
  qLD: "doubles",
  qLDiagInv: "doubles",
  qH: "doubles",
  qHDiagInv: "doubles",
  qfrc_passive: "doubles",
  qfrc_bias: "doubles",
  qfrc_applied: "doubles",
  qfrc_actuator: "doubles",
  qfrc_smooth: "doubles",
  qfrc_constraint: "doubles",
  qacc_smooth: "doubles",
  xfrc_applied: "doubles",
});
