/** Replays a golden case through the engine under test, with MuJoCo's states and calls, and compares every frame. */

import { Keys } from "./align.ts";
import type { Offer, View } from "./offer.ts";
import { diffField, isEqual } from "./diff.ts";
import { Findings } from "./findings.ts";
import { makeCalls } from "../calls/make_calls.ts";
import { dependsOnOrder, inMujocosOrder, type InOrder } from "./unordered.ts";
import { stageOfLabel } from "./pipeline.ts";
import { describeError } from "../describe_error.ts";
import { advance, applyEvents, isStatic, writeInputs, writeState } from "./drive.ts";
import { type Engine, EngineBroke, type Loaded, type Numbers, type Readable, type Simulation } from "../engine.ts";
import { COMPILED_SCALARS, COMPILED_SIZES, elementOwner, isIntegerField } from "./fields.ts";
import type { CaseFile, Golden } from "../golden/golden.ts";
import { type Label, labelOf } from "./labels.ts";
import { Lists, type Match } from "./lists.ts";
import type { CaseResult, Failure, Observer } from "./result.ts";
import { sceneOfFrame, sceneOfNext } from "./scene.ts";
import type { Series } from "../golden/series.ts";
import type { Tolerance, ToleranceTable } from "../spec/table.ts";
import {
  BITS,
  type Bound,
  boundOf,
  EXACT,
  ExpressionsMissing,
  loadExpressions,
  singleBound,
  tolerancesOfCase,
} from "./tolerance.ts";
import { changesOf } from "./words.ts";

/** Options of a replay. */
export interface ReplayOptions {
  /** called with every comparison */
  readonly observe?: Observer | undefined;
  /**
   * Collects the fields that the engine does not have, which are then not compared. Meant for other versions of MuJoCo,
   * whose fields differ; for any other engine, a missing field is a failure.
   */
  readonly absent?: Set<string> | undefined;
  /** what is seen of the case; null for everything */
  readonly view?: View | null | undefined;
  /** the precision in which the engine computes, `f64` by default */
  readonly precision?: Offer["precision"] | undefined;
  /** whether its contacts come in MuJoCo's order, `ordered` by default */
  readonly contacts?: Offer["contacts"] | undefined;
  /** failures that are kept, the first few by default */
  readonly keep?: number | undefined;
}

/** A compared field. */
interface Field extends Label {
  /** name in failures */
  readonly label: string;
  readonly series: Series;
  readonly bound: Bound;
}

/** Default number of failures kept for each case. */
const KEPT = 12;

/** Runs a case. Throws only if its tolerances are invalid; errors of the engine are failures of the case. */
export async function replay(
  engine: Engine,
  golden: Golden,
  tolerances: ToleranceTable,
  options: ReplayOptions = {},
): Promise<CaseResult> {
  const { id, file } = golden;
  const table = tolerancesOfCase(id, tolerances, file.tolerances);
  // observers see every bound, so they are evaluated first
  if (options.observe !== undefined && Object.values(table).some(isExpression)) await loadExpressions();
  for (;;) {
    const run = new Run(engine, golden, table, options);
    try {
      await run.all();
    } catch (error) {
      if (error instanceof ExpressionsMissing) {
        await loadExpressions();
        continue;
      }
      run.crash(error);
    }
    return run.result();
  }
}

function isExpression(tolerance: Tolerance): boolean {
  return tolerance.kind === "expression" || tolerance.kind === "fixed";
}

/** The engine as a case wants it, if it can be like that. */
export function variantOf(engine: Engine, { plain, kept }: Pick<CaseFile, "plain" | "kept">): Engine {
  const variant = plain ? engine.plain : kept ? engine.kept : undefined;
  return variant ?? engine;
}

class Run {
  #engine: Engine;
  #golden: Golden;
  #table: ToleranceTable;
  #observe: Observer | undefined;
  #absent: Set<string> | undefined;
  #view: View | null;
  #found: Findings;
  #fields: Field[];
  #lists: Lists;
  #step = -1;
  #precision: Offer["precision"];
  #isUnordered: boolean;
  /** the results of this frame in MuJoCo's order, if contacts may come in another */
  #ordered: InOrder | null = null;

  constructor(
    engine: Engine,
    golden: Golden,
    table: ToleranceTable,
    { observe, absent, view = null, keep = KEPT, precision = "f64", contacts = "ordered" }: ReplayOptions,
  ) {
    this.#engine = engine;
    this.#golden = golden;
    this.#table = table;
    this.#observe = observe;
    this.#absent = absent;
    this.#view = view;
    this.#precision = precision;
    this.#isUnordered = contacts === "unordered";
    this.#found = new Findings(golden, keep);
    this.#lists = new Lists(golden.frames, view);
    this.#fields = this.#listFields();
  }

