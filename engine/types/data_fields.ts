/**
 * The fields of a simulation's data, each declared once.
 *
 * A row is `[dtype, rows, columns, stage]`: rows is a size of the model or a count of the current step,
 * stage is the part of the pipeline that writes the field. Fields sized by a count have room for more
 * than the step uses: only the first `count × columns` elements are meaningful.
 */

import type { Dtype, ModelSize } from "./model_fields.ts";

/** Counts that change from step to step, as integers on the data. */
export const DATA_COUNTS = {
  ncon: "collision",
  ne: "constraint",
  nf: "constraint",
  nl: "constraint",
  nefc: "constraint",
  nJ: "constraint",
  nA: "constraint",
  nisland: "constraint",
  nidof: "constraint",
  ntree_awake: "position",
  nbody_awake: "position",
  nparent_awake: "position",
  nv_awake: "position",
} as const satisfies Record<string, Stage>;

/** Name of a count. */
export type DataCount = keyof typeof DATA_COUNTS;

/** Parts of the pipeline, in the order in which they run. */
export const STAGES = [
  "state",
  "position",
  "collision",
  "constraint",
  "velocity",
  "actuation",
  "acceleration",
  "solver",
  "sensor",
  "inverse",
  "integration",
] as const;

/** One part of the pipeline. */
export type Stage = (typeof STAGES)[number];

/** `[dtype, rows, columns, stage]` */
export type DataRow = readonly [Dtype, ModelSize | DataCount, number | ModelSize, Stage];

