// deno-lint-ignore-file no-console
/**
 * `deno task readme`: writes the measured tables of README.md. Conformance is run again or taken from a report; speed
 * and mutants are taken from the results saved by `deno task bench --save` and `deno task mutants --save`, because they
 * depend on the machine and take minutes.
 */

import { Command } from "@commander-js/extra-typings";
import { readIfThere } from "../harness/disk.ts";
import { HarnessError } from "../harness/engine.ts";
import { ITEMS } from "../harness/spec/items.ts";
import { parseReport } from "../harness/report/json.ts";
import { describeCriteria, type ItemField, type ItemReport, type Report, short } from "../harness/verdict.ts";
import type { ColdRow } from "./bench_cold.ts";
import type { GrowthRow } from "./bench_growth.ts";
import {
  coldMarkdown,
  collisionMarkdown,
  type CollisionRow,
  growthMarkdown,
  markdown as speedTable,
  type Row,
  summary,
} from "./bench_table.ts";
import { format } from "./format.ts";
import { type Coverage, coverageMarkdown } from "./coverage/lcov.ts";
import type { Saved } from "./mutants/random.ts";
import type { Share } from "./mutants/score.ts";
import { runCommand } from "./run_command.ts";

const ROOT = new URL("../", import.meta.url);

/** Replays all goldens. */
async function conform(): Promise<Report> {
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", new URL("harness/cli.ts", ROOT).pathname, "--format", "json"],
    cwd: ROOT,
  }).output();
  const text = new TextDecoder().decode(stdout);
  if (text === "") throw new HarnessError(new TextDecoder().decode(stderr));
  return parseReport(text, "deno task conform");
}

/** The report of a run of all goldens through Plumbline. */
function recorded(path: string): Report {
  const bytes = readIfThere(path);
  if (bytes === undefined) throw new HarnessError(`${path}: not found`);
  const report = parseReport(new TextDecoder().decode(bytes), path);
  if (!report.engine.startsWith("plumbline ")) throw new HarnessError(`${path}: is about ${report.engine}`);
  if (report.totals.part > 0 || report.items.length !== ITEMS.length) {
    throw new HarnessError(`${path}: is about a part of the goldens`);
  }
  return report;
}

/** The totals, the largest differences, and every item in a collapsed table. */
function conformanceTable({ items, totals }: Report): string {
  const claims = new Map(ITEMS.map(({ id, claim }) => [id, claim]));
  const difference = (item: ItemReport) => item.worst?.delta ?? 0;
  const written = (delta: number) => delta === 0 ? "0" : delta.toExponential(1);
  const rows = items.map((item) =>
    `| ${item.id} | **${item.title}**: ${claims.get(item.id)} | ${item.verdict === "pass" ? "✓" : "✗"} | ` +
    `${describeCriteria(item.criteria)} | ${item.passed} of ${item.cases} | ${written(difference(item))} |`
  );
  const deltas = items.map(difference).sort((a, b) => b - a);
  const [worst, median, best] = extremes(deltas).map(written);
  return [
    `**${totals.passed} of ${totals.items} items** pass: ${totals.cases} golden cases, ${totals.steps} steps, ` +
    `${totals.scalars} numbers compared. ` +
    (deltas[0] === 0
      ? "Every number equals MuJoCo's to the last bit."
      : `Largest difference from MuJoCo: **${worst}** in the worst item, ${median} in the median, ${best} in the best.`),
    "",
    ...details("Every item", [
      "| item | claim | verdict | criteria | cases | largest difference |",
      "|---|---|---|---|---|---|",
      ...rows,
    ]),
  ].join("\n");
}

/** The rows of the worst, the median, and the best scene by a ratio, and the whole table, collapsed. */
function speedSection<T>(
  rows: readonly T[],
  ratio: (row: T) => number,
  summary: string,
  table: (rows: readonly T[]) => string,
): string {
  const three = extremes([...rows].sort((a, b) => ratio(a) - ratio(b)));
  const [header, rule, ...lines] = table(three).split("\n");
  const named = lines.map((line, i) => `| ${["worst", "median", "best"][i]} ${line}`);
  return [`| ${header}`, `|---${rule}`, ...named, "", ...details(summary, [table(rows)])].join("\n");
}

/** The first, the middle, and the last element of a sorted list. */
function extremes<T>(sorted: readonly T[]): T[] {
  return [0, sorted.length >> 1, sorted.length - 1].map((i) => sorted[i]);
}

function details(summary: string, lines: readonly string[]): string[] {
  return ["<details>", `<summary>${summary}</summary>`, "", ...lines, "", "</details>"];
}

/** The tolerance tables: fields grouped by bound, each with its deviation if it differs. */
function tolerancesList({ items }: Report): string {
  return items.map(({ id, fields }) => {
    const groups = Map.groupBy(fields.filter(({ listed }) => listed), ({ bound }) => bound);
    const parts = [...groups].map(([bound, list]) => `_${bound}:_ ${list.map(describeField).join(", ")}`);
    return `- **${id}** ${parts.join("; ")}`;
  }).join("\n");
}

