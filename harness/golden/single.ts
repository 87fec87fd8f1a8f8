/**
 * Noise in single precision: how much MuJoCo's results change when its inputs, the numbers of the model and the state,
 * are rounded to single precision and moved by one unit in its last place. Where contacts, rows, iterations, or other
 * whole numbers change, or a value changes by more than a thousandth, MuJoCo's answer says nothing about an engine in
 * single precision: such a field is not judged in such a frame.
 */

import { makeCalls } from "../calls/make_calls.ts";
import type { Loaded, Numbers, Simulation } from "../engine.ts";
import { inSingle } from "../engines/single.ts";
import { advance, applyEvents, isStatic, readArray, writeInputs, writeState } from "../replay/drive.ts";
import { isExactField, isIntegerField, NEXT, STATE, usedLength } from "../replay/fields.ts";
import { NOISE_FACTOR } from "../spec/table.ts";
import { isReal, SINGLE_FLOOR, SINGLE_MOST, SINGLE_ULP } from "../replay/tolerance.ts";
import { randomFrom } from "../random.ts";
import type { FrameReader } from "./frames.ts";
import type { CaseFile } from "./golden.ts";
import type { Frame, RunFrame } from "./mint.ts";
import { compact, type Still, stillOf } from "./noise.ts";

/** The change of each field: a number for all frames or one for each; null where the field is not judged. */
export type SingleNoise = Record<string, number | null | (number | null)[]>;

/** Number of runs: the first is rounded to the nearest number, in the others the state is moved as well. */
export const SINGLE_RUNS = 4;

/** Fields by which contacts and rows are told apart. */
const KEYS = {
  contacts: ["ncon", "contact.geom", "contact.flex", "contact.elem", "contact.vert"],
  rows: ["nefc", "efc_type", "efc_id"],
} as const;

/** Collects the changes of a case. */
export class SingleChanges {
  #frames: number;
  #changes = new Map<string, (number | null)[]>();

  constructor(frames: number) {
    this.#frames = frames;
  }

  /**
   * Runs all frames again in single precision, as a replay does: each from MuJoCo's state, but with whatever a
   * simulation keeps besides. `again` loads the model.
   */
  async measure(
    file: CaseFile,
    again: () => Promise<Loaded>,
    fields: readonly string[],
    frames: readonly RunFrame[],
  ): Promise<void> {
    for (let run = 0; run < SINGLE_RUNS; run++) {
      const sim = await reload(again);
      for (const frame of frames) this.#frame(file, sim, fields, frame, run);
      sim.close();
    }
  }

