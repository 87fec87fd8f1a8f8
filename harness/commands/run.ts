/** Runs cases and reports on them. */

import { workingDirectory, writeText } from "../disk.ts";
import { HarnessError } from "../engine.ts";
import { isMujoco } from "../engines/engine_kind.ts";
import type { Tell } from "../engines/python.ts";
import { formatJson } from "../format_json.ts";
import { filesOf, mujocoOf, rootOf } from "../golden/cases.ts";
import type { CaseFile, GoldenStore } from "../golden/golden.ts";
import { printable } from "../printable.ts";
import { EVERYTHING, View } from "../replay/offer.ts";
import type { CaseResult } from "../replay/result.ts";
import { badgeOf } from "../report/badge.ts";
import { renderJson } from "../report/json.ts";
import type { Job } from "../run/job.ts";
import type { Launched } from "../run/launch.ts";
import { Lanes, lanesFor, type Run, WORTHWHILE } from "../run/lanes.ts";
import { hashEngine, hashHarness, hashSpec } from "../run/origin.ts";
import { type Leash, starter } from "../run/performers.ts";
import { findGaps } from "../run/proof.ts";
import { inTurns } from "../run/turns.ts";
import { turn } from "../spec/ratchet.ts";
import { describeTotals, type Report, report } from "../verdict.ts";
import { hold, readRatchet, updateRatchet } from "./known_failures.ts";
import type { Options } from "./program.ts";
import { emit, render } from "./render.ts";
import { isPinned, type Suite } from "./suite.ts";
import type { Terminal } from "./terminal.ts";

/** Processes that run cases. */
export interface Begun {
  /** Runs cases in the order that suits the processes. */
  run(ids: readonly string[], terminal: Terminal): Promise<Run>;
  /** Ends the processes. */
  close(): void;
}

/** Starts the processes that run a number of cases, or all that the manifest has, unless they have been launched. */
export function begin(
  options: Options,
  store: GoldenStore,
  tell?: Tell,
  some?: number,
  launched?: Launched[],
): Begun {
  const { engine, format, dump, step, jobs, patience, memory, allow = [], importMap, level, record } = options;
  const job: Job = {
    engine,
    base: workingDirectory(),
    golden: store.name,
    isPinned: isPinned(store),
    offer: { ...EVERYTHING, level },
    // other versions of MuJoCo lack some fields and have others
    forgivesAbsent: isMujoco(engine),
    isTimed: record !== undefined || format === "json" || format === "junit",
    traces: format === "html",
    dump: dump ? { step } : undefined,
  };
  const sizes = sizesOf(store);
  const count = some ?? Object.keys(sizes).length;
  const leash: Leash = {
    patience: 1000 * patience,
    memory: 2 ** 30 * memory,
    allow,
    importMap,
    isLong: count >= WORTHWHILE,
  };
  const { start, ahead } = starter(job, leash, sizes, tell, launched);
  const lanes = new Lanes(start, jobs ?? lanesFor(count), ahead);
  return {
    run: (ids, terminal) => {
      const running = lanes.run(ids, inTurns(ids, sizes), progressLine(ids.length, terminal));
      // whoever waits for it hears of errors
      running.catch(() => {});
      return running;
    },
    close: () => lanes.close(),
  };
}

/** Scalars of each case, if the manifest can be read; errors in it are reported later. */
export function sizesOf(store: GoldenStore): Readonly<Record<string, number>> {
  try {
    return JSON.parse(new TextDecoder().decode(store.read(".", "manifest.json")) || "{}");
  } catch {
    return {};
  }
}

export async function runSuite(
  suite: Suite,
  running: Promise<Run>,
  ids: readonly string[],
  terminal: Terminal,
  began: number,
  tell: (report: Report) => void = () => {},
): Promise<number> {
  const { spec, cases, selection, options, isOwn } = suite;
  const files = filesOf(cases);
  // while the processes work
  const origin = { golden: rootOf(cases.all), spec: hashSpec(spec), harness: hashHarness() };
  const engine = hashEngine(options.engine);
  const run = await running;
  if (terminal.isWatched) terminal.err("\r\x1b[K");
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
  const isPart = selection.items.length > 0 || selection.cases.length > 0 || options.level !== "full" ||
    results.some(({ unseen }) => unseen !== undefined);
  const sum = report({
    mujoco: mujocoOf(cases),
    engine: printable(run.engine),
    manner: run.manner,
    origin: { ...origin, engine: engine ?? `${options.engine} ${run.build}`.trim() },
    spec,
    items: itemsOf(suite, ids),
    files,
    results,
    ratchet,
    extent: selection.shard !== undefined ? "shard" : isPart ? "part" : "whole",
  });
  tell(sum);
  if (options.badge !== undefined) writeText(options.badge, badgeText(sum));
  if (options.record !== undefined) writeText(options.record, renderJson(sum));
  emit(await render(suite, sum, performance.now() - began, ids.length, run.done), options.out, terminal);
  if (options.out !== undefined) terminal.out(`${describeTotals(sum.totals)}\n`);
  return closing(run, sum, terminal);
}

/** The badge of a run: cases of which nothing was seen do not count. */
export function badgeText({ cases }: Report): string {
  const seen = cases.filter(({ verdict }) => verdict !== "unseen");
  return formatJson(badgeOf(seen.filter(({ verdict }) => verdict === "pass").length, seen.length));
}

/** Prints what is not in the report, and returns the exit code. */
export function closing({ engine, done, complaints }: Run, { conforms }: Report, terminal: Terminal): number {
  const absent = new Set([...done.values()].flatMap((it) => it.absent));
  if (absent.size > 0) {
    terminal.err(`note: not compared, because ${printable(engine)} has no such fields: ${[...absent].join(" ")}\n`);
  }
  for (const complaint of new Set(complaints)) terminal.err(`error: ${printable(complaint)}\n`);
  return conforms && complaints.length === 0 ? 0 : 1;
}

export function checkStep(step: number | undefined, results: readonly CaseResult[]): void {
  if (step === undefined || !results.every(({ frames, passed }) => passed && frames <= step)) return;
  throw new HarnessError(
    `step ${step}: the selected cases have ${Math.max(...results.map((it) => it.frames))} steps`,
  );
}

/** The items that are judged: those that were asked for, or those of the selected cases; at a level those with cases. */
function itemsOf({ cases, asked, selection, options }: Suite, ids: readonly string[]): readonly string[] {
  const files = filesOf(cases);
  if (selection.items.length === 0 && options.level !== "full") {
    const view = new View({ ...EVERYTHING, level: options.level });
    return servedItems(files, ids.filter((id) => view.hasCase(files.get(id) as CaseFile)));
  }
  return selection.items.length > 0 || selection.cases.length === 0 ? asked : servedItems(files, ids);
}

function servedItems(files: ReturnType<typeof filesOf>, ids: readonly string[]): string[] {
  return [...new Set(ids.flatMap((id) => files.get(id)?.items ?? []))];
}

/** A progress line, if the output is a terminal. */
function progressLine(total: number, terminal: Terminal): (done: number, id: string) => void {
  if (!terminal.isWatched) return () => {};
  let last = 0;
  return (done, id) => {
    const now = performance.now();
    if (now - last < 50) return;
    last = now;
    terminal.err(`\r\x1b[K${done}/${total}  ${id}`);
  };
}
