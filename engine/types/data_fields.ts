/**
 * The fields of a simulation's data, each declared once.
 *
 * A row is `[dtype, rows, columns, stage, origin]`: rows is a size of the model or a count of the current step,
 * stage is the part of the pipeline that writes the field, origin tells where the values come from. Fields sized
 * by a count have room for more than the step uses: only the first `count × columns` elements are meaningful.
 */

import type { Dtype, ModelSize, ScalarRow } from "./model_fields.ts";
import type { Origin } from "./origin.ts";

/** Counts that change from step to step, as integers on the data: `[stage, origin]`. */
export const DATA_COUNTS = {
  ncon: ["collision", "counted"],
  ne: ["constraint", "counted"],
  nf: ["constraint", "counted"],
  nl: ["constraint", "counted"],
  nefc: ["constraint", "counted"],
  nJ: ["constraint", "counted"],
  nA: ["constraint", "counted"],
  nisland: ["constraint", "counted"],
  nidof: ["constraint", "scratch: size of copies in the order of islands"],
  ntree_awake: ["position", "counted"],
  nbody_awake: ["position", "counted"],
  nparent_awake: ["position", "counted"],
  nv_awake: ["position", "counted"],
} as const satisfies Record<string, readonly [Stage, Origin]>;

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

/** `[dtype, rows, columns, stage, origin]` */
export type DataRow = readonly [Dtype, ModelSize | DataCount, number | ModelSize, Stage, Origin];

/** Numbers and arrays of the data that no size of the model sizes: `[dtype, stage, origin]`. */
export const DATA_OTHERS = {
  time: ["f64", "state", "counted"],
  warning: ["i32", "integration", "counted"],
  energy: ["f64", "sensor", "computed"],
  solver_niter: ["i32", "solver", "counted"],
  solver_nnz: ["i32", "solver", "counted"],
  solver_fwdinv: ["f64", "inverse", "computed"],
  flg_energypos: ["i32", "sensor", "scratch: is the potential energy current"],
  flg_energyvel: ["i32", "sensor", "scratch: is the kinetic energy current"],
  flg_subtreevel: ["i32", "sensor", "scratch: are the subtree velocities current"],
  flg_rnepost: ["i32", "sensor", "scratch: are accelerations and forces of bodies current"],
} as const satisfies Record<string, readonly [Dtype, Stage, Origin]>;

