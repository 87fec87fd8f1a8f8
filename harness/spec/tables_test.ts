import assert from "node:assert/strict";
import { openStore } from "../disk.ts";
import type { Numbers } from "../engine.ts";
import { isExactField } from "../replay/fields.ts";
import { type Golden, readCase, readGolden, sha256 } from "../golden/golden.ts";
import { echo, type Lie } from "../liars/echo.ts";
import { neighbour } from "../golden/noise.ts";
import { replay } from "../replay/replay.ts";
import { boundOf, loadExpressions, Tables } from "../replay/tolerance.ts";
import { ITEMS } from "./items.ts";
import { checkTable, type ItemTable, type TableEntry, type Tolerance, type ToleranceTable } from "./table.ts";
import { TABLES } from "./tables.ts";

/**
 * What the tables hold fields to, without the reasons: a change here is a change of what conformance means. A table
 * that becomes looser says why in its reason, and in the message of the commit.
 */
const PINNED: Readonly<Record<string, string>> = {
  1: "a2115b21b23d",
  2: "e11cac359e24",
  3: "ca856e662484",
  4: "8b7f8350d7e6",
  5: "67daa252aaf8",
  18: "809cc72231d5",
  19: "2fb43c40c84e",
  20: "a2965b4e2d36",
  21: "70bbf80fd0f9",
  22: "a28dbec59cad",
  23: "0085a26085ee",
  24: "3c8c8c117d8a",
  25: "40025d8902d0",
  26: "ff658208e3ea",
  27: "7f3322a6bf13",
  IM: "a6c73c799c7c",
  41: "4622ff8525e8",
  L4: "4b5790f1ce28",
  DYN: "137ed97f2d01",
  PLUG: "f387dbe33880",
  SENS: "6345074bfb22",
  SOL: "a577db1a7cc9",
  MJCF: "4f7e00cec8ac",
};

function digest(table: ToleranceTable): string {
  const bounds = Object.keys(table).sort().map((label) => {
    const { kind, factor, ceiling, bound } = table[label] as Readonly<Record<string, unknown>>;
    return [label, kind, factor, ceiling, bound];
  });
  return sha256(JSON.stringify(bounds)).slice(0, 12);
}

const store = openStore(new URL("../../golden", import.meta.url).pathname);
const combined = new Tables(TABLES);

/** Goldens by item, read when they are asked for, without the events, of which an echo needs none. */
class Goldens {
  #ids = new Map<string, string[]>();
  #read = new Map<string, Golden>();

  constructor() {
    for (const id of store.list()) {
      for (const item of readCase(store, id).file.items) this.#ids.set(item, [...this.#ids.get(item) ?? [], id]);
    }
  }

  *of(item: string): Generator<Golden> {
    for (const id of this.#ids.get(item) ?? []) {
      let golden = this.#read.get(id);
      if (golden === undefined) {
        const found = readGolden(store, readCase(store, id));
        golden = { ...found, file: { ...found.file, events: undefined } };
        this.#read.set(id, golden);
      }
      yield golden;
    }
  }
}

/** A value of a golden that a liar can be wrong about: the largest of its frame. */
interface Spot {
  readonly golden: Golden;
  readonly frame: number;
  readonly index: number;
  readonly reference: number;
  /** what the tables of all items of the golden allow there */
  readonly allowed: number;
}

/** The largest values of a field in the goldens of an item, first the one that is largest of all. */
function spotOf(label: string, entry: TableEntry, goldens: Iterable<Golden>): Spot | undefined {
  let best: Spot | undefined;
  for (const golden of goldens) {
    const recorded = label.replace(/^free /, "next.");
    if (label.startsWith("free ") && !golden.file.free) continue;
    const bound = boundOf(label, combined.of(golden.file.items)[label], noiseOf(golden, label));
    for (let frame = 0; frame < golden.frames.frames; frame++) {
      const values = golden.frames.get(recorded, frame) ?? sizeOf(golden, label);
      if (values === undefined) continue;
      const index = largestIn(values);
      const reference = values[index];
      if (!Number.isFinite(reference)) continue;
      const allowed = bound.allowed(frame, values);
      // half a bound has to be more than the last place
      if (entry.kind !== "exact" && !(allowed > 8e-16 * Math.abs(reference))) continue;
      if (best !== undefined && Math.abs(best.reference) >= Math.abs(reference)) continue;
      best = { golden, frame, index, reference, allowed };
    }
    // an expression may bind at large values only, so the largest of all is looked for
    if (best !== undefined && entry.kind !== "expression") return best;
  }
  return best;
}

