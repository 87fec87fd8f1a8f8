/**
 * Tests many mutants in one process, with one of them on at a time: by goldens, then by random documents, which are run
 * with and without it. Started with an import map that puts sources with switches in the place of the engine's, and the
 * path of an order. Prints messages in lines of JSON.
 */

import { OFF, open, seen, turn, WATCH } from "./switchboard.ts";
import { openStore } from "../../../harness/disk.ts";
import { PLUMBLINE } from "../../../harness/engines/plumbline.ts";
import type { CaseFile } from "../../../harness/golden/golden.ts";
import { type Golden, readCase, readGolden } from "../../../harness/golden/golden.ts";
import { resultsOf, runFrames } from "../../../harness/golden/mint.ts";
import { mannerOf } from "../../../harness/replay/offer.ts";
import { replay, variantOf } from "../../../harness/replay/replay.ts";
import { ITEMS } from "../../../harness/spec/items.ts";
import { drawCalls } from "../../explore/draw_calls.ts";
import { encoded, GOLDEN, print, seconds, seedling } from "../../explore/in_process.ts";
import { AREA_NAMES, type Probe, probeOf } from "../../explore/probes.ts";
import { reduce } from "../../explore/reduce.ts";
import { drivable } from "../../explore/run_probe.ts";
import { Random } from "../../fuzz/random.ts";
import { goldens } from "../order.ts";
import type { Message, Order } from "./messages.ts";

/** Goldens that a mutant is tried on at most: those that notice none of so many rarely notice any. */
const MOST_GOLDENS = 250;
/** Mutants that are tried on one document at most. */
const MOST_MUTANTS = 12;
/** More degrees of freedom than a golden should have. */
const MANY = 150;
/** CPU time of a document that is too slow to be tried with mutants, and for making one small (s). */
const SLOW = 0.4;
const PATIENCE = 8;

const PROMISE = mannerOf(PLUMBLINE.offers);
const order = JSON.parse(Deno.readTextFileSync(Deno.args[0])) as Order;
const store = openStore(GOLDEN);
const ids = goldens();
const tables = new Map(ITEMS.map(({ id, tolerances }) => [id, tolerances ?? {}]));
open(order.files.length);

function say(message: Message): void {
  print(message);
}

/** A mutant was caught by something that also fails without it now: only another process can go on. */
function spoil(mutant: number, by: string): never {
  say({ says: "spoiled", mutant, by });
  Deno.exit(0);
}

const loaded = new Map<string, Golden>();

async function passes(id: string, mutant: number): Promise<boolean> {
  const golden = loaded.get(id) ?? readGolden(store, readCase(store, id));
  loaded.set(id, golden);
  turn(mutant);
  try {
    return (await replay(PLUMBLINE, golden, tables.get(golden.file.items[0]) ?? {}, PROMISE)).passed;
  } finally {
    turn(OFF);
  }
}

/** What a golden notes about each mutant, and the time that it takes (ms). */
interface Note {
  readonly seen: Uint8Array;
  readonly ms: number;
}

