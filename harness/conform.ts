/** The command line of `deno task conform`: replays the goldens through an engine. */

import { Command, CommanderError, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import {
  appendText,
  environment,
  isDirectory,
  isSamePlace,
  openStore,
  readIfThere,
  relativePath,
  workingDirectory,
  writeText,
} from "./disk.ts";
import { completionScript, SHELLS } from "./completion.ts";
import { HarnessError } from "./engine.ts";
import { formatJson } from "./format_json.ts";
import { type GoldenStore, readCase } from "./golden.ts";
import { renderAnnotations, renderSummary } from "./report/github.ts";
import { renderHtml } from "./report/html.ts";
import { parseReport, renderJson } from "./report/json.ts";
import { renderJunit } from "./report/junit.ts";
import { listItems, renderList } from "./report/list.ts";
import { COLOUR, PLAIN, renderPretty } from "./report/pretty.ts";
import {
  type Cases,
  checkItems,
  checkPin,
  filesOf,
  mujocoOf,
  openCases,
  pinOf,
  selectCases,
  type Selection,
} from "./cases.ts";
import type { Job } from "./job.ts";
import { type Done, Lanes, lanesFor, type Run } from "./lanes.ts";
import { mergeReports } from "./merge.ts";
import { hashEngine, hashHarness, hashSpec } from "./origin.ts";
import { type Leash, starter } from "./performers.ts";
import { printable } from "./printable.ts";
import { findGaps } from "./proof.ts";
import type { CaseResult } from "./replay.ts";
import { holdAgainst, parseRatchet, type Ratchet, type RatchetVerdict, turn } from "./spec/ratchet.ts";
import { loadSpec, type Spec } from "./spec/spec.ts";
import { describeTotals, type Report, report } from "./verdict.ts";

const HOME = new URL("../", import.meta.url);
const RATCHET = new URL("spec/ratchet.json", import.meta.url);
const PIN = new URL("spec/golden_pin.json", import.meta.url);
const DEFAULT_GOLDEN = "golden";

/** The outputs of a command line. */
export interface Terminal {
  /** writes the report */
  readonly out: (text: string) => void;
  /** writes other messages */
  readonly err: (text: string) => void;
  /** whether the report has colors */
  readonly isPainted: boolean;
  /** whether progress is shown */
  readonly isWatched: boolean;
}

const newProgram = (terminal: Terminal) =>
  new Command("deno task conform")
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .description(
      "Replays MuJoCo's recorded results (golden/) through an engine and compares every frame.\n" +
        "Exit code: 0 conforms, 1 does not, 2 could not tell.",
    )
    .argument("[item...]", "ids of items, such as 24 or L4; all by default")
    .option("--case <id...>", "only these cases, as item/case or case")
    .option(
      "--engine <name>",
      "plumbline, transplant, mujoco@VERSION, exec:'COMMAND' that speaks the protocol, or a file that exports an engine",
      "plumbline",
    )
    .option("--patience <seconds>", "time limit for an ordinary case, and for the engine to start", seconds, 20)
    .option("--memory <gigabytes>", "memory limit of a process of the engine", seconds, 4)
    .option("--allow <permission...>", "permissions of an engine in a file: read, net, env, …, or all; none by default")
    .option("--golden <dir>", "directory of the goldens", DEFAULT_GOLDEN)
    .addOption(
      new Option("--format <format>", "of the report").choices(["pretty", "json", "junit", "github", "html"]).default(
        "pretty",
      ),
    )
    .option("--out <file>", "write the report to a file")
    .option("--record <file>", "also write the report in JSON to a file")
    .option("--list", "show the items with their criteria and cases, without running anything")
    .option("--shard <i/n>", "only every n-th case, from the i-th", shard)
    .option("--merge <file...>", "run nothing; combine the JSON reports of all shards")
    .option("--jobs <n>", "number of processes; by default chosen by the number of cases", positive)
    .addOption(new Option("--import-map <file>", "for Plumbline itself: modules in place of others").hideHelp())
    .option("--step <n>", "with --dump: only this step", wholeNumber)
    .option("--dump", "print every compared value beside MuJoCo's")
    .option("--verbose", "show known failures in full, and the deviation of each field of an item")
    .option("--update-ratchet", "remove passing cases from the list of known failures")
    .option("--accept-new", "with --update-ratchet: add new failures to the list")
    .addOption(new Option("--completion <shell>", "print a completion script for a shell").choices(SHELLS))
    .addHelpText(
      "after",
      `
Examples:
  deno task conform                                  everything
  deno task conform 24 27                            two items
  deno task conform 27 --case ac6_d2 --verbose       one case, in detail
  deno task conform --case 27/ac6_d2 --step 0 --dump every value of a step
  deno task conform --engine mujoco@3.14.0           differences between versions of MuJoCo
  deno task conform --engine transplant              Plumbline's dynamics on models compiled by MuJoCo
  deno task conform --engine ./my_engine.ts          your own engine
  deno task conform --engine exec:'python engine.py' an engine in any language, see docs/protocol.md
  deno task conform --format json --out report.json  for programs
  deno task conform --format html --out report.html  a web page
  deno task conform --merge 1.json 2.json            one report from two shards
  deno task conform --list --format json             the specification, for programs
  source <(deno task -q conform --completion bash)   completion of items and options in this shell`,
    );

function wholeNumber(text: string): number {
  const n = Number(text);
  if (!Number.isInteger(n) || n < 0) throw new InvalidArgumentError("expected a whole number");
  return n;
}

function positive(text: string): number {
  const n = wholeNumber(text);
  if (n === 0) throw new InvalidArgumentError("expected a whole number from 1 up");
  return n;
}

function seconds(text: string): number {
  const n = Number(text);
  if (!(n > 0 && n < Infinity)) throw new InvalidArgumentError("expected a number above 0");
  return n;
}

function shard(text: string): { part: number; of: number } {
  const [part, of] = text.split("/").map(Number);
  if (!(Number.isInteger(part) && Number.isInteger(of) && part >= 1 && part <= of)) {
    throw new InvalidArgumentError("expected i/n with i from 1 to n");
  }
  return { part, of };
}

/** Runs the command and returns its exit code. */
export async function conform(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await runProgram(newProgram(terminal).parse([...args], { from: "user" }), terminal);
  } catch (error) {
    if (error instanceof HarnessError) {
      terminal.err(`error: ${printable(error.message)}\n`);
      return 2;
    }
    // the command line library has already reported the error
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}

type Program = ReturnType<typeof newProgram>;
type Options = ReturnType<Program["opts"]>;

/** Inputs common to all uses of the command. */
interface Suite {
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

async function runProgram(program: Program, terminal: Terminal): Promise<number> {
  const options = program.opts();
  const { list, merge, dump, step } = options;
  if (step !== undefined && !dump) throw new HarnessError("--step goes with --dump");
  if (options.acceptNew && !options.updateRatchet) throw new HarnessError("--accept-new goes with --update-ratchet");

  if (options.completion !== undefined) {
    const own = await loadSpec();
    const words = [...program.options.map(({ long, short }) => long ?? short ?? ""), ...own.items.map(({ id }) => id)];
    terminal.out(completionScript(options.completion, words));
    return 0;
  }

  const store = openStore(directoryOf(options.golden));
  if (list) return listSuite(await openSuite(program, store, terminal), terminal);
  if (merge) return await mergeSuite(await openSuite(program, store, terminal), merge, terminal);

  // processes start working while this one is still reading the cases
  const all = store.list();
  const isWhole = program.args.length === 0 && !options.case && !options.shard && !dump;
  const begun = isWhole ? begin(options, store, all) : undefined;
  let lanes = begun;
  try {
    const suite = await openSuite(program, store, terminal);
    const ids = selectCases(suite.cases, suite.spec, suite.selection);
    lanes ??= begin(options, store, ids);
    return await runSuite(suite, lanes, ids, terminal);
  } finally {
    lanes?.close();
  }
}

function directoryOf(golden: string): string {
  if (golden !== DEFAULT_GOLDEN || isDirectory(golden)) return golden;
  return new URL(DEFAULT_GOLDEN, HOME).pathname;
}

async function openSuite(program: Program, store: GoldenStore, { isPainted }: Terminal): Promise<Suite> {
  const options = program.opts();
  const own = await loadSpec();
  const isOwn = isSamePlace(store.name, new URL(DEFAULT_GOLDEN, HOME).pathname);
  const ids = store.list();
  const read = new Map(ids.map((id) => [id, readCase(store, id)]));
  const spec = isOwn ? own : specOf(own, read, store.name);
  const manifest = readIfThere(`${store.name}/manifest.json`);
  const cases = openCases(store, read, spec, manifest && new TextDecoder().decode(manifest));
  if (isOwn) checkPin(cases, readText(PIN.pathname));
  const items = program.args.map((wanted) =>
    spec.items.find(({ id }) => id.toLowerCase() === wanted.toLowerCase())?.id ?? wanted
  );
  const selection = { items, cases: options.case ?? [], shard: options.shard };
  const asked = items.length > 0 ? items : spec.items.map(({ id }) => id);
  return { spec, cases, asked, isOwn, selection, options, isPainted };
}

/** Other goldens may belong to some built-in items and to items of their own; nothing else is required of them. */
function specOf(own: Spec, cases: Cases["all"], place: string): Spec {
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

function listSuite({ spec, cases, asked, selection, options }: Suite, terminal: Terminal): number {
  // an item may be listed that has no cases
  checkItems(spec, selection.items);
  selectCases(cases, spec, { ...selection, items: [] });
  const listed = listItems(spec, filesOf(cases), asked);
  const text = options.format === "json" ? `${JSON.stringify({ items: listed }, null, 1)}\n` : renderList(listed);
  emit(text, options.out, terminal);
  return 0;
}

async function mergeSuite(suite: Suite, paths: readonly string[], terminal: Terminal): Promise<number> {
  const { spec, cases, asked, options } = suite;
  const files = filesOf(cases);
  const whole = mergeReports(paths.map((path) => parseReport(readReport(path), path)), {
    spec,
    files,
    items: asked,
    origin: { golden: pinOf(cases).root, spec: hashSpec(spec), harness: await hashHarness() },
    hold: (engine, results) => hold(suite, engine.startsWith("plumbline "), results),
  });
  if (options.record !== undefined) writeText(options.record, renderJson(whole));
  emit(await render(suite, whole, 0, whole.cases.length), options.out, terminal);
  return whole.conforms ? 0 : 1;
}

/** Starts the processes that run cases. */
function begin(options: Options, store: GoldenStore, ids: readonly string[]): Lanes {
  const { engine, format, dump, step, jobs, patience, memory, allow = [], importMap } = options;
  const job: Job = {
    engine,
    base: workingDirectory(),
    golden: store.name,
    // other versions of MuJoCo lack some fields and have others
    forgivesAbsent: engine.startsWith("mujoco@"),
    traces: format === "html",
    dump: dump ? { step } : undefined,
  };
  const leash: Leash = { patience: 1000 * patience, memory: 2 ** 30 * memory, allow, importMap };
  const { start, ahead } = starter(job, leash, sizesOf(store));
  return new Lanes(start, ids, jobs ?? lanesFor(ids.length), ahead);
}

/** Scalars of each case, if the manifest can be read; errors in it are reported later. */
function sizesOf(store: GoldenStore): Readonly<Record<string, number>> {
  try {
    return JSON.parse(readText(`${store.name}/manifest.json`) ?? "{}");
  } catch {
    return {};
  }
}

async function runSuite(suite: Suite, lanes: Lanes, ids: readonly string[], terminal: Terminal): Promise<number> {
  const { spec, cases, asked, selection, options, isOwn } = suite;
  const files = filesOf(cases);
  const began = performance.now();
  const progress = progressLine(ids.length, terminal);
  const run = await lanes.run(progress);
  progress(-1, "");
  const all = [...run.done.values()];
  const results = all.map(({ result }) => result);
  const gaps = findGaps(ids, results, files);
  if (gaps.length > 0) {
    throw new HarnessError(
      `this run proves nothing: ${gaps[0]}${gaps.length > 1 ? `, and ${gaps.length - 1} more` : ""}`,
    );
  }
  for (const { dump } of all) if (dump !== undefined) terminal.out(printable(dump));
  checkStep(options.step, results);

  const isPlumbline = options.engine === "plumbline";
  let ratchet = hold(suite, isPlumbline, results);
  if (options.updateRatchet) {
    if (!(isOwn && isPlumbline)) throw new HarnessError("--update-ratchet is about Plumbline and its own goldens");
    const acceptNew = options.acceptNew ?? false;
    updateRatchet(turn(readRatchet(), results, ratchet, acceptNew), ratchet.broken, acceptNew, terminal);
    ratchet = hold(suite, isPlumbline, results);
  }
  const isPart = selection.items.length > 0 || selection.cases.length > 0;
  const sum = report({
    mujoco: mujocoOf(cases),
    engine: printable(run.engine),
    origin: {
      golden: pinOf(cases).root,
      spec: hashSpec(spec),
      harness: await hashHarness(),
      engine: await hashEngine(options.engine, run.build),
    },
    spec,
    items: selection.items.length > 0 || selection.cases.length === 0 ? asked : servedItems(files, ids),
    files,
    results,
    ratchet,
    extent: selection.shard !== undefined ? "shard" : isPart ? "part" : "whole",
  });
  if (options.record !== undefined) writeText(options.record, renderJson(sum));
  emit(await render(suite, sum, performance.now() - began, ids.length, run.done), options.out, terminal);
  if (options.out !== undefined) terminal.out(`${describeTotals(sum.totals)}\n`);
  return closing(run, sum, terminal);
}

/** Prints what is not in the report, and returns the exit code. */
function closing({ engine, done, complaints }: Run, { conforms }: Report, terminal: Terminal): number {
  const absent = new Set([...done.values()].flatMap((it) => it.absent));
  if (absent.size > 0) {
    terminal.err(`note: not compared, because ${printable(engine)} has no such fields: ${[...absent].join(" ")}\n`);
  }
  for (const complaint of new Set(complaints)) terminal.err(`error: ${printable(complaint)}\n`);
  return conforms && complaints.length === 0 ? 0 : 1;
}

function checkStep(step: number | undefined, results: readonly CaseResult[]): void {
  if (step === undefined || !results.every(({ frames, passed }) => passed && frames <= step)) return;
  throw new HarnessError(
    `step ${step}: the selected cases have ${Math.max(...results.map((it) => it.frames))} steps`,
  );
}

function hold({ cases, isOwn }: Suite, isPlumbline: boolean, results: readonly CaseResult[]): RatchetVerdict {
  return holdAgainst(isOwn && isPlumbline ? readRatchet() : {}, results, new Set(cases.all.keys()));
}

function servedItems(files: ReturnType<typeof filesOf>, ids: readonly string[]): string[] {
  return [...new Set(ids.flatMap((id) => files.get(id)?.items ?? []))];
}

async function render(
  { spec, cases: { store }, options, isPainted }: Suite,
  sum: Report,
  elapsed: number,
  count: number,
  done?: ReadonlyMap<string, Done>,
): Promise<string> {
  const { format, out, engine } = options;
  if (format === "json") return renderJson(sum);
  if (format === "junit") return renderJunit(sum);
  if (format === "github") {
    const summary = environment("GITHUB_STEP_SUMMARY");
    if (summary) appendText(summary, renderSummary(sum));
    return renderAnnotations(sum, store.name) + (summary ? "" : renderSummary(sum));
  }
  if (format === "html") {
    const all = [...done?.values() ?? []];
    return await renderHtml(sum, {
      items: spec.items,
      results: all.map(({ result }) => result),
      traces: new Map(all.map(({ result, traces = [] }) => [result.id, traces])),
      golden: relativePath(out ?? "", store.name),
    });
  }
  const command = engine === "plumbline" ? "" : ` --engine ${quoted(printable(engine))}`;
  return renderPretty(sum, {
    paint: isPainted && out === undefined ? COLOUR : PLAIN,
    elapsed,
    tellKnown: options.verbose ?? (count <= 3),
    tellFields: options.verbose ?? false,
    command,
  });
}

/** A word quoted for a shell. */
function quoted(word: string): string {
  return /[\s'"]/.test(word) ? `'${word.replaceAll("'", `'\\''`)}'` : word;
}

function readText(path: string): string | undefined {
  const bytes = readIfThere(path);
  return bytes && new TextDecoder().decode(bytes);
}

function readReport(path: string): string {
  const text = readText(path);
  if (text === undefined) throw new HarnessError(`${path}: not found`);
  return text;
}

function emit(text: string, out: string | undefined, terminal: Terminal): void {
  if (out === undefined) terminal.out(text);
  else writeText(out, text);
}

/** A progress line, if the output is a terminal. */
function progressLine(total: number, terminal: Terminal): (done: number, id: string) => void {
  if (!terminal.isWatched) return () => {};
  let last = 0;
  return (done, id) => {
    const now = performance.now();
    if (done >= 0 && now - last < 50) return;
    last = now;
    terminal.err(done < 0 ? "\r\x1b[K" : `\r\x1b[K${done}/${total}  ${id}`);
  };
}

function readRatchet(): Ratchet {
  const text = readText(RATCHET.pathname);
  return text === undefined ? {} : parseRatchet(text, "harness/spec/ratchet.json");
}

function updateRatchet(ratchet: Ratchet, broken: readonly string[], acceptNew: boolean, terminal: Terminal): void {
  writeText(RATCHET.pathname, formatJson(ratchet));
  if (acceptNew && broken.length > 0) {
    terminal.err(`ACCEPTED ${broken.length} NEW FAILURES, the list of known failures has grown:\n`);
    for (const id of broken) terminal.err(`  ${id}\n`);
  }
}
