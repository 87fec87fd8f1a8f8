/** Speed of steps of one scene, warm: the engine, MuJoCo's WASM build, and native MuJoCo take turns. */

import { compile, Data, getState, type Model, setState, State, stateSize, step, Warning } from "@plumbline/sim";
import { HarnessError } from "../harness/engine.ts";
import type { Foreign } from "../harness/engines/model_of_mujoco.ts";
import { bytesPerCall } from "./bench_allocation.ts";
import { type Side, takeTurns, warmUp } from "./bench_slices.ts";
import { modelOf, type StepScene } from "./bench_step_scenes.ts";
import type { Row } from "./bench_table.ts";
import type { NativeLibrary, NativeSimulation } from "./native_library.ts";

/** Number of states that slices begin from. */
export const STATES = 16;
/** Steps between them: at least these, and what a slice steps. */
export const SPACING = 10;
// time of a slice of MuJoCo (ms), and the number of steps in it
const SLICE = 0.3;
const FEWEST_CALLS = 1;
const MOST_CALLS = 100;
// steps of the engine before V8 has optimized it, and the time after which there are no more (ms)
const COLD_STEPS = 500;
const COLD_TIME = 1000;
// heap growth is measured over this time (ms)
const ALLOCATION_TIME = 500;

type Vector = Float64Array<ArrayBuffer>;

/** Control `k` at time `t` of a scene that is driven by `drive`. */
export function control(k: number, t: number, drive: number): number {
  return drive === 0 ? 0 : drive * Math.sin(3 * t + 1.7 * k);
}

/** Steps that fill a slice if one takes `time` milliseconds. */
export function callsPerSlice(time: number): number {
  return Math.min(MOST_CALLS, Math.max(FEWEST_CALLS, Math.round(SLICE / time)));
}

/** MuJoCo's own trajectory: states along it, rows on average, and steps that fill a slice. */
interface Trajectory {
  states: Vector[];
  nefc: number;
  calls: number;
}

function record(mj: Foreign, fm: Foreign, fd: Foreign, m: Model, scene: StepScene): Trajectory {
  const run = (steps: number) => {
    const start = performance.now();
    for (let i = 0; i < steps; i++) {
      for (let k = 0; k < m.nu; k++) fd.ctrl[k] = control(k, fd.time, scene.drive);
      mj.mj_step(fm, fd);
    }
    return (performance.now() - start) / steps;
  };
  run(scene.settle);
  const calls = callsPerSlice(run(SPACING));
  const states: Vector[] = [];
  let nefc = 0;
  for (let i = 0; i < STATES; i++) {
    states.push(stateOf(mj, fm, fd, m));
    nefc += fd.nefc / STATES;
    run(Math.max(SPACING, calls));
  }
  return { states, nefc, calls };
}

function stateOf(mj: Foreign, fm: Foreign, fd: Foreign, m: Model): Vector {
  const buffer = new mj.DoubleBuffer(stateSize(m, State.INTEGRATION));
  mj.mj_getState(fm, fd, buffer, State.INTEGRATION);
  const state = Float64Array.from(buffer.GetView());
  buffer.delete();
  return state;
}

