/**
 * Runs all goldens, then probes, through an engine that reports its decisions, and prints cases that take ways that no
 * golden takes, one in a line of JSON.
 */

import { taken } from "./prelude.ts";
import { openStore } from "../../harness/disk.ts";
import { PLUMBLINE } from "../../harness/engines/plumbline.ts";
import { readCase, readGolden } from "../../harness/golden/golden.ts";
import { replay } from "../../harness/replay/replay.ts";
import { goldenFolders } from "../fuzz/generate_hostile.ts";
import { Random } from "../fuzz/random.ts";
import { encoded, GOLDEN, print, seconds, seedling } from "./in_process.ts";
import { AREA_NAMES, type Probe, probeOf } from "./probes.ts";
import { type Case, reduce } from "./reduce.ts";
import { type Outcome, runProbe } from "./run_probe.ts";

/** The order: which decisions do not count, the seed, and CPU time for searching and again for reducing (s). */
export interface Order {
  readonly ignored: readonly number[];
  readonly seed: number;
  readonly seconds: number;
}

/** A message: progress, or a case. */
export type Message =
  | { readonly says: string }
  | {
    readonly loads: Outcome["loads"];
    readonly ways: readonly number[];
    readonly recipe: Case["recipe"];
    readonly xml: string;
    readonly assets: Readonly<Record<string, string>>;
  };

/** What a golden may cost, in an engine that reports its decisions: CPU time (s) and text. */
const MOST = { seconds: 0.25, letters: 20_000 };

function say(message: Message): void {
  print(message);
}

/** Ways that are taken now and not in `known`. */
function newWays(known: Uint8Array): number[] {
  const ways: number[] = [];
  for (let i = 0; i < taken.length; i++) if (taken[i] > known[i]) ways.push(i);
  return ways;
}

async function run(probe: Probe): Promise<Outcome> {
  taken.fill(0);
  return await runProbe(probe);
}

/** The ways that goldens take, and those that do not count. */
async function knownWays({ ignored }: Order): Promise<Uint8Array> {
  const store = openStore(GOLDEN);
  for (const id of store.list()) await replay(PLUMBLINE, readGolden(store, readCase(store, id)), {});
  const known = taken.slice();
  say({ says: `goldens take ${known.reduce((sum, x) => sum + x, 0)} ways` });
  for (const k of ignored) known.fill(1, 3 * k, 3 * k + 3);
  return known;
}

interface Found {
  readonly key: string;
  readonly ways: readonly number[];
}

async function search({ seed, seconds: time }: Order, known: Uint8Array): Promise<Found[]> {
  const r = new Random(seed);
  const ids = goldenFolders(GOLDEN).map((folder) => folder.slice(GOLDEN.length + 1));
  const found: Found[] = [];
  const end = seconds() + time;
  let tried = 0;
  for (; seconds() < end; tried++) {
    const area = r.chance(0.3) ? `near:${r.pick(ids)}` : r.pick(AREA_NAMES);
    const key = `${area}#${r.int(1, 1e6)}`;
    const began = seconds();
    const probe = probeOf(key, seedling);
    const { loads, recipe } = await run(probe);
    const ways = newWays(known);
    const isCheap = seconds() - began < MOST.seconds && probe.xml.length < MOST.letters;
    if (ways.length > 0 && isCheap && recipe && loads !== "breaks" && loads !== "unsupported") {
      found.push({ key, ways });
    }
  }
  const all = new Set(found.flatMap(({ ways }) => ways));
  say({ says: `${tried} documents take ${all.size} ways that no golden takes` });
  return found;
}

/** Prints few cases that take all ways, those that take most first. */
async function cover(found: readonly Found[], { seconds: time }: Order, known: Uint8Array): Promise<void> {
  const end = seconds() + time;
  while (seconds() < end) {
    const left = found.map(({ key, ways }) => ({ key, ways: ways.filter((way) => known[way] === 0) }));
    const best = left.reduce((a, b) => b.ways.length > a.ways.length ? b : a, { key: "", ways: [] as number[] });
    if (best.ways.length === 0) return;
    const probe = probeOf(best.key, seedling);
    const { loads, recipe } = await run(probe);
    const holds = async (it: Case) => {
      if (seconds() > end) return false;
      const outcome = await run({ ...it, calls: undefined, jumps: undefined });
      return outcome.loads === loads && outcome.recipe !== undefined && best.ways.every((way) => taken[way] === 1);
    };
    const small = await reduce({ ...probe, recipe: recipe ?? probe.recipe }, holds);
    await run({ ...small, calls: undefined, jumps: undefined });
    for (const way of [...newWays(known), ...best.ways]) known[way] = 1;
    say({ loads, ways: best.ways, recipe: small.recipe, xml: small.xml, assets: encoded(small.assets) });
  }
}

const order = JSON.parse(Deno.args[0]) as Order;
const known = await knownWays(order);
await cover(await search(order, known), order, known);
Deno.exit(0);
