// deno-lint-ignore-file no-console
/** Random mutants: makes, tests, records, and summarizes them. */

import { HarnessError } from "../../harness/engine.ts";
import { isWellFormed, judge, runTests } from "./attempt.ts";
import { changedLines, headCommit, touched } from "./changed.ts";
import { hunt, type HuntOptions } from "./hunt/hunt.ts";
import { goldens, Order, unitTests } from "./order.ts";
import { folderOf, sample } from "./sample.ts";
import { type Outcome, type Score, scores, scoreTable } from "./score.ts";
import { apply, type Site } from "./sites.ts";
import { openSites, type Stock } from "./stock.ts";

/** The options of the user. */
export interface RandomOptions {
  readonly seed: number;
  readonly count: number;
  readonly folder?: string | undefined;
  /** a commit: only functions that differ from it */
  readonly changed?: string | undefined;
  readonly only?: readonly string[] | undefined;
  /** beginnings of the ids of goldens: only these are run */
  readonly goldens?: readonly string[] | undefined;
  readonly tests: boolean;
  readonly resume?: string | undefined;
  /** seconds after which no further mutant is begun */
  readonly time?: number | undefined;
  /** percent that have to be caught, rather than all */
  readonly least?: number | undefined;
  /** where the scores are kept */
  readonly save?: URL | undefined;
  readonly jobs: number;
  readonly format: "pretty" | "json";
}

/** The outcome of a mutant, as stored in files. */
export interface Result extends Pick<Site, "id" | "file" | "symbol" | "operator" | "before" | "after" | "line"> {
  readonly outcome: Outcome;
  /** golden or test that notices it, or the reason why it is equivalent or broken */
  readonly by: string;
  /** were unit tests run? */
  readonly tested: boolean;
  readonly ms: number;
}

/** The mutants selected by the options. */
function choose({ sources, sites }: Stock, options: RandomOptions): Site[] {
  const { seed, count, folder, changed, only } = options;
  if (only !== undefined) {
    return only.map((id) => {
      const site = sites.find((it) => it.id === id);
      if (site === undefined) throw new HarnessError(`mutant '${id}' is unknown: the code it is about has changed`);
      return site;
    });
  }
  const folders = new Set(sites.map(({ file }) => folderOf(file)));
  const wanted = folder?.split(",") ?? [...folders];
  const unknown = wanted.find((name) => !folders.has(name));
  if (unknown !== undefined) {
    throw new HarnessError(`folder '${unknown}' is unknown, the folders are ${[...folders].sort().join(" ")}`);
  }
  const here = sites.filter(({ file }) => wanted.includes(folderOf(file)));
  return sample(changed === undefined ? here : touched(sources, here, changedLines(changed)), seed, count);
}

/** Shows mutants without testing them. */
export function listRandom(options: RandomOptions): void {
  const stock = openSites();
  const chosen = choose(stock, options);
  if (options.format === "json") {
    console.log(JSON.stringify(chosen.map((site) => ({ ...site, equivalent: stock.reasons.get(site.id) })), null, 1));
    return;
  }
  for (const site of chosen) console.log(describe(site));
  console.log(`${chosen.length} of ${stock.sites.length} mutants`);
}

/** Prints what a mutant changes. */
export function showRandom(id: string): void {
  const { sources, sites, reasons } = openSites();
  const site = sites.find((it) => it.id === id);
  const source = sources.find(({ file }) => file === site?.file);
  if (site === undefined || source === undefined) throw new HarnessError(`mutant '${id}' is unknown`);
  const old = source.text.split("\n");
  const lines = apply(source.text, site).split("\n");
  const extent = source.text.slice(site.start, site.end).split("\n").length;
  const grown = lines.length - old.length;
  const first = Math.max(0, site.line - 4);
  const last = site.line - 1 + extent;
  console.log(`--- ${site.file}  ${site.symbol}  ${site.operator}\n@@ ${first + 1} @@`);
  for (const line of old.slice(first, site.line - 1)) console.log(`  ${line}`);
  for (const line of old.slice(site.line - 1, last)) console.log(`- ${line}`);
  for (const line of lines.slice(site.line - 1, last + grown)) console.log(`+ ${line}`);
  for (const line of old.slice(last, last + 3)) console.log(`  ${line}`);
  const reason = reasons.get(id);
  if (reason) console.log(`equivalent: ${reason}`);
}

