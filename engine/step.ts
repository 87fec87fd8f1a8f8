/** Simulation steps: the ordered list of what one step does. */

import {
  finishAcceleration,
  finishPosition,
  finishVelocity,
  forward,
  forwardSkip,
  fwdForces,
  fwdPosition,
  fwdVelocity,
} from "./forward.ts";
import { advance, advanceActivation, advanceCtrlHistory } from "./integrate/advance.ts";
import { euler } from "./integrate/euler.ts";
import { implicit as implicitIncrement, implicitAgain } from "./integrate/implicit.ts";
import { rungeKutta } from "./integrate/runge_kutta.ts";
import { compareFwdInv } from "./inverse.ts";
import { resetData } from "./reset.ts";
import { advanceSensorHistory } from "./sensor/sensor.ts";
import { sleep } from "./sleep/sleep.ts";
import { updateSleep } from "./sleep/awake.ts";
import * as queries from "./model/queries.ts";
import { warn } from "./model/warning.ts";
import { Lap, lap as takeLap } from "./stopwatch.ts";
import type { Data } from "./data.ts";
import { MAXVAL } from "./types/constants.ts";
import { DisableBit, EnableBit, Integrator, Stage, Warning } from "./types/enums.ts";
import type { Model } from "./types/model.ts";

// V8-1
const { isDisabled, isEnabled, isSleepFiltered } = queries;
const { CHECKS, INTEGRATION, SLEEP } = Lap;
const lap = takeLap;
const run = { advance, advanceActivation, euler, forward, implicitIncrement };
const { AUTORESET } = DisableBit;
const { FWDINV } = EnableBit;
const { EULER, RK4 } = Integrator;
const { POS, VEL } = Stage;
const { BADQACC, BADQPOS, BADQVEL } = Warning;
const HUGE = MAXVAL;

/**
 * Advances the simulation by one time step with the model's integrator.
 *
 * @example A ball that falls for a tenth of a second
 * ```ts
 * import { compile, Data, step } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body>
 *         <freejoint/>
 *         <geom size="0.1"/>
 *       </body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * while (data.time < 0.0999) step(model, data);
 * if (Math.abs(data.qvel[2] + 0.981) > 1e-12) throw new Error("wrong speed");
 * ```
 */
export function step(m: Model, d: Data): void {
  checkPos(m, d);
  checkVel(m, d);
  lap(CHECKS);
  run.forward(m, d);
  checkAcc(m, d);
  lap(CHECKS);
  if (isEnabled(m, FWDINV)) compareFwdInv(m, d);
  integrate(m, d, m.opt.integrator);
}

/**
 * A step that skips the stages up to `skipstage` (a value of `Stage`), and uses their results and the factors of the
 * integrator from the step before; if `skipsensor` is 1, sensors are skipped too.
 */
export function stepSkip(m: Model, d: Data, skipstage: number, skipsensor: 0 | 1): void {
  checkPos(m, d);
  checkVel(m, d);
  forwardSkip(m, d, skipstage, skipsensor);
  checkAcc(m, d);
  if (isEnabled(m, FWDINV)) compareFwdInv(m, d);
  if (skipstage >= VEL && m.opt.integrator >= Integrator.IMPLICIT) {
    implicitAgain(m, d);
    finish(m, d);
  } else {
    integrate(m, d, m.opt.integrator);
  }
}

/** First half of a step: everything that does not depend on controls or applied forces. */
export function step1(m: Model, d: Data): void {
  checkPos(m, d);
  checkVel(m, d);
  lap(CHECKS);
  fwdPosition(m, d);
  finishPosition(m, d, 0);
  fwdVelocity(m, d);
  finishVelocity(m, d, 0);
  d.callbacks.control?.(m, d);
}

/** Second half of a step, after controls and applied forces are set. Runge–Kutta falls back to Euler. */
export function step2(m: Model, d: Data): void {
  fwdForces(m, d);
  finishAcceleration(m, d);
  checkAcc(m, d);
  lap(CHECKS);
  if (isEnabled(m, FWDINV)) compareFwdInv(m, d);
  integrate(m, d, m.opt.integrator === RK4 ? EULER : m.opt.integrator);
}

