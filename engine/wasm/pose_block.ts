/** What the kernels of poses know of a model and its data. */

import { all, struct } from "./struct.ts";

/** Arrays of the model that the kernels read where they are. */
export const MODEL_ARRAYS = [
  ...["body_parentid", "body_rootid", "body_treeid", "body_mocapid", "body_jntadr", "body_jntnum"],
  ...["body_pos", "body_quat", "body_mass", "body_subtreemass", "body_inertia"],
  ...["jnt_type", "jnt_bodyid", "jnt_qposadr", "jnt_dofadr", "jnt_pos", "jnt_axis", "qpos0"],
  ...["jnt_stiffness", "qpos_spring", "dof_armature", "dof_damping", "dof_M0"],
  ...["light_bodyid", "light_pos", "light_dir"],
] as const;

/** Fields of the data that they read and write. */
export const DATA_ARRAYS = [
  ...["qpos", "mocap_pos", "mocap_quat", "xpos", "xquat", "xmat", "xipos", "ximat", "xanchor", "xaxis"],
  ...["subtree_com", "cinert", "cdof", "light_xpos", "light_xdir"],
  ...["qfrc_spring", "qfrc_damper", "qfrc_gravcomp", "qfrc_fluid", "body_awake", "tree_awake"],
] as const;

/** Frames that are fixed to bodies. */
export const FRAMES = struct({
  /** 1 if each body has one, the world excepted: then `bodyid` is not read */
  isBody: "int",
  end: "int",
  bodyid: "model",
  localPos: "model",
  localQuat: "model",
  pos: "doubles",
  mat: "doubles",
  /** 0 if none is that of its body */
  sameframe: "model",
});

/** Sizes, arrays, and what only the kernels need. */
export const POSES = struct({
  nbody: "int",
  njnt: "int",
  nlight: "int",
  ...all(MODEL_ARRAYS, "model"),
  ...all(DATA_ARRAYS, "doubles"),
  /** the blocks of inertial frames, geoms, sites, and cameras, one behind another */
  frames: "ints",
  /** two and two hinges: for each of them its number, from 1 on, and its address in qpos; a zero at the end */
  hinges: "ints",
  /** sine and cosine of half the angle of each hinge */
  halfTurn: "doubles",
});
