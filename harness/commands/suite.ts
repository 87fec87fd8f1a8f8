/** The goldens, the specification, and what of them was asked for. */

import { isDirectory, isSamePlace, readIfThere } from "../disk.ts";
import { type Cases, checkPin, openCases, rootOf, type Selection } from "../golden/cases.ts";
import { type Case, type GoldenStore, readCase, readKnownCase } from "../golden/golden.ts";
import { HarnessError } from "../engine.ts";
import type { Durations } from "../golden/shard.ts";
import { parseReport } from "../report/json.ts";
import { fetchPack, isAddress, PUBLISHED } from "../golden/fetch_pack.ts";
import { checkPack, packOf } from "../golden/pack.ts";
import pin from "../spec/golden_pin.json" with { type: "json" };
import type { Tell } from "../engines/python.ts";
import { loadSpec, type Spec } from "../spec/spec.ts";
import { DEFAULT_GOLDEN, type Options, type Program } from "./program.ts";
import type { Terminal } from "./terminal.ts";

const HOME = new URL("../../", import.meta.url);

/** Inputs common to all uses of the command. */
export interface Suite {
  readonly spec: Spec;
  readonly cases: Cases;
  /** ids of the requested items; all if none were given */
  readonly asked: readonly string[];
  /** are these the built-in goldens? */
  readonly isOwn: boolean;
  readonly selection: Selection;
  readonly options: Options;
  readonly isPainted: boolean;
}

/** Where the goldens are: as given, else in this checkout, else in the archive that was published with this version. */
export async function placeOf(golden: string, tell: Tell): Promise<string> {
  if (isAddress(golden)) return await fetchPack(golden, tell);
  if (golden !== DEFAULT_GOLDEN || isDirectory(golden)) return golden;
  const own = new URL(DEFAULT_GOLDEN, HOME);
  return own.protocol === "file:" && isDirectory(own.pathname) ? own.pathname : await fetchPack(PUBLISHED, tell);
}

/** Are these the built-in goldens, whose recipes the pin covers? */
export function isPinned(store: GoldenStore): boolean {
  return packOf(store)?.root === pin.root || isSamePlace(store.name, new URL(DEFAULT_GOLDEN, HOME).pathname);
}

/** Opens the suite in a store, of which `ids` lists the cases. */
export async function openSuite(
  program: Program,
  store: GoldenStore,
  ids: readonly string[],
  { isPainted }: Terminal,
): Promise<Suite> {
  const options = program.opts();
  const loading = loadSpec();
  // the recipes may throw first
  loading.catch(() => {});
  const pack = packOf(store);
  const isOwn = isPinned(store);
  const read = await readRecipes(store, ids, isOwn);
  const own = await loading;
  const spec = isOwn ? own : specOf(own, read, store.name);
  const manifest = store.read(".", "manifest.json");
  const cases = openCases(store, read, spec, manifest && new TextDecoder().decode(manifest));
  if (pack !== undefined) checkPack(pack, cases);
  if (isOwn) checkPin(cases, pin);
  const items = program.args.map((wanted) =>
    spec.items.find(({ id }) => id.toLowerCase() === wanted.toLowerCase())?.id ?? wanted
  );
  const selection = { items, cases: options.case ?? [], shard: options.shard, durations: durationsIn(options) };
  const asked = items.length > 0 ? items : spec.items.map(({ id }) => id);
  return { spec, cases, asked, isOwn, selection, options, isPainted };
}

/** Those that are pinned were checked when they were minted. */
async function readRecipes(store: GoldenStore, ids: readonly string[], isOwn: boolean): Promise<Cases["all"]> {
  if (isOwn) {
    const known = new Map<string, Case>();
    for (const id of ids) {
      known.set(id, readKnownCase(store, id));
      // processes that work meanwhile are supplied with cases
      if (known.size % AT_ONCE === 0) await new Promise((go) => setTimeout(go));
    }
    if (rootOf(known) === pin.root) return known;
  }
  return new Map(ids.map((id) => [id, readCase(store, id)]));
}

/** Number of recipes that are read without a pause, which takes milliseconds. */
const AT_ONCE = 100;

/** Other goldens may belong to some built-in items and to items of their own; nothing else is required of them. */
export function specOf(own: Spec, cases: Cases["all"], place: string): Spec {
  const served = new Set([...cases.values()].flatMap(({ file }) => file.items));
  const named = new Set([...cases.values()].flatMap(({ file }) => file.criteria ?? []));
  const known = new Set(own.items.map(({ id }) => id));
  const foreign = [...served].filter((id) => !known.has(id))
    .map((id) => ({ id, title: "", claim: "goldens of your own", seed: place }));
  return {
    items: [...own.items.filter(({ id }) => served.has(id)), ...foreign],
    criteria: own.criteria.filter(({ id }) => named.has(id)),
    isForeign: true,
  };
}

/** How long cases took according to an earlier report, if the user names one. */
function durationsIn({ durations: path, shard }: Options): Durations | undefined {
  if (path === undefined) return undefined;
  if (shard === undefined) throw new HarnessError("--durations goes with --shard");
  const text = readText(path);
  if (text === undefined) throw new HarnessError(`${path}: not found`);
  const { cases } = parseReport(text, path);
  return Object.fromEntries(cases.flatMap(({ id, seconds }) => seconds === undefined ? [] : [[id, seconds]]));
}

export function readText(path: string): string | undefined {
  const bytes = readIfThere(path);
  return bytes && new TextDecoder().decode(bytes);
}
