/** Real MuJoCo as an engine: any version on npm, compiled to WebAssembly. */

import { CONTACT_FIELDS } from "../../engine/types/data_fields.ts";
import {
  type Assets,
  type Engine,
  EngineBroke,
  HarnessError,
  type Loaded,
  type Numbers,
  type Simulation,
} from "../engine.ts";
import { isDataField } from "../replay/fields.ts";
import type { Argument } from "../calls/functions.ts";
import { type Bound, callFunction } from "../calls/make_calls.ts";
import { COMPOSED } from "./mujoco_calls.ts";
import { ModelPlace } from "./model_place.ts";
import { checkVersion, NotOnNpm } from "./version.ts";

/** The version with which goldens are minted, and its npm package. */
export const ORACLE = { version: "3.5.1", package: "mujoco@3.1.16" } as const;

/** A module, class or object of the bindings. They are generated, and differ from version to version. */
// deno-lint-ignore no-explicit-any
type Foreign = any;

/** An instance breaks after some thousand failed loads, of some versions several hundred, so each is replaced before. */
const LOADS_PER_INSTANCE = 1500;
const REJECTED_PER_INSTANCE = 200;

/** Derivatives that have another name, because their own is that of what they derive. */
const DERIVATIVES: Readonly<Record<string, string>> = {
  subQuatJac: "mjd_subQuat",
  quatIntegrateJac: "mjd_quatIntegrate",
};

/** What it says to a plugin of its own, all of which are missing in WebAssembly. */
const OWN_PLUGIN = /plugin mujoco\.\S+ not found/;

/** What an instance says that has lost its files. */
const LOST = /Error opening file/;

/** Returns MuJoCo of a version, loading its package on first use. */
export async function mujocoEngine(version: string = ORACLE.version): Promise<MujocoEngine> {
  const { start, build } = await importPackage(version);
  return new MujocoEngine(start, build, await start());
}

async function importPackage(version: string): Promise<{ start: () => Promise<Foreign>; build: string }> {
  checkVersion(version, `mujoco@${version}`);
  const isOracle = version === ORACLE.version;
  const specifier = isOracle ? "mujoco" : `npm:@mujoco/mujoco@${version}`;

  try {
    // a name in an import itself is that of the import map, or of what a package makes of it
    const { default: load } = await keepingWorker(() => isOracle ? import("mujoco") : import(specifier));
    const start = () => keepingWorker<Foreign>(() => load({ print: () => {}, printErr: () => {} }));
    return { start, build: specifier };
  } catch (error) {
    const reason = oneLine(error);
    if (/Could not find npm package/.test(reason)) throw new NotOnNpm(`mujoco@${version}: npm has no such version`);
    throw new HarnessError(`mujoco@${version}: cannot be imported from npm (${reason})`);
  }
}

/** The package replaces the platform's Worker with its own, on import or on start; this restores the platform's. */
async function keepingWorker<T>(work: () => Promise<T>): Promise<T> {
  const { Worker } = globalThis;
  try {
    return await work();
  } finally {
    if (Worker) {
      if (globalThis.Worker !== Worker) packageWorker = globalThis.Worker;
      globalThis.Worker = Worker;
    }
  }
}

/** The Worker of the package. */
let packageWorker: typeof Worker | undefined;

/** Runs a function that may start threads: models with several meshes are compiled by more than one. */
function withPackageWorker<T>(work: () => T): T {
  const { Worker } = globalThis;
  if (packageWorker !== undefined) globalThis.Worker = packageWorker;
  try {
    return work();
  } finally {
    globalThis.Worker = Worker;
  }
}

/** MuJoCo behind the harness's interface. */
export class MujocoEngine implements Engine {
  readonly name = "mujoco";
  readonly version: string;
  /** what was imported */
  readonly build: string;
  #start: () => Promise<Foreign>;
  #module: Foreign;
  #loads = 0;
  #rejected = 0;
  #broken = false;

  constructor(start: () => Promise<Foreign>, build: string, module: Foreign) {
    this.#start = start;
    this.#module = module;
    this.build = build;
    this.version = String(module.mj_versionString());
  }

  /** The running instance of the bindings, for callers that need a single stage. */
  get module(): Foreign {
    return this.#module;
  }

