/** The exporter: runs a recipe in real MuJoCo and records the results. */

import { makeCalls } from "../calls/make_calls.ts";
import { joinColumns } from "./columns.ts";
import { advance, applyEvents, assign, frameCount, isStatic, readArray, writeState } from "../replay/drive.ts";
import { type Assets, HarnessError, type Loaded, type Numbers, type Simulation } from "../engine.ts";
import {
  COMPILED,
  COMPILED_SCALARS,
  COMPILED_SIZES,
  isIntegerField,
  NEXT,
  RESULTS,
  RESULTS_BY_NAME,
  RESULTS_OF_FLEXES,
  STATE,
  usedLength,
} from "../replay/fields.ts";
import { FrameReader, FrameWriter } from "./frames.ts";
import { type CaseFile, FORMAT, type Minted, modelPath, recipeHash, sha256, type Signal } from "./golden.ts";
import { compact, freeNoise, keptWhereTreesSleep, Noise } from "./noise.ts";
import { changeOf, roundText, SingleChanges, type SingleNoise } from "./single.ts";
import { parsePath } from "../replay/labels.ts";
import { writeNpz } from "./write_npz.ts";
import { randomFrom, symmetric } from "../random.ts";

/** MuJoCo's results for a case. */
export interface Mint {
  readonly minted: Minted;
  /** content of `trajectory.npz`; undefined if the model is rejected */
  readonly arrays: Uint8Array | undefined;
  /** the same, for immediate replay */
  readonly frames: FrameReader;
}

/** A simulation of the MuJoCo that mints. */
export interface OracleSimulation extends Simulation {
  /** another data of the same model, to be disposed of before this simulation is closed */
  sibling(): OracleSimulation;
  /** releases the data and keeps the model */
  dispose(): void;
  /** moves the positions along velocities for a time */
  integratePos(velocity: Float64Array, time: number): void;
}

/** A MuJoCo that mints. */
export interface Oracle {
  readonly version: string;
  load(xml: string, assets: Assets): Promise<Loaded> | Loaded;
}

/** The MuJoCo that mints, and the hash of its compiled library. */
export interface Mintmaster<E extends Oracle = Oracle> {
  readonly engine: E;
  /** package that it is, of npm or pip */
  readonly package: string;
  readonly build: string;
  /** number of noise runs */
  readonly seeds?: number;
}

/** Number of noise runs for a golden. */
const SEEDS = 8;

/**
 * Runs a recipe. Throws if the recipe refers to something that does not exist, or if MuJoCo does not behave as the
 * recipe says.
 */
export async function mint(
  { engine, build, package: packageName, seeds = SEEDS }: Mintmaster,
  file: CaseFile,
  model: Uint8Array,
  assets: ReadonlyMap<string, Uint8Array>,
): Promise<Mint> {
  const common = {
    format: FORMAT,
    mujoco: engine.version,
    package: packageName,
    build,
    recipe: recipeHash(file),
    files: Object.fromEntries([[modelPath(file), model] as const, ...assets].map(([path, it]) => [path, sha256(it)])),
  };
  const loaded = await engine.load(new TextDecoder().decode(model), assets);
  if (loaded.outcome !== "loaded") {
    if (file.kind !== "reject") {
      throw new HarnessError(`MuJoCo refuses the model: ${loaded.message.split("\n").join(" ")}`);
    }
    const frames = new FrameReader({ arrays: new Map(), zero: {}, ragged: [], same: {} }, 0);
    return { minted: { ...common, message: loaded.message, frames: 0, compared: 1 }, arrays: undefined, frames };
  }

  const sim = loaded.simulation as OracleSimulation;
  try {
    if (file.kind === "reject") throw new HarnessError("MuJoCo accepts the model, the recipe says that it must not");
    const text = new TextDecoder().decode(model);
    if (file.kind === "compile") {
      return await mintCompiled(common, file, sim, async () => await engine.load(roundText(text), assets));
    }
    const again = async () => await engine.load(text, assets);
    return await mintTrajectory(common, file, sim, again, seeds);
  } finally {
    sim.close();
  }
}

type Common = Pick<Minted, "format" | "mujoco" | "package" | "build" | "recipe" | "files">;

/** The fields that a case compares: the listed ones, or all except the omitted ones. */
function select(file: CaseFile, all: readonly string[], byName: readonly string[] = []): string[] {
  const { fields = "auto", omit = {} } = file;
  if (fields === "auto") return all.filter((name) => !(name in omit));
  const known = [...all, ...byName];
  for (const name of fields) {
    if (!known.includes(name)) throw new HarnessError(`fields: '${name}' is not a field that can be compared here`);
  }
  return known.filter((name) => fields.includes(name) && !(name in omit));
}

