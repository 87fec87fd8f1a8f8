/**
 * Sessions: long runs in MuJoCo and the engine, between the steps of which everything is changed that a user may change:
 * the state, inputs, options, and numbers of the model, with several data that take turns, copies of them, and loops in
 * place of kernels. After each call everything in the data is compared.
 */

import * as plumbline from "../../mod.ts";
import type { Data, Model } from "../../mod.ts";
import { MODEL_FIELDS } from "../../engine/types/model_fields.ts";
import { withoutKernels } from "../../engine/wasm/kernel_set.ts";
import { MujocoSimulation } from "../../harness/engines/mujoco.ts";
import { Random } from "./random.ts";
import { compareAll, readable } from "./stage_sequences.ts";

/** The bindings, which are generated. */
// deno-lint-ignore no-explicit-any
type Foreign = any;

type Numbers = Float64Array | Float32Array | Int32Array | Uint8Array;
type Fields = Record<string, Numbers>;

const { DisableBit, EnableBit, State } = plumbline;

/** Data on both sides. */
interface Pair {
  d: Data;
  readonly fd: Foreign;
  readonly theirs: MujocoSimulation;
}

/** Fields that are the shape of the model, or that nothing reads during a simulation. */
const LEFT_ALONE =
  /quat|wrap_prm|^(mesh|bvh|oct|skin|tex|mat|hfield_data|cam_|light_|key_|flexvert|flex_(vert|node|xvert))/;

/** Fields of the model whose numbers are changed. */
const SCALED = Object.entries(MODEL_FIELDS)
  .filter(([name, [dtype]]) => (dtype === "f64" || dtype === "f32") && !LEFT_ALONE.test(name))
  .map(([name]) => name);

const SWITCHES = [
  ...["jnt_limited", "jnt_actfrclimited", "tendon_limited", "tendon_actfrclimited", "actuator_ctrllimited"],
  ...["actuator_forcelimited", "actuator_actlimited", "actuator_actearly", "eq_active0", "jnt_actgravcomp"],
];

const CODES = ["geom_contype", "geom_conaffinity", "geom_condim", "geom_priority", "actuator_group"];

const OPTIONS: Readonly<Record<string, (r: Random) => number | number[]>> = {
  timestep: (r) => r.pick([0.001, 0.002, 0.003, 0.005, 0.01]),
  integrator: (r) => r.int(0, 3),
  solver: (r) => r.int(0, 2),
  cone: (r) => r.int(0, 1),
  jacobian: (r) => r.int(0, 2),
  iterations: (r) => r.pick([0, 1, 3, 20, 100]),
  ls_iterations: (r) => r.pick([0, 1, 5, 50]),
  noslip_iterations: (r) => r.pick([0, 0, 0, 2, 5]),
  ccd_iterations: (r) => r.pick([2, 12, 35, 50]),
  tolerance: (r) => r.pick([0, 1e-8, 1e-4]),
  impratio: (r) => r.pick([1, 1, 3, 0.5]),
  density: (r) => r.pick([0, 0, 1.2, 900]),
  viscosity: (r) => r.pick([0, 0, 0.01, 0.5]),
  sleep_tolerance: (r) => r.pick([1e-4, 0.01, 0.3, 3]),
  o_margin: (r) => r.pick([0, 0.01]),
  gravity: (r) => r.chance(0.5) ? [0, 0, -9.81] : [r.real(-3, 3), r.real(-3, 3), r.real(-12, 3)],
  wind: (r) => [r.real(-3, 3), r.real(-3, 3), 0],
  magnetic: (r) => [r.real(-1, 1), r.real(-1, 1), 0.5],
  disableactuator: (r) => r.int(0, 3),
};

/**
 * Flags that are switched. Without automatic reset, NaN meets zeros that MuJoCo skips; inverse dynamics of discrete
 * accelerations reads derivatives that trees had before they fell asleep.
 */
const FLAGS = [
  ...Object.entries(DisableBit).filter(([name]) => name !== "AUTORESET")
    .map(([name, bit]) => ["disableflags", name, bit] as const),
  ...Object.entries(EnableBit).filter(([name]) => name !== "INVDISCRETE")
    .map(([name, bit]) => ["enableflags", name, bit] as const),
];