/** Array fields of the data. */
export const DATA_FIELDS = {
  // the state and the inputs; written by the user and by integration
  qpos: ["f64", "nq", 1, "state"],
  qvel: ["f64", "nv", 1, "state"],
  act: ["f64", "na", 1, "state"],
  history: ["f64", "nhistory", 1, "state"],
  qacc_warmstart: ["f64", "nv", 1, "state"],
  plugin_state: ["f64", "npluginstate", 1, "state"],
  ctrl: ["f64", "nu", 1, "state"],
  qfrc_applied: ["f64", "nv", 1, "state"],
  xfrc_applied: ["f64", "nbody", 6, "state"],
  eq_active: ["u8", "neq", 1, "state"],
  mocap_pos: ["f64", "nmocap", 3, "state"],
  mocap_quat: ["f64", "nmocap", 4, "state"],
  userdata: ["f64", "nuserdata", 1, "state"],
  tree_asleep: ["i32", "ntree", 1, "state"],
  plugin: ["i32", "nplugin", 1, "state"],

  // functions of the configuration
  xpos: ["f64", "nbody", 3, "position"],
  xquat: ["f64", "nbody", 4, "position"],
  xmat: ["f64", "nbody", 9, "position"],
  xipos: ["f64", "nbody", 3, "position"],
  ximat: ["f64", "nbody", 9, "position"],
  xanchor: ["f64", "njnt", 3, "position"],
  xaxis: ["f64", "njnt", 3, "position"],
  geom_xpos: ["f64", "ngeom", 3, "position"],
  geom_xmat: ["f64", "ngeom", 9, "position"],
  site_xpos: ["f64", "nsite", 3, "position"],
  site_xmat: ["f64", "nsite", 9, "position"],
  cam_xpos: ["f64", "ncam", 3, "position"],
  cam_xmat: ["f64", "ncam", 9, "position"],
  light_xpos: ["f64", "nlight", 3, "position"],
  light_xdir: ["f64", "nlight", 3, "position"],
  subtree_com: ["f64", "nbody", 3, "position"],
  cdof: ["f64", "nv", 6, "position"],
  cinert: ["f64", "nbody", 10, "position"],
  flexvert_xpos: ["f64", "nflexvert", 3, "position"],
  flexelem_aabb: ["f64", "nflexelem", 6, "position"],
  flexedge_J: ["f64", "nJfe", 1, "position"],
  flexedge_length: ["f64", "nflexedge", 1, "position"],
  flexvert_J: ["f64", "nJfv", 2, "position"],
  flexvert_length: ["f64", "nflexvert", 2, "position"],
  bvh_aabb_dyn: ["f64", "nbvhdynamic", 6, "position"],
  ten_wrapadr: ["i32", "ntendon", 1, "position"],
  ten_wrapnum: ["i32", "ntendon", 1, "position"],
  ten_J_rownnz: ["i32", "ntendon", 1, "position"],
  ten_J_rowadr: ["i32", "ntendon", 1, "position"],
  ten_J_colind: ["i32", "ntendon", "nv", "position"],
  ten_J: ["f64", "ntendon", "nv", "position"],
  ten_length: ["f64", "ntendon", 1, "position"],
  wrap_obj: ["i32", "nwrap", 2, "position"],
  wrap_xpos: ["f64", "nwrap", 6, "position"],
  actuator_length: ["f64", "nu", 1, "position"],
  moment_rownnz: ["i32", "nu", 1, "position"],
  moment_rowadr: ["i32", "nu", 1, "position"],
  moment_colind: ["i32", "nJmom", 1, "position"],
  actuator_moment: ["f64", "nJmom", 1, "position"],
  crb: ["f64", "nbody", 10, "position"],
  qM: ["f64", "nM", 1, "position"],
  M: ["f64", "nC", 1, "position"],
  qLD: ["f64", "nC", 1, "position"],
  qLDiagInv: ["f64", "nv", 1, "position"],
  tree_awake: ["i32", "ntree", 1, "position"],
  body_awake: ["i32", "nbody", 1, "position"],
  body_awake_ind: ["i32", "nbody", 1, "position"],
  parent_awake_ind: ["i32", "nbody", 1, "position"],
  dof_awake_ind: ["i32", "nv", 1, "position"],

  // what collision detection visited
  bvh_active: ["u8", "nbvh", 1, "collision"],

  // constraint rows, their islands, and the dual problem
  efc_type: ["i32", "nefc", 1, "constraint"],
  efc_id: ["i32", "nefc", 1, "constraint"],
  efc_J_rownnz: ["i32", "nefc", 1, "constraint"],
  efc_J_rowadr: ["i32", "nefc", 1, "constraint"],
  efc_J_rowsuper: ["i32", "nefc", 1, "constraint"],
  efc_J_colind: ["i32", "nJ", 1, "constraint"],
  efc_J: ["f64", "nJ", 1, "constraint"],
  efc_pos: ["f64", "nefc", 1, "constraint"],
  efc_margin: ["f64", "nefc", 1, "constraint"],
  efc_frictionloss: ["f64", "nefc", 1, "constraint"],
  efc_diagApprox: ["f64", "nefc", 1, "constraint"],
  efc_KBIP: ["f64", "nefc", 4, "constraint"],
  efc_D: ["f64", "nefc", 1, "constraint"],
  efc_R: ["f64", "nefc", 1, "constraint"],
  tendon_efcadr: ["i32", "ntendon", 1, "constraint"],
  efc_AR_rownnz: ["i32", "nefc", 1, "constraint"],
  efc_AR_rowadr: ["i32", "nefc", 1, "constraint"],
  efc_AR_colind: ["i32", "nA", 1, "constraint"],
  efc_AR: ["f64", "nA", 1, "constraint"],
  tree_island: ["i32", "ntree", 1, "constraint"],
  island_ntree: ["i32", "nisland", 1, "constraint"],
  island_itreeadr: ["i32", "nisland", 1, "constraint"],
  map_itree2tree: ["i32", "ntree", 1, "constraint"],
  dof_island: ["i32", "nv", 1, "constraint"],
  island_nv: ["i32", "nisland", 1, "constraint"],
  island_idofadr: ["i32", "nisland", 1, "constraint"],
  island_dofadr: ["i32", "nisland", 1, "constraint"],
  map_dof2idof: ["i32", "nv", 1, "constraint"],
  map_idof2dof: ["i32", "nv", 1, "constraint"],
  efc_island: ["i32", "nefc", 1, "constraint"],
  island_ne: ["i32", "nisland", 1, "constraint"],
  island_nf: ["i32", "nisland", 1, "constraint"],
  island_nefc: ["i32", "nisland", 1, "constraint"],
  island_iefcadr: ["i32", "nisland", 1, "constraint"],
  map_efc2iefc: ["i32", "nefc", 1, "constraint"],
  map_iefc2efc: ["i32", "nefc", 1, "constraint"],
  iefc_type: ["i32", "nefc", 1, "constraint"],
  iefc_id: ["i32", "nefc", 1, "constraint"],
  iefc_J_rownnz: ["i32", "nefc", 1, "constraint"],
  iefc_J_rowadr: ["i32", "nefc", 1, "constraint"],
  iefc_J_rowsuper: ["i32", "nefc", 1, "constraint"],
  iefc_J_colind: ["i32", "nJ", 1, "constraint"],
  iefc_J: ["f64", "nJ", 1, "constraint"],
  iefc_frictionloss: ["f64", "nefc", 1, "constraint"],
  iefc_D: ["f64", "nefc", 1, "constraint"],
  iefc_R: ["f64", "nefc", 1, "constraint"],

  // functions of configuration and velocity
  flexedge_velocity: ["f64", "nflexedge", 1, "velocity"],
  ten_velocity: ["f64", "ntendon", 1, "velocity"],
  actuator_velocity: ["f64", "nu", 1, "velocity"],
  cvel: ["f64", "nbody", 6, "velocity"],
  cdof_dot: ["f64", "nv", 6, "velocity"],
  qfrc_bias: ["f64", "nv", 1, "velocity"],
  qfrc_spring: ["f64", "nv", 1, "velocity"],
  qfrc_damper: ["f64", "nv", 1, "velocity"],
  qfrc_gravcomp: ["f64", "nv", 1, "velocity"],
  qfrc_fluid: ["f64", "nv", 1, "velocity"],
  qfrc_passive: ["f64", "nv", 1, "velocity"],
  efc_vel: ["f64", "nefc", 1, "velocity"],
  efc_aref: ["f64", "nefc", 1, "velocity"],

  // functions of control and activation
  act_dot: ["f64", "na", 1, "actuation"],
  actuator_force: ["f64", "nu", 1, "actuation"],
  qfrc_actuator: ["f64", "nv", 1, "actuation"],

  // what would happen without constraints
  qfrc_smooth: ["f64", "nv", 1, "acceleration"],
  qacc_smooth: ["f64", "nv", 1, "acceleration"],

  // the solution of the constrained problem
  qacc: ["f64", "nv", 1, "solver"],
  qfrc_constraint: ["f64", "nv", 1, "solver"],
  efc_b: ["f64", "nefc", 1, "solver"],
  efc_state: ["i32", "nefc", 1, "solver"],
  efc_force: ["f64", "nefc", 1, "solver"],
  ifrc_smooth: ["f64", "nidof", 1, "solver"],
  iacc_smooth: ["f64", "nidof", 1, "solver"],
  iM_rownnz: ["i32", "nidof", 1, "solver"],
  iM_rowadr: ["i32", "nidof", 1, "solver"],
  iM_colind: ["i32", "nC", 1, "solver"],
  iM: ["f64", "nC", 1, "solver"],
  iLD: ["f64", "nC", 1, "solver"],
  iLDiagInv: ["f64", "nidof", 1, "solver"],
  iacc: ["f64", "nidof", 1, "solver"],
  iefc_aref: ["f64", "nefc", 1, "solver"],
  iefc_state: ["i32", "nefc", 1, "solver"],
  iefc_force: ["f64", "nefc", 1, "solver"],
  ifrc_constraint: ["f64", "nidof", 1, "solver"],

  // sensors, and what is computed only for them
  sensordata: ["f64", "nsensordata", 1, "sensor"],
  subtree_linvel: ["f64", "nbody", 3, "sensor"],
  subtree_angmom: ["f64", "nbody", 3, "sensor"],
  cacc: ["f64", "nbody", 6, "sensor"],
  cfrc_int: ["f64", "nbody", 6, "sensor"],
  cfrc_ext: ["f64", "nbody", 6, "sensor"],

  // inverse dynamics
  qfrc_inverse: ["f64", "nv", 1, "inverse"],

  // factors of the implicit integrators
  qH: ["f64", "nC", 1, "integration"],
  qHDiagInv: ["f64", "nv", 1, "integration"],
  qDeriv: ["f64", "nD", 1, "integration"],
  qLU: ["f64", "nD", 1, "integration"],
} as const satisfies Record<string, DataRow>;