function largestIn(values: Numbers): number {
  let most = 0;
  for (let i = 1; i < values.length; i++) if (Math.abs(values[i]) > Math.abs(values[most])) most = i;
  return most;
}

function noiseOf({ minted }: Golden, label: string): number | readonly number[] | undefined {
  return label.startsWith("free ") ? minted.free?.[label.slice(5)] : minted.noise?.[label];
}

function sizeOf({ minted, file }: Golden, label: string): Int32Array | undefined {
  const size = minted.sizes?.[label];
  return file.kind === "compile" && size !== undefined ? Int32Array.of(size) : undefined;
}

/** Does an engine pass that repeats the golden, but for one value? */
async function passes(golden: Golden, table: ToleranceTable, lie: Lie): Promise<boolean> {
  const { passed, failures } = await replay(echo(golden, lie), golden, table);
  if (!passed && !failures.some(({ field }) => field === lie.label)) {
    // a wrong count or type is told as a list that differs
    assert.ok(isExactField(lie.label), `${golden.id}: ${lie.label}: fails for another reason: ${failures[0].message}`);
  }
  return passed;
}

function lieAt({ frame, index }: Spot, label: string, value: number): Lie {
  return { label, frame, index, value };
}

const entries = ITEMS.flatMap(({ id, tolerances = {} }) =>
  Object.entries(tolerances).map(([label, entry]) => ({ id, label, entry }))
);
const goldens = new Goldens();
const spots = new Map<string, Spot>();
for (const { id, label, entry } of entries) {
  if (entry.kind === "expression") await loadExpressions();
  const spot = spotOf(label, entry, goldens.of(id));
  assert.ok(spot !== undefined, `no golden of item ${id} compares ${label}`);
  spots.set(`${id} ${label}`, spot);
}

Deno.test("the tables are the ones that were agreed upon", () => {
  const now = Object.fromEntries(ITEMS.map(({ id, tolerances = {} }) => [id, digest(tolerances)]));
  assert.deepEqual(now, PINNED);
});

Deno.test("a liar outside of a bound of an item is caught, and one inside of it passes", async () => {
  for (const { id, label, entry } of entries) {
    const spot = spots.get(`${id} ${label}`) as Spot;
    const { golden, reference, allowed } = spot;
    const table = combined.of(golden.file.items);
    const what = `item ${id}, ${label}, ${golden.id} frame ${spot.frame}`;
    if (entry.kind === "exact") {
      const value = isWhole(golden, label) ? reference + 1 : neighbourOf(reference);
      assert.ok(!await passes(golden, table, lieAt(spot, label, value)), `${what}: one ulp is believed`);
      continue;
    }
    // the table of another item of the golden may be tighter
    const own = boundOf(label, entry, noiseOf(golden, label)).allowed(spot.frame, valuesOf(spot, label));
    assert.ok(allowed <= own, what);
    assert.ok(!await passes(golden, table, lieAt(spot, label, reference + 2 * allowed)), `${what}: 2 bounds pass`);
    assert.ok(await passes(golden, table, lieAt(spot, label, reference + 0.5 * allowed)), `${what}: 0.5 bounds fail`);
  }
});

Deno.test("an entry that is loosened or dropped is refused, or lets a liar pass, or follows from the default", async () => {
  const caught = { refused: 0, believed: 0, "only pinned": 0 };
  for (const { id, label, entry } of entries) {
    const others = Object.fromEntries(Object.entries(TABLES[id]).filter(([name]) => name !== label));
    for (const mutant of [undefined, loosened(entry)]) {
      const table: ItemTable = mutant === undefined ? others : { ...others, [label]: mutant };
      const what = `item ${id}, ${label}, ${mutant === undefined ? "dropped" : "loosened"}`;
      assert.notEqual(digest(table), digest(TABLES[id]), what);
      if (isRefused(table)) {
        caught.refused++;
      } else if (await isBelieved(spots.get(`${id} ${label}`) as Spot, label, entry, mutant)) {
        caught.believed++;
      } else {
        // without the entry, the default says the same
        assert.ok(mutant === undefined && isDefault(label, entry), `${what}, and nothing notices`);
        caught["only pinned"]++;
      }
    }
  }
  assert.equal(caught.refused + caught.believed + caught["only pinned"], 2 * entries.length);
  assert.ok(caught.believed > entries.length / 2, JSON.stringify(caught));
});