  async load(xml: string, assets: Assets): Promise<Loaded> {
    const isWornOut = this.#loads >= LOADS_PER_INSTANCE || this.#rejected >= REJECTED_PER_INSTANCE;
    if (this.#broken || isWornOut) await this.#restart();
    if (this.#loads === 0) return this.#load(xml, assets);
    // what has been loaded before must not show: where it may have, a new instance has the last word
    try {
      const loaded = this.#load(xml, assets);
      if (loaded.outcome !== "rejected" || !LOST.test(loaded.message)) return loaded;
    } catch {
      // it broke
    }
    await this.#restart();
    return this.#load(xml, assets);
  }

  async #restart(): Promise<void> {
    this.#module = await this.#start();
    this.#loads = 0;
    this.#rejected = 0;
    this.#broken = false;
  }

  #load(xml: string, assets: Assets): Loaded {
    const mj = this.#module;

    // MuJoCo caches assets by their path and the time of their last change
    this.#loads++;
    const place = new ModelPlace(mj.FS, xml, assets, 1000 * (this.#loads + 1));

    let model: Foreign;
    try {
      model = place.offerFiles(() => withPackageWorker(() => mj.MjModel.mj_loadXML(place.model)));
      const data = new mj.MjData(model);
      const simulation = new MujocoSimulation(mj, model, data, () => this.#broken = true);
      return { outcome: "loaded", simulation };
    } catch (error) {
      model?.delete();
      const message = refusal(error);
      if (message === null) {
        this.#broken = true;
        throw new Error(`MuJoCo ${this.version} broke while loading: ${oneLine(error)}`);
      }
      this.#rejected++;
      const outcome = OWN_PLUGIN.test(message) ? "unsupported" : "rejected";
      return { outcome, message: place.relative(message) };
    } finally {
      place.clear();
    }
  }

  close(): void {
    this.#broken = true;
    this.#module = null;
  }
}

/** MuJoCo's reason for rejecting a model, or null if it failed rather than rejected it. */
function refusal(error: unknown): string | null {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof WebAssembly.RuntimeError) return null;
  const found = /^(?:MuJoCo Error: )?(?:Loading error: )([\s\S]*)$/.exec(text) ??
    /^MuJoCo Error: ([\s\S]*)$/.exec(text);
  return found ? found[1].trim() : null;
}

function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split("\n")[0].trim();
}

/** One model and one data of MuJoCo. */
export class MujocoSimulation implements Simulation {
  /** the bindings that own the model and the data */
  readonly mj: Foreign;
  /** `mjModel` */
  readonly model: Foreign;
  /** `mjData` */
  readonly data: Foreign;
  #onBroken: () => void;

  constructor(mj: Foreign, model: Foreign, data: Foreign, onBroken: () => void) {
    this.mj = mj;
    this.model = model;
    this.data = data;
    this.#onBroken = onBroken;
  }

  /** Another data of the same model, to be disposed of before this simulation is closed. */
  sibling(): MujocoSimulation {
    return new MujocoSimulation(this.mj, this.model, new this.mj.MjData(this.model), this.#onBroken);
  }

  /** Releases the data and keeps the model. */
  dispose(): void {
    this.data.delete();
  }

  /** Moves the positions along velocities for a time. */
  integratePos(velocity: Float64Array, time: number): void {
    const { mj, model, data } = this;
    mj.mj_integratePos(model, data.qpos, [...velocity], time);
  }

  read(field: string): Numbers | number | undefined {
    try {
      return this.#read(field);
    } catch (error) {
      // some builds cannot return arrays of bool
      // an array that did not fit into the arena is handed out with a length beyond all memory
      if (error instanceof RangeError) throw new Error(`MuJoCo broke while ${field} was read: ${oneLine(error)}`);
      if (!/unknown type/.test(String(error))) throw error;
      return undefined;
    }
  }

  #read(field: string): Numbers | number | undefined {
    const { model, data } = this;
    const dot = field.indexOf(".");
    if (dot < 0) {
      if (field === "warning") return this.#warnings("number");
      return plain(isDataField(field) ? data[field] : model[field]);
    }
    const owner = field.slice(0, dot);
    const name = field.slice(dot + 1);
    if (owner === "contact") return this.#contacts(name);
    if (owner === "warning") return this.#warnings(name);
    const part = model[owner];
    if (part === undefined) return undefined;
    const value = plain(part[name]);
    return typeof value === "object" ? value.slice() : value;
  }

  #contacts(name: string): Numbers | undefined {
    const row = CONTACT_FIELDS[name as keyof typeof CONTACT_FIELDS];
    if (row === undefined) return undefined;
    const [dtype, columns] = row;
    const count = Number(this.data.ncon);
    const out = dtype === "f64" ? new Float64Array(count * columns) : new Int32Array(count * columns);
    const all = this.data.contact;
    for (let i = 0; i < count; i++) {
      const contact = all.get(i);
      if (columns === 1) out[i] = Number(contact[name]);
      else out.set(contact[name], i * columns);
      contact.delete();
    }
    all.delete();
    return out;
  }

