/** Calls that take several functions of MuJoCo, because those have arguments that a recipe cannot write down. */

import { State } from "../../engine/types/enums.ts";

/** The bindings, which are generated. */
// deno-lint-ignore no-explicit-any
type Foreign = any;

/** A call: the bindings, model, and data, then its arguments; those that are outputs are filled. */
// deno-lint-ignore no-explicit-any
type Composed = (mj: Foreign, m: Foreign, d: Foreign, ...args: any[]) => void;

/** The composed calls, by name. */
export const COMPOSED: Readonly<Record<string, Composed>> = {
  rollout,
  perturb,
  solverStatistics,
  arena,
  setLengthRange,
};

/** Reads what the model has, and does nothing. */
function arena(): void {}

/** Finds the length range of an actuator, with options in the order of their declaration; null for the default. */
function setLengthRange(mj: Foreign, m: Foreign, d: Foreign, index: number, given: number[] | null): void {
  const options = new mj.MjLROpt();
  mj.mj_defaultLROpt(options);
  if (given !== null) {
    const names = ["mode", "useexisting", "uselimit", "accel", "maxforce", "timeconst", "timestep", "inttotal"];
    [...names, "interval", "tolrange"].forEach((name, i) => options[name] = given[i]);
  }
  mj.mj_setLengthRange(m, d, index, options);
  options.delete();
}

/** Steps from several states, one after another, each with new data. */
function rollout(
  mj: Foreign,
  m: Foreign,
  _d: Foreign,
  initial: number[],
  control: number[] | null,
  steps: number,
  controlSpec: number,
  warmstart: number[] | null,
  states: Float64Array,
  readings: Float64Array,
): void {
  const nstate = mj.mj_stateSize(m, State.FULLPHYSICS);
  const ncontrol = mj.mj_stateSize(m, controlSpec);
  const count = initial.length / nstate;
  const rows = control === null ? 0 : control.length / ncontrol;
  const state = mj.DoubleBuffer.FromArray(Array(nstate).fill(0));
  for (let r = 0; r < count; r++) {
    const d = new mj.MjData(m);
    mj.mj_setState(m, d, initial.slice(r * nstate, (r + 1) * nstate), State.FULLPHYSICS);
    if (warmstart !== null) d.qacc_warmstart.set(warmstart.slice(r * m.nv, (r + 1) * m.nv));
    for (let t = 0; t < steps; t++) {
      // controls of every step of every rollout, of every step, or one for all
      const row = rows === 1 ? 0 : rows === steps ? t : r * steps + t;
      if (control !== null) mj.mj_setState(m, d, control.slice(row * ncontrol, (row + 1) * ncontrol), controlSpec);
      mj.mj_step(m, d);
      mj.mj_getState(m, d, state, State.FULLPHYSICS);
      states.set(state.GetView(), (r * steps + t) * nstate);
      readings.set(d.sensordata, (r * steps + t) * m.nsensordata);
    }
    d.delete();
  }
  state.delete();
}

/** The mouse takes a body at a point of it, moves it, and pulls at it. */
function perturb(
  mj: Foreign,
  m: Foreign,
  d: Foreign,
  select: number,
  localpos: number[],
  camera: number[],
  moves: number[],
  active: number,
  paused: number,
  out: Float64Array,
): void {
  const scene = new mj.MjvScene();
  const cameras = scene.camera;
  for (let eye = 0; eye < 2; eye++) {
    const it = cameras.get(eye);
    it.pos.set(camera.slice(0, 3));
    it.forward.set(camera.slice(3, 6));
    it.up.set(camera.slice(6, 9));
    [it.frustum_bottom, it.frustum_top, it.frustum_near, it.orthographic] = camera.slice(9);
    cameras.set(eye, it);
  }
  scene.camera = cameras;
  const pert = new mj.MjvPerturb();
  pert.select = select;
  pert.localpos.set(localpos);
  mj.mjv_initPerturb(m, d, scene, pert);
  for (let k = 0; k < moves.length; k += 3) {
    mj.mjv_movePerturb(m, d, moves[k], moves[k + 1], moves[k + 2], scene, pert);
  }
  pert.active = active & 1;
  pert.active2 = active & 2;
  mj.mjv_applyPerturbForce(m, d, pert);
  mj.mjv_applyPerturbPose(m, d, pert, paused);
  out.set([...pert.refpos, ...pert.refquat, ...pert.refselpos, ...pert.localpos, pert.localmass, pert.scale]);
  pert.delete();
  scene.delete();
}

/** The solver's records, from slot `first` on. */
function solverStatistics(
  _mj: Foreign,
  _m: Foreign,
  d: Foreign,
  first: number,
  count: number,
  out: Float64Array,
): void {
  const records = d.solver;
  for (let i = 0; i < count; i++) {
    const { improvement, gradient, lineslope, nactive, nchange, neval, nupdate } = records.get(first + i);
    out.set([improvement, gradient, lineslope, nactive, nchange, neval, nupdate], 7 * i);
  }
}