/** Looks for documents that show what goldens do not notice. Exit code 0 if they notice everything. */
export async function huntRandom(
  options: RandomOptions,
  { seconds, out, dense, areas }: Pick<HuntOptions, "seconds" | "out" | "dense" | "areas">,
): Promise<number> {
  const stock = openSites();
  const known = new Map<string, string | null>();
  for (const { id, outcome, by } of options.resume === undefined ? [] : readResults(options.resume).values()) {
    if (outcome === "conform" || outcome === "survived") known.set(id, outcome === "survived" ? null : by);
  }
  const note = (site: Site, by: string | null) => {
    if (options.resume === undefined) return;
    const result = resultOf(site, by === null ? "survived" : "conform", by ?? "", false, 0);
    Deno.writeTextFileSync(options.resume, `${JSON.stringify(result)}\n`, { append: true });
  };
  const tell = (text: string) => console.log(text);
  const wanted = { seed: options.seed, seconds, out, dense, areas, goldens: goldensOf(options), known, note, tell };
  return await hunt(stock, choose(stock, options), wanted) > 0 ? 1 : 0;
}

/** Tries mutants. Exit code 0 if none survived, or few enough. */
export async function tryRandom(options: RandomOptions): Promise<number> {
  const stock = openSites();
  const chosen = choose(stock, options);
  const known = options.resume === undefined ? new Map<string, Result>() : readResults(options.resume);
  const open = chosen.filter(({ id }) => !known.has(id) && !stock.reasons.has(id));
  const alone = new Map<string, readonly string[]>();
  if (open.length >= MANY && options.time === undefined) await tryTogether(stock, open, known, alone, options);
  const order = new Order(goldensOf(options));
  for (const { outcome, file, by } of known.values()) if (outcome === "conform") order.note(file, by);
  for (const { file, symbol, before, after } of stock.lost) {
    console.error(`equivalent.json: no mutant is like this any more: ${file} ${symbol}: ${before} → ${after}`);
  }

  let clean: Promise<void> | undefined;
  const checked = () => clean ??= checkTests();
  const results: Result[] = [];
  const queue = [...chosen];
  const isPretty = options.format === "pretty";
  const end = options.time === undefined ? Infinity : performance.now() + 1000 * options.time;
  const work = async () => {
    for (let site = queue.shift(); site !== undefined && performance.now() < end; site = queue.shift()) {
      await tryOne(site);
    }
  };
  const tryOne = async (site: Site) => {
    const old = known.get(site.id);
    const reason = stock.reasons.get(site.id);
    let result: Result;
    if (reason !== undefined) result = resultOf(site, "equivalent", reason, false, 0);
    else if (
      old !== undefined && !alone.has(site.id) && !(options.tests && old.outcome === "survived" && !old.tested)
    ) result = old;
    else {
      const ids = alone.get(site.id) ?? (old === undefined ? order.of(site.file) : []);
      result = await attempt(site, stock, order, ids, options.tests ? checked : undefined);
      if (options.resume !== undefined) {
        Deno.writeTextFileSync(options.resume, `${JSON.stringify(result)}\n`, { append: true });
      }
    }
    results.push(result);
    if (isPretty) console.log(`${String(results.length).padStart(4)}  ${told(result)}`);
  };
  await Promise.all(Array.from({ length: options.jobs }, work));

  const place = new Map(chosen.map(({ id }, i) => [id, i]));
  results.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  const table = scores(results);
  if (isPretty) console.log(`\n${scoreTable(table, options.tests)}`);
  else console.log(JSON.stringify({ scores: table, mutants: results }, null, 1));
  if (options.save !== undefined) keep(options.save, { seed: options.seed, commit: headCommit(), scores: table });
  return exitCode(table[table.length - 1], options.least);
}

/** So many mutants are tried in one process, which first runs all goldens once. */
const MANY = 12;

/**
 * Tries goldens on those mutants that can be switched on in one process. Those that survive are listed in `alone` with
 * goldens to be tried on them once more: what was computed before they were on may have hidden them.
 */
async function tryTogether(
  stock: Stock,
  sites: readonly Site[],
  known: Map<string, Result>,
  alone: Map<string, readonly string[]>,
  options: RandomOptions,
): Promise<void> {
  const { seed, resume } = options;
  const note = (site: Site, by: string | null, runs: readonly string[]) => {
    const result = resultOf(site, by === null ? "survived" : "conform", by ?? "", false, 0);
    known.set(site.id, result);
    if (by === null) alone.set(site.id, runs);
    if (resume !== undefined) Deno.writeTextFileSync(resume, `${JSON.stringify(result)}\n`, { append: true });
  };
  const tell = (text: string) => console.error(`in one process: ${text}`);
  const nothing = { seconds: 0, out: "", dense: false, areas: [], known: new Map() };
  await hunt(stock, sites, { seed, goldens: goldensOf(options), note, tell, ...nothing });
}