/** Array fields of the data. */
export const DATA_FIELDS = {
  // the state and the inputs; written by the user and by integration
  qpos: ["f64", "nq", 1, "state", "computed"],
  qvel: ["f64", "nv", 1, "state", "computed"],
  act: ["f64", "na", 1, "state", "computed"],
  history: ["f64", "nhistory", 1, "state", "computed"],
  qacc_warmstart: ["f64", "nv", 1, "state", "computed"],
  plugin_state: ["f64", "npluginstate", 1, "state", "copied"],
  ctrl: ["f64", "nu", 1, "state", "copied"],
  qfrc_applied: ["f64", "nv", 1, "state", "copied"],
  xfrc_applied: ["f64", "nbody", 6, "state", "copied"],
  eq_active: ["u8", "neq", 1, "state", "counted"],
  mocap_pos: ["f64", "nmocap", 3, "state", "copied"],
  mocap_quat: ["f64", "nmocap", 4, "state", "copied"],
  userdata: ["f64", "nuserdata", 1, "state", "copied"],
  tree_asleep: ["i32", "ntree", 1, "state", "counted"],
  plugin: ["i32", "nplugin", 1, "state", "counted"],

  // functions of the configuration
  xpos: ["f64", "nbody", 3, "position", "computed"],
  xquat: ["f64", "nbody", 4, "position", "computed"],
  xmat: ["f64", "nbody", 9, "position", "computed"],
  xipos: ["f64", "nbody", 3, "position", "computed"],
  ximat: ["f64", "nbody", 9, "position", "computed"],
  xanchor: ["f64", "njnt", 3, "position", "computed"],
  xaxis: ["f64", "njnt", 3, "position", "computed"],
  geom_xpos: ["f64", "ngeom", 3, "position", "computed"],
  geom_xmat: ["f64", "ngeom", 9, "position", "computed"],
  site_xpos: ["f64", "nsite", 3, "position", "computed"],
  site_xmat: ["f64", "nsite", 9, "position", "computed"],
  cam_xpos: ["f64", "ncam", 3, "position", "computed"],
  cam_xmat: ["f64", "ncam", 9, "position", "computed"],
  light_xpos: ["f64", "nlight", 3, "position", "computed"],
  light_xdir: ["f64", "nlight", 3, "position", "computed"],
  subtree_com: ["f64", "nbody", 3, "position", "computed"],
  cdof: ["f64", "nv", 6, "position", "computed"],
  cinert: ["f64", "nbody", 10, "position", "computed"],
  flexvert_xpos: ["f64", "nflexvert", 3, "position", "computed"],
  flexelem_aabb: ["f64", "nflexelem", 6, "position", "computed"],
  flexedge_J: ["f64", "nJfe", 1, "position", "computed"],
  flexedge_length: ["f64", "nflexedge", 1, "position", "computed"],
  flexvert_J: ["f64", "nJfv", 2, "position", "computed"],
  flexvert_length: ["f64", "nflexvert", 2, "position", "computed"],
  bvh_aabb_dyn: ["f64", "nbvhdynamic", 6, "position", "computed"],
  ten_wrapadr: ["i32", "ntendon", 1, "position", "counted"],
  ten_wrapnum: ["i32", "ntendon", 1, "position", "counted"],
  ten_J_rownnz: ["i32", "ntendon", 1, "position", "counted"],
  ten_J_rowadr: ["i32", "ntendon", 1, "position", "counted"],
  ten_J_colind: ["i32", "ntendon", "nv", "position", "counted"],
  ten_J: ["f64", "ntendon", "nv", "position", "computed"],
  ten_length: ["f64", "ntendon", 1, "position", "computed"],
  wrap_obj: ["i32", "nwrap", 2, "position", "counted"],
  wrap_xpos: ["f64", "nwrap", 6, "position", "computed"],
  actuator_length: ["f64", "nu", 1, "position", "computed"],
  moment_rownnz: ["i32", "nu", 1, "position", "counted"],
  moment_rowadr: ["i32", "nu", 1, "position", "counted"],
  moment_colind: ["i32", "nJmom", 1, "position", "counted"],
  actuator_moment: ["f64", "nJmom", 1, "position", "computed"],
  crb: ["f64", "nbody", 10, "position", "computed"],
  qM: ["f64", "nM", 1, "position", "computed"],
  M: ["f64", "nC", 1, "position", "computed"],
  qLD: ["f64", "nC", 1, "position", "computed"],
  qLDiagInv: ["f64", "nv", 1, "position", "computed"],
  tree_awake: ["i32", "ntree", 1, "position", "counted"],
  body_awake: ["i32", "nbody", 1, "position", "counted"],
  body_awake_ind: ["i32", "nbody", 1, "position", "counted"],
  parent_awake_ind: ["i32", "nbody", 1, "position", "counted"],
  dof_awake_ind: ["i32", "nv", 1, "position", "counted"],

  // what collision detection visited
  bvh_active: ["u8", "nbvh", 1, "collision", "scratch: marks which bounding boxes were visited, for visualization"],

  // constraint rows, their islands, and the dual problem
  efc_type: ["i32", "nefc", 1, "constraint", "counted"],
  efc_id: ["i32", "nefc", 1, "constraint", "counted"],
  efc_J_rownnz: ["i32", "nefc", 1, "constraint", "counted"],
  efc_J_rowadr: ["i32", "nefc", 1, "constraint", "counted"],
  efc_J_rowsuper: ["i32", "nefc", 1, "constraint", "scratch: groups rows for the C library's own matrix products"],
  efc_J_colind: ["i32", "nJ", 1, "constraint", "counted"],
  efc_J: ["f64", "nJ", 1, "constraint", "computed"],
  efc_pos: ["f64", "nefc", 1, "constraint", "computed"],
  efc_margin: ["f64", "nefc", 1, "constraint", "copied"],
  efc_frictionloss: ["f64", "nefc", 1, "constraint", "copied"],
  efc_diagApprox: ["f64", "nefc", 1, "constraint", "computed"],
  efc_KBIP: ["f64", "nefc", 4, "constraint", "computed"],
  efc_D: ["f64", "nefc", 1, "constraint", "computed"],
  efc_R: ["f64", "nefc", 1, "constraint", "computed"],
  tendon_efcadr: ["i32", "ntendon", 1, "constraint", "counted"],
  efc_AR_rownnz: ["i32", "nefc", 1, "constraint", "counted"],
  efc_AR_rowadr: ["i32", "nefc", 1, "constraint", "counted"],
  efc_AR_colind: ["i32", "nA", 1, "constraint", "counted"],
  efc_AR: ["f64", "nA", 1, "constraint", "computed"],
  tree_island: ["i32", "ntree", 1, "constraint", "counted"],
  island_ntree: ["i32", "nisland", 1, "constraint", "counted"],
  island_itreeadr: ["i32", "nisland", 1, "constraint", "counted"],
  map_itree2tree: ["i32", "ntree", 1, "constraint", "counted"],
  dof_island: ["i32", "nv", 1, "constraint", "counted"],
  island_nv: ["i32", "nisland", 1, "constraint", "counted"],
  island_idofadr: ["i32", "nisland", 1, "constraint", "counted"],
  island_dofadr: ["i32", "nisland", 1, "constraint", "counted"],
  map_dof2idof: ["i32", "nv", 1, "constraint", "counted"],
  map_idof2dof: ["i32", "nv", 1, "constraint", "counted"],
  efc_island: ["i32", "nefc", 1, "constraint", "counted"],
  island_ne: ["i32", "nisland", 1, "constraint", "counted"],
  island_nf: ["i32", "nisland", 1, "constraint", "counted"],
  island_nefc: ["i32", "nisland", 1, "constraint", "counted"],
  island_iefcadr: ["i32", "nisland", 1, "constraint", "counted"],
  map_efc2iefc: ["i32", "nefc", 1, "constraint", "counted"],
  map_iefc2efc: ["i32", "nefc", 1, "constraint", "counted"],
  iefc_type: ["i32", "nefc", 1, "constraint", "scratch: efc_type in the order of islands"],
  iefc_id: ["i32", "nefc", 1, "constraint", "scratch: efc_id in the order of islands"],
  iefc_J_rownnz: ["i32", "nefc", 1, "constraint", "scratch: efc_J_rownnz in the order of islands"],
  iefc_J_rowadr: ["i32", "nefc", 1, "constraint", "scratch: efc_J_rowadr in the order of islands"],
  iefc_J_rowsuper: ["i32", "nefc", 1, "constraint", "scratch: efc_J_rowsuper in the order of islands"],
  iefc_J_colind: ["i32", "nJ", 1, "constraint", "scratch: efc_J_colind in the order of islands"],
  iefc_J: ["f64", "nJ", 1, "constraint", "scratch: efc_J in the order of islands"],
  iefc_frictionloss: ["f64", "nefc", 1, "constraint", "scratch: efc_frictionloss in the order of islands"],
  iefc_D: ["f64", "nefc", 1, "constraint", "scratch: efc_D in the order of islands"],
  iefc_R: ["f64", "nefc", 1, "constraint", "scratch: efc_R in the order of islands"],

  // functions of configuration and velocity
  flexedge_velocity: ["f64", "nflexedge", 1, "velocity", "computed"],
  ten_velocity: ["f64", "ntendon", 1, "velocity", "computed"],
  actuator_velocity: ["f64", "nu", 1, "velocity", "computed"],
  cvel: ["f64", "nbody", 6, "velocity", "computed"],
  cdof_dot: ["f64", "nv", 6, "velocity", "computed"],
  qfrc_bias: ["f64", "nv", 1, "velocity", "computed"],
  qfrc_spring: ["f64", "nv", 1, "velocity", "computed"],
  qfrc_damper: ["f64", "nv", 1, "velocity", "computed"],
  qfrc_gravcomp: ["f64", "nv", 1, "velocity", "computed"],
  qfrc_fluid: ["f64", "nv", 1, "velocity", "computed"],
  qfrc_passive: ["f64", "nv", 1, "velocity", "computed"],
  efc_vel: ["f64", "nefc", 1, "velocity", "computed"],
  efc_aref: ["f64", "nefc", 1, "velocity", "computed"],

  // functions of control and activation
  act_dot: ["f64", "na", 1, "actuation", "computed"],
  actuator_force: ["f64", "nu", 1, "actuation", "computed"],
  qfrc_actuator: ["f64", "nv", 1, "actuation", "computed"],

  // what would happen without constraints
  qfrc_smooth: ["f64", "nv", 1, "acceleration", "computed"],
  qacc_smooth: ["f64", "nv", 1, "acceleration", "computed"],

  // the solution of the constrained problem
  qacc: ["f64", "nv", 1, "solver", "computed"],
  qfrc_constraint: ["f64", "nv", 1, "solver", "computed"],
  efc_b: ["f64", "nefc", 1, "solver", "computed"],
  efc_state: ["i32", "nefc", 1, "solver", "counted"],
  efc_force: ["f64", "nefc", 1, "solver", "computed"],
  ifrc_smooth: ["f64", "nidof", 1, "solver", "scratch: qfrc_smooth in the order of islands"],
  iacc_smooth: ["f64", "nidof", 1, "solver", "scratch: qacc_smooth in the order of islands"],
  iM_rownnz: ["i32", "nidof", 1, "solver", "scratch: M_rownnz in the order of islands"],
  iM_rowadr: ["i32", "nidof", 1, "solver", "scratch: M_rowadr in the order of islands"],
  iM_colind: ["i32", "nC", 1, "solver", "scratch: M_colind in the order of islands"],
  iM: ["f64", "nC", 1, "solver", "scratch: M in the order of islands"],
  iLD: ["f64", "nC", 1, "solver", "scratch: qLD in the order of islands"],
  iLDiagInv: ["f64", "nidof", 1, "solver", "scratch: qLDiagInv in the order of islands"],
  iacc: ["f64", "nidof", 1, "solver", "scratch: qacc in the order of islands"],
  iefc_aref: ["f64", "nefc", 1, "solver", "scratch: efc_aref in the order of islands"],
  iefc_state: ["i32", "nefc", 1, "solver", "scratch: efc_state in the order of islands"],
  iefc_force: ["f64", "nefc", 1, "solver", "scratch: efc_force in the order of islands"],
  ifrc_constraint: ["f64", "nidof", 1, "solver", "scratch: qfrc_constraint in the order of islands"],

  // sensors, and what is computed only for them
  sensordata: ["f64", "nsensordata", 1, "sensor", "computed"],
  subtree_linvel: ["f64", "nbody", 3, "sensor", "computed"],
  subtree_angmom: ["f64", "nbody", 3, "sensor", "computed"],
  cacc: ["f64", "nbody", 6, "sensor", "computed"],
  cfrc_int: ["f64", "nbody", 6, "sensor", "computed"],
  cfrc_ext: ["f64", "nbody", 6, "sensor", "computed"],

  // inverse dynamics
  qfrc_inverse: ["f64", "nv", 1, "inverse", "computed"],

  // factors of the implicit integrators
  qH: ["f64", "nC", 1, "integration", "scratch: factor that the integrator leaves"],
  qHDiagInv: ["f64", "nv", 1, "integration", "scratch: factor that the integrator leaves"],
  qDeriv: ["f64", "nD", 1, "integration", "scratch: derivative that the integrator leaves"],
  qLU: ["f64", "nD", 1, "integration", "scratch: factor that the integrator leaves"],
} as const satisfies Record<string, DataRow>;

/** Name of an array field of the data. */
export type DataField = keyof typeof DATA_FIELDS;

/** Fields of one contact, kept as a struct of arrays: `[dtype, columns, origin]`. */
export const CONTACT_FIELDS = {
  dist: ["f64", 1, "computed"],
  pos: ["f64", 3, "computed"],
  frame: ["f64", 9, "computed"],
  includemargin: ["f64", 1, "copied"],
  friction: ["f64", 5, "copied"],
  solref: ["f64", 2, "computed"],
  solreffriction: ["f64", 2, "computed"],
  solimp: ["f64", 5, "computed"],
  mu: ["f64", 1, "computed"],
  H: ["f64", 36, "scratch: Hessian of the cone, as the last iteration of the solver left it"],
  dim: ["i32", 1, "counted"],
  geom: ["i32", 2, "counted"],
  flex: ["i32", 2, "counted"],
  elem: ["i32", 2, "counted"],
  vert: ["i32", 2, "counted"],
  exclude: ["i32", 1, "counted"],
  efc_address: ["i32", 1, "counted"],
} as const satisfies Record<string, ScalarRow>;

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
