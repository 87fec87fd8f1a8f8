/** Noise: how much MuJoCo's results change when its input moves by one unit in the last place. */

import { makeCalls } from "../calls/make_calls.ts";
import { DATA_COUNTS, DATA_FIELDS } from "../../engine/types/data_fields.ts";
import { EnableBit } from "../../engine/types/enums.ts";
import { advance, applyEvents, assign, type Events, readArray, writeInputs, writeState } from "../replay/drive.ts";
import type { Loaded, Numbers, Simulation } from "../engine.ts";
import { isDataField, isIntegerField, NEXT, STATE } from "../replay/fields.ts";
import type { FrameReader } from "./frames.ts";
import type { CaseFile } from "./golden.ts";
import { parsePath } from "../replay/labels.ts";
import type { Frame, OracleSimulation, RunFrame } from "./mint.ts";
import { randomFrom } from "../random.ts";

/** The change in MuJoCo's results when its input moves by one ulp. */
export class Noise {
  readonly fragile = new Set<number>();
  #floors = new Map<string, number[]>();
  #seeds: number;

  constructor(seeds: number) {
    this.#seeds = seeds;
  }

  /** Runs a frame again on `twin`, with its input moved. */
  measure(file: CaseFile, twin: OracleSimulation, fields: readonly string[], frame: RunFrame): void {
    const { step, state, before, result, next } = frame;
    const still = stillOf(twin, before);
    for (let seed = 0; seed < this.#seeds; seed++) {
      const moved = moveByUlp(state, 7919 * seed + step, still);
      for (const [name, values] of before ?? []) twin.write(name, values);
      writeState(twin, (name) => moved.get(name));
      applyDataEvents(twin, file.events, step);
      twin.forward();
      if (!sameStructure(result, twin)) {
        this.fragile.add(step);
        continue;
      }
      if (file.drive === "inverse") twin.inverse();
      for (const [name, list] of Object.entries(file.calls ?? {})) {
        const [expected, given] = [result.get(`call.${name}`), makeCalls(twin, name, list)];
        if (expected?.length === given?.length) {
          this.#add(`call.${name}`, step, expected ?? NO_VALUES, given ?? NO_VALUES);
        }
      }
      for (const name of fields) {
        const values = result.get(name);
        if (values !== undefined) this.#add(name, step, values, readArray(twin, name));
      }
      if (next === undefined) continue;
      writeState(twin, (name) => moved.get(name));
      advance(twin, file, moved.get("state.ctrl"));
      for (const [name, values] of next) this.#add(`next.${name}`, step, values, readArray(twin, name));
    }
  }

  #add(name: string, step: number, a: Numbers, b: Numbers): void {
    if (!(a instanceof Float64Array)) return;
    const difference = largestDifference(a, b);
    if (difference === Infinity) this.fragile.add(step);
    if (difference === 0 || difference === Infinity) return;
    let floors = this.#floors.get(name);
    if (floors === undefined) this.#floors.set(name, floors = []);
    floors[step] = Math.max(floors[step] ?? 0, difference);
  }

  /** One floor for all steps if they are equal, otherwise one for each. */
  floors(frames: number): Record<string, number | number[]> {
    const out: Record<string, number | number[]> = {};
    for (const [name, floors] of this.#floors) {
      out[name] = compact(Array.from({ length: frames }, (_, i) => floors[i] ?? 0));
    }
    return out;
  }
}

/** One floor for all frames if they are equal, otherwise one for each. */
export function compact(floors: readonly number[]): number | number[] {
  const most = Math.max(...floors);
  const alike = floors.every((x) => x >= most / 10);
  return alike ? roundUp(most) : floors.map(roundUp);
}

/** Two digits, rounded up. */
function roundUp(x: number): number {
  if (x === 0) return 0;
  const short = Number(x.toExponential(1));
  return short >= x ? short : Number((x * 1.06).toExponential(1));
}

/**
 * NaN in the same place on both sides, like equal infinities, is no difference; on only one side it is an infinite one.
 */
export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < a.length; i++) {
    if (Object.is(a[i], b[i])) continue;
    const difference = Math.abs(a[i] - b[i]);
    if (Number.isNaN(difference)) return Infinity;
    if (difference > most) most = difference;
  }
  return most;
}

/**
 * Whether the moved input leads to the same contacts, rows, and sparsity; only then can values be compared one by one.
 */
function sameStructure(result: Frame, twin: Simulation): boolean {
  for (const [name, values] of result) {
    // the state of a row may change without rows appearing or disappearing
    if (!isIntegerField(name) || name === "efc_state") continue;
    const other = readArray(twin, name);
    for (let i = 0; i < values.length; i++) {
      if (values[i] !== other[i]) return false;
    }
  }
  return true;
}

/** Events that concern the data are made on the twin too; the model is shared. */
function applyDataEvents(twin: OracleSimulation, events: Events | undefined, step: number): void {
  for (const event of events ?? []) {
    if (event.step !== step) continue;
    const own = Object.entries(event.set).filter(([path]) => isDataField(parsePath(path).field));
    const beyondState = own.filter(([path]) => !(STATE as readonly string[]).includes(parsePath(path).field));
    assign(twin, Object.fromEntries(beyondState));
  }
}

const NO_VALUES = new Float64Array();