/** Is an engine believed, under a mutant of an entry, that is not under the entry, however noisy MuJoCo is? */
async function isBelieved(spot: Spot, label: string, entry: TableEntry, mutant: Tolerance | undefined) {
  const { golden, reference, frame } = spot;
  const { minted } = golden;
  const forged = (noise: number): Golden => ({
    ...golden,
    minted: {
      ...minted,
      noise: { ...minted.noise, [label]: noise },
      free: { ...minted.free, [label.slice(5)]: noise },
    },
  });
  // noise without end shows a ceiling, a little noise shows a factor
  for (const noise of [1e30, 1e-12 * Math.max(1, Math.abs(reference))]) {
    const noisy = forged(noise);
    const allowed = boundOf(label, entry, noise).allowed(frame, valuesOf(spot, label));
    const value = entry.kind === "exact" ? neighbourOf(reference) : reference + 2 * allowed;
    const lie = lieAt(spot, label, value);
    if (await passes(noisy, { [label]: entry }, lie)) continue;
    if (await passes(noisy, mutant === undefined ? {} : { [label]: mutant }, lie)) return true;
  }
  return false;
}

function isRefused(table: ItemTable): boolean {
  try {
    checkTable(table, "mutant");
    return false;
  } catch {
    return true;
  }
}

function isDefault(label: string, entry: TableEntry): boolean {
  if (entry.kind === "exact") return isExactField(label);
  return entry.kind === "noise" && entry.factor === 10 && entry.ceiling === 1e-8;
}

/** Ten times as loose. */
function loosened(entry: TableEntry): TableEntry {
  const { reason } = entry;
  switch (entry.kind) {
    case "exact":
      return { kind: "noise", reason };
    case "noise":
      return { ...entry, ceiling: 10 * (entry.ceiling ?? 1e-8) };
    case "expression":
      return { ...entry, bound: `10 * (${entry.bound})` };
    case "fixed":
      return { ...entry, bound: `10 * (${entry.bound})` };
  }
}

function valuesOf({ golden, frame }: Spot, label: string) {
  return golden.frames.get(label.replace(/^free /, "next."), frame) ?? new Float64Array(1);
}

function isWhole(golden: Golden, label: string): boolean {
  const values = golden.frames.get(label, 0);
  return values === undefined || !(values instanceof Float64Array || values instanceof Float32Array);
}

function neighbourOf(x: number): number {
  return x === 0 ? Number.MIN_VALUE : neighbour(x, true);
}

Deno.test("checkTable() refuses what loosens, what is no number, and what nothing compares", () => {
  const refuses = (table: unknown, says: RegExp) =>
    assert.throws(() => checkTable(table, "27.json"), (error: Error) => {
      assert.match(error.message, /^27\.json: /);
      assert.match(error.message, says);
      return true;
    });
  const reason = "a test";
  refuses({ qacc: { kind: "noise", factor: 11, reason } }, /qacc\.factor: .*<=10/);
  refuses({ qacc: { kind: "noise", ceiling: 1e-7, reason } }, /qacc\.ceiling: .*<=1e-8/);
  refuses({ qacc: { kind: "noise", ceiling: NaN, reason } }, /qacc\.ceiling: /);
  refuses({ qacc: { kind: "noise", factor: Infinity, reason } }, /qacc\.factor: /);
  refuses({ qacc: { kind: "noise", factor: -1, reason } }, /qacc\.factor: /);
  refuses({ qacc: { kind: "fixed", bound: Infinity, cause: "why", reason } }, /qacc\.bound: /);
  refuses({ qacc: { kind: "fixed", bound: 1e-6, reason } }, /qacc\.cause: /);
  refuses({ qacc: { kind: "fixed", bound: 1e-6, cause: "", reason } }, /qacc\.cause: /);
  refuses({ qacc: { kind: "noise" } }, /qacc\.reason: /);
  refuses({ efc_margin: { kind: "noise", reason } }, /efc_margin: is exact, only 'fixed' may loosen that/);
  refuses({ ncon: { kind: "expression", bound: "1e-8", reason } }, /ncon: is exact/);
  refuses({ qvel: { kind: "exact", reason } }, /qvel: no such field is ever compared/);
  refuses({ efc_marign: { kind: "exact", reason } }, /efc_marign: no such field/);
  refuses({ qH: { kind: "exact", reason } }, /qH: no such field/);
  checkTable({ qacc: { kind: "fixed", bound: "1e-6 * norm(ref)", cause: "why", reason } }, "27.json");
});
