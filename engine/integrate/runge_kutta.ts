/** Explicit fourth-order integration. */

import { forwardSkip } from "../forward.ts";
import { openFrame, push } from "../model/arena.ts";
import { integrateJoints } from "./integrate_pos.ts";
import type { Data } from "../data.ts";
import { Stage } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { incrementOf } from "./increment.ts";

// V8-1
const { NONE } = Stage;

/** Scratch memory of the Runge–Kutta integrator. */
export interface RungeKuttaWork {
  /** positions at the start of the step */
  qpos: Float64Array;
  /** velocities at the start */
  qvel: Float64Array;
  /** activations at the start */
  act: Float64Array;
  /** velocity that leads to the next evaluation */
  previous: Float64Array;
  /** weighted mean of the velocities */
  sumQvel: Float64Array;
  /** weighted mean of the accelerations */
  sumQacc: Float64Array;
  /** weighted mean of the rates of change of the activations */
  sumActDot: Float64Array;
}

declare module "../types/work.ts" {
  interface Work {
    /** scratch memory of the Runge–Kutta integrator */
    rungeKutta?: RungeKuttaWork;
  }
}

/** times within the step of the second to fourth evaluation, each reached with the rates of the previous one */
const NODES = Float64Array.of(0.5, 0.5, 1);
/** weights of the four evaluations in the mean */
const WEIGHTS = Float64Array.of(1 / 6, 1 / 3, 1 / 3, 1 / 6);

/** Increment of a classic Runge–Kutta step. Sensors and energy keep their values from the start of the step. */
export function rungeKutta(m: Model, d: Data): void {
  const { nq, nv, na } = m;
  const { timestep } = m.opt;
  const { qpos, qvel, qacc, act, act_dot } = d;
  const work = d.work.rungeKutta ??= {
    qpos: new Float64Array(nq),
    qvel: new Float64Array(nv),
    act: new Float64Array(na),
    previous: new Float64Array(nv),
    sumQvel: new Float64Array(nv),
    sumQacc: new Float64Array(nv),
    sumActDot: new Float64Array(na),
  };
  const increment = incrementOf(m, d);
  const { dt } = increment;
  dt[0] = timestep;
  const { time } = d;
  const { sumQvel, sumQacc, sumActDot } = work;
  for (let i = 0; i < nq; i++) work.qpos[i] = qpos[i];
  for (let i = 0; i < nv; i++) work.qvel[i] = qvel[i];
  for (let i = 0; i < na; i++) work.act[i] = act[i];

  // the first evaluation has already been done
  sumQvel.fill(0);
  sumQacc.fill(0);
  sumActDot.fill(0);
  addStage(m, d, work, 0);

  d.work.held = heldBytes(m, d);
  for (let stage = 1; stage < 4; stage++) {
    // from the start, with the rates of the previous evaluation
    const node = NODES[stage - 1];
    for (let i = 0; i < nv; i++) {
      const v = qvel[i] * node;
      qvel[i] = work.qvel[i] + qacc[i] * node * timestep;
      work.previous[i] = v;
    }
    for (let i = 0; i < na; i++) act[i] = work.act[i] + act_dot[i] * node * timestep;
    for (let i = 0; i < nq; i++) qpos[i] = work.qpos[i];
    integrateJoints(m, qpos, work.previous, dt);
    d.time = time + node * timestep;

    forwardSkip(m, d, NONE, 1);
    addStage(m, d, work, stage);
  }

  d.work.held = 0;

  // back to the start; `advance` goes on from there
  d.time = time;
  for (let i = 0; i < nq; i++) qpos[i] = work.qpos[i];
  for (let i = 0; i < nv; i++) qvel[i] = work.qvel[i];
  for (let i = 0; i < na; i++) act[i] = work.act[i];
  increment.qvel = sumQvel;
  increment.qacc = sumQacc;
  increment.act_dot = sumActDot;
}

/** Bytes that MuJoCo keeps states and rates in: of each stage, and one more. */
function heldBytes({ nq, nv, na }: Model, d: Data): number {
  const top = push(openFrame(d.narena), 8 * (2 * nv + na), 8);
  return d.narena - push(top, 8 * 4 * (nq + 2 * nv + 2 * na), 8);
}

/** Adds the current rates to the mean with their weight. */
function addStage(m: Model, d: Data, work: RungeKuttaWork, stage: number): void {
  const { nv, na } = m;
  const weight = WEIGHTS[stage];
  const { qvel, qacc, act_dot } = d;
  const { sumQvel, sumQacc, sumActDot } = work;

  for (let i = 0; i < nv; i++) {
    sumQvel[i] += qvel[i] * weight;
    sumQacc[i] += qacc[i] * weight;
  }
  for (let i = 0; i < na; i++) sumActDot[i] += act_dot[i] * weight;
}
