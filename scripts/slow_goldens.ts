// deno-lint-ignore-file no-console
/**
 * Tells which goldens take too much of a run of all of them, from the report of `deno task conform --record`. Times are
 * processor times, and what counts is their share, so that the machine makes no difference. A golden in which garbage
 * happened to be collected, or code to be compiled, is not slow: what is wrong has to be wrong in each of a few runs.
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

/** What is wrong, in a line. */
export interface Complaint {
  /** the golden, or all of them */
  readonly about: string;
  readonly text: string;
}

/** What is wrong with the times of all goldens. */
export function complaints(cases: readonly Timed[], allowed: Allowed): Complaint[] {
  const untimed = cases.find(({ seconds }) => seconds === undefined);
  if (untimed !== undefined) return [{ about: untimed.id, text: "no time is known" }];
  const times = cases.map(({ seconds = 0 }) => seconds);
  const total = times.reduce((sum, time) => sum + time, 0);
  const median = times.toSorted((a, b) => a - b)[times.length >> 1];
  const list: Complaint[] = [];
  for (const { id, seconds = 0 } of cases) {
    const most = allowed[id]?.share ?? SHARE;
    const share = seconds / total;
    if (share <= most) continue;
    list.push({ about: id, text: `takes ${percent(share)} of the time of all goldens, ${percent(most)} is allowed` });
  }
  const known = new Set(cases.map(({ id }) => id));
  for (const id of Object.keys(allowed)) {
    if (!known.has(id)) list.push({ about: id, text: "is listed, and there is none" });
  }
  const average = total / times.length / median;
  if (average > AVERAGE) {
    const text = `take ${average.toFixed(2)} times as long as the median on average, ${AVERAGE} is allowed`;
    list.push({ about: "goldens", text });
  }
  return list;
}

/** The complaints of a run that another run gives reason for as well. */
export function confirmed(complaints: readonly Complaint[], again: readonly Complaint[]): Complaint[] {
  return complaints.filter(({ about }) => again.some((other) => other.about === about));
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
  let list = complaints(timesIn(program.processedArgs[0]), allowed);
  for (let run = 1; run < RUNS && list.length > 0; run++) {
    list = confirmed(list, complaints(await measure(), allowed));
  }
  for (const { about, text } of list) console.log(`${about}: ${text}`);
  if (list.length > 0) console.log("make it cheaper, or list it in scripts/slow_goldens.json with a reason");
  return list.length > 0 ? 1 : 0;
}

if (import.meta.main) await runCommand(main);