/** Name of an array field of the data. */
export type DataField = keyof typeof DATA_FIELDS;

/** Fields of one contact, kept as a struct of arrays: `[dtype, columns]`. */
export const CONTACT_FIELDS = {
  dist: ["f64", 1],
  pos: ["f64", 3],
  frame: ["f64", 9],
  includemargin: ["f64", 1],
  friction: ["f64", 5],
  solref: ["f64", 2],
  solreffriction: ["f64", 2],
  solimp: ["f64", 5],
  mu: ["f64", 1],
  H: ["f64", 36],
  dim: ["i32", 1],
  geom: ["i32", 2],
  flex: ["i32", 2],
  elem: ["i32", 2],
  vert: ["i32", 2],
  exclude: ["i32", 1],
  efc_address: ["i32", 1],
} as const satisfies Record<string, readonly [Dtype, number]>;

/** Name of a field of a contact. */
export type ContactField = keyof typeof CONTACT_FIELDS;

/** Fields of `mjData` that have no counterpart here, each with the reason. */
export const DATA_OMITTED = {
  buffer: "memory management of the C library",
  arena: "memory management of the C library",
  nbuffer: "memory management of the C library",
  narena: "memory management of the C library",
  pstack: "memory management of the C library",
  pbase: "memory management of the C library",
  parena: "memory management of the C library",
  maxuse_stack: "memory management of the C library",
  maxuse_threadstack: "memory management of the C library",
  maxuse_arena: "memory management of the C library",
  maxuse_con: "memory management of the C library",
  maxuse_efc: "memory management of the C library",
  threadpool: "threads of the C library",
  timer: "wall clock time of the C library's own stages",
  plugin_data: "pointers of plugins, which are refused at compile",
  nplugin: "plugins are refused at compile",
  signature: "hash that ties data to the C library's model",
} as const;