const STATES = [
  ...["qpos", "qvel", "qvel", "ctrl", "ctrl", "act", "qfrc_applied", "xfrc_applied", "xfrc_applied", "eq_active"],
  ...["mocap_pos", "mocap_quat", "qacc_warmstart", "rest"],
];

const INPUTS = ["ctrl", "qfrc_applied", "xfrc_applied"];

/** A model on both sides, with data that take turns. */
export class Session {
  /** what was done, in words */
  readonly trail: string[] = [];
  readonly #pairs: Pair[] = [];
  #random = new Random(0);

  /** `fm` is the same model as `m`, in MuJoCo. */
  constructor(readonly mj: Foreign, readonly m: Model, readonly fm: Foreign, seed: number) {
    const r = new Random(seed);
    m.opt.enableflags &= ~EnableBit.INVDISCRETE;
    fm.opt.enableflags = m.opt.enableflags;
    if (r.chance(0.4)) {
      m.opt.enableflags |= EnableBit.SLEEP;
      m.opt.sleep_tolerance = r.pick([0.05, 0.5, 3, 30]);
      if (r.chance(0.3)) m.opt.gravity[2] = 0;
      fm.opt.enableflags = m.opt.enableflags;
      fm.opt.sleep_tolerance = m.opt.sleep_tolerance;
      fm.opt.gravity.set(m.opt.gravity);
    }
    this.#addData();
  }

  /** Changes something, perhaps, takes a step or several, and compares. */
  turn(seed: number): void {
    const r = this.#random = new Random(seed);
    if (this.#pairs.length < 3 && r.chance(0.01)) this.#addData();
    const k = r.chance(0.8) ? 0 : r.int(0, this.#pairs.length - 1);
    if (k > 0) this.#say(`data ${k}:`);
    const pair = this.#pairs[k];
    if (r.chance(0.25)) this.#changeState(pair, STATES);
    if (r.chance(0.12)) this.#changeOption();
    if (r.chance(0.08)) this.#changeModel(pair);
    if (r.chance(0.02)) this.#copy(pair);
    if (r.chance(0.06)) {
      this.#say("by loops:");
      withoutKernels(() => this.#run(pair));
    } else this.#run(pair);
  }

  /** Releases MuJoCo's memory. */
  close(): void {
    for (const { theirs } of this.#pairs) theirs.data.delete();
    this.fm.delete();
  }

  #say(what: string): void {
    this.trail.push(what);
  }

  #addData(): void {
    const { mj, m, fm } = this;
    const fd = new mj.MjData(fm);
    this.#pairs.push({ d: new plumbline.Data(m), fd, theirs: new MujocoSimulation(mj, fm, fd, () => {}) });
  }

  #run(pair: Pair): void {
    const { mj, m, fm } = this;
    const { d, fd, theirs } = pair;
    const r = this.#random;
    const kind = r.unit();
    let unwritten: string[] = [];
    if (kind < 0.85) {
      const n = r.chance(0.1) ? r.int(2, 12) : 1;
      this.#say(n === 1 ? "step" : `${n} steps`);
      for (let i = 0; i < n; i++) {
        plumbline.step(m, d);
        mj.mj_step(fm, fd);
      }
    } else if (kind < 0.9) {
      this.#say("step1");
      plumbline.step1(m, d);
      mj.mj_step1(fm, fd);
      this.#changeState(pair, INPUTS);
      this.#say("step2");
      plumbline.step2(m, d);
      mj.mj_step2(fm, fd);
    } else if (kind < 0.92) {
      this.#say("inverse");
      plumbline.inverse(m, d);
      mj.mj_inverse(fm, fd);
      unwritten = ["efc_b"];
    } else if (kind < 0.94) {
      const key = m.nkey > 0 ? r.int(-1, m.nkey - 1) : -1;
      this.#say(`reset ${key}`);
      plumbline.resetDataKeyframe(m, d, key);
      mj.mj_resetDataKeyframe(fm, fd, key);
      return;
    } else {
      const stage = r.int(0, 1);
      this.#say(`forward, skip ${stage}`);
      plumbline.forward(m, d);
      mj.mj_forward(fm, fd);
      plumbline.forwardSkip(m, d, stage, 0);
      mj.mj_forwardSkip(fm, fd, stage, 0);
    }
    compareAll(readable(m, d), theirs, unwritten);
  }

  /** Goes on with a copy, or takes the state to other data. */
  #copy(pair: Pair): void {
    const { mj, m, fm } = this;
    const r = this.#random;
    if (r.chance(0.5)) {
      this.#say("copy");
      const copy = plumbline.copyData(null, m, pair.d);
      if (r.chance(0.5)) {
        plumbline.step(m, pair.d);
        plumbline.copyData(pair.d, m, copy);
      } else pair.d = copy;
      return;
    }
    this.#say("state");
    const state = new Float64Array(plumbline.stateSize(m, State.INTEGRATION));
    plumbline.getState(m, pair.d, state, State.INTEGRATION);
    const { d, fd } = r.pick(this.#pairs);
    plumbline.setState(m, d, state, State.INTEGRATION);
    mj.mj_setState(fm, fd, [...state], State.INTEGRATION);
  }

  #changeState({ d, fd }: Pair, names: readonly string[]): void {
    const { m } = this;
    const r = this.#random;
    const name = r.pick(names);
    if (name === "rest") {
      this.#say("rest");
      for (const it of ["qvel", ...INPUTS]) {
        (d as unknown as Fields)[it].fill(0);
        fd[it].fill(0);
      }
      return;
    }
    const [mine, theirs] = [(d as unknown as Fields)[name], fd[name] as Numbers];
    if (mine.length === 0) return;
    const isAll = r.chance(0.3);
    const count = isAll ? mine.length : r.int(1, 3);
    const odd = r.pick([1e11, name.startsWith("mocap") ? 1e3 : NaN, 1e5]);
    const scale = r.chance(0.02) ? odd : r.pick([0.01, 0.1, 1]);
    this.#say(`${name} ± ${scale}`);
    for (let n = 0; n < count; n++) {
      const i = isAll ? n : r.int(0, mine.length - 1);
      if (name === "eq_active") theirs[i] = mine[i] = 1 - mine[i];
      else if (name === "mocap_quat") theirs[i] = mine[i] = r.real(-1, 1);
      else theirs[i] = mine[i] = r.chance(0.15) ? 0 : mine[i] + scale * r.real(-1, 1);
    }
    // poses have rotations
    if (name !== "mocap_quat") return;
    for (let i = 0; i < 4 * m.nmocap; i += 4) theirs[i] = mine[i] = 1;
  }