function describeField({ field, worst }: ItemField): string {
  return worst === null ? `\`${field}\`` : `\`${field}\` (${worst.excess === null ? "∞" : short(worst.excess)})`;
}

function saved<T>(path: string, command: string): T {
  const text = readIfThere(new URL(path, import.meta.url).pathname);
  if (text === undefined) throw new HarnessError(`scripts/${path}: not found, run: deno task ${command} --save`);
  return JSON.parse(new TextDecoder().decode(text)) as T;
}

/** Saved results of `deno task bench`, by stage. */
interface Speed {
  steps: Row[];
  collision: CollisionRow[];
  cold: ColdRow[];
  growth: GrowthRow[];
}

function mutantsLine(): string {
  const { mutants, caught } =
    saved<{ totals: { mutants: number; caught: number } }>("mutants/results.json", "mutants").totals;
  const historical =
    `${caught} of ${mutants} historical bugs, put back into the engine one at a time, turn their own item red ` +
    "(`deno task mutants`).";
  const { random } = saved<{ random?: Saved }>("mutants/results.json", "mutants --random");
  return random === undefined ? historical : `${historical}\n\n${randomMutants(random)}`;
}

/** What a random sample of mutants says, by folder. */
function randomMutants({ seed, commit, scores }: Saved): string {
  const total = scores[scores.length - 1];
  const share = ({ hits, of, low, high }: Share) =>
    of === 0 ? "" : `${percentOf(hits / of)} % [${percentOf(low)}–${percentOf(high)}]`;
  const rows = scores.map(({ folder, mutants, equivalent, conform, all }) =>
    `| ${folder} | ${mutants} | ${equivalent} | ${share(conform)} | ${share(all)} |`
  );
  return [
    `Of ${total.mutants} random changes to single expressions, conditions, and statements of the engine, ` +
    `${total.equivalent} change nothing. Of the others, \`deno task conform\` alone notices ${share(total.conform)}, ` +
    `and together with unit tests at least ${share(total.all)} (95 % intervals; ` +
    `\`deno task mutants --random --seed ${seed} --count ${total.mutants}\` at commit ${commit}).`,
    "",
    "<details>",
    "<summary>By folder of <code>engine/</code></summary>",
    "",
    "| folder | mutants | change nothing | conform | with unit tests |",
    "|---|---|---|---|---|",
    ...rows,
    "",
    "</details>",
  ].join("\n");
}

function percentOf(share: number): number {
  return Math.round(100 * share);
}

/** Which lines the goldens run. */
function coverageTable(): string {
  const { folders, reasons } = saved<Coverage>("coverage/results.json", "coverage");
  return coverageMarkdown(folders, reasons);
}

/** Replaces the text between the markers of a section. */
function replaceSection(text: string, name: string, content: string): string {
  const begin = `<!-- begin: ${name} -->`;
  const end = `<!-- end: ${name} -->`;
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new HarnessError(`README.md has no section '${name}'`);
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`;
}

async function main(): Promise<number> {
  const { check, report } = new Command("deno task readme")
    .description("Writes the measured tables of README.md.")
    .option("--check", "write nothing; fail if README.md is out of date")
    .option("--report <file>", "take conformance from a report of deno task conform --record instead of a run")
    .addHelpText(
      "after",
      "\nExamples:\n  deno task readme          write the tables\n  deno task readme --check  are they up to date?",
    )
    .exitOverride().parse(Deno.args, { from: "user" }).opts();

  const path = new URL("README.md", ROOT);
  const old = await Deno.readTextFile(path);
  const conformance = report ? recorded(report) : await conform();
  let text = replaceSection(old, "conformance", conformanceTable(conformance));
  text = replaceSection(text, "tolerances", tolerancesList(conformance));
  const { steps, collision, cold, growth } = saved<Speed>("bench/results.json", "bench");
  text = replaceSection(
    text,
    "speed",
    `${summary(steps).replaceAll(/^/gm, "- ")}\n\n` +
      speedSection(steps, ({ ratio, native }) => native?.ratio ?? ratio, "Every scene", speedTable),
  );
  text = replaceSection(
    text,
    "cold",
    speedSection(cold, (row) => row.mujoco.thousand / row.plumbline.thousand, "Every scene, cold", coldMarkdown),
  );
  text = replaceSection(text, "growth", growthMarkdown(growth));
  text = replaceSection(
    text,
    "collision",
    speedSection(collision, ({ ratio }) => ratio, "Every scene, moving and settled", collisionMarkdown),
  );
  text = replaceSection(text, "coverage", coverageTable());
  text = await format(replaceSection(text, "mutants", mutantsLine()), "md", "README.md");
  if (!check) {
    await Deno.writeTextFile(path, text);
  } else if (text !== old) {
    console.error("README.md is out of date, run: deno task readme");
    return 1;
  }
  return 0;
}

await runCommand(main);
