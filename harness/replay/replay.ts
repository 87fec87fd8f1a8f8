/** Replays a golden case through the engine under test, with MuJoCo's states and calls, and compares every frame. */

import { contactKeys, type ContactSides, describeMismatch, Keys, rowKeys } from "./align.ts";
import type { Offer, View } from "./offer.ts";
import { diffField, type FieldDiff, isEqual } from "./diff.ts";
import { makeCalls } from "../calls/make_calls.ts";
import { Evidence, type FirstCause, type Values } from "../causes/evidence.ts";
import { dependsOnOrder, inMujocosOrder, type InOrder } from "./unordered.ts";
import { stageOfLabel } from "./pipeline.ts";
import { describeError } from "../describe_error.ts";
import { advance, applyEvents, isStatic, writeInputs, writeState } from "./drive.ts";
import { type Engine, EngineBroke, type Numbers, type Readable, type Simulation } from "../engine.ts";
import { COMPILED_SCALARS, COMPILED_SIZES, elementOwner, isIntegerField } from "./fields.ts";
import type { Golden } from "../golden/golden.ts";
import { type Label, labelOf } from "./labels.ts";
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

/** The kind of a failure. */
export type Reason =
  /** the engine reports an unsupported feature */
  | "unsupported"
  /** the engine rejects what MuJoCo accepts */
  | "rejects"
  /** the engine accepts what MuJoCo rejects */
  | "accepts"
  /** a value is outside its tolerance */
  | "differs"
  /** the engine lacks a field */
  | "lacks"
  /** the engine threw an error, or its process ended */
  | "crashes"
  /** the engine did not answer in time */
  | "hangs";

/** One thing that is wrong. */
export interface Failure {
  /** kind */
  readonly reason: Reason;
  /** frame, or -1 if there is none */
  readonly step: number;
  /** field, empty if it is about something else */
  readonly field: string;
  /** text instead of a difference of values */
  readonly message?: string;
  /** the object of the element */
  readonly owner?: string;
  /** the worst element */
  readonly diff?: FieldDiff;
  /** kind of bound */
  readonly tolerance?: Bound["kind"];
}

/** The largest deviation of a field over a whole case. */
export interface Worst {
  /** the field */
  readonly field: string;
  /** the frame in which it was worst */
  readonly step: number;
  /** the difference */
  readonly delta: number;
  /** what was allowed */
  readonly allowed: number;
  /** difference divided by the allowed one */
  readonly excess: number;
}

/** Is a deviation larger relative to its bound or, if nothing is allowed, larger? */
export function isFarther(a: Worst, b: Worst): boolean {
  return a.excess > b.excess || (a.excess === b.excess && a.delta > b.delta);
}

/** The result of a case. */
export interface CaseResult {
  /** `<item>/<case>` */
  readonly id: string;
  /** whether every value was compared and within its bound */
  readonly passed: boolean;
  /** the first few, in order of occurrence */
  readonly failures: readonly Failure[];
  /** number of failures */
  readonly failed: number;
  /** the field that is closest to its bound or farthest beyond it, null if all values are equal */
  readonly worst: Worst | null;
  /** every field that differs or cannot be compared, in order of occurrence */
  readonly fields: readonly Worst[];
  /** frames that were run */
  readonly frames: number;
  /** scalars that were compared */
  readonly compared: number;
  /** scalars that were skipped because the engine lacks their fields and is allowed to */
  readonly skipped: number;
  /** fields that were seen, if not everything was */
  readonly seen?: readonly string[];
  /** fields that were not */
  readonly unseen?: readonly string[];
  /** how long it took to run and compare (s) */
  readonly seconds?: number;
  /** where it goes wrong first, if it does */
  readonly cause?: FirstCause | undefined;
  /**
   * fields that cannot be judged in some frame, because MuJoCo's own values change too much in the engine's precision,
   * or depend on the order of contacts
   */
  readonly unjudged?: readonly string[];
  /** the contacts of the first failing step, if there is an observer */
  readonly contacts: ContactLists | null;
  /** the end of the engine's log, if it has a process of its own and the case fails */
  readonly log?: string;
}

