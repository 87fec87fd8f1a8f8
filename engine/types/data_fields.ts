/**
 * The fields of a simulation's data, each declared once.
 *
 * A row is `[dtype, rows, columns, stage, origin]`: rows is a size of the model or a count of the current step; stage is
 * the part of the pipeline that writes the field; origin says where the values come from. The comment above a row says
 * what the field is; `deno task fields` carries it over to interfaces.ts and docs/fields.md. Fields sized by a count
 * have room for more than the step uses: only the first `count × columns` elements are meaningful.
 */

import type { Dtype, ModelSize, ScalarRow } from "./model_fields.ts";
import type { Origin } from "./origin.ts";

/** Counts that change from step to step, as integers on the data: `[stage, origin]`. */
export const DATA_COUNTS = {
  /** number of contacts, those that exert no force included */
  ncon: ["collision", "counted"],
  /** number of rows of equality constraints, which come first */
  ne: ["constraint", "counted"],
  /** number of rows of friction loss, which follow the equalities */
  nf: ["constraint", "counted"],
  /** number of rows of limits, which follow friction loss */
  nl: ["constraint", "counted"],
  /** number of constraint rows; contacts come last */
  nefc: ["constraint", "counted"],
  /** number of entries of the constraint Jacobian: nefc × nv if dense */
  nJ: ["constraint", "counted"],
  /** number of entries of `efc_AR`; 0 unless a dual algorithm (PGS, no-slip) needs the matrix */
  nA: ["constraint", "counted"],
  /** number of islands: groups of trees coupled by constraints */
  nisland: ["constraint", "counted"],
  /** number of dofs in all islands */
  nidof: ["constraint", "scratch: size of copies in the order of islands"],
  /** number of trees that are awake */
  ntree_awake: ["position", "counted"],
  /** number of bodies that are awake or static */
  nbody_awake: ["position", "counted"],
  /** number of bodies whose parent is awake or static */
  nparent_awake: ["position", "counted"],
  /** number of dofs that are awake */
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

/** Numbers and arrays of the data whose length is fixed, described where `Data` declares them: `[dtype, stage, origin]`. */
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
  /** positions (m, rad, unit quaternions), in the order of joints; input, advanced by integration */
  qpos: ["f64", "nq", 1, "state", "computed"],
  /** velocities (m/s, rad/s), in the order of joints; input, advanced by integration */
  qvel: ["f64", "nv", 1, "state", "computed"],
  /** activations of actuators; input, advanced by integration */
  act: ["f64", "na", 1, "state", "computed"],
  /** rings of samples for delays and sampling intervals; advanced by integration */
  history: ["f64", "nhistory", 1, "state", "computed"],
  /** acceleration from which the solver starts; left by the step before (m/s², rad/s²) */
  qacc_warmstart: ["f64", "nv", 1, "state", "computed"],
  /** state of plugins; advanced by them */
  plugin_state: ["f64", "npluginstate", 1, "state", "copied"],
  /** controls; input */
  ctrl: ["f64", "nu", 1, "state", "copied"],
  /** generalized forces that the user applies (N, N m); input */
  qfrc_applied: ["f64", "nv", 1, "state", "copied"],
  /** force (N) and torque (N m) that the user applies at the center of mass, in the world; input */
  xfrc_applied: ["f64", "nbody", 6, "state", "copied"],
  /** 1: the equality constraint is active; input */
  eq_active: ["u8", "neq", 1, "state", "counted"],
  /** position of the mocap body in the world (m); input */
  mocap_pos: ["f64", "nmocap", 3, "state", "copied"],
  /** orientation of the mocap body in the world (unit quaternion, normalized on use); input */
  mocap_quat: ["f64", "nmocap", 4, "state", "copied"],
  /** numbers of the user's; never touched */
  userdata: ["f64", "nuserdata", 1, "state", "copied"],
  /** below 0: awake, counting up to -1 while at rest; otherwise the next tree of those asleep together */
  tree_asleep: ["i32", "ntree", 1, "state", "counted"],
  /** which of the model's `plugins` each instance is */
  plugin: ["i32", "nplugin", 1, "state", "counted"],

  // functions of the configuration
  /** position of the body in the world (m) */
  xpos: ["f64", "nbody", 3, "position", "computed"],
  /** orientation of the body in the world (unit quaternion) */
  xquat: ["f64", "nbody", 4, "position", "computed"],
  /** orientation of the body in the world (rotation matrix, row by row) */
  xmat: ["f64", "nbody", 9, "position", "computed"],
  /** center of mass of the body in the world (m) */
  xipos: ["f64", "nbody", 3, "position", "computed"],
  /** orientation of the body's principal axes of inertia in the world (rotation matrix) */
  ximat: ["f64", "nbody", 9, "position", "computed"],
  /** anchor of the joint in the world (m) */
  xanchor: ["f64", "njnt", 3, "position", "computed"],
  /** axis of the joint in the world (unit vector) */
  xaxis: ["f64", "njnt", 3, "position", "computed"],
  /** position of the geom in the world (m) */
  geom_xpos: ["f64", "ngeom", 3, "position", "computed"],
  /** orientation of the geom in the world (rotation matrix) */
  geom_xmat: ["f64", "ngeom", 9, "position", "computed"],
  /** position of the site in the world (m) */
  site_xpos: ["f64", "nsite", 3, "position", "computed"],
  /** orientation of the site in the world (rotation matrix) */
  site_xmat: ["f64", "nsite", 9, "position", "computed"],
  /** position of the camera in the world (m) */
  cam_xpos: ["f64", "ncam", 3, "position", "computed"],
  /** orientation of the camera in the world (rotation matrix); it looks along the negative third column */
  cam_xmat: ["f64", "ncam", 9, "position", "computed"],
  /** position of the light in the world (m) */
  light_xpos: ["f64", "nlight", 3, "position", "computed"],
  /** direction of the light in the world (unit vector) */
  light_xdir: ["f64", "nlight", 3, "position", "computed"],
  /** center of mass of the body and its descendants, in the world (m) */
  subtree_com: ["f64", "nbody", 3, "position", "computed"],
  /** motion that a unit velocity of the dof causes: rotation, translation at the center of mass of the tree */
  cdof: ["f64", "nv", 6, "position", "computed"],
  /** inertia about the center of mass of the tree: 6 moments (xx, yy, zz, xy, xz, yz), mass × offset, mass */
  cinert: ["f64", "nbody", 10, "position", "computed"],
  /** position of the vertex in the world (m) */
  flexvert_xpos: ["f64", "nflexvert", 3, "position", "computed"],
  /** bounding box of the element in the world, as center and half sizes (m) */
  flexelem_aabb: ["f64", "nflexelem", 6, "position", "computed"],
  /** derivative of the edge length with respect to qpos, by the pattern in the model */
  flexedge_J: ["f64", "nJfe", 1, "position", "computed"],
  /** length of the edge (m) */
  flexedge_length: ["f64", "nflexedge", 1, "position", "computed"],
  /** derivatives of the two strains at the vertex, by the pattern in the model */
  flexvert_J: ["f64", "nJfv", 2, "position", "computed"],
  /** deviation at rest of two invariants of the strain at the vertex: trace and determinant */
  flexvert_length: ["f64", "nflexvert", 2, "position", "computed"],
  /** bounding box of the node in the world, as center and half sizes (m) */
  bvh_aabb_dyn: ["f64", "nbvhdynamic", 6, "position", "computed"],
  /** first point of its path in `wrap_xpos` */
  ten_wrapadr: ["i32", "ntendon", 1, "position", "counted"],
  /** number of points of its path */
  ten_wrapnum: ["i32", "ntendon", 1, "position", "counted"],
  /** entries of its row of the Jacobian */
  ten_J_rownnz: ["i32", "ntendon", 1, "position", "counted"],
  /** first entry of its row */
  ten_J_rowadr: ["i32", "ntendon", 1, "position", "counted"],
  /** dof of each entry */
  ten_J_colind: ["i32", "ntendon", "nv", "position", "counted"],
  /** derivative of the tendon length with respect to qpos */
  ten_J: ["f64", "ntendon", "nv", "position", "computed"],
  /** length (m, or the unit of the joints that it combines) */
  ten_length: ["f64", "ntendon", 1, "position", "computed"],
  /** geom that the path wraps around at the point; -1: a site, -2: a pulley */
  wrap_obj: ["i32", "nwrap", 2, "position", "counted"],
  /** points of all tendon paths in the world, two per row (m) */
  wrap_xpos: ["f64", "nwrap", 6, "position", "computed"],
  /** length of the transmission, times the gear (m or rad) */
  actuator_length: ["f64", "nu", 1, "position", "computed"],
  /** entries of its row of `actuator_moment` */
  moment_rownnz: ["i32", "nu", 1, "position", "counted"],
  /** first entry of its row */
  moment_rowadr: ["i32", "nu", 1, "position", "counted"],
  /** dof of each entry */
  moment_colind: ["i32", "nJmom", 1, "position", "counted"],
  /** moment arms: generalized force per unit of actuator force */
  actuator_moment: ["f64", "nJmom", 1, "position", "computed"],
  /** inertia of the body and its descendants as one rigid body, in the format of `cinert` */
  crb: ["f64", "nbody", 10, "position", "computed"],
  /** inertia matrix in the older format: from each dof's diagonal up to its root */
  qM: ["f64", "nM", 1, "position", "computed"],
  /** inertia matrix: the lower triangle, row by row, by the pattern in the model (kg, kg m, kg m²) */
  M: ["f64", "nC", 1, "position", "computed"],
  /** factors of M = LᵀDL: L off the diagonal, D on it */
  qLD: ["f64", "nC", 1, "position", "computed"],
  /** inverse of D */
  qLDiagInv: ["f64", "nv", 1, "position", "computed"],
  /** 1: awake, 0: asleep */
  tree_awake: ["i32", "ntree", 1, "position", "counted"],
  /** a value of `SleepState` */
  body_awake: ["i32", "nbody", 1, "position", "counted"],
  /** bodies that are awake or static; the first `nbody_awake` entries are meaningful */
  body_awake_ind: ["i32", "nbody", 1, "position", "counted"],
  /** bodies whose parent is awake or static; the first `nparent_awake` entries are meaningful */
  parent_awake_ind: ["i32", "nbody", 1, "position", "counted"],
  /** dofs that are awake; the first `nv_awake` entries are meaningful */
  dof_awake_ind: ["i32", "nv", 1, "position", "counted"],

  // what collision detection visited
  /** 1: the box was visited; kept for visualization */
  bvh_active: ["u8", "nbvh", 1, "collision", "scratch: marks which bounding boxes were visited, for visualization"],

  // constraint rows, their islands, and the dual problem
  /** kind of the row: a value of `Constraint` */
  efc_type: ["i32", "nefc", 1, "constraint", "counted"],
  /** what the row is about: an equality, dof, tendon, joint, or contact */
  efc_id: ["i32", "nefc", 1, "constraint", "counted"],
  /** entries of its row of the Jacobian; unused if dense */
  efc_J_rownnz: ["i32", "nefc", 1, "constraint", "counted"],
  /** first entry of its row; unused if dense */
  efc_J_rowadr: ["i32", "nefc", 1, "constraint", "counted"],
  /** how many of the following rows have the same columns; unused */
  efc_J_rowsuper: ["i32", "nefc", 1, "constraint", "scratch: groups rows for the C library's own matrix products"],
  /** dof of each entry; unused if dense */
  efc_J_colind: ["i32", "nJ", 1, "constraint", "counted"],
  /** constraint Jacobian: maps qvel to the velocity of each row; dense (nefc × nv) or sparse by `opt.jacobian` */
  efc_J: ["f64", "nJ", 1, "constraint", "computed"],
  /** violation of an equality, or distance from the limit or contact; negative if violated (m or rad) */
  efc_pos: ["f64", "nefc", 1, "constraint", "computed"],
  /** distance below which the row is active: margin of the limit, `includemargin` of the contact (m or rad) */
  efc_margin: ["f64", "nefc", 1, "constraint", "copied"],
  /** largest friction force of the row (N or N m); 0 for other kinds */
  efc_frictionloss: ["f64", "nefc", 1, "constraint", "copied"],
  /** approximate diagonal of J M⁻¹ Jᵀ, from inverse weights at the reference configuration */
  efc_diagApprox: ["f64", "nefc", 1, "constraint", "computed"],
  /** stiffness, damping, impedance, and slope of the impedance */
  efc_KBIP: ["f64", "nefc", 4, "constraint", "computed"],
  /** inverse of `efc_R`: the weight of the row in the solver's cost */
  efc_D: ["f64", "nefc", 1, "constraint", "computed"],
  /** regularization: what is added to the diagonal of J M⁻¹ Jᵀ */
  efc_R: ["f64", "nefc", 1, "constraint", "computed"],
  /** first row that involves the tendon; -1: none */
  tendon_efcadr: ["i32", "ntendon", 1, "constraint", "counted"],
  /** entries of its row of `efc_AR` */
  efc_AR_rownnz: ["i32", "nefc", 1, "constraint", "counted"],
  /** first entry of its row */
  efc_AR_rowadr: ["i32", "nefc", 1, "constraint", "counted"],
  /** row number of each entry */
  efc_AR_colind: ["i32", "nA", 1, "constraint", "counted"],
  /** J M⁻¹ Jᵀ + R, for dual algorithms */
  efc_AR: ["f64", "nA", 1, "constraint", "computed"],
  /** island of the tree; -1: none */
  tree_island: ["i32", "ntree", 1, "constraint", "counted"],
  /** trees of the island */
  island_ntree: ["i32", "nisland", 1, "constraint", "counted"],
  /** its first tree in the order of islands */
  island_itreeadr: ["i32", "nisland", 1, "constraint", "counted"],
  /** tree of each place in the order of islands, unconstrained trees last */
  map_itree2tree: ["i32", "ntree", 1, "constraint", "counted"],
  /** island of the dof; -1: none */
  dof_island: ["i32", "nv", 1, "constraint", "counted"],
  /** dofs of the island */
  island_nv: ["i32", "nisland", 1, "constraint", "counted"],
  /** its first dof in the order of islands */
  island_idofadr: ["i32", "nisland", 1, "constraint", "counted"],
  /** its first dof */
  island_dofadr: ["i32", "nisland", 1, "constraint", "counted"],
  /** place of the dof in the order of islands */
  map_dof2idof: ["i32", "nv", 1, "constraint", "counted"],
  /** dof of each place in the order of islands; from `nidof` on: dofs without island */
  map_idof2dof: ["i32", "nv", 1, "constraint", "counted"],
  /** island of the row */
  efc_island: ["i32", "nefc", 1, "constraint", "counted"],
  /** equality rows of the island */
  island_ne: ["i32", "nisland", 1, "constraint", "counted"],
  /** friction loss rows of the island */
  island_nf: ["i32", "nisland", 1, "constraint", "counted"],
  /** rows of the island */
  island_nefc: ["i32", "nisland", 1, "constraint", "counted"],
  /** its first row in the order of islands */
  island_iefcadr: ["i32", "nisland", 1, "constraint", "counted"],
  /** place of the row in the order of islands */
  map_efc2iefc: ["i32", "nefc", 1, "constraint", "counted"],
  /** row of each place in the order of islands */
  map_iefc2efc: ["i32", "nefc", 1, "constraint", "counted"],
  /** `efc_type` in the order of islands; unused if everything is solved together */
  iefc_type: ["i32", "nefc", 1, "constraint", "scratch: efc_type in the order of islands"],
  /** `efc_id` in the order of islands; unused if everything is solved together */
  iefc_id: ["i32", "nefc", 1, "constraint", "scratch: efc_id in the order of islands"],
  /** `efc_J_rownnz` in the order of islands; unused if everything is solved together */
  iefc_J_rownnz: ["i32", "nefc", 1, "constraint", "scratch: efc_J_rownnz in the order of islands"],
  /** `efc_J_rowadr` in the order of islands; unused if everything is solved together */
  iefc_J_rowadr: ["i32", "nefc", 1, "constraint", "scratch: efc_J_rowadr in the order of islands"],
  /** `efc_J_rowsuper` in the order of islands; unused */
  iefc_J_rowsuper: ["i32", "nefc", 1, "constraint", "scratch: efc_J_rowsuper in the order of islands"],
  /** `efc_J_colind` in the order of islands; unused if everything is solved together */
  iefc_J_colind: ["i32", "nJ", 1, "constraint", "scratch: efc_J_colind in the order of islands"],
  /** `efc_J` in the order of islands; unused if everything is solved together */
  iefc_J: ["f64", "nJ", 1, "constraint", "scratch: efc_J in the order of islands"],
  /** `efc_frictionloss` in the order of islands; unused if everything is solved together */
  iefc_frictionloss: ["f64", "nefc", 1, "constraint", "scratch: efc_frictionloss in the order of islands"],
  /** `efc_D` in the order of islands; unused if everything is solved together */
  iefc_D: ["f64", "nefc", 1, "constraint", "scratch: efc_D in the order of islands"],
  /** `efc_R` in the order of islands; unused if everything is solved together */
  iefc_R: ["f64", "nefc", 1, "constraint", "scratch: efc_R in the order of islands"],

  // functions of configuration and velocity
  /** rate of change of the edge length (m/s) */
  flexedge_velocity: ["f64", "nflexedge", 1, "velocity", "computed"],
  /** rate of change of the tendon length (m/s) */
  ten_velocity: ["f64", "ntendon", 1, "velocity", "computed"],
  /** rate of change of the actuator length (m/s or rad/s) */
  actuator_velocity: ["f64", "nu", 1, "velocity", "computed"],
  /** velocity of the body: rotation (rad/s), translation at the center of mass of its tree (m/s), world axes */
  cvel: ["f64", "nbody", 6, "velocity", "computed"],
  /** rate of change of `cdof` */
  cdof_dot: ["f64", "nv", 6, "velocity", "computed"],
  /** Coriolis, centrifugal, and gravitational forces: what must be applied for zero acceleration (N, N m) */
  qfrc_bias: ["f64", "nv", 1, "velocity", "computed"],
  /** force of springs (N, N m) */
  qfrc_spring: ["f64", "nv", 1, "velocity", "computed"],
  /** force of dampers (N, N m) */
  qfrc_damper: ["f64", "nv", 1, "velocity", "computed"],
  /** force of gravity compensation (N, N m) */
  qfrc_gravcomp: ["f64", "nv", 1, "velocity", "computed"],
  /** force of the surrounding medium (N, N m) */
  qfrc_fluid: ["f64", "nv", 1, "velocity", "computed"],
  /** all passive forces (N, N m) */
  qfrc_passive: ["f64", "nv", 1, "velocity", "computed"],
  /** velocity of the row: J qvel */
  efc_vel: ["f64", "nefc", 1, "velocity", "computed"],
  /** acceleration that the row aims at: that of a damped spring toward no violation */
  efc_aref: ["f64", "nefc", 1, "velocity", "computed"],

  // functions of control and activation
  /** rate of change of the activation (1/s) */
  act_dot: ["f64", "na", 1, "actuation", "computed"],
  /** force of the actuator along its transmission (N or N m) */
  actuator_force: ["f64", "nu", 1, "actuation", "computed"],
  /** forces of all actuators on the dof (N, N m) */
  qfrc_actuator: ["f64", "nv", 1, "actuation", "computed"],

  // what would happen without constraints
  /** all forces but those of constraints (N, N m) */
  qfrc_smooth: ["f64", "nv", 1, "acceleration", "computed"],
  /** acceleration without constraints (m/s², rad/s²) */
  qacc_smooth: ["f64", "nv", 1, "acceleration", "computed"],

  // the solution of the constrained problem
  /** acceleration (m/s², rad/s²) */
  qacc: ["f64", "nv", 1, "solver", "computed"],
  /** forces of all constraints on the dof: Jᵀ efc_force (N, N m) */
  qfrc_constraint: ["f64", "nv", 1, "solver", "computed"],
  /** acceleration without constraints, relative to the reference: J qacc_smooth - efc_aref */
  efc_b: ["f64", "nefc", 1, "solver", "computed"],
  /** state of the row at the solution: a value of `ConstraintState` */
  efc_state: ["i32", "nefc", 1, "solver", "counted"],
  /** force of the row (N or N m) */
  efc_force: ["f64", "nefc", 1, "solver", "computed"],
  /** `qfrc_smooth` in the order of islands */
  ifrc_smooth: ["f64", "nidof", 1, "solver", "scratch: qfrc_smooth in the order of islands"],
  /** `qacc_smooth` in the order of islands */
  iacc_smooth: ["f64", "nidof", 1, "solver", "scratch: qacc_smooth in the order of islands"],
  /** `M_rownnz` in the order of islands; unused if everything is solved together */
  iM_rownnz: ["i32", "nidof", 1, "solver", "scratch: M_rownnz in the order of islands"],
  /** `M_rowadr` in the order of islands; unused if everything is solved together */
  iM_rowadr: ["i32", "nidof", 1, "solver", "scratch: M_rowadr in the order of islands"],
  /** `M_colind` in the order of islands; unused if everything is solved together */
  iM_colind: ["i32", "nC", 1, "solver", "scratch: M_colind in the order of islands"],
  /** `M` in the order of islands; unused if everything is solved together */
  iM: ["f64", "nC", 1, "solver", "scratch: M in the order of islands"],
  /** `qLD` in the order of islands; unused if everything is solved together */
  iLD: ["f64", "nC", 1, "solver", "scratch: qLD in the order of islands"],
  /** `qLDiagInv` in the order of islands; unused if everything is solved together */
  iLDiagInv: ["f64", "nidof", 1, "solver", "scratch: qLDiagInv in the order of islands"],
  /** `qacc` in the order of islands */
  iacc: ["f64", "nidof", 1, "solver", "scratch: qacc in the order of islands"],
  /** `efc_aref` in the order of islands */
  iefc_aref: ["f64", "nefc", 1, "solver", "scratch: efc_aref in the order of islands"],
  /** `efc_state` in the order of islands */
  iefc_state: ["i32", "nefc", 1, "solver", "scratch: efc_state in the order of islands"],
  /** `efc_force` in the order of islands */
  iefc_force: ["f64", "nefc", 1, "solver", "scratch: efc_force in the order of islands"],
  /** `qfrc_constraint` in the order of islands */
  ifrc_constraint: ["f64", "nidof", 1, "solver", "scratch: qfrc_constraint in the order of islands"],

  // sensors, and what is computed only for them
  /** readings of all sensors, by `sensor_adr` and `sensor_dim` */
  sensordata: ["f64", "nsensordata", 1, "sensor", "computed"],
  /** velocity of the center of mass of the body and its descendants, in the world (m/s) */
  subtree_linvel: ["f64", "nbody", 3, "sensor", "computed"],
  /** angular momentum of the body and its descendants about their center of mass (kg m²/s) */
  subtree_angmom: ["f64", "nbody", 3, "sensor", "computed"],
  /**
   * acceleration of the body: rotation, translation at the center of mass of its tree; gravity counts as an upward
   * acceleration
   */
  cacc: ["f64", "nbody", 6, "sensor", "computed"],
  /** torque and force that the parent exerts on the body, at the center of mass of the tree (N m, N) */
  cfrc_int: ["f64", "nbody", 6, "sensor", "computed"],
  /** torque and force from outside on the body, contacts included, at the center of mass of the tree (N m, N) */
  cfrc_ext: ["f64", "nbody", 6, "sensor", "computed"],

  // inverse dynamics
  /** force that would cause `qacc`, from inverse dynamics (N, N m) */
  qfrc_inverse: ["f64", "nv", 1, "inverse", "computed"],

  // factors of the implicit integrators
  /** factor of the inertia matrix with implicit damping, in the format of `qLD` */
  qH: ["f64", "nC", 1, "integration", "scratch: factor that the integrator leaves"],
  /** inverse of its diagonal */
  qHDiagInv: ["f64", "nv", 1, "integration", "scratch: factor that the integrator leaves"],
  /** derivative of smooth forces with respect to qvel, in the pattern of D */
  qDeriv: ["f64", "nD", 1, "integration", "scratch: derivative that the integrator leaves"],
  /** LU factors of M - timestep × qDeriv, in the pattern of D */
  qLU: ["f64", "nD", 1, "integration", "scratch: factor that the integrator leaves"],
} as const satisfies Record<string, DataRow>;