/** The goldens that are run. */
function goldensOf({ goldens: some }: RandomOptions): string[] {
  const found = goldens().filter((id) => some?.some((begin) => id.startsWith(begin)) ?? true);
  if (found.length === 0) throw new HarnessError("no golden is selected");
  return found;
}

/** What a random sample says, as it is saved for the README. */
export interface Saved {
  readonly seed: number;
  /** the commit that was measured: code that moves is drawn anew */
  readonly commit: string;
  readonly scores: readonly Score[];
}

/** Keeps the scores beside those of the historical bugs. */
function keep(place: URL, random: Saved): void {
  const rest = JSON.parse(Deno.readTextFileSync(place)) as Record<string, unknown>;
  Deno.writeTextFileSync(place, `${JSON.stringify({ ...rest, random }, null, 2)}\n`);
  console.error("saved; the README takes it over by: deno task readme");
}

/** A handful says nothing about a share. */
const FEW = 6;

/** 1 if a mutant survived; where a share is asked for, if less than that was caught of more than a handful. */
export function exitCode({ all: { hits, of } }: Pick<Score, "all">, least: number | undefined): number {
  if (least === undefined) return hits < of ? 1 : 0;
  return of >= FEW && 100 * hits < least * of ? 1 : 0;
}

/** Rejects unit tests that fail without any change: they would seem to notice every mutant. */
async function checkTests(): Promise<void> {
  const verdict = await runTests(new Map(), unitTests("engine/step.ts").flat());
  if (verdict.kind === "passes") return;
  throw new HarnessError(`unit tests that fail without any change say nothing about mutants: ${verdict.by}`);
}

/** Tests one mutant by some goldens; by unit tests only if `checked` is given, which is awaited before the first of them. */
async function attempt(
  site: Site,
  stock: Stock,
  order: Order,
  ids: readonly string[],
  checked: (() => Promise<void>) | undefined,
): Promise<Result> {
  const began = performance.now();
  const end = (outcome: Outcome, by: string, tested = false) =>
    resultOf(site, outcome, by, tested, Math.round(performance.now() - began));

  const source = stock.sources.find(({ file }) => file === site.file);
  const text = apply(source?.text ?? "", site);
  if (!isWellFormed(text)) return end("broken", "does not parse");
  const replacement = new Map([[site.file, text]]);
  if (ids.length > 0) {
    const verdict = await judge(replacement, ids);
    if (verdict.kind === "broken") return end("broken", verdict.message);
    if (verdict.kind !== "passes") {
      const [by] = verdict.by;
      order.note(site.file, by);
      return end("conform", verdict.kind === "fails" ? by : `${by} (${verdict.kind})`);
    }
  }
  if (checked === undefined) return end("survived", "");
  await checked();
  for (const files of unitTests(site.file)) {
    const verdict = await runTests(replacement, files);
    if (verdict.kind !== "passes") return end("tests", verdict.by, true);
  }
  return end("survived", "", true);
}

function resultOf(site: Site, outcome: Outcome, by: string, tested: boolean, ms: number): Result {
  const { id, file, symbol, operator, before, after, line } = site;
  return { id, file, symbol, operator, before, after, line, outcome, by, tested, ms };
}

/** Results of earlier runs, by id; the last one counts. */
export function readResults(path: string): Map<string, Result> {
  let text = "";
  try {
    text = Deno.readTextFileSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const lines = text.split("\n").filter((line) => line !== "");
  return new Map(lines.map((line) => {
    const result = JSON.parse(line) as Result;
    return [result.id, result];
  }));
}

function describe({ id, file, line, symbol, operator, before, after }: Result | Site): string {
  return `${id}  ${file.slice(7)}:${line}  ${symbol}  ${operator}\n        ${short(before)}\n     →  ${short(after)}`;
}

function short(text: string): string {
  return text.length > 140 ? `${text.slice(0, 137)}...` : text;
}

function told(result: Result): string {
  const { outcome, by } = result;
  if (outcome === "survived") return `SURVIVED  ${describe(result)}`;
  const word = { conform: "caught", tests: "caught by a test", equivalent: "equivalent", broken: "broken" }[outcome];
  return `${word.padEnd(8)}  ${result.id}  ${result.file.slice(7)}:${result.line}  ${result.operator}  ${by}`;
}
