/** What the kernels of actuators know of a model and its data. */

import { all, struct } from "./struct.ts";

/** Arrays of the model that the kernels read where they are. */
export const ACTUATOR_ARRAYS = [
  ...["actuator_actadr", "actuator_actnum", "actuator_dyntype", "actuator_gaintype", "actuator_biastype"],
  ...["actuator_dynprm", "actuator_gainprm", "actuator_biasprm", "actuator_actearly", "actuator_actlimited"],
  ...["actuator_actrange", "actuator_ctrllimited", "actuator_ctrlrange", "actuator_forcelimited"],
  ...["actuator_forcerange", "actuator_lengthrange", "actuator_acc0"],
  ...["jnt_dofadr", "jnt_actfrclimited", "jnt_actfrcrange", "tendon_actfrclimited", "tendon_damping", "dof_damping"],
  ...["D_rownnz", "D_rowadr", "D_diag", "D_colind"],
] as const;

/** Fields of the data that they read and write. */
export const ACTUATOR_FIELDS = [
  ...["ctrl", "act", "act_dot", "actuator_length", "actuator_velocity", "actuator_force", "qfrc_actuator"],
  ...["actuator_moment", "moment_rownnz", "moment_rowadr", "moment_colind"],
  ...["qvel", "ten_velocity", "ten_J", "ten_J_rownnz", "ten_J_rowadr", "ten_J_colind", "qDeriv"],
] as const;

/** Sizes, the time step, which is copied before a call, and arrays. */
export const ACTUATORS = struct({
  timestep: "double",
  nu: "int",
  nv: "int",
  nD: "int",
  njnt: "int",
  ntendon: "int",
  ...all(ACTUATOR_ARRAYS, "model"),
  ...all(ACTUATOR_FIELDS, "doubles"),
});

/** The block, for kernels. */
export type Actuators = ReturnType<typeof ACTUATORS.members>;
