/** Rates of change of lengths: flex edges, tendons, and actuators. */

import { zero } from "../math/vec.ts";
import * as queries from "../model/queries.ts";
import { mulMatVecSparse } from "../linear/sparse.ts";
import { actuatorsInPlace } from "../model/actuators_in_place.ts";
import { mulTendonJ } from "./tendon_jacobian.ts";
import type { Data } from "../data.ts";
import { DisableBit } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const run = { actuatorsInPlace, mulMatVecSparse, mulTendonJ };
const { isDisabled, isSparse } = queries;
const { ACTUATION } = DisableBit;

/** Rates of change of flex edge lengths, where something depends on them. */
export function edgeVelocity(m: Model, d: Data): void {
  const { nflexedge } = m;
  if (nflexedge === 0) return;
  const { flexedge_J_rownnz, flexedge_J_rowadr, flexedge_J_colind } = m;
  const { qvel, flexedge_velocity, flexedge_J } = d;
  if (flexedge_J.length === 0) {
    flexedge_velocity.fill(0);
    return;
  }
  run.mulMatVecSparse(
    flexedge_velocity,
    flexedge_J,
    qvel,
    nflexedge,
    flexedge_J_rownnz,
    flexedge_J_rowadr,
    flexedge_J_colind,
  );
}

/** Rates of change of the lengths of tendons and actuators. */
export function lengthVelocity(m: Model, d: Data): void {
  if (velocityInPlace(m, d)) return;
  if (m.ntendon > 0) run.mulTendonJ(m, d, d.ten_velocity, d.qvel);
  actuatorVelocity(m, d);
}

/** The same by a kernel. Returns whether there is one: for dense rows of tendons. */
function velocityInPlace(m: Model, d: Data): boolean {
  const fast = isSparse(m) || isDisabled(m, ACTUATION) ? null : run.actuatorsInPlace(m, d);
  if (fast === null) return false;
  const { kernels, at, fields } = fast;
  const areInPlace = d.qvel === fields.qvel && d.ten_velocity === fields.ten_velocity && d.ten_J === fields.ten_J;
  if (areInPlace) kernels.lengthRates(at);
  return areInPlace;
}

/** Rates of change of actuator lengths; zero while actuation is disabled. */
export function actuatorVelocity(m: Model, d: Data): void {
  const { nu } = m;
  if (nu === 0) return;
  const { qvel, actuator_velocity, actuator_moment, moment_rownnz, moment_rowadr, moment_colind } = d;
  if (isDisabled(m, ACTUATION)) zero(actuator_velocity, 0, nu);
  else run.mulMatVecSparse(actuator_velocity, actuator_moment, qvel, nu, moment_rownnz, moment_rowadr, moment_colind);
}
