/** The report for a terminal. */

import { argumentsOf, describeCause, describeExample } from "../causes/describe.ts";
import {
  type CaseReport,
  describeCoverage,
  describeCriteria,
  describeRatio,
  describeTotals,
  type ItemReport,
  type ItemWorst,
  type Report,
} from "../verdict.ts";

/** Colors, or none. */
export interface Paint {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
}

/** Text as it is. */
export const PLAIN: Paint = { good: (t) => t, bad: (t) => t, dim: (t) => t, bold: (t) => t };

/** Colors of a terminal. */
export const COLOUR: Paint = {
  good: (t) => `\x1b[32m${t}\x1b[0m`,
  bad: (t) => `\x1b[31m${t}\x1b[0m`,
  dim: (t) => `\x1b[2m${t}\x1b[0m`,
  bold: (t) => `\x1b[1m${t}\x1b[0m`,
};

/** Number of failures shown in full. */
const TOLD = 12;

/** Number of lines shown of an engine's log. */
const LOGGED = 5;

/** Options of the text beyond the report. */
export interface PrettyOptions {
  readonly paint: Paint;
  /** duration of the run (ms) */
  readonly elapsed: number;
  /** show known failures in full too */
  readonly tellKnown: boolean;
  /** show the deviation of each field of an item */
  readonly tellFields: boolean;
  /** options of `deno task conform` to repeat this, apart from the case */
  readonly command: string;
}

/** Lays out a report. */
export function renderPretty(
  report: Report,
  { paint, elapsed, tellKnown, tellFields, command }: PrettyOptions,
): string {
  const lines = [paint.bold(`${report.engine} against MuJoCo ${report.mujoco}`), ""];
  lines.push(...itemTable(report.items, paint), "");
  if (tellFields) { for (const item of report.items) lines.push(...fieldTable(item, paint), ""); }

  lines.push(...causeLines(report, command, paint));
  const titles = new Map(report.items.map(({ id, title }) => [id, title]));
  const told = report.cases.filter(({ verdict }) => verdict === "fail" || (tellKnown && verdict === "known"));
  for (const it of told.slice(0, TOLD)) lines.push(...workOrder(it, titles, command, paint), "");
  if (told.length > TOLD) lines.push(paint.dim(`… and ${told.length - TOLD} more failing cases`), "");

  lines.push(...criteriaLines(report, paint));
  for (const { id, fields } of report.items) {
    for (const { field, bound, cause } of fields) {
      if (cause !== null) lines.push(`${id} ${field} is held to ${bound}, looser than noise: ${cause}`);
    }
  }
  lines.push(...mannerLines(report, paint));
  lines.push(...remarkLines(report, tellKnown, paint));
  for (const { id, vacuous } of report.items) {
    if (vacuous.length === 0) continue;
    const table = `harness/spec/tolerances/${id}.json`;
    lines.push(paint.bad(`${table} speaks of what no case of the item shows: ${vacuous.join(" ")}`), "");
  }

  const { known, stale, gone, broken } = report.ratchet;
  for (const id of stale) lines.push(paint.bad(`passes, but is listed as a known failure: ${id}`));
  for (const id of gone) lines.push(paint.bad(`listed as a known failure, but there is no such case: ${id}`));
  if (stale.length + gone.length > 0) lines.push("take them off with: deno task conform --update-ratchet", "");

  const { totals } = report;
  const headline = describeTotals(totals);
  const passed = report.cases.filter(({ verdict }) => verdict === "pass").length;
  const parts = [`${passed} / ${totals.cases} cases`, `${totals.steps} steps`, `${totals.scalars} scalars`];
  const tail = known.length > 0 ? `, ${known.length} known failures` : "";
  const news = broken.length > 0 ? `, ${paint.bad(`${broken.length} new failures`)}` : "";
  const mark = totals.passed + totals.part === totals.items && report.conforms
    ? paint.good
    : report.conforms
    ? paint.bold
    : paint.bad;
  lines.push(
    `${mark(headline)}  ${paint.dim(`${parts.join(", ")} in ${(elapsed / 1000).toFixed(1)} s`)}${tail}${news}`,
  );
  return `${lines.join("\n")}\n`;
}

function itemTable(items: readonly ItemReport[], paint: Paint): string[] {
  const rows = items.map(({ id, title, criteria, cases, passed, worst }, i) => [
    id,
    title,
    describeCriteria(criteria),
    `${passed}/${cases}`,
    describeWorst(worst),
    describeCoverage(items[i]),
  ]);
  // coverage is a column where not everything is seen
  const isPartial = items.some(({ coverage }) => coverage !== null);
  const head = [
    "item",
    "",
    "criteria",
    "cases",
    isPartial ? "fields seen" : "",
    "worst difference, in units of its bound",
  ];
  const all = [head, ...rows.map((row) => [...row.slice(0, 4), row[5], row[4]])];
  const widths = [0, 1, 2, 3, 4].map((i) => Math.max(...all.map((row) => row[i].length)));
  const lay = (row: string[]) =>
    row.map((cell, i) => i === 5 ? cell : i === 3 ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))
      .filter((_, i) => isPartial || i !== 4).join("  ");
  return [
    paint.dim(`  ${lay(all[0])}`),
    ...all.slice(1).map((row, i) => {
      const { verdict } = items[i];
      const marks = {
        pass: paint.good("✓"),
        part: paint.good("◐"),
        known: paint.dim("~"),
        empty: paint.dim("·"),
        fail: paint.bad("✗"),
      };
      return `${marks[verdict]} ${lay(row)}`;
    }),
  ];
}

