/** The command line of `deno task conform`: the goldens through an engine. */

import { Command, CommanderError, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import {
  appendText,
  environment,
  isDirectory,
  openStore,
  readIfThere,
  relativePath,
  workingDirectory,
  writeText,
} from "./disk.ts";
import { completionScript, SHELLS } from "./completion.ts";
import { dumper } from "./dump.ts";
import { HarnessError } from "./engine.ts";
import { formatJson } from "./format_json.ts";
import { type GoldenStore, readCase } from "./golden.ts";
import { renderAnnotations, renderSummary } from "./report/github.ts";
import { renderHtml } from "./report/html.ts";
import { parseReport, renderJson } from "./report/json.ts";
import { renderJunit } from "./report/junit.ts";
import { listItems, renderList } from "./report/list.ts";
import { COLOUR, PLAIN, renderPretty } from "./report/pretty.ts";
import { filesOf, mujocoOf, openCases, selectCases } from "./cases.ts";
import { Crew, type Job, type Outcome, threadsFor } from "./jobs.ts";
import { holdAgainst, parseRatchet, type Ratchet, turn } from "./spec/ratchet.ts";
import { ITEMS } from "./spec/items.ts";
import { loadSpec, type Spec } from "./spec/spec.ts";
import { describeTotals, mergeReports, type Report, report } from "./verdict.ts";

const HOME = new URL("../", import.meta.url);
const RATCHET = new URL("spec/ratchet.json", import.meta.url);
const DEFAULT_GOLDEN = "golden";

/** Where a command line writes. */
export interface Terminal {
  /** writes the report */
  readonly out: (text: string) => void;
  /** writes what is said besides */
  readonly err: (text: string) => void;
  /** is the report painted */
  readonly isPainted: boolean;
  /** is progress shown */
  readonly isWatched: boolean;
}

const newProgram = (terminal: Terminal) =>
  new Command("deno task conform")
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .description(
      "Replays what real MuJoCo said (golden/) through an engine and compares every frame.\n" +
        "Exit code: 0 conforms, 1 does not, 2 could not tell.",
    )
    .argument("[item...]", "ids of items, such as 24 or L4; all by default")
    .option("--case <id...>", "only these cases, as item/case or case")
    .option("--engine <name>", "plumbline, transplant, mujoco@VERSION, or a file that exports an engine", "plumbline")
    .option("--golden <dir>", "directory of the goldens", DEFAULT_GOLDEN)
    .addOption(
      new Option("--format <format>", "of the report").choices(["pretty", "json", "junit", "github", "html"]).default(
        "pretty",
      ),
    )
    .option("--out <file>", "write the report to a file")
    .option("--record <file>", "besides, write the report in JSON to a file")
    .option("--list", "show the items, their criteria and cases, and run nothing")
    .option("--shard <i/n>", "only every n-th case from the i-th", shard)
    .option("--merge <file...>", "run nothing; put the JSON reports of all shards together")
    .option("--jobs <n>", "threads to share the work; by default as many as are worth it", positive)
    .option("--step <n>", "with --dump: only this step", wholeNumber)
    .option("--dump", "print every value that is compared, beside MuJoCo's")
    .option("--verbose", "tell known failures in full, and how far each field of an item went")
    .option("--update-ratchet", "take cases that pass off the list of known failures")
    .option("--accept-new", "with --update-ratchet: put new failures on the list")
    .addOption(new Option("--completion <shell>", "print what a shell needs to complete this command").choices(SHELLS))
    .addHelpText(
      "after",
      `
Examples:
  deno task conform                                  everything
  deno task conform 24 27                            two items
  deno task conform 27 --case ac6_d2 --verbose       one case, with what is wrong
  deno task conform --case 27/ac6_d2 --step 0 --dump every value of a step
  deno task conform --engine mujoco@3.14.0           what changed between versions of MuJoCo
  deno task conform --engine transplant              Plumbline on the models as MuJoCo compiles them
  deno task conform --engine ./my_engine.ts          your own engine
  deno task conform --format json --out report.json  for programs
  deno task conform --format html --out report.html  one page to look at
  deno task conform --merge 1.json 2.json            one report of two shards
  deno task conform --list --format json             the specification, for programs
  source <(deno task -q conform --completion bash)   complete items and options in this shell`,
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

function shard(text: string): { part: number; of: number } {
  const [part, of] = text.split("/").map(Number);
  if (!(Number.isInteger(part) && Number.isInteger(of) && part >= 1 && part <= of)) {
    throw new InvalidArgumentError("expected i/n with i from 1 to n");
  }
  return { part, of };
}

/** Runs the command and gives its exit code. */
export async function conform(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await run(args, terminal);
  } catch (error) {
    if (error instanceof HarnessError) {
      terminal.err(`error: ${error.message}\n`);
      return 2;
    }
    // the command line library has said what is wrong
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = newProgram(terminal).parse([...args], { from: "user" });
  const crew = new Crew();
  try {
    return await runProgram(program, crew, terminal);
  } finally {
    crew.close();
  }
}

type Program = ReturnType<typeof newProgram>;

async function runProgram(program: Program, crew: Crew, terminal: Terminal): Promise<number> {
  const options = program.opts();
  if (options.step !== undefined && !options.dump) throw new HarnessError("--step goes with --dump");

  if (options.completion !== undefined) {
    const own = await loadSpec();
    const words = [...program.options.map(({ long, short }) => long ?? short ?? ""), ...own.items.map(({ id }) => id)];
    terminal.out(completionScript(options.completion, words));
    return 0;
  }
  const directory = options.golden === DEFAULT_GOLDEN && !isDirectory(DEFAULT_GOLDEN)
    ? new URL(DEFAULT_GOLDEN, HOME).pathname
    : options.golden;
  const store = openStore(directory);
  const job: Job = {
    engine: options.engine,
    base: workingDirectory(),
    golden: store.name,
    tables: Object.fromEntries(ITEMS.map(({ id, tolerances }) => [id, tolerances ?? {}])),
    // other versions of MuJoCo have lost and gained fields
    forgivesAbsent: options.engine.startsWith("mujoco@"),
    traces: options.format === "html",
  };
  const isPartial = program.args.length > 0 || options.case || options.shard;
  const runsAll = !isPartial && !options.dump && !options.list && !options.merge;
  // then other threads begin while this one still reads what the cases are about
  const all = store.list();
  if (runsAll) crew.begin(job, all, options.jobs ?? threadsFor(all.length));

  const own = await loadSpec();
  const items = program.args.map((wanted) =>
    own.items.find(({ id }) => id.toLowerCase() === wanted.toLowerCase())?.id ?? wanted
  );
  const spec = options.golden === DEFAULT_GOLDEN ? own : withForeignItems(own, store);
  const manifest = readIfThere(`${store.name}/manifest.json`);
  const cases = openCases(store, all, spec, manifest && new TextDecoder().decode(manifest));
  const files = filesOf(cases);
  const selection = { items, cases: options.case ?? [], shard: options.shard ?? { part: 1, of: 1 } };
  const foreign = options.golden === DEFAULT_GOLDEN ? spec.items.map(({ id }) => id) : servedItems([...files.keys()]);
  const asked = items.length > 0 ? items : foreign;

  if (options.list) {
    selectCases(cases, spec, { ...selection, items: [] });
    const listed = listItems(spec, files, asked);
    emit(
      options.format === "json" ? `${JSON.stringify({ items: listed }, null, 1)}\n` : renderList(listed),
      options.out,
      terminal,
    );
    return 0;
  }

  if (options.merge !== undefined) {
    const parts = options.merge.map((path) => parseReport(readReport(path), path));
    const whole = mergeReports(parts, spec, files, asked);
    if (options.record !== undefined) writeText(options.record, renderJson(whole));
    emit(await render(whole, options.format, 0, whole.cases.length), options.out, terminal);
    return whole.conforms ? 0 : 1;
  }

  const ids = selectCases(cases, spec, selection);
  const began = performance.now();
  const progress = progressLine(ids.length, terminal);
  const dump = options.dump ? (id: string) => dumper(id, options.step, terminal.out) : undefined;
  if (!runsAll) crew.begin(job, ids, dump ? 1 : options.jobs ?? threadsFor(ids.length));
  const outcome = await crew.run(cases.all, progress, dump);
  progress(-1, "");
  const { results, engine, absent } = outcome;
  const { step } = options;
  if (step !== undefined && results.every(({ frames, passed }) => passed && frames <= step)) {
    throw new HarnessError(
      `step ${step}: the selected cases have ${Math.max(...results.map((it) => it.frames))} steps`,
    );
  }

  const isOwn = options.engine === "plumbline" && options.golden === DEFAULT_GOLDEN;
  const ratchet = isOwn ? readRatchet() : {};
  const held = holdAgainst(ratchet, results, new Set(files.keys()));
  if (options.updateRatchet) {
    if (!isOwn) throw new HarnessError("--update-ratchet is about Plumbline and its own goldens");
    updateRatchet(
      turn(ratchet, results, held, options.acceptNew ?? false),
      held.broken,
      options.acceptNew ?? false,
      terminal,
    );
  } else if (options.acceptNew) {
    throw new HarnessError("--accept-new goes with --update-ratchet");
  }
  const final = options.updateRatchet ? holdAgainst(readRatchet(), results, new Set(files.keys())) : held;

  const sum = report({
    mujoco: mujocoOf(cases),
    engine,
    spec,
    items: items.length > 0 || selection.cases.length === 0 ? asked : servedItems(ids),
    files,
    results,
    ratchet: final,
  });
  if (options.record !== undefined) writeText(options.record, renderJson(sum));
  emit(await render(sum, options.format, performance.now() - began, ids.length, outcome), options.out, terminal);
  if (options.out !== undefined) terminal.out(`${describeTotals(sum.totals)}\n`);
  if (absent.size > 0) {
    terminal.err(`note: not compared, because ${engine} has no such fields: ${[...absent].join(" ")}\n`);
  }
  return sum.conforms ? 0 : 1;

  function servedItems(ids: readonly string[]): string[] {
    return [...new Set(ids.flatMap((id) => files.get(id)?.items ?? []))];
  }

  async function render(
    sum: Report,
    format: string,
    elapsed: number,
    count: number,
    details?: Outcome,
  ): Promise<string> {
    if (format === "json") return renderJson(sum);
    if (format === "junit") return renderJunit(sum);
    if (format === "github") {
      const summary = environment("GITHUB_STEP_SUMMARY");
      if (summary) appendText(summary, renderSummary(sum));
      return renderAnnotations(sum, store.name) + (summary ? "" : renderSummary(sum));
    }
    if (format === "html") {
      const golden = relativePath(options.out ?? "", store.name);
      return await renderHtml(sum, {
        items: spec.items,
        results: details?.results ?? [],
        traces: details?.traces ?? new Map(),
        golden,
      });
    }
    const isPainted = options.out === undefined && terminal.isPainted;
    const command = options.engine === "plumbline" ? "" : ` --engine ${options.engine}`;
    return renderPretty(sum, {
      paint: isPainted ? COLOUR : PLAIN,
      elapsed,
      tellKnown: options.verbose ?? (count <= 3),
      tellFields: options.verbose ?? false,
      command,
    });
  }
}

function readReport(path: string): string {
  const bytes = readIfThere(path);
  if (bytes === undefined) throw new HarnessError(`${path}: not found`);
  return new TextDecoder().decode(bytes);
}

/** Goldens of others may speak of items of their own. */
function withForeignItems(spec: Spec, store: GoldenStore): Spec {
  const known = new Set(spec.items.map(({ id }) => id));
  const found = new Set(store.list().flatMap((id) => readCase(store, id).file.items));
  const foreign = [...found].filter((id) => !known.has(id))
    .map((id) => ({ id, title: "", claim: "goldens of your own", seed: store.name }));
  return { items: [...spec.items, ...foreign], criteria: spec.criteria, isForeign: true };
}

function emit(text: string, out: string | undefined, terminal: Terminal): void {
  if (out === undefined) terminal.out(text);
  else writeText(out, text);
}

/** A line that tells how far the run is, where somebody watches. */
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
  const bytes = readIfThere(RATCHET.pathname);
  return bytes === undefined ? {} : parseRatchet(new TextDecoder().decode(bytes), "harness/spec/ratchet.json");
}

function updateRatchet(ratchet: Ratchet, broken: readonly string[], acceptNew: boolean, terminal: Terminal): void {
  writeText(RATCHET.pathname, formatJson(ratchet));
  if (acceptNew && broken.length > 0) {
    terminal.err(`ACCEPTED ${broken.length} NEW FAILURES, the list of known failures has grown:\n`);
    for (const id of broken) terminal.err(`  ${id}\n`);
  }
}
