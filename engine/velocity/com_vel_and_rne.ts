/** Velocities, passive forces, and the bias force in one call of a kernel. */

import { inPlace } from "../model/in_place.ts";
import { type PosesInPlace, posesInPlace } from "../model/poses_in_place.ts";
import { isDisabled } from "../model/queries.ts";
import type { Data } from "../data.ts";
import { DisableBit } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { areBiasesInPlace, rest } from "./rne.ts";

// V8-1
const { DAMPER, SPRING } = DisableBit;

/**
 * The same as `comVel`, `passive`, and `rne` of models in which all passive forces are springs and dampers of joints.
 * Returns whether there is a kernel for it.
 */
export function motionsAndForces(m: Model, d: Data): boolean {
  if (m.ntendon + m.nflex + m.ngravcomp + m.nplugin > 0 || d.callbacks.passive !== undefined) return false;
  const { viscosity, density } = m.opt;
  if (viscosity !== 0 || density !== 0) return false;
  const poses = posesInPlace(m, d);
  const stage = inPlace(m, d);
  if (
    poses === null || stage === null || !areBiasesInPlace(d, stage) || !areForcesInPlace(m, d, poses) ||
    d.qfrc_passive !== stage.fields.qfrc_passive
  ) return false;
  rest(m, stage.cacc);
  // springs turn bodies only in loops
  const which = Number(!isDisabled(m, SPRING)) + 2 * Number(!isDisabled(m, DAMPER));
  return poses.kernels.velocity(poses.at, stage.at, which) === 0;
}

/** Are forces, and the numbers that they follow from, where the kernel reads and writes them? */
function areForcesInPlace(m: Model, d: Data, { read, fields }: PosesInPlace): boolean {
  return d.qpos === fields.qpos && d.qfrc_spring === fields.qfrc_spring && d.qfrc_damper === fields.qfrc_damper &&
    d.qfrc_gravcomp === fields.qfrc_gravcomp && d.qfrc_fluid === fields.qfrc_fluid &&
    m.jnt_stiffness === read.jnt_stiffness &&
    m.qpos_spring === read.qpos_spring && m.dof_damping === read.dof_damping;
}