function describeWorst(worst: ItemWorst | null): string {
  if (worst === null) return "none";
  return `${describeRatio(worst)}  ${worst.field}  ${placeOf(worst)}`;
}

function placeOf({ case: id, step }: ItemWorst): string {
  return step >= 0 ? `${id} step ${step}` : id;
}

/** Every field of an item with its bound and deviation. */
function fieldTable({ id, title, fields }: ItemReport, paint: Paint): string[] {
  const rows = fields.map(({ field, bound, listed, worst }) => [
    listed ? field : `${field} (not in the table)`,
    bound,
    worst === null ? "0" : `${describeRatio(worst)}  ${placeOf(worst)}`,
  ]);
  const widths = [0, 1].map((i) => Math.max(0, ...rows.map((row) => row[i].length)));
  return [
    `${paint.bold(`${id} ${title}`)}  ${paint.dim("difference in units of the bound")}`,
    ...rows.map(([field, bound, worst]) => `  ${field.padEnd(widths[0])}  ${bound.padEnd(widths[1])}  ${worst}`),
  ];
}

/** First causes that are shown. */
const CAUSES = 5;

/** What to fix first, where several cases fail. */
function causeLines({ causes, cases }: Report, command: string, paint: Paint): string[] {
  const failing = cases.filter(({ verdict }) => verdict === "fail" || verdict === "known").length;
  if (failing < 2 || causes.length === 0) return [];
  const lines = [paint.bold("what to fix first")];
  for (const [i, cause] of causes.slice(0, CAUSES).entries()) {
    lines.push(
      `${String(i + 1).padStart(2)}  ${describeCause(cause, failing)}`,
      `      ${describeExample(cause)}`,
      paint.dim(`      deno task conform${command} ${argumentsOf(cause)}`),
    );
  }
  const rest = causes.slice(CAUSES);
  const others = rest.reduce((sum, { cases }) => sum + cases.length, 0);
  if (rest.length > 0) lines.push(paint.dim(`    ${rest.length} further causes of ${others} cases: --format json`));
  return [...lines, ""];
}

/** Criteria that fail, and by which fields. */
function criteriaLines({ criteria }: Report, paint: Paint): string[] {
  const failed = criteria.filter(({ state }) => state === "failed");
  if (failed.length === 0) return [];
  const lines = failed.slice(0, TOLD).map(({ id, by, others }) => {
    const own = by.length > 0 ? ` by ${listed(by)}` : "";
    const rest = others.length > 0 ? paint.dim(`${own && ","} in fields that it does not name: ${listed(others)}`) : "";
    return `${paint.bad("✗")} criterion ${id} fails${own}${rest}`;
  });
  if (failed.length > TOLD) lines.push(paint.dim(`… and ${failed.length - TOLD} more criteria`));
  return [...lines, ""];
}

/** Remarks about bounds beyond noise: in full, or the number of cases that have any. */
function remarkLines({ cases }: Report, inFull: boolean, paint: Paint): string[] {
  const all = cases.filter(({ remarks }) => remarks.length > 0);
  if (all.length === 0) return [];
  if (inFull) return [...all.flatMap(({ id, remarks }) => remarks.map((text) => `${id}: ${text}`)), ""];
  return [paint.dim(`${all.length} cases stand on a threshold or go beyond the noise: --verbose tells why`), ""];
}

/** How the engine is judged, where that is not as MuJoCo itself. */
function mannerLines({ manner: { precision, contacts }, totals, cases }: Report, paint: Paint): string[] {
  const lines: string[] = [];
  if (precision === "f32") {
    const some = cases.filter(({ unjudged }) => unjudged !== undefined).length;
    lines.push(
      "judged in single precision: by the change of MuJoCo's own values when its inputs are rounded",
      paint.dim(`in ${some} cases some of them change in kind or by more than a thousandth, and are not judged`),
      paint.dim(`${totals.skipped} of ${totals.scalars + totals.skipped} values were skipped`),
    );
  }
  if (precision === "bits") lines.push(paint.dim("judged to the last bit, as the engine promises"));
  if (contacts === "unordered") lines.push("contacts were matched to MuJoCo's by their geoms and nearest positions");
  return lines.length > 0 ? [...lines, ""] : [];
}

/** The first few of a list. */
function listed(names: readonly string[]): string {
  return names.length > 6 ? `${names.slice(0, 6).join(" ")} and ${names.length - 6} more` : names.join(" ");
}

function workOrder(it: CaseReport, titles: ReadonlyMap<string, string>, command: string, paint: Paint): string[] {
  const item = it.items[0];
  const [first = "", ...rest] = (it.failures[0] ?? "").split("\n");
  const title = titles.get(item) ?? "";
  const tag = it.verdict === "known" ? paint.dim("known") : paint.bad("fail ");
  const lines = [`${tag} ${paint.bold(`${item} ${title}`)}  case ${it.id}  ${first}`];
  lines.push(...rest.map((line) => `      ${line}`));
  const log = (it.log ?? "").split("\n").filter((line) => line.trim() !== "").slice(-LOGGED);
  lines.push(...log.map((line) => paint.dim(`      log: ${line}`)));
  const step = /^step (\d+)/.exec(first)?.[1];
  const more = it.failures.length - 1;
  if (more > 0) lines.push(paint.dim(`      and ${more >= 11 ? "more than 10" : more} further in this case`));
  const dump = step === undefined ? "" : ` --step ${step} --dump`;
  lines.push(paint.dim(`      deno task conform${command} --case ${it.id}${dump}`));
  return lines;
}
