// deno-lint-ignore-file no-console
/** Random mutants: makes, tests, records, and summarizes them. */

import { HarnessError } from "../../harness/engine.ts";
import { isWellFormed, judge, type Replacement, runTests } from "./attempt.ts";
import { changedLines, headCommit, touched } from "./changed.ts";
import { hunt, type HuntOptions } from "./hunt/hunt.ts";
import { goldens, nearest, Order, unitTests } from "./order.ts";
import { folderOf, sample } from "./sample.ts";
import { type Outcome, type Score, scores, scoreTable } from "./score.ts";
import { apply, type Site } from "./sites.ts";
import { openSites, type Stock } from "./stock.ts";
import { SECONDS, tryTests } from "./warm/warm.ts";

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

  const results: Result[] = [];
  const survivors: Site[] = [];
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
    else if (old !== undefined && !alone.has(site.id)) result = old;
    else {
      result = await attempt(site, stock, order, alone.get(site.id) ?? order.of(site.file));
      record(result);
    }
    if (options.tests && isOpen(result)) survivors.push(site);
    else tell(result);
  };
  const record = (result: Result) => {
    if (options.resume === undefined) return;
    Deno.writeTextFileSync(options.resume, `${JSON.stringify(result)}\n`, { append: true });
  };
  const tell = (result: Result) => {
    results.push(result);
    if (isPretty) console.log(`${String(results.length).padStart(4)}  ${told(result)}`);
  };
  await Promise.all(Array.from({ length: options.jobs }, work));
  await testAll(stock, survivors, (result) => {
    record(result);
    tell(result);
  });

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

/**
 * 1 if a mutant survived; where a share is asked for (%), if the sample shows that less is caught, as the upper end of
 * its interval is below: a few mutants that change nothing do not decide.
 */
export function exitCode({ all: { hits, of, high } }: Pick<Score, "all">, least: number | undefined): number {
  if (least === undefined) return hits < of ? 1 : 0;
  return 100 * high < least ? 1 : 0;
}

/** Has no golden noticed a mutant, and no test been asked? */
function isOpen({ outcome, tested }: Result): boolean {
  return outcome === "survived" && !tested;
}

/** Runs unit tests on mutants: in one process, and in one of its own for each of what is run while files are loaded. */
async function testAll(stock: Stock, sites: readonly Site[], tell: (result: Result) => void): Promise<void> {
  const left = new Set(sites);
  const note = (site: Site, by: string | null, ms = 0) => {
    left.delete(site);
    tell(resultOf(site, by === null ? "survived" : "tests", by ?? "", true, ms));
  };
  await tryTests(stock, sites, note, (text) => console.error(`unit tests: ${text}`));
  for (const site of left) {
    const began = performance.now();
    note(site, await noticedBy(stock, site), Math.round(performance.now() - began));
  }
}

/** The unit test that notices a mutant in a process of its own; it has to pass without the mutant. */
async function noticedBy(stock: Stock, site: Site): Promise<string | null> {
  let files = nearest(site.file, unitTests());
  while (files.length > 0) {
    const verdict = await runTests(replacementOf(stock, site), files, SECONDS);
    if (verdict.kind === "passes") return null;
    const { by, file } = verdict;
    if ((await runTests(new Map(), [file])).kind === "passes") return `${file.slice(file.lastIndexOf("/") + 1)}: ${by}`;
    files = files.filter((it) => it !== file);
  }
  return null;
}

function replacementOf({ sources }: Stock, site: Site): Replacement {
  return new Map([[site.file, apply(sources.find(({ file }) => file === site.file)?.text ?? "", site)]]);
}

/** Tests one mutant by some goldens. */
async function attempt(site: Site, stock: Stock, order: Order, ids: readonly string[]): Promise<Result> {
  const began = performance.now();
  const end = (outcome: Outcome, by: string) =>
    resultOf(site, outcome, by, false, Math.round(performance.now() - began));

  const replacement = replacementOf(stock, site);
  if (![...replacement.values()].every(isWellFormed)) return end("broken", "does not parse");
  if (ids.length === 0) return end("survived", "");
  const verdict = await judge(replacement, ids);
  if (verdict.kind === "broken") return end("broken", verdict.message);
  if (verdict.kind === "passes") return end("survived", "");
  const [by] = verdict.by;
  order.note(site.file, by);
  return end("conform", verdict.kind === "fails" ? by : `${by} (${verdict.kind})`);
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
