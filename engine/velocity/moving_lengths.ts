/** Rates of change of lengths: flex edges, tendons, and actuators. */

import { zero } from "../math/vec.ts";
import * as queries from "../model/queries.ts";
import { mulMatVecSparse } from "../linear/sparse.ts";
import { mulTendonJ } from "./tendon_jacobian.ts";
import type { Data } from "../data.ts";
import { DisableBit } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const run = { mulMatVecSparse, mulTendonJ };
const { isDisabled } = queries;
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

/** Rates of change of tendon lengths. */
export function tendonVelocity(m: Model, d: Data): void {
  if (m.ntendon > 0) run.mulTendonJ(m, d, d.ten_velocity, d.qvel);
}

/** Rates of change of actuator lengths; zero while actuation is disabled. */
export function actuatorVelocity(m: Model, d: Data): void {
  const { nu } = m;
  if (nu === 0) return;
  const { qvel, actuator_velocity, actuator_moment, moment_rownnz, moment_rowadr, moment_colind } = d;
  if (isDisabled(m, ACTUATION)) zero(actuator_velocity, 0, nu);
  else run.mulMatVecSparse(actuator_velocity, actuator_moment, qvel, nu, moment_rownnz, moment_rowadr, moment_colind);
}