  #changeOption(): void {
    const { m, fm } = this;
    const r = this.#random;
    const opt = m.opt as unknown as Record<string, number | Float64Array>;
    if (r.chance(0.4)) {
      const [field, name, bit] = r.pick(FLAGS);
      opt[field] = (opt[field] as number) ^ bit;
      fm.opt[field] = opt[field];
      this.#say(`${field} ^ ${name}`);
      return;
    }
    const name = r.pick(Object.keys(OPTIONS));
    // sparse rows of contacts of elements have rotational friction from uninitialized memory
    if (m.nflex > 0 && name === "jacobian") return;
    const value = OPTIONS[name](r);
    this.#say(`${name} = ${value}`);
    if (typeof value === "number") fm.opt[name] = opt[name] = value;
    else {
      (opt[name] as Float64Array).set(value);
      fm.opt[name].set(value);
    }
  }

  #changeModel({ d, fd }: Pair): void {
    const { mj, m, fm } = this;
    const r = this.#random;
    const kind = r.unit();
    if (kind < 0.1) {
      this.#say("setConst");
      plumbline.setConst(m, d);
      mj.mj_setConst(fm, fd);
    } else if (kind < 0.3) this.#setElement(r.pick(SWITCHES), (old) => 1 - old);
    else if (kind < 0.45) {
      const name = r.pick(CODES);
      if (name !== "geom_condim") this.#setElement(name, () => r.int(0, 3));
      else if (m.nflex === 0) this.#setElement(name, () => r.pick([1, 3, 4, 6]));
    } else if (kind < 0.5) this.#setElement("hfield_data", () => r.real(0, 1));
    else this.#setElement(r.pick(SCALED), (old) => r.chance(0.2) ? old + r.real(0, 0.05) : old * r.real(0.8, 1.25));
  }

  /** Changes an element of a field of the model. */
  #setElement(name: string, change: (old: number) => number): void {
    const mine = (this.m as unknown as Fields)[name];
    if (mine.length === 0) return;
    const i = this.#random.int(0, mine.length - 1);
    mine[i] = change(mine[i]);
    this.fm[name][i] = mine[i];
    this.#say(`${name}[${i}] = ${mine[i]}`);
  }
}
