// deno-lint-ignore-file no-console
/**
 * `deno task coverage`: lines and branches of the engine that the goldens run, by folder. All goldens are replayed in
 * one process with V8's coverage. Code that no golden runs is not tested by any.
 */

import { Command } from "@commander-js/extra-typings";
import { HarnessError } from "../harness/engine.ts";
import { byFolder, type FileCoverage, type FolderCoverage, parseLcov, percent, ranges } from "./coverage/lcov.ts";
import reasons from "./coverage/reasons.json" with { type: "json" };
import { goldens } from "./mutants/order.ts";
import { folderOf } from "./mutants/sample.ts";
import { engineFiles, ROOT } from "./mutants/sources.ts";
import { runCommand } from "./run_command.ts";

/** A folder of which less than this share of the lines runs needs a reason. */
const BAR = 0.97;

const REASONS: Readonly<Record<string, string>> = reasons;

/** Replays all goldens, and returns the coverage of each file. */
async function measure(): Promise<FileCoverage[]> {
  const folder = await Deno.makeTempDir({ prefix: "coverage-" });
  try {
    const judge = new URL("mutants/judge.ts", import.meta.url).pathname;
    const said = await run(
      ["run", "-A", "--no-check", `--coverage=${folder}`, judge],
      JSON.stringify({ ids: goldens(), all: true }),
    );
    const failing = [...said.matchAll(/"fails","case":"([^"]+)"/g)].map(([, id]) => id);
    if (failing.length > 0 || !said.includes('"done"')) {
      throw new HarnessError(`the goldens do not pass (${failing[0] ?? "no end"}), so nothing can be said`);
    }
    const own = new URL("engine/", ROOT).href;
    const files = parseLcov(await run(["coverage", "--lcov", `--include=^${own}`, folder]), ROOT.pathname);
    return [...files, ...neverLoaded(files)].sort((a, b) => a.file < b.file ? -1 : 1);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Files with code that were not loaded; files with only types are never loaded. */
function neverLoaded(files: readonly FileCoverage[]): FileCoverage[] {
  const known = new Set(files.map(({ file }) => file));
  return engineFiles().filter((file) => !known.has(file)).flatMap((file) => {
    const text = Deno.readTextFileSync(new URL(file, ROOT));
    if (!/^(?:export )?(?:async )?(?:function|class|const)\b/m.test(text)) return [];
    const count = text.trimEnd().split("\n").length;
    const missed = Array.from({ length: count }, (_, i) => i + 1);
    return [{ file, lines: { hits: 0, of: count }, branches: { hits: 0, of: 0 }, missed }];
  });
}

async function run(args: string[], input = ""): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args,
    cwd: ROOT,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
  }).spawn();
  const writer = child.stdin.getWriter();
  const writing = writer.write(new TextEncoder().encode(input)).then(() => writer.close());
  const { success, stdout, stderr } = await child.output();
  await writing;
  if (!success) throw new HarnessError(`deno ${args[0]}: ${new TextDecoder().decode(stderr).trim()}`);
  return new TextDecoder().decode(stdout);
}

/** What is wrong: folders below the bar without a reason, and reasons that nothing needs any more. */
function complaints(folders: readonly FolderCoverage[]): string[] {
  const low = folders.filter(({ folder, lines }) => folder !== "total" && lines.hits < BAR * lines.of);
  const bare = low.filter(({ folder }) => !(folder in REASONS)).map(({ folder, lines }) =>
    `engine/${folder}: ${percent(lines)} % of lines run; add a golden (deno task coverage --folder ${folder}), or a ` +
    "reason to scripts/coverage/reasons.json"
  );
  const stale = Object.keys(REASONS).filter((it) => !low.some(({ folder }) => folder === it)).map((folder) =>
    `scripts/coverage/reasons.json: ${folder} needs no reason`
  );
  return [...bare, ...stale];
}

function printTable(folders: readonly FolderCoverage[]): void {
  const rows = folders.map(({ folder, lines, branches }) => [
    folder,
    `${percent(lines)} %`,
    `${lines.hits} of ${lines.of}`,
    `${percent(branches)} %`,
    `${branches.hits} of ${branches.of}`,
  ]);
  const all = [["folder", "lines", "", "branches", ""], ...rows];
  const widths = all[0].map((_, i) => Math.max(...all.map((row) => row[i].length)));
  for (const row of all) console.log(row.map((cell, i) => cell.padEnd(widths[i])).join("  ").trimEnd());
}

async function main(): Promise<number> {
  const { files: wantsFiles, folder, save, format } = new Command("deno task coverage")
    .description(
      "Coverage of the engine's lines and branches by the goldens, by folder.\n" +
        "Exit code: 0 if every folder is run to 97 % of its lines or has a reason not to be, 1 if one is not.",
    )
    .option("--files", "list the lines of each file that are not run")
    .option("--folder <name>", "list them for one folder of engine/")
    .option("--format <format>", "pretty or json", "pretty")
    .option("--save", "save the table in scripts/coverage/results.json, for the README")
    .addHelpText("after", "\nExamples:\n  deno task coverage --folder solver  lines that no golden runs there")
    .exitOverride().parse(Deno.args, { from: "user" }).opts();
  const files = await measure();
  const folders = byFolder(files, folderOf);
  const wrong = complaints(folders);
  if (save) {
    await Deno.writeTextFile(
      new URL("coverage/results.json", import.meta.url),
      `${JSON.stringify({ folders, reasons: REASONS }, null, 2)}\n`,
    );
    console.error("saved; the README takes it over by: deno task readme");
  }
  if (format === "json") {
    console.log(JSON.stringify({ folders, files, complaints: wrong }, null, 1));
    return wrong.length === 0 ? 0 : 1;
  }
  for (const { file, missed } of files) {
    const isWanted = wantsFiles || (folder !== undefined && folderOf(file) === folder);
    if (isWanted && missed.length > 0) console.log(`${file}  ${ranges(missed)}`);
  }
  if (folder === undefined) printTable(folders);
  for (const it of wrong) console.error(it);
  return wrong.length === 0 ? 0 : 1;
}

await runCommand(main);
