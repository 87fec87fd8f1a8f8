/** The results of models, for a terminal. */

import type { Paint } from "../../harness/report/pretty.ts";
import { comparedValues, type FieldRow, type ModelOutcome } from "../../harness/live/outcome.ts";
import { short } from "../../harness/verdict.ts";
import { complaints, departureText, headline, type LiveReport, oddOnes, VERDICT, worstText } from "./report.ts";

/** Details to show beyond the essentials. */
export interface TellOptions {
  readonly paint: Paint;
  readonly bisect: boolean;
  /** every field that differs */
  readonly all: boolean;
  /** every recorded failure, and every skipped file */
  readonly verbose: boolean;
}

/** Number of failures of one model shown without `verbose`. */
const TOLD = 3;

/** Number of models of a folder shown in full. */
const DETAILED = 20;

/** Lays out a report. */
export function renderPretty(report: LiveReport, options: TellOptions): string {
  const { models, engine, mujoco } = report;
  const head = options.paint.bold(`${engine || "the engine"} against MuJoCo ${mujoco}`);
  const lines = mujoco === "" ? [] : [head];
  if (models.length === 1 && report.skipped.length === 0) lines.push(...describe(models[0], options));
  else lines.push(...describeAll(report, options));
  return clean(`${lines.join("\n")}\n`, options.paint);
}

/** Everything about one model. */
function describe(outcome: ModelOutcome, options: TellOptions): string[] {
  const { paint } = options;
  const { model, verdict, reason, mujocoSays, engineSays, compiled, stepping, departure, notes, seconds, stages } =
    outcome;
  const lines = [model];
  if (mujocoSays !== null) lines.push(...said("MuJoCo", mujocoSays));
  if (engineSays !== null) lines.push(...said("the engine", engineSays));
  if (compiled !== null) {
    lines.push(
      compiled.failed === 0
        ? `compiled    ${compiled.compared} values agree`
        : `compiled    ${compiled.compared} values, ${count(compiled.failed, "field")} ${
          compiled.failed === 1 ? "differs" : "differ"
        }`,
      ...table(compiled.fields, options.all),
      ...loose(compiled.failures, compiled.fields, options),
    );
  }
  if (stepping !== null) {
    lines.push(
      `stepping    ${
        count(stepping.steps, "step")
      } from MuJoCo's states, and a free run: ${stepping.compared} values, ${count(stepping.failed, "difference")}`,
      ...table(stepping.fields, options.all),
      ...loose(stepping.failures, stepping.fields, options),
    );
  } else if (compiled !== null && mujocoSays === null) {
    lines.push("stepping    not done: the models are too different");
  }
  if (departure !== null) {
    lines.push(departureText(departure).replace("departs ", "departs     "));
    if (options.bisect && departure.expected !== "") {
      lines.push(`            MuJoCo ${departure.expected}`, `            got    ${departure.got}`);
    }
  }
  for (const note of notes) lines.push(`note        ${note}`);
  if (options.verbose) {
    for (const it of stages) lines.push(`${it.seconds.toFixed(2).padStart(8)} s  ${it.stage}`);
  }
  const colour = verdict === "agrees" ? paint.good : paint.bad;
  lines.push(`${colour(VERDICT[verdict])}${reason ? `: ${reason}` : ""}  ${paint.dim(`(${seconds.toFixed(1)} s)`)}`);
  return lines;
}

function said(who: string, text: string): string[] {
  const [first, ...rest] = text.split("\n");
  return [`${who} says  ${first}`, ...rest.map((line) => `      ${line}`)];
}

/** Failures that are not rows of the table: differing lists, missing fields, crashes. */
function loose(failures: readonly string[], fields: readonly FieldRow[], { verbose }: TellOptions): string[] {
  const inTable = new Set(fields.map(({ field }) => field));
  const others = failures.filter((text) => {
    const label = /^(?:step \d+ {2})?((?:free )?[\w.]+)\[\d+\]/.exec(text)?.[1];
    return label === undefined || !inTable.has(label);
  });
  const shown = verbose ? others : others.slice(0, TOLD);
  const lines = shown.map((text) => `  ${text.split("\n").join("\n      ")}`);
  if (shown.length < others.length) lines.push(`  and ${others.length - shown.length} more, which --verbose shows`);
  return lines;
}

function table(fields: readonly FieldRow[], all: boolean): string[] {
  const shown = all ? fields : fields.filter(({ firstBad }) => firstBad !== null);
  if (shown.length === 0) return [];
  const head = ["stage", "field", "of", "worst |Δ|", "allowed", "got", "MuJoCo", "at", "first bad"];
  return columns([
    head,
    ...shown.map(({ stage, field, index, owner, delta, allowed, got, expected, step, firstBad }) => [
      stage,
      `${field}[${index}]`,
      owner,
      delta === null ? "∞" : short(delta),
      short(allowed),
      got,
      expected,
      step < 0 ? "" : `step ${step}`,
      firstBad === null || firstBad < 0 ? "" : `step ${firstBad}`,
    ]),
  ]).map((line) => `  ${line}`);
}

/** A row for each model, then the details of those that do not agree. */
function describeAll(report: LiveReport, { paint, verbose }: TellOptions): string[] {
  const { models, skipped } = report;
  const rows = columns([
    ["verdict", "model", "values", "time", "memory", "worst field, or why"],
    ...models.map((it) => [
      VERDICT[it.verdict],
      it.model,
      String(comparedValues(it)),
      `${it.seconds.toFixed(1)} s`,
      it.megabytes === null ? "" : `${it.megabytes} MB`,
      worstText(it) || it.reason,
    ]),
  ]);
  const lines = rows.map((row, i) => {
    if (i === 0) return paint.dim(row);
    return { agrees: paint.good, differs: paint.bad, incomparable: paint.bold }[models[i - 1].verdict](row);
  });

  const odd = oddOnes(report);
  for (const it of verbose ? odd : odd.slice(0, DETAILED)) {
    const [first, ...rest] = complaints(it);
    lines.push("", paint.bold(it.model), `  ${first}`, ...rest.map((text) => `  ${text.split("\n").join("\n      ")}`));
  }
  if (!verbose && odd.length > DETAILED) lines.push("", `… and ${odd.length - DETAILED} more, which --verbose shows`);

  if (skipped.length > 0) lines.push("", `${count(skipped.length, "file")} skipped${verbose ? ":" : ""}`);
  const shown = verbose ? skipped : skipped.slice(0, DETAILED);
  for (const { path, why } of shown) lines.push(paint.dim(`  ${path}: ${why}`));
  if (shown.length < skipped.length) lines.push(paint.dim(`  … and ${skipped.length - shown.length} more`));
  lines.push("", (report.exitCode === 0 ? paint.good : paint.bad)(headline(report)));
  return lines;
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  return rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i])).join("  ").trimEnd());
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

/** Removes control characters from names and messages. */
function clean(text: string, paint: Paint): string {
  const own = [paint.good, paint.bad, paint.dim, paint.bold].flatMap((colour) => colour("\n").split("\n"));
  const codes = new Set(own.filter((code) => code !== ""));
  // deno-lint-ignore no-control-regex
  return text.replace(/\x1b\[[\d;]*m|[\x00-\x08\x0b-\x1f\x7f]/g, (found) => codes.has(found) ? found : "");
}
