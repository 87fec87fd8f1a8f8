/**
 * Tests many mutants in one process, with one of them on at a time: by goldens, then by random documents, which are run
 * with and without it. Started with an import map that puts sources with switches in the place of the engine's, and the
 * path of an order. Prints messages in lines of JSON.
 */

import { early, OFF, open, seen, turn, WATCH } from "./switchboard.ts";
import { openStore } from "../../../harness/disk.ts";
import { PLUMBLINE } from "../../../harness/engines/plumbline.ts";
import { type Golden, readCase, readGolden } from "../../../harness/golden/golden.ts";
import { mannerOf } from "../../../harness/replay/offer.ts";
import { replay } from "../../../harness/replay/replay.ts";
import { ITEMS } from "../../../harness/spec/items.ts";
import { encoded, GOLDEN, print, seconds, seedling } from "../../explore/in_process.ts";
import { AREA_NAMES, type Probe, probeOf } from "../../explore/probes.ts";
import { reduce } from "../../explore/reduce.ts";
import { Random } from "../../fuzz/random.ts";
import type { Message, Order } from "./messages.ts";
import { switchKernels } from "./switched_kernels.ts";
import { differing, run, touched } from "./trial.ts";

/** Mutants that are tried on one document at most. */
const MOST_MUTANTS = 12;
/** CPU time of a document that is too slow to be tried with mutants, and for making one small (s). */
const SLOW = 0.4;
const PATIENCE = 8;
/** CPU time for trying one document on all mutants that it runs (s). */
const WEIGHED = 4;
/** Goldens that a survivor may be tried on again, in a process of its own. */
const MOST_ALONE = 60;
/** Documents that should show a mutant, so that there is a choice among them. */
const ENOUGH = 6;

const PROMISE = mannerOf(PLUMBLINE.offers);
const order = JSON.parse(Deno.readTextFileSync(Deno.args[0])) as Order;
const store = openStore(GOLDEN);
const ids = order.goldens;
const tables = new Map(ITEMS.map(({ id, tolerances }) => [id, tolerances ?? {}]));
open(order.files.length);
switchKernels((mutant) => order.files[mutant].startsWith("engine/wasm/"));

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
  // goldens are not varied where generators are named
  if (order.areas.length > 0 && order.untested.length === 0) {
    return ids.map(() => ({ seen: new Uint8Array(count), ms: 0 }));
  }
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
    const start = performance.now();
    if (!await passes(id, WATCH)) throw new Error(`${id} fails without any mutant`);
    notes.push({ seen: seen.slice(), ms: performance.now() - start });
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

/** Goldens with threads, of which this process does not see what they run. */
const threaded = () => ids.filter((id) => readCase(store, id).file.uses?.includes("threads"));

/** The goldens that run a mutant in the least time. */
function quickest(notes: readonly Note[], mutant: number): string[] {
  const runs = [...notes.keys()].filter((g) => notes[g].seen[mutant] > 0);
  if (runs.length === 0) return threaded();
  return runs.sort((a, b) => notes[a].ms - notes[b].ms).slice(0, MOST_ALONE).map((g) => ids[g]);
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
    for (const { g } of ranked.slice(0, order.most)) {
      if (await passes(ids[g], k)) continue;
      if (!await passes(ids[g], OFF)) spoil(k, ids[g]);
      by = ids[g];
      hits.add(symbol, g);
      hits.add(file, g);
      break;
    }
    if (by === null) survivors.push(k);
    if (by === null && early.has(k)) say({ says: "early", mutant: k });
    else say({ says: "judged", mutant: k, by, runs: by === null ? quickest(notes, k) : [] });
  }
  return survivors;
}

/** Draws random documents, most of them variations of goldens that run one of the mutants that are left. */
class Draws {
  readonly #r: Random;
  readonly #near: ReadonlyMap<number, readonly string[]>;
  #began = seconds();

  constructor(survivors: readonly number[], notes: readonly Note[]) {
    this.#r = new Random(order.seed);
    this.#near = new Map(
      survivors.map((k) => [k, ids.filter((_, g) => notes[g].seen[k] > 0 && notes[g].ms < 60)]),
    );
  }

  get spent(): number {
    return seconds() - this.#began;
  }

  key(left: readonly number[], nearby: number): string {
    const r = this.#r;
    const close = this.#near.get(r.pick(left)) ?? [];
    const isNear = close.length > 0 && r.chance(nearby);
    const areas = order.areas.length > 0 ? order.areas : order.dense && r.chance(0.7) ? ["dense"] : AREA_NAMES;
    const area = isNear ? `near:${r.pick(close)}` : r.pick(areas);
    return `${area}#${r.int(1, 1e6)}`;
  }
}