/** Measures a scene for the given number of seconds. */
export async function measureStep(
  mj: Foreign,
  native: NativeLibrary | undefined,
  scene: StepScene,
  seconds: number,
): Promise<Row> {
  const xml = await modelOf(scene);
  mj.FS.writeFile("/bench.xml", xml);
  const fm = mj.MjModel.mj_loadXML("/bench.xml");
  const fd = new mj.MjData(fm);
  const m = compile(xml);
  const d = new Data(m);
  const simulation = native?.load(xml);
  const { states, nefc, calls } = record(mj, fm, fd, m, scene);

  const warmup = coldSteps(m, d, states, calls);
  if (scene.sleeps) settleToSleep(m, d, simulation, scene);
  else checkAgreement(mj, fm, fd, m, d, states[0], calls, scene.name);

  const place = (set: (state: Vector) => void) => (i: number) => {
    if (!scene.sleeps) set(states[i % STATES]);
  };
  const sides = {
    mujoco: {
      prepare: place((state) => mj.mj_setState(fm, fd, state, State.INTEGRATION)),
      run: (n: number) => {
        for (let k = 0; k < n; k++) mj.mj_step(fm, fd);
      },
    },
    plumbline: {
      prepare: place((state) => setState(m, d, state, State.INTEGRATION)),
      run: (n: number) => {
        for (let k = 0; k < n; k++) step(m, d);
      },
    },
    native: simulation && nativeSide(simulation, place),
  };
  await warmUp(sides, calls);
  const figures = takeTurns(sides, calls, seconds);
  sides.plumbline.prepare(0);
  const bytes = await bytesPerCall(() => step(m, d), ALLOCATION_TIME * 1e3 / figures.plumbline);
  simulation?.free();
  fd.delete();
  fm.delete();
  return { scene: scene.name, about: scene.about, nv: m.nv, nefc: Math.round(nefc), ...figures, warmup, bytes };
}

function nativeSide(
  simulation: NativeSimulation,
  place: (set: (state: Vector) => void) => (i: number) => void,
): Side {
  return {
    prepare: place((state) => simulation.setState(state, State.INTEGRATION)),
    run: (n) => simulation.step(n),
  };
}

/** Mean time of the first steps (µs), which V8 has not optimized yet. */
function coldSteps(m: Model, d: Data, states: readonly Vector[], calls: number): number {
  const start = performance.now();
  let steps = 0;
  for (; steps < COLD_STEPS && performance.now() - start < COLD_TIME; steps++) {
    if (steps % calls === 0) setState(m, d, states[(steps / calls) % STATES], State.INTEGRATION);
    step(m, d);
  }
  return (performance.now() - start) / steps * 1e3;
}

/** Brings the others to where MuJoCo's trajectory has been: everything asleep. */
function settleToSleep(
  m: Model,
  d: Data,
  simulation: NativeSimulation | undefined,
  { name, settle }: StepScene,
): void {
  const start = new Data(m);
  const state = new Float64Array(stateSize(m, State.INTEGRATION));
  getState(m, start, state, State.INTEGRATION);
  setState(m, d, state, State.INTEGRATION);
  for (let i = 0; i < settle; i++) step(m, d);
  simulation?.step(settle);
  if (d.ntree_awake > 0) throw new HarnessError(`scene '${name}': not everything sleeps`);
}

/** A bench compares equal work: the engine and MuJoCo must come to the same state, and it must be a good one. */
function checkAgreement(
  mj: Foreign,
  fm: Foreign,
  fd: Foreign,
  m: Model,
  d: Data,
  state: Vector,
  steps: number,
  scene: string,
): void {
  mj.mj_setState(fm, fd, state, State.INTEGRATION);
  setState(m, d, state, State.INTEGRATION);
  for (let i = 0; i < steps; i++) {
    mj.mj_step(fm, fd);
    step(m, d);
  }
  const theirs = stateOf(mj, fm, fd, m);
  const ours = new Float64Array(theirs.length);
  getState(m, d, ours, State.INTEGRATION);
  const differing = ours.findIndex((value, i) => !Object.is(value, theirs[i]));
  if (differing >= 0) throw new HarnessError(`scene '${scene}': states differ from MuJoCo's at ${differing}`);
  const { number } = d.warning;
  if (number[Warning.BADQPOS] + number[Warning.BADQVEL] + number[Warning.BADQACC] > 0) {
    throw new HarnessError(`scene '${scene}' is unstable`);
  }
}

/** Cost of a call into native code (µs), which the time of native MuJoCo contains. */
export async function crossingCost(native: NativeLibrary): Promise<number> {
  const simulation = native.load("<mujoco/>");
  let best = Infinity;
  for (let trial = 0; trial < 20; trial++) {
    const start = performance.now();
    simulation.cross(20_000);
    best = Math.min(best, (performance.now() - start) / 20);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  simulation.free();
  return best;
}
