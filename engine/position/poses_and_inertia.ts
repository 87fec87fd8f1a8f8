/** Kinematics, centers of mass, and the inertia matrix in one call of a kernel. */

import { inPlace } from "../model/in_place.ts";
import { allPosesInPlace } from "../model/poses_in_place.ts";
import * as queries from "../model/queries.ts";
import type { Data } from "../data.ts";
import { EnableBit } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { moveViews } from "./camlight.ts";
import { largeTurns } from "./kinematics.ts";
import { areInPlace } from "./make_m.ts";

// V8-1
const { isEnabled } = queries;
const run = { allPosesInPlace, areInPlace, inPlace, moveViews };
const { SLEEP } = EnableBit;

/**
 * The same as `kinematics`, `comPos`, `camlight`, and `crb`, while nothing may sleep. Returns whether there is a kernel for it.
 */
export function posesAndInertia(m: Model, d: Data): boolean {
  if (isEnabled(m, SLEEP)) return false;
  const poses = run.allPosesInPlace(m, d);
  const stage = run.inPlace(m, d);
  if (poses === null || stage === null || !run.areInPlace(d, stage)) return false;
  if (m.dof_armature !== poses.read.dof_armature || m.dof_M0 !== poses.read.dof_M0) return false;
  const { kernels, at } = poses;
  if (kernels.position(at, stage.at, 0) !== 0) {
    largeTurns(m, poses.halfTurn);
    kernels.position(at, stage.at, 1);
  }
  if (m.ncam + m.nlight > 0) run.moveViews(m, d);
  return true;
}
