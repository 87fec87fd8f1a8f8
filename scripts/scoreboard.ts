/** `deno task scoreboard`: runs the engines of `scoreboard/engines.json`, and builds the page. */

import { Command, Option } from "@commander-js/extra-typings";
import { openStore } from "../harness/disk.ts";
import { HarnessError } from "../harness/engine.ts";
import { pythonWith } from "../harness/engines/python.ts";
import { type CaseFile, readCase } from "../harness/golden/golden.ts";
import { parseReport } from "../harness/report/json.ts";
import { type Entry, parseEntries } from "../scoreboard/entry.ts";
import { formatResult, missingResult, parseResult, type Result, resultOf } from "../scoreboard/result.ts";
import { sampleOf } from "../scoreboard/sample.ts";
import { buildSite } from "../scoreboard/site.ts";
import { positive, runCommand } from "./run_command.ts";

const ROOT = new URL("../", import.meta.url).pathname;
const HOME = `${ROOT}scoreboard/`;

const program = new Command("deno task scoreboard")
  .description(
    "Runs the engines of scoreboard/engines.json through the goldens, writes a result of each to scoreboard/results/, " +
      "and builds a static page with badges. Engines from PyPI get environments in the cache directory.",
  )
  .argument("[engine...]", "ids of engines; all by default")
  .option("--build", "run nothing; only build the page from the results")
  .option("--site <dir>", "directory of the page", "scoreboard/site")
  .option("--jobs <n>", "number of processes for each engine", positive)
  .addOption(new Option("--list", "list the engines, with the date of their last result").conflicts("build"))
  .addHelpText(
    "after",
    `
Examples:
  deno task scoreboard                     run everything, then build the page
  deno task scoreboard plumbline mjx-3.5.0 run two engines, then build the page
  deno task scoreboard --build             build the page from the committed results

An engine that cannot be installed or started gets a result that says so.`,
  );

const say = (text: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
const tell = (text: string) => Deno.stderr.writeSync(new TextEncoder().encode(`${text}\n`));

async function main(): Promise<number> {
  program.exitOverride().parse(Deno.args, { from: "user" });
  const { build = false, site, jobs, list = false } = program.opts();
  const all = parseEntries(Deno.readTextFileSync(`${HOME}engines.json`), "scoreboard/engines.json");
  const unknown = program.args.find((id) => !all.some((entry) => entry.id === id));
  if (unknown !== undefined) {
    throw new HarnessError(`engine '${unknown}' is unknown, the engines are ${all.map(({ id }) => id).join(" ")}`);
  }
  if (list) {
    for (const entry of all) say(`${entry.id.padEnd(24)} ${describe(readResult(entry.id))}`);
    return 0;
  }
  for (const entry of build ? [] : all) {
    if (program.args.length > 0 && !program.args.includes(entry.id)) continue;
    tell(`${entry.id} …`);
    const result = await run(entry, jobs);
    Deno.mkdirSync(`${HOME}results`, { recursive: true });
    Deno.writeTextFileSync(place(entry.id), formatResult(result));
    say(`${entry.id.padEnd(24)} ${describe(result)}`);
  }
  const results = new Map(all.map((entry) => [entry.id, readResult(entry.id)]));
  await buildSite(all, results, new Map([...recipes()].map(([id, { isolates }]) => [id, isolates])), site);
  say(`the page is ${site}/index.html`);
  return 0;
}

const place = (id: string) => `${HOME}results/${id}.json`;

function readResult(id: string): Result | undefined {
  try {
    return parseResult(Deno.readTextFileSync(place(id)), `scoreboard/results/${id}.json`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function describe(result: Result | undefined): string {
  if (result === undefined) return "not run yet";
  const { date, missing, engine, totals: { passed, cases, unsupported }, seconds } = result;
  if (missing !== undefined) return `${date}  ${missing}`;
  return `${date}  ${engine}: ${passed} of ${cases} cases, ${unsupported} unsupported, in ${seconds} s`;
}

/** Runs an engine in a process of `conform`. */
async function run(entry: Entry, jobs: number | undefined): Promise<Result> {
  const date = new Date().toISOString().slice(0, 10);
  const before = readResult(entry.id);
  const folder = Deno.makeTempDirSync({ prefix: "plumbline-" });
  const began = performance.now();
  try {
    const { engine, env } = await start(entry);
    const record = `${folder}/report.json`;
    const { level = "full", patience, sample } = entry;
    const args = ["--engine", engine, "--record", record, "--golden", `${ROOT}golden`, "--level", level];
    if (patience !== undefined) args.push("--patience", String(patience));
    if (jobs !== undefined) args.push("--jobs", String(jobs));
    if (sample !== undefined) args.push("--case", ...sampleOf(recipes(), level, sample));
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", `${ROOT}harness/cli.ts`, ...args],
      env: { ...env, NO_COLOR: "1" },
      stdout: "null",
    }).output();
    if (code > 1) return missingResult(entry.id, lastLine(new TextDecoder().decode(stderr)), date, before);
    const seconds = (performance.now() - began) / 1000;
    return resultOf(entry.id, parseReport(Deno.readTextFileSync(record), record), date, seconds, before);
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return missingResult(entry.id, error.message, date, before);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** The value of `--engine`, and the environment variables that it needs. */
async function start(entry: Entry): Promise<{ engine: string; env: Readonly<Record<string, string>> }> {
  if ("engine" in entry) return { engine: entry.engine, env: {} };
  const { python, env } = await pythonWith(entry.python, tell);
  return { engine: `exec:"${python}" -m ${entry.module}`, env };
}

/** The recipes of all cases, by id. */
function recipes(): Map<string, CaseFile> {
  const store = openStore(`${ROOT}golden`);
  return new Map(store.list().map((id) => [id, readCase(store, id).file]));
}

function lastLine(text: string): string {
  const lines = text.trim().split("\n");
  return (lines.findLast((line) => line.startsWith("error: ")) ?? lines.at(-1) ?? "").replace(/^error: /, "");
}

await runCommand(main);