  #warnings(name: string): Int32Array {
    // a view of what the data owns, unlike the list of contacts: it must not be deleted
    const all = this.data.warning;
    const out = new Int32Array(all.size());
    for (let i = 0; i < out.length; i++) {
      const warning = all.get(i);
      out[i] = Number(warning[name]);
      warning.delete();
    }
    return out;
  }

  write(field: string, values: ArrayLike<number>, offset = 0): void {
    const dot = field.indexOf(".");
    const name = field.slice(dot + 1);
    const owner = dot < 0 ? (isDataField(field) ? this.data : this.model) : this.model[field.slice(0, dot)];
    const current = this.#memory(owner, name);
    if (typeof current === "number") owner[name] = values[0];
    else if (ArrayBuffer.isView(current)) (current as Numbers).set(values as ArrayLike<number>, offset);
    else throw new HarnessError(`MuJoCo has no field ${field} to write to`);
  }

  /** The target of a write. Some builds of the bindings cannot return arrays of bool, which is not MuJoCo's fault. */
  #memory(owner: Foreign, name: string): unknown {
    try {
      return owner?.[name];
    } catch (error) {
      if (!/unknown type/.test(String(error))) throw error;
      throw new EngineBroke(`the npm package cannot hand out ${name} to be written (${oneLine(error)}); MuJoCo can`);
    }
  }

  reset(): void {
    this.#run("mj_resetData");
  }

  resetKeyframe(key: number): void {
    this.mj.mj_resetDataKeyframe(this.model, this.data, key);
  }

  forward(): void {
    this.#run("mj_forward");
  }

  step(): void {
    this.#run("mj_step");
  }

  step1(): void {
    this.#run("mj_step1");
  }

  step2(): void {
    this.#run("mj_step2");
  }

  inverse(): void {
    this.#run("mj_inverse");
  }

  call(name: string, args: readonly Argument[]): Float64Array | undefined {
    const composed = COMPOSED[name];
    if (composed !== undefined) {
      return callFunction(this, name, args, (bound) =>
        composed(
          this.mj,
          ...bound.map((it) => {
            if (it.kind === "model") return this.model;
            if (it.kind === "data") return this.data;
            return it.kind === "given" ? it.value : it.values;
          }) as [Foreign, Foreign],
        ));
    }
    const called = this.mj[`mj_${name}`] ?? this.mj[`mju_${name}`] ?? this.mj[DERIVATIVES[name] ?? `mjd_${name}`];
    if (called === undefined) return undefined;
    return callFunction(this, name, args, (bound) => this.#callWithBuffers(called, bound));
  }

  /** Outputs of functions are first written to MuJoCo's memory. */
  #callWithBuffers(called: Foreign, bound: readonly Bound[]): unknown {
    const { mj, model, data } = this;
    const buffers: { buffer: Foreign; values: Numbers }[] = [];
    const foreign = bound.map((it) => {
      if (it.kind === "model") return model;
      if (it.kind === "data") return data;
      if (it.kind === "given") return it.value;
      const { values } = it;
      const kind = values instanceof Int32Array ? mj.IntBuffer : mj.DoubleBuffer;
      const buffer = kind.FromArray([...values]);
      buffers.push({ buffer, values });
      return buffer;
    });
    try {
      const result = called(...foreign);
      for (const { buffer, values } of buffers) values.set(buffer.GetView());
      return result;
    } catch (error) {
      this.#onBroken();
      throw new Error(`MuJoCo broke in ${called.name}: ${oneLine(error)}`);
    } finally {
      for (const { buffer } of buffers) buffer.delete();
    }
  }

  #run(name: string): void {
    try {
      this.mj[name](this.model, this.data);
    } catch (error) {
      this.#onBroken();
      throw new Error(`MuJoCo broke in ${name}: ${oneLine(error)}`);
    }
  }

  close(): void {
    try {
      this.data.delete();
      this.model.delete();
    } catch {
      // a broken instance cannot free its memory
      this.#onBroken();
    }
  }
}

/** A value in the form the harness needs: 64-bit integers become numbers. */
function plain(value: unknown): Numbers | number | undefined {
  if (value === undefined || typeof value === "number") return value;
  if (typeof value === "bigint" || typeof value === "boolean") return Number(value);
  return value as Numbers;
}