/** Elements of the state that must not be moved. */
export type Still = Readonly<Record<string, ReadonlySet<number> | undefined>>;

const NOTHING_SLEEPS: Still = {};

/** What must not be moved in a frame, given the values kept from the one before if trees may sleep. */
export function stillOf(sim: Simulation, before: Frame | undefined): Still {
  return before === undefined ? NOTHING_SLEEPS : asleep(sim, before);
}

/** Fields of the data that a simulation keeps from one step to the next. */
const KEPT = [
  ...Object.entries(DATA_FIELDS).filter(([, [, rows]]) => !(rows in DATA_COUNTS)).map(([name]) => name),
  ...["ntree_awake", "nbody_awake", "nparent_awake", "nv_awake"],
];

/**
 * What a twin needs besides the state if trees may sleep: everything that is kept, because sleeping trees are not
 * recomputed. Undefined if they may not.
 */
export function keptWhereTreesSleep(sim: Simulation): Frame | undefined {
  if ((Number(sim.read("opt.enableflags")) & EnableBit.SLEEP) === 0) return undefined;
  return new Map(KEPT.map((name) => [name, readArray(sim, name).slice()] as const).filter(([, it]) => it.length > 0));
}

/** Positions and velocities of sleeping trees: moving them would wake the trees. */
function asleep(sim: Simulation, before: Frame): Still {
  const trees = before.get("tree_asleep") ?? new Int32Array();
  const qpos = new Set<number>();
  const qvel = new Set<number>();
  const [types, positions, dofs, treeOf] = ["jnt_type", "jnt_qposadr", "jnt_dofadr", "dof_treeid"]
    .map((name) => readArray(sim, name));
  for (let joint = 0; joint < types.length; joint++) {
    if (!(trees[treeOf[dofs[joint]]] >= 0)) continue;
    const nq = joint + 1 < types.length ? positions[joint + 1] : Number(sim.read("nq"));
    const nv = joint + 1 < types.length ? dofs[joint + 1] : Number(sim.read("nv"));
    for (let i = positions[joint]; i < nq; i++) qpos.add(i);
    for (let i = dofs[joint]; i < nv; i++) qvel.add(i);
  }
  return { "state.qpos": qpos, "state.qvel": qvel };
}

const MOVED = ["state.qpos", "state.qvel", "state.act", "state.ctrl"];

/** The state with each position, velocity, activation, and control moved up or down by one unit in the last place. */
function moveByUlp(state: Frame, seed: number, still: Still = NOTHING_SLEEPS): Frame {
  const random = randomFrom(seed);
  const out: Frame = new Map(state);
  for (const name of MOVED) {
    const values = state.get(name)?.slice();
    if (values === undefined) continue;
    for (let i = 0; i < values.length; i++) {
      const up = random() < 0.5;
      if (still[name]?.has(i)) continue;
      // the neighbors of zero are too small to matter: in half of the runs it moves like a number between ½ and 1
      if (values[i] === 0) values[i] = seed % 2 === 0 ? 0 : up ? 2 ** -53 : -(2 ** -53);
      else values[i] = neighbour(values[i], up);
    }
    out.set(name, values);
  }
  return out;
}

const bits = new BigInt64Array(1);
const bitsAsDouble = new Float64Array(bits.buffer);

/** The next double above or below a nonzero number; numbers that are not finite are returned unchanged. */
export function neighbour(x: number, up: boolean): number {
  if (!Number.isFinite(x)) return x;
  bitsAsDouble[0] = x;
  bits[0] += (x > 0) === up ? 1n : -1n;
  return bitsAsDouble[0];
}

/**
 * Runs freely from the first state, moved by one ulp, and returns the difference of the values that each step carries
 * over.
 */
export async function freeNoise(
  file: CaseFile,
  again: () => Promise<Loaded>,
  frames: FrameReader,
  seeds: number,
  fragile: Set<number>,
): Promise<Record<string, number | number[]>> {
  const worst = new Map<string, number[]>();
  const names = NEXT.filter((name) => !isIntegerField(name));
  const first: Frame = new Map();
  for (const name of STATE) {
    const values = frames.get(`state.${name}`, 0);
    if (values !== undefined) first.set(`state.${name}`, values);
  }
  for (let seed = 0; seed < seeds; seed++) {
    const loaded = await again();
    if (loaded.outcome !== "loaded") throw new Error("MuJoCo refuses a model that it had accepted");
    const { simulation: sim } = loaded;
    const moved = moveByUlp(first, seed);
    writeState(sim, (name) => moved.get(name));
    for (let step = 0; step < frames.frames; step++) {
      writeInputs(sim, frames, step);
      applyEvents(sim, file.events, step);
      advance(sim, file, frames.get("state.ctrl", step));
      for (const name of names) {
        const expected = frames.get(`next.${name}`, step);
        if (expected === undefined || expected.length === 0) continue;
        const list = worst.get(name) ?? new Array<number>(frames.frames).fill(0);
        worst.set(name, list);
        const difference = largestDifference(expected, readArray(sim, name));
        if (difference === Infinity) fragile.add(step);
        else list[step] = Math.max(list[step], difference);
      }
    }
    sim.close();
  }
  return Object.fromEntries([...worst].map(([name, list]) => [name, compact(list)]));
}