/** Runs all goldens and notes which mutants they run, unless another process has done so. */
async function watch(): Promise<Note[]> {
  const count = order.files.length;
  try {
    const bytes = Deno.readFileSync(order.notes);
    const times = new Float32Array(bytes.buffer, ids.length * count + (-ids.length * count & 3));
    return ids.map((_, g) => ({ seen: bytes.subarray(g * count, (g + 1) * count), ms: times[g] }));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const notes: Note[] = [];
  for (const id of ids) {
    seen.fill(0);
    const watched = await passes(id, WATCH);
    const noted = seen.slice();
    const began = performance.now();
    if (!watched || !await passes(id, OFF)) throw new Error(`${id} fails without any mutant`);
    notes.push({ seen: noted, ms: performance.now() - began });
  }
  const size = ids.length * count;
  const bytes = new Uint8Array(size + (-size & 3) + 4 * ids.length);
  notes.forEach((note, g) => bytes.set(note.seen, g * count));
  bytes.set(new Uint8Array(Float32Array.from(notes, ({ ms }) => ms).buffer), size + (-size & 3));
  Deno.writeFileSync(order.notes, bytes);
  return notes;
}

/** Counts hits of goldens by a key, to try first what noticed a neighbor. */
class Hits {
  #hits = new Map<string, Map<number, number>>();

  add(key: string, golden: number): void {
    const own = this.#hits.get(key) ?? new Map<number, number>();
    own.set(golden, this.of(key, golden) + 1);
    this.#hits.set(key, own);
  }

  of(key: string, golden: number): number {
    return this.#hits.get(key)?.get(golden) ?? 0;
  }
}

/** Tries goldens on mutants. Returns those that none notices. */
async function judge(notes: readonly Note[]): Promise<number[]> {
  const hits = new Hits();
  const survivors = [...order.survivors];
  for (const k of order.untested) {
    const [symbol, file] = [order.symbols[k], order.files[k]];
    const rank = (g: number) => notes[g].ms / (1 + 30 * hits.of(symbol, g) + 5 * hits.of(file, g));
    const differing = ids.map((_, g) => g).filter((g) => notes[g].seen[k] === 2);
    const ranked = differing.map((g) => ({ g, rank: rank(g) })).sort((a, b) => a.rank - b.rank);
    say({ says: "tries", mutant: k });
    let by: string | null = null;
    for (const { g } of ranked.slice(0, MOST_GOLDENS)) {
      if (await passes(ids[g], k)) continue;
      if (!await passes(ids[g], OFF)) spoil(k, ids[g]);
      by = ids[g];
      hits.add(symbol, g);
      hits.add(file, g);
      break;
    }
    if (by === null) survivors.push(k);
    say({ says: "judged", mutant: k, by });
  }
  return survivors;
}

type Frames = readonly ReadonlyMap<string, ArrayLike<number>>[];

/** All results of a probe, or why there are none. */
interface Run {
  readonly frames: Frames | string;
  readonly recipe: CaseFile;
}

async function run({ recipe, xml, assets, calls }: Probe, mutant: number): Promise<Run> {
  const { fields: _fields, omit: _omit, ...rest } = recipe;
  const steps = recipe.kind === "trajectory" ? Math.min(recipe.steps ?? 4, 6) : 1;
  let file: CaseFile = { ...rest, steps, kind: "trajectory" };
  turn(mutant);
  try {
    const engine = variantOf(PLUMBLINE, { plain: recipe.plain });
    const made = await engine.load(xml, assets);
    if (made.outcome !== "loaded") return { frames: made.outcome, recipe: file };
    const sim = drivable(made.simulation);
    if (Number(sim.read("nv")) > MANY) return { frames: "large", recipe: file };
    if (calls !== undefined) {
      sim.forward();
      file = { ...file, calls: drawCalls(sim, calls) };
    }
    const frames: Map<string, ArrayLike<number>>[] = [];
    for (const { result, next } of runFrames(file, sim, resultsOf(file, sim))) {
      const all = new Map<string, ArrayLike<number>>(result);
      for (const [name, values] of next ?? []) all.set(`next.${name}`, values.slice());
      frames.push(all);
    }
    return { frames, recipe: file };
  } catch (error) {
    return { frames: `throws ${error}`, recipe: file };
  } finally {
    turn(OFF);
  }
}

/** The first field in which two runs differ; zeros are equal regardless of sign. */
function differing({ frames: a }: Run, { frames: b }: Run): string | null {
  if (typeof a === "string" || typeof b === "string") {
    return a === b ? null : String(typeof b === "string" ? b : "runs");
  }
  for (let f = 0; f < a.length; f++) {
    for (const [name, x] of a[f]) {
      const y = b[f]?.get(name);
      if (y === undefined || x.length !== y.length) return name;
      for (let i = 0; i < x.length; i++) {
        if (x[i] !== y[i] && !(Number.isNaN(x[i]) && Number.isNaN(y[i]))) return `${name}[${i}]`;
      }
    }
  }
  return null;
}

/** Mutants among some that would make a difference in a probe. */
async function touched(probe: Probe, some: Iterable<number>): Promise<number[]> {
  seen.fill(0);
  await run(probe, WATCH);
  return [...some].filter((k) => seen[k] === 2);
}

/** Runs random documents, most of them variations of goldens that run a mutant, with and without mutants. */
async function search(survivors: readonly number[], notes: readonly Note[]): Promise<[number, string][]> {
  const r = new Random(order.seed);
  const left = new Set(survivors);
  const shown: [number, string][] = [...order.shown.map(([k, key]): [number, string] => [k, key])];
  const near = new Map(survivors.map((k) => [k, ids.filter((_, g) => notes[g].seen[k] > 0 && notes[g].ms < 60)]));
  const runs = new Map<number, number>();
  const began = seconds();
  let documents = 0;
  for (; seconds() - began < order.seconds && left.size > 0; documents++) {
    const close = near.get(r.pick([...left])) ?? [];
    const area = close.length > 0 && r.chance(0.7) ? `near:${r.pick(close)}` : r.pick(AREA_NAMES);
    const key = `${area}#${r.int(1, 1e6)}`;
    const probe = probeOf(key, seedling);
    const start = seconds();
    const clean = await run(probe, OFF);
    if (typeof clean.frames === "string" || seconds() - start > SLOW) continue;
    const some = await touched(probe, left);
    some.sort((a, b) => (runs.get(a) ?? 0) - (runs.get(b) ?? 0));
    for (const k of some.slice(0, MOST_MUTANTS)) {
      runs.set(k, (runs.get(k) ?? 0) + 1);
      say({ says: "tries", mutant: k, key, spent: seconds() - began });
      const field = differing(clean, await run(probe, k));
      if (field === null) continue;
      if (differing(clean, await run(probe, OFF)) !== null) spoil(k, key);
      left.delete(k);
      shown.push([k, key]);
      say({ says: "shown", mutant: k, key, field });
    }
  }
  say({ says: "searched", documents });
  return shown;
}

/** Makes documents small that show mutants, each for all that it shows. */
async function shrinkAll(shown: readonly (readonly [number, string])[]): Promise<void> {
  const left = new Set(shown.map(([k]) => k));
  for (const [k, key] of shown) {
    if (!left.has(k)) continue;
    const end = seconds() + PATIENCE;
    say({ says: "tries", mutant: k, key });
    const shownBy = async (probe: Probe): Promise<number[]> => {
      const clean = await run(probe, OFF);
      const found: number[] = [];
      for (const j of new Set([k, ...await touched(probe, left)])) {
        if (differing(clean, await run(probe, j)) !== null) found.push(j);
      }
      return found;
    };
    const drawn = probeOf(key, seedling);
    const probe: Probe = { ...drawn, recipe: (await run(drawn, OFF)).recipe, calls: undefined };
    const kept = (await shownBy(probe)).slice(0, 5);
    if (!kept.includes(k)) {
      left.delete(k);
      say({ says: "lost", mutant: k });
      continue;
    }
    const holds = async (it: Pick<Probe, "recipe" | "xml" | "assets">) => {
      if (seconds() > end) return false;
      const probe = { ...it, calls: undefined };
      const clean = await run(probe, OFF);
      if (typeof clean.frames === "string") return false;
      for (const j of kept) if (differing(clean, await run(probe, j)) === null) return false;
      return true;
    };
    const small: Probe = { ...await reduce(probe, holds), calls: undefined };
    const mutants = await shownBy(small);
    for (const j of [k, ...mutants]) left.delete(j);
    const { recipe } = await run(small, OFF);
    say({ says: "small", mutants, recipe, xml: small.xml, assets: encoded(small.assets) });
  }
}

const notes = await watch();
say({ says: "ready" });
const survivors = await judge(notes);
await shrinkAll(await search(survivors, notes));
say({ says: "done" });
Deno.exit(0);