/** Advances the state by one time step with semi-implicit Euler integration, after `forward`. */
export function Euler(m: Model, d: Data): void {
  integrate(m, d, EULER);
}

/** Advances the state by one time step with an explicit Runge–Kutta method, after `forward`. Its order `n` must be 4. */
export function RungeKutta(m: Model, d: Data, n: number): void {
  if (n !== 4) throw new RangeError(`RungeKutta: order must be 4, got ${n}`);
  integrate(m, d, RK4);
}

/** Advances the state by one time step with the implicit integrator that `opt.integrator` names, after `forward`. */
export function implicit(m: Model, d: Data): void {
  const { integrator } = m.opt;
  if (integrator !== Integrator.IMPLICIT && integrator !== Integrator.IMPLICITFAST) {
    throw new RangeError(`implicit: opt.integrator must be IMPLICIT or IMPLICITFAST, got ${integrator}`);
  }
  integrate(m, d, integrator);
}

/** Finds the increment of the state, and applies it. */
function integrate(m: Model, d: Data, integrator: number): void {
  increment(m, d, integrator);
  finish(m, d);
}

/** Finds the increment of the state. */
export function increment(m: Model, d: Data, integrator: number): void {
  switch (integrator) {
    case EULER:
      run.euler(m, d);
      break;
    case RK4:
      rungeKutta(m, d);
      break;
    default:
      run.implicitIncrement(m, d);
  }
}

/** Applies the increment. */
export function finish(m: Model, d: Data): void {
  if (m.nhistory > 0) {
    advanceCtrlHistory(m, d);
    advanceSensorHistory(m, d);
  }
  run.advanceActivation(m, d);
  if (isEnabled(m, EnableBit.SLEEP)) fallAsleep(m, d);
  run.advance(m, d);
  lap(INTEGRATION);
}

/** Trees that fall asleep stop moving, so everything that depends on velocities is computed again. */
function fallAsleep(m: Model, d: Data): void {
  lap(INTEGRATION);
  if (sleep(m, d) > 0) {
    forwardSkip(m, d, POS, 0);
    updateSleep(m, d);
  }
  lap(SLEEP);
}

/** Index of the first number that is NaN or too large, or −1. */
function firstBad(values: Float64Array, n: number): number {
  for (let i = 0; i < n; i++) if (!(Math.abs(values[i]) <= HUGE)) return i;
  return -1;
}

/** The same for one number per dof, ignoring dofs that are asleep. */
function firstBadDof(m: Model, d: Data, values: Float64Array): number {
  if (!isSleepFiltered(m, d)) return firstBad(values, m.nv);
  const { nv_awake, dof_awake_ind } = d;
  for (let k = 0; k < nv_awake; k++) if (!(Math.abs(values[dof_awake_ind[k]]) <= HUGE)) return dof_awake_ind[k];
  return -1;
}

/**
 * Counts a bad state and, unless `AUTORESET` is disabled, resets to the initial state. A reset clears the counter, so
 * the warning is counted once more afterward; MuJoCo does that without a reset too.
 */
function handleBad(m: Model, d: Data, warning: number, info: number): void {
  warn(d, warning, info);
  if (!isDisabled(m, AUTORESET)) resetData(m, d);
  warn(d, warning, info);
}

/** Resets the simulation if a position is NaN or too large, and counts a warning. */
export function checkPos(m: Model, d: Data): void {
  const bad = firstBad(d.qpos, m.nq);
  if (bad >= 0) handleBad(m, d, BADQPOS, bad);
}

/** Resets the simulation if a velocity is NaN or too large, and counts a warning. */
export function checkVel(m: Model, d: Data): void {
  const bad = firstBadDof(m, d, d.qvel);
  if (bad >= 0) handleBad(m, d, BADQVEL, bad);
}

/** Resets the simulation if an acceleration is NaN or too large, counts a warning, and starts over with `forward`. */
export function checkAcc(m: Model, d: Data): void {
  const bad = firstBadDof(m, d, d.qacc);
  if (bad < 0) return;
  handleBad(m, d, BADQACC, bad);
  if (!isDisabled(m, AUTORESET)) run.forward(m, d);
}