/** Contacts of a step, each with its key and distance. */
export interface ContactLists {
  /** the step */
  readonly step: number;
  /** MuJoCo's contacts */
  readonly expected: readonly string[];
  /** the engine's contacts */
  readonly got: readonly string[];
}

/** Called with every comparison. */
export type Observer = (
  step: number,
  field: string,
  expected: Numbers,
  got: ArrayLike<number> | undefined,
  bound: Bound,
) => void;

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

/** The fields that identify the contacts and rows of a frame. */
interface Lists {
  readonly ncon: Series | undefined;
  readonly geom: Series | undefined;
  readonly flex: Series | undefined;
  readonly elem: Series | undefined;
  readonly vert: Series | undefined;
  readonly nefc: Series | undefined;
  readonly type: Series | undefined;
  readonly id: Series | undefined;
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

class Run {
  #engine: Engine;
  #golden: Golden;
  #table: ToleranceTable;
  #observe: Observer | undefined;
  #absent: Set<string> | undefined;
  #view: View | null;
  #seen = new Set<string>();
  #unseen = new Set<string>();
  #skipped = 0;
  #keep: number;
  #failures: Failure[] = [];
  #failed = 0;
  #farthest: Worst | null = null;
  #worst = new Map<string, Worst>();
  #compared = 0;
  #frames = 0;
  #fields: Field[];
  #lists: Lists;
  #step = -1;
  #contacts: ContactLists | null = null;
  #evidence: Evidence;
  #precision: Offer["precision"];
  #isUnordered: boolean;
  /** the results of this frame in MuJoCo's order, if contacts may come in another */
  #ordered: InOrder | null = null;
  #unjudged = new Set<string>();

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
    this.#keep = keep;
    this.#precision = precision;
    this.#isUnordered = contacts === "unordered";
    this.#evidence = new Evidence(golden);
    const { frames } = golden;
    this.#lists = {
      ncon: frames.series("ncon"),
      geom: frames.series("contact.geom"),
      flex: frames.series("contact.flex"),
      elem: frames.series("contact.elem"),
      vert: frames.series("contact.vert"),
      nefc: frames.series("nefc"),
      type: frames.series("efc_type"),
      id: frames.series("efc_id"),
    };
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
      this.#frames = minted.frames;
      for (const { label } of this.#fields) this.#unseen.add(label);
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
    const engine = (file.plain ? this.#engine.plain : file.kept ? this.#engine.kept : undefined) ?? this.#engine;
    const text = file.rewritten ? await engine.rewrite?.(model, assets) : undefined;
    const load = isFree && engine.loadFree ? engine.loadFree : engine.load;
    const loaded = await load.call(engine, text ?? model, assets);
    if (loaded.outcome === "unsupported") {
      this.#fail({ reason: "unsupported", step: -1, field: "", message: loaded.message });
      return null;
    }
    if (loaded.outcome === "rejected") {
      if (file.kind === "reject") this.#compared++;
      else this.#fail({ reason: "rejects", step: -1, field: "", message: loaded.message });
      return null;
    }
    if (file.kind !== "reject") return loaded.simulation;
    loaded.simulation.close();
    this.#fail({ reason: "accepts", step: -1, field: "", message: `MuJoCo refuses it: ${minted.message}` });
    return null;
  }

  #compiled(sim: Simulation): void {
    const { file, minted } = this.#golden;
    const { fields = "auto", omit = {} } = file;
    const isSelected = (name: string) => !(name in omit) && (fields === "auto" || fields.includes(name));
    this.#frames = 1;
    let sized = true;
    for (const name of COMPILED_SIZES) {
      if (!isSelected(name)) continue;
      const expected = minted.sizes?.[name] ?? 0;
      if (this.#hides(name)) continue;
      const wanted = Int32Array.of(expected);
      const bound = this.#precision === "f32" ? this.#boundOf(name, wanted) : EXACT;
      if (this.#cannotJudge(name, 1, 0, bound)) continue;
      if (this.#observe === undefined && sim.read(name) === expected) this.#compared++;
      else sized = this.#compare(sim, name, wanted, bound) && sized;
    }
    for (const name of COMPILED_SCALARS) {
      if (!isSelected(name)) continue;
      const expected = scalarsOf(name, minted.scalars ?? NOTHING, sim);
      if (this.#hides(name)) continue;
      const got = sim.read(name);
      if (this.#observe === undefined && got !== undefined && isEqual(got, expected, 0, expected.length)) {
        this.#compared += expected.length;
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
        this.#fail({ reason: "differs", step: -1, field: label, message });
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
      }
      this.#frames++;
    }
  }

  /** Compares the results of a frame; contacts and rows only where their keys agree. */
  #frame(raw: Simulation, fields: readonly Field[], keys: Keys): void {
    const step = this.#step;
    const sim = this.#isUnordered ? this.#inOrder(raw) : raw;
    const { ncon, nefc } = this.#lists;
    const judges = (name: string) => fields.find((field) => field.name === name)?.bound.judges?.(step) ?? true;
    const hasContacts = ncon === undefined || !judges("ncon") || this.#sameContacts(sim, keys, ncon);
    const hasRows = nefc === undefined || !judges("nefc") || this.#sameRows(sim, keys, nefc);
    for (const { name, list, series, bound, label } of fields) {
      if (list === "contacts" && !hasContacts) continue;
      if (list === "rows" && !hasRows) continue;
      this.#compareSeries(sim, name, series, step, bound, label);
    }
    if (this.#observe !== undefined && this.#failed > 0) this.#contacts ??= this.#contactLists(sim, keys);
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

  #contactLists(sim: Readable, keys: Keys): ContactLists {
    const { frames } = this.#golden;
    const step = this.#step;
    const list = (sides: ContactSides, dist: ArrayLike<number>, ncon: number) =>
      contactKeys(keys, sides, Math.min(ncon, 40, sides.geom.length / 2)).map((key, i) => `${key}  ${dist[i]}`);
    const dist = frames.get("contact.dist", step) ?? [];
    return {
      step,
      expected: list(this.#expectedSides(), dist, frames.get("ncon", step)?.[0] ?? 0),
      got: list(this.#sides(sim), arrayOf(sim.read("contact.dist")), Number(sim.read("ncon"))),
    };
  }

  /** The sides of contacts, if MuJoCo recorded them. */
  #expectedSides(): ContactSides {
    const { geom, flex, elem, vert } = this.#lists;
    const step = this.#step;
    return {
      geom: geom?.values(step) ?? [],
      flex: flex?.values(step),
      elem: elem?.values(step),
      vert: vert?.values(step),
    };
  }

  /** The same for the engine, limited to the recorded fields. */
  #sides(sim: Readable): ContactSides {
    const { flex, elem, vert } = this.#lists;
    return {
      geom: arrayOf(sim.read("contact.geom")),
      flex: flex && arrayOf(sim.read("contact.flex")),
      elem: elem && arrayOf(sim.read("contact.elem")),
      vert: vert && arrayOf(sim.read("contact.vert")),
    };
  }

  /** Is a field not seen? */
  #hides(label: string): boolean {
    if (this.#view === null) return false;
    if (this.#view.has(label)) {
      this.#seen.add(label);
      return false;
    }
    this.#unseen.add(label);
    return true;
  }

  /** Does MuJoCo's own value change too much for a verdict, or depend on the order of contacts? */
  #cannotJudge(label: string, length: number, frame: number, bound: Bound, sim?: Readable): boolean {
    if (!this.#dependsOnOrder(label, sim) && (bound.judges?.(frame) ?? true)) return false;
    this.#unjudged.add(label);
    this.#skipped += length;
    return true;
  }

  /** May a result differ because contacts of this frame come in another order? */
  #dependsOnOrder(label: string, sim: Readable | undefined): boolean {
    if (this.#ordered === null || sim === undefined) return false;
    if (!this.#ordered.hasRows && label.startsWith("efc_")) return true;
    const expected = (field: string) => this.#golden.frames.get(field, Math.max(this.#step, 0));
    return dependsOnOrder(sim, expected, label, stageOfLabel("steps", label));
  }

  /** Can lists be matched by their keys? If not, they are taken to be the same where their lengths are. */
  #sameLength(sim: Readable, count: Series, name: string): boolean {
    return !(this.#view?.offers(name) ?? true) || Number(sim.read(name)) === valueOf(count, this.#step);
  }

  #sameContacts(sim: Readable, keys: Keys, count: Series): boolean {
    if (this.#view?.offers("contact.geom") === false) return this.#sameLength(sim, count, "ncon");
    const step = this.#step;
    const { geom, flex, elem, vert } = this.#lists;
    const got = this.#sides(sim);
    const ncon = Number(sim.read("ncon"));
    const wanted = valueOf(count, step);
    if (
      ncon === wanted && hasStart(got.geom, geom, step) && hasStart(got.flex, flex, step) &&
      hasStart(got.elem, elem, step) && hasStart(got.vert, vert, step)
    ) return true;
    const expected = this.#expectedSides();
    if (expected.geom.length < 2 * wanted) return ncon === wanted;
    return this.#sameKeys("contact", contactKeys(keys, got, ncon), contactKeys(keys, expected, wanted));
  }

  #sameRows(sim: Readable, keys: Keys, count: Series): boolean {
    if (this.#view?.offers("efc_type") === false || this.#view?.offers("efc_id") === false) {
      return this.#sameLength(sim, count, "nefc");
    }
    const step = this.#step;
    const { type, id } = this.#lists;
    const nefc = Number(sim.read("nefc"));
    const wanted = valueOf(count, step);
    // a field that the engine lacks is told as such, and tells nothing about rows
    const [gotTypes, gotIds] = ["efc_type", "efc_id"].map((field) => listOf(sim.read(field)));
    if (nefc === wanted && hasStart(gotTypes, type, step) && hasStart(gotIds, id, step)) return true;
    const types = type?.values(step) ?? new Int32Array(0);
    const ids = id?.values(step) ?? new Int32Array(0);
    if (types.length < wanted || ids.length < wanted) return nefc === wanted;
    const expected = rowKeys(keys, types, ids, this.#expectedSides(), wanted);
    return this.#sameKeys("efc rows", rowKeys(keys, gotTypes ?? [], gotIds ?? [], this.#sides(sim), nefc), expected);
  }

  /** Fails if two lists of keys differ; other differences are found by comparing fields. */
  #sameKeys(field: string, got: readonly string[], expected: readonly string[]): boolean {
    if (got.length === expected.length && got.every((key, i) => key === expected[i])) return true;
    return this.#fail({ reason: "differs", step: this.#step, field, message: describeMismatch(got, expected) });
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
        this.#compared += length;
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
        this.#skipped += expected.length;
        return true;
      }
      return this.#fail({ reason: "lacks", step, field: label, message: "the engine has no such field" });
    }
    if (got.length < expected.length && name === "warning" && this.#absent !== undefined) {
      this.#skipped += expected.length;
      return true;
    }
    if (got.length < expected.length) {
      const message = `has ${got.length} elements, MuJoCo has ${expected.length}`;
      return this.#fail({ reason: "differs", step, field: label, message });
    }
    this.#compared += expected.length;
    const diff = diffField(got, expected, step < 0 ? 0 : step, bound);
    if (diff === null) return true;
    const { delta, allowed, excess } = diff;
    const found = { field: label, step, delta, allowed, excess };
    if (this.#farthest === null || excess > this.#farthest.excess) this.#farthest = found;
    this.#note(found);
    if (excess <= 1) return true;
    const owner = this.#owner(sim, name, diff.index);
    const failure: Failure = { reason: "differs", step, field: label, diff, owner, tolerance: bound.kind };
    return this.#fail(failure, { sim, name, expected, got });
  }

  #owner(sim: Readable, name: string, index: number): string {
    try {
      const keys = new Keys(sim);
      const sides = this.#sides(sim);
      if (name.startsWith("contact.")) {
        const width = Math.max(1, arrayOf(sim.read(name)).length / Math.max(1, sides.geom.length / 2));
        return `contact ${keys.contact(sides, Math.floor(index / width))}`;
      }
      const nefc = Number(sim.read("nefc"));
      if (name.startsWith("efc_") && nefc > 0) {
        const width = { efc_KBIP: 4, efc_J: Number(sim.read("nJ")) / nefc }[name] ?? 1;
        const row = Math.floor(index / width);
        return keys.row(arrayOf(sim.read("efc_type"))[row], arrayOf(sim.read("efc_id"))[row], sides);
      }
      return elementOwner(sim, name, index);
    } catch {
      return "";
    }
  }

  #note(found: Worst): void {
    const known = this.#worst.get(found.field);
    if (known === undefined || isFarther(found, known)) this.#worst.set(found.field, found);
  }

  #fail(failure: Failure, values?: Values): false {
    const { field, step, diff } = failure;
    this.#evidence.add(failure, values);
    // values that cannot be compared are infinitely far off
    if (diff === undefined && field !== "") {
      this.#note({ field, step, delta: Infinity, allowed: 0, excess: Infinity });
    }
    this.#failed++;
    if (this.#failures.length < this.#keep) this.#failures.push(failure);
    return false;
  }

  crash(error: unknown): void {
    if (error instanceof EngineBroke) {
      this.#fail({ reason: "crashes", step: this.#step, field: "", message: error.message });
      return;
    }
    this.#fail({ reason: "crashes", step: this.#step, field: "", message: describeError(error) });
  }

  result(): CaseResult {
    const { id, minted } = this.#golden;
    // the sizes of what is not seen may be unknown; everything else is
    if (this.#view !== null) this.#skipped = minted.compared - this.#compared;
    // a case that compared less than MuJoCo recorded was not fully run
    if (this.#failed === 0 && (this.#compared + this.#skipped !== minted.compared || this.#frames !== minted.frames)) {
      const message = `compared ${this.#compared} scalars in ${this.#frames} frames, ` +
        `the golden has ${minted.compared} in ${minted.frames}`;
      this.#fail({ reason: "lacks", step: -1, field: "", message });
    }
    return {
      id,
      passed: this.#failed === 0,
      failures: this.#failures,
      failed: this.#failed,
      worst: this.#farthest,
      fields: [...this.#worst.values()],
      frames: this.#frames,
      compared: this.#compared,
      skipped: this.#skipped,
      contacts: this.#contacts,
      cause: this.#evidence.cause(),
      ...(this.#unjudged.size === 0 ? {} : { unjudged: [...this.#unjudged] }),
      ...(this.#view === null ? {} : { seen: [...this.#seen], unseen: [...this.#unseen] }),
    };
  }
}

function arrayOf(value: Numbers | number | undefined): ArrayLike<number> {
  return listOf(value) ?? [];
}

function listOf(value: Numbers | number | undefined): ArrayLike<number> | undefined {
  return typeof value === "number" ? [value] : value;
}

function valueOf(series: Series, frame: number): number {
  return series.length(frame) > 0 ? series.data[series.begin(frame)] : 0;
}

/** Does a list begin with the values of a frame? */
function hasStart(list: ArrayLike<number> | undefined, series: Series | undefined, frame: number): boolean {
  if (series === undefined || list === undefined) return true;
  const { data } = series;
  const begin = series.begin(frame);
  const length = series.length(frame);
  for (let i = 0; i < length; i++) {
    if (list[i] !== data[begin + i]) return false;
  }
  return true;
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
