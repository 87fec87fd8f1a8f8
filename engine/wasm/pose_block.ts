/** What the kernels of poses know of a model and its data. */

import { type Kind, struct } from "./struct.ts";

/** Arrays of the model that the kernels read where they are. */
export const MODEL_ARRAYS = [
  ...["body_parentid", "body_rootid", "body_mocapid", "body_jntadr", "body_jntnum", "body_sameframe"],
  ...["body_pos", "body_quat", "body_ipos", "body_iquat", "body_mass", "body_subtreemass", "body_inertia"],
  ...["jnt_type", "jnt_bodyid", "jnt_qposadr", "jnt_dofadr", "jnt_pos", "jnt_axis", "qpos0"],
  ...["geom_bodyid", "geom_sameframe", "geom_pos", "geom_quat"],
  ...["site_bodyid", "site_sameframe", "site_pos", "site_quat"],
] as const;

/** Fields of the data that they read and write. */
export const DATA_ARRAYS = [
  ...["qpos", "mocap_pos", "mocap_quat", "xpos", "xquat", "xmat", "xipos", "ximat", "xanchor", "xaxis"],
  ...["geom_xpos", "geom_xmat", "site_xpos", "site_xmat", "subtree_com", "cinert", "cdof"],
] as const;

function all<N extends string, K extends Kind>(names: readonly N[], kind: K): Record<N, K> {
  return Object.fromEntries(names.map((name) => [name, kind])) as Record<N, K>;
}

/** Sizes, arrays, and what only the kernels need. */
export const POSES = struct({
  nbody: "int",
  njnt: "int",
  ngeom: "int",
  nsite: "int",
  ...all(MODEL_ARRAYS, "model"),
  ...all(DATA_ARRAYS, "doubles"),
  /** two and two hinges: for each of them its number, from 1 on, and its address in qpos; a zero at the end */
  hinges: "ints",
  /** sine and cosine of half the angle of each hinge */
  halfTurn: "doubles",
});
