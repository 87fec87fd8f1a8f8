// deno-lint-ignore-file no-console
/**
 * `deno task readme`: writes what is measured into README.md, which has the summaries, and docs/measurements.md, which
 * has the tables. Conformance is run again or taken from a report; speed and mutants are taken from the results saved by
 * `deno task bench --save` and `deno task mutants --save`, because they depend on the machine and take minutes.
 */

import { Command } from "@commander-js/extra-typings";
import { readIfThere } from "../harness/disk.ts";
import { HarnessError } from "../harness/engine.ts";
import { ITEMS } from "../harness/spec/items.ts";
import { parseReport } from "../harness/report/json.ts";
import { describeCriteria, type ItemField, type ItemReport, type Report, short } from "../harness/verdict.ts";
import type { ColdRow } from "./bench_cold.ts";
import type { GrowthRow } from "./bench_growth.ts";
import type { MeshesRow } from "./bench_meshes.ts";
import {
  coldMarkdown,
  collisionMarkdown,
  type CollisionRow,
  growthMarkdown,
  markdown as speedTable,
  meshesMarkdown,
  type Row,
  speedSentence,
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

function largestDifference(item: ItemReport): number {
  return item.worst?.delta ?? 0;
}

function written(delta: number): string {
  return delta === 0 ? "0" : delta.toExponential(1);
}

/** The totals, and the largest differences. */
function conformanceSummary({ items, totals }: Report): string {
  const deltas = items.map(largestDifference).sort((a, b) => b - a);
  const [worst, median, best] = extremes(deltas).map(written);
  return `**${totals.passed} of ${totals.items} items** pass: ${totals.cases} golden cases, ${totals.steps} steps, ` +
    `${totals.scalars} numbers compared. ` +
    (deltas[0] === 0
      ? "Every number equals MuJoCo's to the last bit."
      : `Largest difference from MuJoCo: **${worst}** in the worst item, ${median} in the median, ${best} in the best.`);
}

/** Every item. */
function itemsTable({ items }: Report): string {
  const claims = new Map(ITEMS.map(({ id, claim }) => [id, claim]));
  const rows = items.map((item) =>
    `| ${item.id} | **${item.title}**: ${claims.get(item.id)} | ${item.verdict === "pass" ? "✓" : "✗"} | ` +
    `${describeCriteria(item.criteria)} | ${item.passed} of ${item.cases} | ${written(largestDifference(item))} |`
  );
  return ["| item | claim | verdict | criteria | cases | largest difference |", "|---|---|---|---|---|---|", ...rows]
    .join("\n");
}

/** The worst, the median, and the best scene of each family by its ratio to native MuJoCo. */
function threeOfEach(families: Readonly<Record<string, readonly Row[]>>): string {
  const ratioOf = ({ ratio, native }: Row) => native?.ratio ?? ratio;
  const three = Object.values(families).flatMap((rows) => extremes(rows.toSorted((a, b) => ratioOf(a) - ratioOf(b))));
  const names = Object.keys(families).flatMap((family) =>
    ["worst", "median", "best"].map((name) => `${family}, ${name}`)
  );
  const [header, rule, ...lines] = speedTable(three).split("\n");
  return [`| ${header}`, `|---${rule}`, ...lines.map((line, i) => `| ${names[i]} ${line}`)].join("\n");
}

/** The first, the middle, and the last element of a sorted list. */
function extremes<T>(sorted: readonly T[]): T[] {
  return [0, sorted.length >> 1, sorted.length - 1].map((i) => sorted[i]);
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

/** Saved results of `deno task bench`, by stage; those of steps by family. */
interface Speed {
  steps?: Row[];
  field?: Row[];
  collision: CollisionRow[];
  cold: ColdRow[];
  growth: GrowthRow[];
  meshes: MeshesRow[];
}

/** The results of a family, which have to be beside native MuJoCo's. */
function besideNative(rows: readonly Row[] = [], family: string): readonly Row[] {
  if (rows.length > 0 && rows.every(({ native }) => native !== undefined)) return rows;
  throw new HarnessError(`no results beside native MuJoCo, run: deno task bench --family ${family} --native --save`);
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
    "| folder | mutants | change nothing | conform | with unit tests |",
    "|---|---|---|---|---|",
    ...rows,
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

const README = "README.md";
const MEASUREMENTS = "docs/measurements.md";

/** What stands between the markers of a section of a document. */
interface Section {
  document: typeof README | typeof MEASUREMENTS;
  name: string;
  content: string;
}

function sections(conformance: Report): Section[] {
  const { collision, cold, growth, meshes, ...all } = saved<Speed>("bench/results.json", "bench");
  const steps = besideNative(all.steps, "tuned");
  const field = besideNative(all.field, "field");
  const tunedSentence = speedSentence(`the ${steps.length} scenes that it is tuned on`, steps);
  const fieldSentence = speedSentence(`${field.length} machines as people build them, which nobody tunes on`, field);
  const speed = `- ${tunedSentence}\n- ${fieldSentence}\n\n${threeOfEach({ tuned: steps, field })}`;
  return [
    { document: README, name: "conformance", content: conformanceSummary(conformance) },
    { document: README, name: "speed", content: speed },
    { document: MEASUREMENTS, name: "items", content: itemsTable(conformance) },
    { document: MEASUREMENTS, name: "coverage", content: coverageTable() },
    { document: MEASUREMENTS, name: "mutants", content: mutantsLine() },
    { document: MEASUREMENTS, name: "tolerances", content: tolerancesList(conformance) },
    { document: MEASUREMENTS, name: "scenes", content: `${tunedSentence}\n\n${speedTable(steps)}` },
    { document: MEASUREMENTS, name: "field", content: `${fieldSentence}\n\n${speedTable(field)}` },
    { document: MEASUREMENTS, name: "cold", content: coldMarkdown(cold) },
    { document: MEASUREMENTS, name: "meshes", content: meshesMarkdown(meshes) },
    { document: MEASUREMENTS, name: "growth", content: growthMarkdown(growth) },
    { document: MEASUREMENTS, name: "collision", content: collisionMarkdown(collision) },
  ];
}

/** Replaces the text between the markers of a section. */
function replaceSection(text: string, { document, name, content }: Section): string {
  const begin = `<!-- begin: ${name} -->`;
  const end = `<!-- end: ${name} -->`;
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new HarnessError(`${document} has no section '${name}'`);
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`;
}

async function main(): Promise<number> {
  const { check, report } = new Command("deno task readme")
    .description("Writes what is measured into README.md and docs/measurements.md.")
    .option("--check", "write nothing; fail if one of them is out of date")
    .option("--report <file>", "take conformance from a report of deno task conform --record instead of a run")
    .addHelpText(
      "after",
      "\nExamples:\n  deno task readme          write the tables\n  deno task readme --check  are they up to date?",
    )
    .exitOverride().parse(Deno.args, { from: "user" }).opts();

  const all = sections(report ? recorded(report) : await conform());
  let stale = 0;
  for (const document of [README, MEASUREMENTS]) {
    const path = new URL(document, ROOT);
    const old = await Deno.readTextFile(path);
    const own = all.filter((section) => section.document === document);
    const text = await format(own.reduce(replaceSection, old), "md", document);
    if (text === old) continue;
    if (!check) {
      await Deno.writeTextFile(path, text);
      continue;
    }
    console.error(`${document} is out of date, run: deno task readme`);
    stale = 1;
  }
  return stale;
}

await runCommand(main);
