/** Time of each stage of a scene's step, called alone, beside native MuJoCo's: both take turns from the same states. */

import * as engine from "@plumbline/sim";
import {
  compile,
  Data,
  forward,
  getState,
  Integrator,
  type Model,
  setState,
  Solver,
  State,
  stateSize,
  step,
} from "@plumbline/sim";
import { type Figures, type Side, takeTurns, warmUp } from "./bench_slices.ts";
import { modelOf, type StepScene } from "./bench_step_scenes.ts";
import { callsPerSlice, control, SPACING, STATES } from "./bench_steps.ts";
import { loopOf, NativeLibrary, type NativeStage } from "./native_library.ts";

/** Times of stages that are called together (µs). */
export interface StageRow extends Figures {
  stages: string;
}

/** Functions that are called one after another. */
type Stages = readonly NativeStage[];

// what changes the state, so that a slice has few calls
const MOVES: Stages = ["Euler", "implicit", "step"];
const FEW_CALLS = 5;
// calls that tell how many a slice has
const TRIAL_CALLS = 200;

/** The stages of a model's step, in order, then the whole step. Those that take room in MuJoCo's arena follow the one that empties it. */
export function stagesOf(m: Model): Stages[] {
  const { integrator, solver, noslip_iterations } = m.opt;
  const isDual = solver === Solver.PGS || noslip_iterations > 0;
  return [
    ["kinematics"],
    ["comPos"],
    ...when(m.ncam + m.nlight > 0, ["camlight"]),
    ...when(m.nflex > 0, ["flex"]),
    ...when(m.ntendon > 0, ["tendon"]),
    ["makeM"],
    ["factorM"],
    ["collision"],
    ["makeConstraint"],
    ["makeConstraint", "island"],
    ...when(m.nu > 0, ["transmission"]),
    ...when(isDual, ["makeConstraint", "projectConstraint"]),
    ["fwdPosition"],
    ["comVel"],
    ["passive"],
    ["referenceConstraint"],
    ["fwdVelocity"],
    ...when(m.nu > 0, ["fwdActuation"]),
    ["fwdAcceleration"],
    ["fwdConstraint"],
    ...when(m.nsensor > 0, ["sensorPos"], ["sensorVel"], ["sensorAcc"]),
    ["forward"],
    ...when(integrator === Integrator.EULER, ["Euler"]),
    ...when(integrator === Integrator.IMPLICIT || integrator === Integrator.IMPLICITFAST, ["implicit"]),
    ["step"],
  ];
}

function when(condition: boolean, ...stages: Stages[]): Stages[] {
  return condition ? stages : [];
}

/** Measures each stage of a scene for its share of the given number of seconds; `print` receives the rows so far. */
export async function measureStages(
  scene: StepScene,
  seconds: number,
  print: (rows: readonly StageRow[]) => void,
): Promise<StageRow[]> {
  const xml = await modelOf(scene);
  const m = compile(xml);
  const d = new Data(m);
  const native = (await NativeLibrary.find()).load(xml);
  const states = statesAlong(m, d, scene);
  const prepare = (slice: number) => {
    const state = states[slice % STATES];
    setState(m, d, state, State.INTEGRATION);
    native.setState(state, State.INTEGRATION);
    forward(m, d);
    native.forward();
  };

  const list = stagesOf(m);
  const rows: StageRow[] = [];
  for (const stages of list) {
    const loop = loopOf(stages.map((stage) => engine[stage]));
    const sides = {
      plumbline: { prepare, run: (calls: number) => loop(m, d, calls) },
      mujoco: { prepare, run: native.loop(stages) },
    };
    const calls = stages.some((stage) => MOVES.includes(stage)) ? FEW_CALLS : callsOf(sides.plumbline);
    await warmUp(sides, calls);
    rows.push({ stages: stages.join(" + "), ...takeTurns(sides, calls, seconds / list.length) });
    print(rows);
  }
  native.free();
  return rows;
}

/** States along the trajectory of a scene that has settled. */
function statesAlong(m: Model, d: Data, { settle, drive }: StepScene): Float64Array<ArrayBuffer>[] {
  const run = (steps: number) => {
    for (let i = 0; i < steps; i++) {
      for (let k = 0; k < m.nu; k++) d.ctrl[k] = control(k, d.time, drive);
      step(m, d);
    }
  };
  run(settle);
  return Array.from({ length: STATES }, () => {
    const state = new Float64Array(stateSize(m, State.INTEGRATION));
    getState(m, d, state, State.INTEGRATION);
    run(SPACING);
    return state;
  });
}

/** Calls that fill a slice. */
function callsOf(side: Side): number {
  side.prepare(0);
  const start = performance.now();
  side.run(TRIAL_CALLS);
  return callsPerSlice((performance.now() - start) / TRIAL_CALLS);
}