/** Name of an array field of the data. */
export type DataField = keyof typeof DATA_FIELDS;

/** Fields of one contact, kept as a struct of arrays: `[dtype, columns, origin]`. */
export const CONTACT_FIELDS = {
  /** distance between the nearest points; negative when they overlap (m) */
  dist: ["f64", 1, "computed"],
  /** midpoint of the nearest points, in the world (m) */
  pos: ["f64", 3, "computed"],
  /** axes of the contact frame in the world, row by row: normal from the first geom to the second, two tangents */
  frame: ["f64", 9, "computed"],
  /** distance below which the contact exerts a force: margin minus gap (m) */
  includemargin: ["f64", 1, "copied"],
  /** friction coefficients: sliding in two directions, torsional (m), rolling in two directions (m) */
  friction: ["f64", 5, "copied"],
  /** reference in the normal direction: time constant (s) and damping ratio, or minus stiffness and minus damping */
  solref: ["f64", 2, "computed"],
  /** reference in the friction directions, likewise; all 0: as in the normal direction */
  solreffriction: ["f64", 2, "computed"],
  /** impedance: lowest, highest, width (m), midpoint, power */
  solimp: ["f64", 5, "computed"],
  /** friction coefficient of the regularized cone */
  mu: ["f64", 1, "computed"],
  /** Hessian of the cone, dim × dim */
  H: ["f64", 36, "scratch: Hessian of the cone, as the last iteration of the solver left it"],
  /** rows of the contact: 1, 3, 4, or 6 */
  dim: ["i32", 1, "counted"],
  /** the two geoms; -1 for a flex */
  geom: ["i32", 2, "counted"],
  /** the two flexes; -1 for a geom */
  flex: ["i32", 2, "counted"],
  /** the two flex elements; -1 for a geom or a vertex */
  elem: ["i32", 2, "counted"],
  /** the two flex vertices; -1 for a geom or an element */
  vert: ["i32", 2, "counted"],
  /** why it has no rows: 1 within the gap, 2 bodies fused, 3 no dofs, 4 passive force; 0: it has rows */
  exclude: ["i32", 1, "counted"],
  /** its first row; -1: none */
  efc_address: ["i32", 1, "counted"],
} as const satisfies Record<string, ScalarRow>;

/** Name of a field of a contact. */
export type ContactField = keyof typeof CONTACT_FIELDS;

/** Fields of `mjData` that have no counterpart here, each with the reason. */
export const DATA_OMITTED = {
  buffer: "memory management of the C library",
  arena: "memory management of the C library",
  nbuffer: "memory management of the C library",
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
  plugin_data: "pointers of the C library; here what plugins keep, which may be anything",
  nplugin: "a copy of the model's",
  signature: "hash that ties data to the C library's model",
} as const;
