// deno-lint-ignore-file no-console
/**
 * Tells which goldens take too much of a run of all of them, from the report of `deno task conform --record`. Times are
 * processor times, and what counts is their share, so that the machine makes no difference. A golden in which garbage
 * happened to be collected, or code to be compiled, is not slow: what is wrong has to be wrong in further runs too.
 */

import { Command } from "@commander-js/extra-typings";
import { readIfThere } from "../harness/disk.ts";
import { HarnessError } from "../harness/engine.ts";
import { parseReport } from "../harness/report/json.ts";
import { runCommand } from "./run_command.ts";
import allowed from "./slow_goldens.json" with { type: "json" };

/** The share of the processor time of all goldens that one of them may take without a reason. */
export const SHARE = 0.0125;

/** How many times as long as the median a golden may take on average. */
export const AVERAGE = 3.5;

/** A golden and its processor time. */
export interface Timed {
  readonly id: string;
  readonly seconds?: number | undefined;
}

/** Goldens that may take more, by id, each with its reason. */
export type Allowed = Readonly<Record<string, { readonly share: number; readonly reason: string }>>;

/** What is wrong with the times of all goldens, a line for each complaint. */
export function complaints(cases: readonly Timed[], allowed: Allowed): string[] {
  const untimed = cases.find(({ seconds }) => seconds === undefined);
  if (untimed !== undefined) return [`${untimed.id}: no time is known`];
  const times = cases.map(({ seconds = 0 }) => seconds);
  const total = times.reduce((sum, time) => sum + time, 0);
  const median = times.toSorted((a, b) => a - b)[times.length >> 1];
  const lines = cases.flatMap(({ id, seconds = 0 }) => {
    const most = allowed[id]?.share ?? SHARE;
    const share = seconds / total;
    return share > most
      ? [`${id}: takes ${percent(share)} of the time of all goldens, ${percent(most)} is allowed`]
      : [];
  });
  const known = new Set(cases.map(({ id }) => id));
  for (const id of Object.keys(allowed)) if (!known.has(id)) lines.push(`${id}: is listed, and there is none`);
  const average = total / times.length / median;
  if (average > AVERAGE) {
    lines.push(`goldens take ${average.toFixed(2)} times as long as the median on average, ${AVERAGE} is allowed`);
  }
  return lines;
}

/** The least time of each golden in two runs. */
export function faster(a: readonly Timed[], b: readonly Timed[]): Timed[] {
  const times = new Map(b.map(({ id, seconds }) => [id, seconds]));
  return a.map(({ id, seconds = Infinity }) => {
    const least = Math.min(seconds, times.get(id) ?? Infinity);
    return { id, seconds: least === Infinity ? undefined : least };
  });
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}

/** The times in a report. */
function timesIn(path: string): readonly Timed[] {
  const bytes = readIfThere(path);
  if (bytes === undefined) throw new HarnessError(`${path}: not found`);
  const { cases, totals, items } = parseReport(new TextDecoder().decode(bytes), path);
  if (totals.part > 0 || items.some(({ verdict }) => verdict !== "pass")) {
    throw new HarnessError(`${path}: is not about a run of all goldens that passed`);
  }
  return cases;
}

/** The times of another run of all goldens. */
async function measure(): Promise<readonly Timed[]> {
  const path = await Deno.makeTempFile();
  try {
    await new Deno.Command(Deno.execPath(), { args: ["task", "-q", "conform", "--record", path], stdout: "null" })
      .output();
    return timesIn(path);
  } finally {
    await Deno.remove(path);
  }
}

/** How many runs are measured before a golden is called slow. */
const RUNS = 4;

/** The command: 0 without complaints, 1 with some. */
async function main(): Promise<number> {
  const program = new Command("slow_goldens.ts").argument("<report>", "written by deno task conform --record").parse();
  let times = timesIn(program.processedArgs[0]);
  let lines = complaints(times, allowed);
  for (let run = 1; run < RUNS && lines.length > 0; run++) {
    times = faster(times, await measure());
    lines = complaints(times, allowed);
  }
  for (const line of lines) console.log(line);
  if (lines.length > 0) console.log("make it cheaper, or list it in scripts/slow_goldens.json with a reason");
  return lines.length > 0 ? 1 : 0;
}

if (import.meta.main) await runCommand(main);