/** Runs random documents with and without mutants. */
async function search(survivors: readonly number[], notes: readonly Note[]): Promise<[number, string][]> {
  const draws = new Draws(survivors, notes);
  const left = new Set(survivors);
  const shown: [number, string][] = [...order.shown.map(([k, key]): [number, string] => [k, key])];
  const runs = new Map<number, number>();
  let documents = 0;
  for (; draws.spent < order.seconds && left.size > 0; documents++) {
    const key = draws.key([...left], 0.7);
    const probe = probeOf(key, seedling);
    const start = seconds();
    const clean = await run(probe, OFF);
    if (typeof clean.frames === "string" || seconds() - start > SLOW) continue;
    const some = await touched(probe, left);
    some.sort((a, b) => (runs.get(a) ?? 0) - (runs.get(b) ?? 0));
    for (const k of some.slice(0, MOST_MUTANTS)) {
      runs.set(k, (runs.get(k) ?? 0) + 1);
      say({ says: "tries", mutant: k, key, spent: draws.spent });
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

/** Runs random documents with and without mutants, and tells of each document all that it shows. */
async function weigh(survivors: readonly number[], notes: readonly Note[]): Promise<void> {
  const draws = new Draws(survivors, notes);
  const hits = new Map(order.hits);
  const hitsOf = (k: number) => hits.get(k) ?? 0;
  let documents = 0;
  for (; draws.spent < order.seconds; documents++) {
    // those that little shows are looked for
    const rare = survivors.filter((k) => hitsOf(k) < ENOUGH);
    const key = draws.key(rare.length > 0 ? rare : survivors, 0.5);
    const drawn = probeOf(key, seedling);
    const { recipe, frames } = await run(drawn, OFF);
    if (typeof frames === "string") continue;
    const probe: Probe = { ...drawn, recipe, calls: undefined, jumps: undefined };
    const start = seconds();
    const clean = await run(probe, OFF);
    const time = seconds() - start;
    if (typeof clean.frames === "string" || time > SLOW) continue;
    const some = await touched(probe, survivors);
    some.sort((a, b) => hitsOf(a) - hitsOf(b));
    const killed: number[] = [];
    const end = seconds() + WEIGHED;
    for (const k of some) {
      if (seconds() > end) break;
      say({ says: "tries", mutant: k, key, spent: draws.spent });
      if (differing(clean, await run(probe, k)) === null) continue;
      if (differing(clean, await run(probe, OFF)) !== null) spoil(k, key);
      hits.set(k, hitsOf(k) + 1);
      killed.push(k);
    }
    if (killed.length > 0) say({ says: "weighed", key, ms: 1000 * time, mutants: killed });
  }
  say({ says: "searched", documents });
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
    const probe: Probe = { ...drawn, recipe: (await run(drawn, OFF)).recipe, calls: undefined, jumps: undefined };
    const kept = (await shownBy(probe)).slice(0, 5);
    if (!kept.includes(k)) {
      left.delete(k);
      say({ says: "lost", mutant: k });
      continue;
    }
    const holds = async (it: Pick<Probe, "recipe" | "xml" | "assets">) => {
      if (seconds() > end) return false;
      const probe = { ...it, calls: undefined, jumps: undefined };
      const clean = await run(probe, OFF);
      if (typeof clean.frames === "string") return false;
      for (const j of kept) if (differing(clean, await run(probe, j)) === null) return false;
      return true;
    };
    const small: Probe = { ...await reduce(probe, holds), calls: undefined, jumps: undefined };
    const mutants = await shownBy(small);
    for (const j of [k, ...mutants]) left.delete(j);
    const { recipe } = await run(small, OFF);
    say({ says: "small", mutants, recipe, xml: small.xml, assets: encoded(small.assets) });
  }
}

const notes = await watch();
say({ says: "ready" });
const survivors = await judge(notes);
if (order.dense) await weigh(survivors, notes);
else await shrinkAll(await search(survivors, notes));
say({ says: "done" });
Deno.exit(0);