  /** Lists the fields to be compared, with their bounds. */
  #listFields(): Field[] {
    const { frames } = this.#golden;
    const fields: Field[] = [];
    for (const [label, series] of frames.all()) {
      const { role, name, list } = labelOf(label);
      if (role === "state" || role === "given") continue;
      const bound = this.#boundOf(label, series.data);
      fields.push({ role, name, list, label, series, bound });
    }
    return fields;
  }

  /** The bound of a field, by its label in failures. */
  #boundOf(label: string, values: Numbers): Bound {
    const { noise, native, free, single } = this.#golden.minted;
    if (this.#precision === "f32") return singleBound(label, values, single?.[label]);
    // bits are those of one build
    if (this.#precision === "bits" && this.#golden.file.oracle !== "native") return BITS;
    const own = label.startsWith("free ") ? free?.[label.slice(5)] : noise?.[label];
    return boundOf(label, this.#table[label], own, native?.[label]);
  }

  async all(): Promise<void> {
    const { file, minted } = this.#golden;
    if (this.#view !== null && !this.#view.hasCase(file)) {
      this.#found.frames = minted.frames;
      for (const { label } of this.#fields) this.#found.unseen.add(label);
      return;
    }
    const sim = await this.#load();
    if (sim === null) return;
    try {
      if (file.kind === "compile") {
        this.#compiled(sim);
        return;
      }
      this.#trajectory(sim);
    } finally {
      sim.close();
    }
    if (file.free) await this.#free();
  }

  async #load(isFree = false): Promise<Simulation | null> {
    const { file, model, assets, minted } = this.#golden;
    const engine = variantOf(this.#engine, file);
    const text = file.rewritten ? await engine.rewrite?.(model, assets) : undefined;
    const load = isFree && engine.loadFree ? engine.loadFree : engine.load;
    const loaded = await load.call(engine, text ?? model, assets);
    if (loaded.outcome === "unsupported") {
      this.#found.fail({ reason: "unsupported", step: -1, field: "", message: loaded.message });
      return null;
    }
    if (loaded.outcome === "rejected") {
      if (file.kind === "reject") {
        this.#found.compared++;
        this.#hearRefusal(loaded.message);
      } else this.#found.fail({ reason: "rejects", step: -1, field: "", message: loaded.message });
      return null;
    }
    if (file.kind !== "reject") {
      if (!isFree) await this.#hear(loaded);
      return loaded.simulation;
    }
    loaded.simulation.close();
    this.#found.fail({ reason: "accepts", step: -1, field: "", message: `MuJoCo refuses it: ${minted.message}` });
    return null;
  }

  /** Compares what the engine says of a model or in uses, if it says what this project says. */
  async #hear(loaded: Loaded & { outcome: "loaded" }): Promise<void> {
    const { file: { says, uses }, words } = this.#golden;
    if (says === undefined || !this.#engine.explains || loaded.says === undefined) return;
    for (const { name, message } of changesOf(says, await loaded.says(uses), words ?? (() => undefined))) {
      this.#found.fail({ reason: "differs", step: -1, field: `says.${name}`, message });
    }
  }

  /** Compares why the engine refuses a model. */
  #hearRefusal(said: string): void {
    const { says } = this.#golden.file;
    if (says === undefined || !this.#engine.explains || said === says) return;
    const message = `it says\n${said}\nand should say\n${says}`;
    this.#found.fail({ reason: "differs", step: -1, field: "says", message });
  }

  #compiled(sim: Simulation): void {
    const { file, minted } = this.#golden;
    const { fields = "auto", omit = {} } = file;
    const isSelected = (name: string) => !(name in omit) && (fields === "auto" || fields.includes(name));
    this.#found.frames = 1;
    let sized = true;
    for (const name of COMPILED_SIZES) {
      if (!isSelected(name)) continue;
      const expected = minted.sizes?.[name] ?? 0;
      if (this.#hides(name)) continue;
      const wanted = Int32Array.of(expected);
      const bound = this.#precision === "f32" ? this.#boundOf(name, wanted) : EXACT;
      if (this.#cannotJudge(name, 1, 0, bound)) continue;
      if (this.#observe === undefined && sim.read(name) === expected) this.#found.compared++;
      else sized = this.#compare(sim, name, wanted, bound) && sized;
    }
    for (const name of COMPILED_SCALARS) {
      if (!isSelected(name)) continue;
      const expected = scalarsOf(name, minted.scalars ?? NOTHING, sim);
      if (this.#hides(name)) continue;
      const got = sim.read(name);
      if (this.#observe === undefined && got !== undefined && isEqual(got, expected, 0, expected.length)) {
        this.#found.compared += expected.length;
        continue;
      }
      const bound = this.#boundOf(name, expected);
      if (this.#cannotJudge(name, expected.length, 0, bound)) continue;
      this.#compare(sim, name, expected, bound);
    }
    for (const { label, series, bound } of this.#fields) {
      if (this.#hides(label) || this.#cannotJudge(label, series.length(0), 0, bound)) continue;
      const got = sim.read(label);
      // arrays of different length follow from different sizes, which have already been reported
      const isOther = ArrayBuffer.isView(got) && got.length !== series.length(0);
      if (isOther && !sized) continue;
      if (isOther) {
        const message = `has ${(got as Numbers).length} elements, MuJoCo has ${series.length(0)}`;
        this.#found.fail({ reason: "differs", step: -1, field: label, message });
        continue;
      }
      this.#compareSeries(sim, label, series, 0, bound, label);
    }
  }

  #trajectory(sim: Simulation): void {
    const { file, frames } = this.#golden;
    const results = this.#fields.filter(({ role }) => role === "result");
    const explained = this.#fields.filter(({ role }) => role === "explained");
    const called = this.#fields.filter(({ role }) => role === "called");
    const next = this.#fields.filter(({ role }) => role === "next");
    const keys = new Keys(sim);
    for (let step = 0; step < frames.frames; step++) {
      this.#step = step;
      const state = (name: string) => frames.get(name, step);
      if (isStatic(file) && step > 0) sim.reset();
      writeState(sim, state);
      applyEvents(sim, file.events, step);

      sim.forward();
      this.#frame(sim, results, keys);
      if (file.drive === "inverse") {
        sim.write("qacc", frames.get("inverse.qacc", step) ?? []);
        sim.inverse();
        this.#frame(sim, explained, keys);
      }
      this.#call(sim, called);
      if (!isStatic(file)) {
        writeState(sim, state);
        advance(sim, file, state("state.ctrl"));
        for (const { name, series, bound, label } of next) this.#compareSeries(sim, name, series, step, bound, label);
        if (this.#observe !== undefined && this.#found.hasFailed) this.#found.scene ??= sceneOfNext(frames, sim, step);
      }
      this.#found.frames++;
    }
  }

  /** Compares the results of a frame; contacts and rows only where their keys agree. */
  #frame(raw: Simulation, fields: readonly Field[], keys: Keys): void {
    const step = this.#step;
    const sim = this.#isUnordered ? this.#inOrder(raw) : raw;
    const lists = this.#lists;
    const judges = (name: string) => fields.find((field) => field.name === name)?.bound.judges?.(step) ?? true;
    const hasContacts = !judges("ncon") || this.#agrees("contact", lists.matchContacts(sim, keys, step));
    const hasRows = !judges("nefc") || this.#agrees("efc rows", lists.matchRows(sim, keys, step));
    for (const { name, list, series, bound, label } of fields) {
      if (list === "contacts" && !hasContacts) continue;
      if (list === "rows" && !hasRows) continue;
      this.#compareSeries(sim, name, series, step, bound, label);
    }
    if (this.#observe !== undefined && this.#found.hasFailed) {
      this.#found.contacts ??= lists.contacts(sim, keys, step);
      this.#found.scene ??= sceneOfFrame(this.#golden.frames, sim, step, this.#found.failures);
    }
  }

  /** Fails if two lists differ in their members; other differences are found by comparing fields. */
  #agrees(field: string, match: Match): boolean {
    if (match.same) return true;
    const { message } = match;
    return message !== undefined && this.#found.fail({ reason: "differs", step: this.#step, field, message });
  }

  /** The results of a frame in MuJoCo's order of contacts. */
  #inOrder(sim: Simulation): Readable {
    const ordered = inMujocosOrder(sim, (field) => this.#golden.frames.get(field, this.#step));
    this.#ordered = ordered.isSame ? null : ordered;
    return ordered;
  }

  /** Calls the functions of the recipe, in its order, and compares what they give. */
  #call(sim: Simulation, fields: readonly Field[]): void {
    const { calls = {} } = this.#golden.file;
    for (const [name, list] of Object.entries(calls)) {
      const field = fields.find((it) => it.name === name);
      const given = sim.isRecorded ? sim.read(`call.${name}`) : makeCalls(sim, name, list);
      if (field === undefined) continue;
      const source: Readable = { read: (asked) => asked === name ? given : sim.read(asked) };
      this.#compareSeries(source, name, field.series, this.#step, field.bound, field.label);
    }
  }

  /** Is a field not seen? */
  #hides(label: string): boolean {
    if (this.#view === null) return false;
    if (this.#view.has(label)) {
      this.#found.seen.add(label);
      return false;
    }
    this.#found.unseen.add(label);
    return true;
  }

  /** Does MuJoCo's own value change too much for a verdict, or depend on the order of contacts? */
  #cannotJudge(label: string, length: number, frame: number, bound: Bound, sim?: Readable): boolean {
    const isOrdered = this.#ordered === null || !this.#dependsOnOrder(label, sim);
    if (isOrdered && (bound.judges?.(frame) ?? true)) return false;
    this.#found.unjudged.add(label);
    this.#found.skipped += length;
    return true;
  }

  /** May a result differ because contacts of this frame come in another order? */
  #dependsOnOrder(label: string, sim: Readable | undefined): boolean {
    if (this.#ordered === null || sim === undefined) return false;
    if (!this.#ordered.hasRows && label.startsWith("efc_")) return true;
    const expected = (field: string) => this.#golden.frames.get(field, Math.max(this.#step, 0));
    return dependsOnOrder(sim, expected, label, stageOfLabel("steps", label));
  }

  /** Runs freely from the first state, and compares what each step carries over. */
  async #free(): Promise<void> {
    const { file, frames } = this.#golden;
    const sim = await this.#load(true);
    if (sim === null) return;
    try {
      const fields = this.#fields.filter(({ role, name }) => role === "next" && !isIntegerField(name));
      const bounds = fields.map(({ name, series }) => this.#boundOf(`free ${name}`, series.data));
      writeState(sim, (name) => frames.get(name, 0));
      for (let step = 0; step < frames.frames; step++) {
        this.#step = step;
        writeInputs(sim, frames, step);
        applyEvents(sim, file.events, step);
        advance(sim, file, frames.get("state.ctrl", step));
        for (const [i, { name, series }] of fields.entries()) {
          this.#compareSeries(sim, name, series, step, bounds[i], `free ${name}`);
        }
      }
    } finally {
      sim.close();
    }
  }

  /** Compares a field of one frame. Usually it is equal and there is no observer, so there is nothing to report. */
  #compareSeries(sim: Readable, name: string, series: Series, frame: number, bound: Bound, label: string): void {
    const length = series.length(frame);
    if (length === 0 || this.#hides(label) || this.#cannotJudge(label, length, frame, bound, sim)) return;
    if (this.#observe === undefined) {
      const got = sim.read(name);
      if (got !== undefined && isEqual(got, series.data, series.begin(frame), length)) {
        this.#found.compared += length;
        return;
      }
    }
    this.#compare(sim, name, series.values(frame), bound, label);
  }

  /** Compares one field and returns whether it is within its bound. */
  #compare(sim: Readable, name: string, expected: Numbers, bound: Bound, label = name): boolean {
    const step = this.#step;
    const value = sim.read(name);
    const got = typeof value === "number" ? [value] : value;
    this.#observe?.(step, label, expected, got, bound);
    if (got === undefined) {
      if (this.#absent !== undefined) {
        this.#absent.add(name);
        this.#found.skipped += expected.length;
        return true;
      }
      return this.#found.fail({ reason: "lacks", step, field: label, message: "the engine has no such field" });
    }
    if (got.length < expected.length && name === "warning" && this.#absent !== undefined) {
      this.#found.skipped += expected.length;
      return true;
    }
    if (got.length < expected.length) {
      const message = `has ${got.length} elements, MuJoCo has ${expected.length}`;
      return this.#found.fail({ reason: "differs", step, field: label, message });
    }
    this.#found.compared += expected.length;
    const diff = diffField(got, expected, step < 0 ? 0 : step, bound);
    if (diff === null) return true;
    this.#found.deviates(label, step, diff);
    if (diff.excess <= 1) return true;
    const owner = this.#owner(sim, name, diff.index);
    const failure: Failure = { reason: "differs", step, field: label, diff, owner, tolerance: bound.kind };
    return this.#found.fail(failure, { sim, name, expected, got });
  }

  #owner(sim: Readable, name: string, index: number): string {
    try {
      return this.#lists.ownerOf(sim, name, index) ?? elementOwner(sim, name, index);
    } catch {
      return "";
    }
  }

  crash(error: unknown): void {
    if (error instanceof EngineBroke) {
      this.#found.fail({ reason: "crashes", step: this.#step, field: "", message: error.message });
      return;
    }
    this.#found.fail({ reason: "crashes", step: this.#step, field: "", message: describeError(error) });
  }

  result(): CaseResult {
    return this.#found.result(this.#view);
  }
}

const NOTHING: Readonly<Record<string, number | string>> = {};

/** The values of an option or statistic, recorded by element; zero if not recorded. */
function scalarsOf(name: string, recorded: Readonly<Record<string, number | string>>, sim: Simulation): Numbers {
  const value = sim.read(name);
  if (!ArrayBuffer.isView(value)) return Float64Array.of(Number(recorded[name] ?? 0));
  const out = new Float64Array((value as Numbers).length);
  for (let i = 0; i < out.length; i++) out[i] = Number(recorded[`${name}[${i}]`] ?? 0);
  if (name in recorded) out[0] = Number(recorded[name]);
  return out;
}