/** The model compiled by MuJoCo. */
export interface Compiled {
  /** sizes that are not zero */
  readonly sizes: Record<string, number>;
  /** options and statistics that are not zero */
  readonly scalars: Record<string, number>;
  /** MuJoCo's own arrays, which are live */
  readonly fields: ReadonlyMap<string, Numbers>;
  /** number of values */
  readonly compared: number;
}

/** Reads the model compiled by MuJoCo. */
export function readCompiled(file: CaseFile, sim: OracleSimulation): Compiled {
  const sizes: Record<string, number> = {};
  const scalars: Record<string, number> = {};
  let compared = 0;
  for (const name of select(file, COMPILED_SIZES)) {
    const value = Number(sim.read(name));
    if (value !== 0) sizes[name] = value;
    compared++;
  }
  for (const name of select(file, COMPILED_SCALARS)) {
    const value = sim.read(name) as Numbers | number;
    const list = typeof value === "number" ? [value] : [...value];
    list.forEach((x, i) => {
      if (x !== 0) scalars[typeof value === "number" ? name : `${name}[${i}]`] = x;
    });
    compared += list.length;
  }
  const fields = new Map<string, Numbers>();
  for (const name of select(file, COMPILED)) {
    const values = sim.read(name) as Numbers;
    fields.set(name, values);
    compared += values.length;
  }
  return { sizes, scalars, fields, compared };
}

async function mintCompiled(
  common: Common,
  file: CaseFile,
  sim: OracleSimulation,
  again: () => Promise<Loaded>,
): Promise<Mint> {
  const { sizes, scalars, fields, compared } = readCompiled(file, sim);
  const writer = new FrameWriter();
  writer.next();
  for (const [name, values] of fields) writer.add(name, values);
  const packed = writer.pack();
  const { zero, same } = packed;
  const { arrays, columns } = joinColumns(packed.arrays);
  const bytes = writeNpz(arrays);
  const frames = new FrameReader(packed, 1);
  const single = await singleCompiled(file, sim, frames, again);
  const nan = countNaN(frames, scalars);
  return {
    minted: {
      ...common,
      arrays: sha256(bytes),
      sizes,
      scalars,
      columns,
      zero,
      same,
      single,
      ...nan,
      frames: 1,
      compared,
    },
    arrays: bytes,
    frames,
  };
}

/** How much a compiled model changes when the numbers of its document are rounded to single precision. */
async function singleCompiled(
  file: CaseFile,
  sim: Simulation,
  frames: FrameReader,
  again: () => Promise<Loaded>,
): Promise<SingleNoise> {
  const out: SingleNoise = {};
  const values = new Map<string, Numbers>();
  for (const name of select(file, [...COMPILED_SIZES, ...COMPILED_SCALARS])) {
    values.set(name, readArray(sim, name).slice());
  }
  const loaded = await again();
  // what MuJoCo rejects once it is rounded may still be rounded once it is compiled
  if (loaded.outcome !== "loaded") return out;
  for (const [name, series] of frames.all()) values.set(name, series.values(0));
  for (const [name, expected] of values) {
    const change = changeOf(name, expected, readArray(loaded.simulation, name));
    if (change !== 0) out[name] = change === null ? null : compact([change]) as number;
  }
  loaded.simulation.close();
  return out;
}

async function mintTrajectory(
  common: Common,
  file: CaseFile,
  sim: OracleSimulation,
  again: () => Promise<Loaded>,
  seeds: number,
): Promise<Mint> {
  const frames = frameCount(file);
  const fields = resultsOf(file, sim);
  const twin = sim.sibling();
  const noise = new Noise(seeds);
  const recorded: RunFrame[] = [];
  const writer = new FrameWriter();
  let compared = 0;
  try {
    for (const frame of runFrames(file, sim, fields)) {
      compared += addFrame(writer, frame);
      noise.measure(file, twin, fields, frame);
      recorded.push(frame);
    }
  } finally {
    twin.dispose();
  }
  const single = new SingleChanges(frames);
  await single.measure(file, again, fields, recorded);

  const packed = writer.pack();
  const { zero, ragged, same } = packed;
  const { arrays, columns } = joinColumns(packed.arrays);
  const reader = new FrameReader(packed, frames);
  const free = file.free ? await freeNoise(file, again, reader, seeds, noise.fragile) : undefined;
  if (file.free) {
    await single.measureFree(file, again, reader);
    for (const name of NEXT.filter((name) => !isIntegerField(name))) {
      for (let step = 0; step < frames; step++) compared += reader.get(`next.${name}`, step)?.length ?? 0;
    }
  }
  const bytes = writeNpz(arrays);
  const minted: Minted = {
    ...common,
    arrays: sha256(bytes),
    columns,
    zero,
    ...(ragged.length > 0 ? { ragged } : {}),
    same,
    noise: noise.floors(frames),
    ...(free ? { free } : {}),
    single: single.result(),
    ...(noise.fragile.size > 0 ? { fragile: [...noise.fragile].sort((a, b) => a - b) } : {}),
    ...countNaN(reader),
    frames,
    compared,
  };
  return { minted, arrays: bytes, frames: reader };
}