  #frame(file: CaseFile, sim: Simulation, fields: readonly string[], frame: RunFrame, run: number): void {
    const { step, state, before, qacc, result, next } = frame;
    const moved = moveState(state, 7919 * run + step, run > 0, stillOf(sim, before));
    if (isStatic(file) && step > 0) sim.reset();
    writeState(sim, (name) => moved.get(name));
    applyEvents(sim, file.events, step);
    sim.forward();
    this.#compareFrame(sim, fields, result, step);
    if (file.drive === "inverse") {
      sim.write("qacc", qacc ?? []);
      sim.inverse();
      this.#compare("qfrc_inverse", step, result.get("qfrc_inverse"), readArray(sim, "qfrc_inverse"));
    }
    for (const [name, list] of Object.entries(file.calls ?? {})) {
      this.#compare(`call.${name}`, step, result.get(`call.${name}`), makeCalls(sim, name, list));
    }
    if (next === undefined) return;
    writeState(sim, (name) => moved.get(name));
    advance(sim, file, moved.get("state.ctrl"));
    for (const [name, values] of next) this.#compare(`next.${name}`, step, values, readArray(sim, name));
  }

  #compareFrame(sim: Simulation, fields: readonly string[], result: Frame, step: number): void {
    const isSame = (keys: readonly string[]) =>
      keys.every((name) => {
        const expected = result.get(name);
        return expected === undefined || isEqual(expected, inUse(sim, name));
      });
    const same = { contacts: isSame(KEYS.contacts), rows: isSame(KEYS.rows) };
    for (const name of fields) {
      const isList = name.startsWith("contact.") || name === "ncon"
        ? "contacts"
        : /^efc_|^nefc$/.test(name)
        ? "rows"
        : null;
      if (isList !== null && !same[isList]) this.#set(name, step, null);
      else if (name !== "qfrc_inverse") this.#compare(name, step, result.get(name), inUse(sim, name));
    }
  }

  #compare(label: string, step: number, expected: Numbers | undefined, got: Numbers | undefined): void {
    if (expected !== undefined) this.#set(label, step, changeOf(label, expected, got));
  }

  #set(label: string, step: number, change: number | null): void {
    if (change === 0) return;
    let list = this.#changes.get(label);
    if (list === undefined) this.#changes.set(label, list = new Array<number | null>(this.#frames).fill(0));
    const known = list[step];
    list[step] = known === null || change === null ? null : Math.max(known, change);
  }

  /** Runs freely from the first state. */
  async measureFree(file: CaseFile, again: () => Promise<Loaded>, frames: FrameReader): Promise<void> {
    const first: Frame = new Map();
    for (const name of STATE) {
      const values = frames.get(`state.${name}`, 0);
      if (values !== undefined) first.set(`state.${name}`, values);
    }
    for (let run = 0; run < SINGLE_RUNS; run++) {
      const sim = await reload(again);
      const moved = moveState(first, run, run > 0, {});
      writeState(sim, (name) => moved.get(name));
      for (let step = 0; step < frames.frames; step++) {
        writeInputs(sim, frames, step);
        applyEvents(sim, file.events, step);
        advance(sim, file, frames.get("state.ctrl", step));
        for (const name of NEXT) {
          if (!isIntegerField(name)) {
            this.#compare(`free ${name}`, step, frames.get(`next.${name}`, step), readArray(sim, name));
          }
        }
      }
      sim.close();
    }
  }

  /** All changes that rounding alone does not explain. */
  result(): SingleNoise {
    return Object.fromEntries([...this.#changes].map(([label, list]) => [label, compactOrNull(list)]));
  }
}

async function reload(again: () => Promise<Loaded>): Promise<Simulation> {
  const loaded = await again();
  if (loaded.outcome !== "loaded") throw new Error("MuJoCo refuses a model that it had accepted");
  return inSingle(loaded.simulation, { readsExactly: true });
}

/** The change of a field of a compiled model, or of one frame; null if it is not comparable. */
export function changeOf(label: string, expected: Numbers, got: Numbers | undefined): number | null {
  if (got === undefined || got.length !== expected.length) return null;
  if (!isReal(expected)) return isEqual(expected, got) ? 0 : null;
  let [change, scale] = [0, 0];
  for (let i = 0; i < expected.length; i++) {
    const [a, b] = [expected[i], got[i]];
    if (Object.is(a, b)) continue;
    const difference = Math.abs(a - b);
    if (Number.isNaN(difference)) return null;
    if (difference > SINGLE_ULP * Math.abs(a)) change = Math.max(change, difference);
  }
  for (const x of expected) if (Math.abs(x) < Infinity) scale = Math.max(scale, Math.abs(x));
  if (change > SINGLE_MOST * Math.max(1, scale)) return null;
  // what the bound allows anyway is not worth recording
  const isRounding = !isExactField(label) && NOISE_FACTOR * change <= SINGLE_FLOOR * scale;
  return isRounding ? 0 : change;
}

/** One number for all frames if they are equal, otherwise one for each. */
function compactOrNull(list: readonly (number | null)[]): number | null | (number | null)[] {
  if (list.every((it) => it === null)) return null;
  if (list.every((it) => it !== null)) return compact(list as number[]);
  const shorts = [compact(list.map((it) => it ?? 0))].flat();
  return list.map((it, i) => it === null ? null : shorts[i % shorts.length]);
}

function isEqual(a: Numbers, b: Numbers): boolean {
  return a.length === b.length && a.every((x: number, i: number) => x === b[i]);
}

function inUse(sim: Simulation, name: string): Numbers {
  const whole = readArray(sim, name);
  return whole.subarray(0, usedLength(sim, name, whole.length));
}

const MOVED = ["state.qpos", "state.qvel", "state.act", "state.ctrl"];

/** The state in single precision, if asked with each number moved up or down by one unit in its last place. */
function moveState(state: Frame, seed: number, isMoved: boolean, still: Still): Frame {
  const random = randomFrom(seed);
  const out: Frame = new Map(state);
  for (const [name, values] of state) {
    if (!(values instanceof Float64Array)) continue;
    const near = values.map(Math.fround);
    if (isMoved && MOVED.includes(name)) {
      for (let i = 0; i < near.length; i++) {
        const up = random() < 0.5;
        if (!still[name]?.has(i)) near[i] = neighborOf(near[i], up);
      }
    }
    out.set(name, near);
  }
  return out;
}

const bits = new Int32Array(1);
const bitsAsSingle = new Float32Array(bits.buffer);

/** The next number in single precision; zero moves like a number between ½ and 1. */
function neighborOf(x: number, up: boolean): number {
  if (x === 0) return up ? 2 ** -24 : -(2 ** -24);
  if (!Number.isFinite(x)) return x;
  bitsAsSingle[0] = x;
  bits[0] += (x > 0) === up ? 1 : -1;
  return bitsAsSingle[0];
}

/** The text of a model with every number rounded to single precision. */
export function roundText(xml: string): string {
  return xml.replace(/="([^"]*)"|='([^']*)'/g, (whole, double?: string, single?: string) => {
    const text = double ?? single ?? "";
    if (!/\d/.test(text) || !/^[\s\d.eE+-]+$/.test(text)) return whole;
    return `="${text.replace(/[^\s]+/g, roundWord)}"`;
  });
}

function roundWord(word: string): string {
  const x = Number(word);
  return word === "" || Number.isNaN(x) || Number.isInteger(x) || Math.abs(x) > 3e38 ? word : String(Math.fround(x));
}