/** Fields by name. */
export type Frame = Map<string, Numbers>;

/** MuJoCo's inputs and results in a frame. */
export interface RunFrame {
  readonly step: number;
  /** the state that was set, by `state.<name>` */
  readonly state: Frame;
  /** values kept from the previous frame, if trees may sleep */
  readonly before: Frame | undefined;
  /** the acceleration for `inverse` */
  readonly qacc: Numbers | undefined;
  readonly result: Frame;
  /** values that the step carries over; undefined if the case does not advance */
  readonly next: Frame | undefined;
}

/** The results that a case compares. */
export function resultsOf(file: CaseFile, sim: Simulation): string[] {
  const hasFlexes = Number(sim.read("nflex")) > 0;
  return select(file, RESULTS, RESULTS_BY_NAME).filter((name) => hasFlexes || !RESULTS_OF_FLEXES.includes(name));
}

/** Runs MuJoCo through a recipe, frame by frame. */
export function* runFrames(file: CaseFile, sim: OracleSimulation, fields: readonly string[]): Generator<RunFrame> {
  const frames = frameCount(file);
  const inputs = prepare(file, sim, frames);
  for (let step = 0; step < frames; step++) {
    if (isStatic(file) && step > 0) initialise(file, sim, step);
    const before = keptWhereTreesSleep(sim);
    inputs(step);
    applyEvents(sim, file.events, step);
    const state: Frame = new Map();
    for (const name of STATE) state.set(`state.${name}`, readArray(sim, name).slice());

    sim.forward();
    const result = capture(sim, fields);
    let qacc: Numbers | undefined;
    if (file.drive === "inverse") {
      qacc = readArray(sim, "qacc").slice();
      sim.inverse();
      result.set("qfrc_inverse", readArray(sim, "qfrc_inverse").slice());
    } else {
      result.delete("qfrc_inverse");
    }

    callAll(sim, file, result);

    let next: Frame | undefined;
    if (!isStatic(file)) {
      writeState(sim, (name) => state.get(name));
      advance(sim, file, state.get("state.ctrl"));
      next = captureNext(sim, file);
    }
    yield { step, state, before, qacc, result, next };
  }
}

/** Adds a frame to a series, and returns the number of values to be compared. */
export function addFrame(writer: FrameWriter, { state, qacc, result, next }: RunFrame): number {
  writer.next();
  for (const [name, values] of state) writer.add(name, values);
  if (qacc !== undefined) writer.add("inverse.qacc", qacc);
  for (const [name, values] of result) writer.add(name, values);
  for (const [name, values] of next ?? []) writer.add(`next.${name}`, values);
  return count(result) + (next === undefined ? 0 : count(next));
}

function count(frame: Frame): number {
  let sum = 0;
  for (const values of frame.values()) sum += values.length;
  return sum;
}

/** Number of NaNs in each compared field, over all frames; undefined if there are none. */
function countNaN(frames: FrameReader, scalars: Readonly<Record<string, number>> = {}): Pick<Minted, "nan"> {
  const nan: Record<string, number> = {};
  const add = (field: string, values: Numbers) => {
    const count = values.filter(Number.isNaN).length;
    if (count > 0) nan[field] = (nan[field] ?? 0) + count;
  };
  for (const [path, value] of Object.entries(scalars)) add(parsePath(path).field, Float64Array.of(value));
  for (const field of frames.names()) {
    if (field.startsWith("state.") || field.startsWith("inverse.")) continue;
    for (let frame = 0; frame < frames.frames; frame++) add(field, frames.get(field, frame) ?? new Float64Array());
  }
  return Object.keys(nan).length > 0 ? { nan } : {};
}

/** Makes the calls of a recipe, and adds their outputs. */
export function callAll(sim: Simulation, { calls = {} }: CaseFile, result: Frame): void {
  for (const [name, list] of Object.entries(calls)) {
    const given = makeCalls(sim, name, list);
    if (given === undefined) throw new HarnessError(`calls: MuJoCo has no function '${name}'`);
    result.set(`call.${name}`, given);
  }
}

/** Reads the part of the results that is in use. */
function capture(sim: Simulation, fields: readonly string[]): Frame {
  const out: Frame = new Map();
  for (const name of fields) {
    const whole = readArray(sim, name);
    out.set(name, whole.slice(0, usedLength(sim, name, whole.length)));
  }
  return out;
}

/** Reads the values that a step carries over. */
function captureNext(sim: Simulation, file: CaseFile): Frame {
  const out: Frame = new Map();
  for (const name of NEXT) {
    if (file.omit && (name in file.omit || `next.${name}` in file.omit)) continue;
    out.set(name, readArray(sim, name).slice());
  }
  return out;
}

/** Sets the initial state of the simulation, and returns the function that sets the inputs of a step. */
function prepare(file: CaseFile, sim: OracleSimulation, frames: number): (step: number) => void {
  initialise(file, sim, 0);
  const { ctrl, forces = {} } = file;
  const signals = [
    ["ctrl", ctrl, ctrlRanges(sim)] as const,
    ["qfrc_applied", forces.qfrc_applied, undefined] as const,
    ["xfrc_applied", forces.xfrc_applied, undefined] as const,
  ].map(([field, signal, ranges]) => {
    if (signal === undefined) return () => {};
    const length = readArray(sim, field).length;
    const rows = signalRows(field, signal, length, frames, ranges, Number(sim.read("opt.timestep")));
    return (step: number) => sim.write(field, rows[step]);
  });
  return (step) => signals.forEach((set) => set(step));
}

function initialise(file: CaseFile, sim: OracleSimulation, frame: number): void {
  const { keyframe, random, ...values } = file.init ?? {};
  if (keyframe === undefined) sim.reset();
  else if (keyframe >= Number(sim.read("nkey"))) throw new HarnessError(`init: there is no keyframe ${keyframe}`);
  else sim.resetKeyframe(keyframe);

  if (random !== undefined) {
    const next = randomFrom(random.seed + 1000 * frame);
    // positions move along random velocities, so that quaternions stay normalized
    const { qpos: far = 0, qvel: fast = 0, act = 0 } = random;
    const moves = Float64Array.from({ length: Number(sim.read("nv")) }, () => far * symmetric(next));
    sim.integratePos(moves, 1);
    sim.write("qvel", Float64Array.from(moves, () => fast * symmetric(next)));
    sim.write("act", Float64Array.from({ length: Number(sim.read("na")) }, () => act * next()));
  }
  assign(sim, values as Record<string, number | number[]>);
}

type Range = readonly [low: number, high: number];

function ctrlRanges(sim: OracleSimulation): (Range | undefined)[] {
  const limited = readArray(sim, "actuator_ctrllimited");
  const range = readArray(sim, "actuator_ctrlrange");
  return [...limited].map((on, i) => on ? [range[2 * i], range[2 * i + 1]] : undefined);
}

/** Values of an input for every step. Random and sine controls occasionally exceed their range, to test clamping. */
function signalRows(
  field: string,
  signal: Signal,
  length: number,
  frames: number,
  ranges: readonly (Range | undefined)[] | undefined,
  timestep: number,
): Float64Array[] {
  const { kind, seed = 1, scale = kind === "random" || kind === "sine" ? 1.2 : 1, values = [] } = signal;
  const random = randomFrom(seed);
  const within = (i: number, x: number) => {
    const range = ranges?.[i];
    return range ? (range[0] + range[1]) / 2 + x * scale * (range[1] - range[0]) / 2 : x * scale;
  };

  const rows: Float64Array[] = [];
  for (let step = 0; step < frames; step++) {
    const row = new Float64Array(length);
    for (let i = 0; i < length; i++) {
      if (kind === "random") row[i] = within(i, symmetric(random));
      if (kind === "sine") row[i] = within(i, Math.sin(2 * Math.PI * (1 + 0.37 * i) * (step * timestep) + seed + i));
    }
    if (kind === "constant" || kind === "table") {
      const given = kind === "constant" ? values : values[Math.min(step, values.length - 1)];
      if (!Array.isArray(given) || given.length !== length || given.some((x) => typeof x !== "number")) {
        throw new HarnessError(`${field}: ${kind} needs ${length} values for each step`);
      }
      row.set((given as number[]).map((x) => x * scale));
    }
    rows.push(row);
  }
  return rows;
}
