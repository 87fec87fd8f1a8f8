// deno-lint-ignore-file no-console
/**
 * Bugs that implementations of MuJoCo actually had, put back one at a time: each must turn its own item red.
 *
 * A mutant is a small edit of one engine file (`mutants/table.ts`). The edited copy is written to a temporary folder,
 * and an import map substitutes it for the original, so the engine is not involved.
 */

import { Command, Option } from "@commander-js/extra-typings";
import { HarnessError } from "../harness/engine.ts";
import { importsOf } from "./import_map.ts";
import { huntRandom, listRandom, showRandom, tryRandom } from "./mutants/random.ts";
import { type Mutant, MUTANTS } from "./mutants/table.ts";
import { positive, runCommand, wholeNumber } from "./run_command.ts";

const ROOT = new URL("../", import.meta.url);
/** Where scores are kept. */
const RESULTS = new URL("mutants/results.json", import.meta.url);

/** The outcome of a mutant. */
interface Outcome {
  readonly id: string;
  readonly item: string;
  readonly bug: string;
  readonly caught: boolean;
  /** cases of its item that fail with it and pass without it */
  readonly by: readonly string[];
}

/** The part of the JSON report of `conform` that is needed here. */
interface Report {
  readonly cases: readonly { id: string; verdict: string }[];
}

/** The edited source, with relative imports made absolute. Throws if the text to edit is no longer in the engine. */
function mutate(mutant: Mutant): string {
  const url = new URL(mutant.file, ROOT);
  let source = Deno.readTextFileSync(url);
  for (const [find, replace] of mutant.edits) {
    const parts = source.split(find);
    if (parts.length !== 2) {
      throw new HarnessError(`mutant ${mutant.id}: '${find}' occurs ${parts.length - 1} times in ${mutant.file}`);
    }
    source = parts.join(replace);
  }
  return source.replace(
    /(\bfrom\s+|\bimport\s*\(?\s*)"(\.{1,2}\/[^"]+)"/g,
    (_, lead: string, path: string) => `${lead}"${new URL(path, url).href}"`,
  );
}

/** Runs one item of the conformance suite; `map` is an import map for a mutant of the engine. */
async function conform(item: string, map?: string): Promise<Set<string>> {
  const engine = command.opts().single ? "f32:plumbline" : "plumbline";
  const cli = new URL("harness/cli.ts", ROOT).pathname;
  const args = [
    "run",
    "-A",
    "--no-check",
    cli,
    item,
    "--engine",
    engine,
    "--format",
    "json",
    ...(map ? ["--import-map", map] : []),
  ];
  const { stdout, stderr, code } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: ROOT,
    stdout: "piped",
    stderr: "piped",
  }).output();
  const text = new TextDecoder().decode(stdout);
  if (code === 2 || text === "") throw new HarnessError(`conform ${item}: ${new TextDecoder().decode(stderr).trim()}`);
  const report = JSON.parse(text) as Report;
  return new Set(report.cases.filter(({ verdict }) => verdict !== "pass").map(({ id }) => id));
}

/** Import map of the project with one module replaced. */
function importMap(file: string, replacement: string): string {
  return JSON.stringify({ imports: { ...importsOf(ROOT), [new URL(file, ROOT).href]: `file://${replacement}` } });
}

async function attempt(mutant: Mutant, clean: ReadonlySet<string>, folder: string): Promise<Outcome> {
  const source = `${folder}/${mutant.id}.ts`;
  const map = `${folder}/${mutant.id}.json`;
  await Deno.writeTextFile(source, mutate(mutant));
  await Deno.writeTextFile(map, importMap(mutant.file, source));
  const failing = await conform(mutant.item, map);
  const by = [...failing].filter((id) => !clean.has(id));
  return { id: mutant.id, item: mutant.item, bug: mutant.bug, caught: by.length > 0, by };
}

const command = new Command("deno task mutants")
  .description(
    "Puts historical bugs back into the engine, one at a time, and runs the item that each belongs to;\n" +
      "or, with --random, small random changes of code, which all goldens are asked to notice.\n" +
      "Every one must be caught. Exit code: 0 all caught, 1 one escaped, 2 could not tell.",
  )
  .argument("[mutants...]", "ids of mutants; all by default")
  .option("--item <id>", "only the mutants of this item")
  .addOption(new Option("--format <format>", "of the score").choices(["pretty", "json"]).default("pretty"))
  .option("--jobs <n>", "mutants tested at the same time", positive, 2)
  .option("--save", "save the score in scripts/mutants/results.json, for the README")
  .option("--single", "round what mutants are given, and what they give, to single precision")
  .option("--list", "show the mutants without testing them")
  .option("--random", "random mutants, drawn from every folder of engine/")
  .option("--seed <n>", "with --random: seed of the draw", wholeNumber, 1)
  .option("--count <n>", "with --random: number of mutants", positive, 100)
  .option("--folder <name>", "with --random: only of this folder of engine/, or of several, separated by commas")
  .option("--changed [base]", "with --random: only of functions that differ from a commit, HEAD by default")
  .option("--goldens <ids...>", "with --random: try only goldens whose ids begin like this")
  .option("--tests", "with --random: run the engine's unit tests on mutants that no golden notices")
  .option("--resume <file>", "with --random: record results in a file, and skip mutants that are already in it")
  .option("--time <seconds>", "with --random: start no new mutant after this time", positive)
  .option("--least <percent>", "with --random: fail only if the sample shows that less is caught", positive)
  .option("--only <id...>", "with --random: only these")
  .option("--hunt <seconds>", "with --random: search random documents that show what no golden notices", positive)
  .option("--dense", "with --hunt: few documents that show much, rather than small ones that show a mutant each")
  .option("--areas <names>", "with --hunt: only documents of these generators, separated by commas")
  .option("--out <folder>", "with --hunt: where cases are written, to be minted", "hunted")
  .option("--show <id>", "with --random: print what a mutant changes, without testing any")
  .addHelpText(
    "after",
    "\nExamples:\n  deno task mutants                      all of them\n" +
      "  deno task mutants --item 24            those of one item\n  deno task mutants --format json        for programs\n" +
      "  deno task mutants --random --folder ray --count 200 --hunt 120\n" +
      "                                         cases for what the goldens miss of a folder",
  );

async function main(): Promise<number> {
  const options = command.exitOverride().parse(Deno.args, { from: "user" }).opts();
  if (options.random) return await random();
  const { item, format, jobs, list, save } = options;
  const wanted = command.args;
  const chosen = MUTANTS.filter((mutant) =>
    (wanted.length === 0 || wanted.includes(mutant.id)) && (item === undefined || mutant.item === item)
  );
  const unknown = wanted.find((id) => !MUTANTS.some((mutant) => mutant.id === id));
  if (unknown !== undefined || chosen.length === 0) {
    throw new HarnessError(
      unknown === undefined ? "no mutant is selected" : `mutant '${unknown}' is unknown, see: deno task mutants --list`,
    );
  }

  if (list) {
    for (const { id, item, bug } of chosen) console.log(`${id.padEnd(28)}${item.padEnd(6)}${bug}`);
    return 0;
  }

  const misfits = chosen.flatMap((mutant) => {
    try {
      mutate(mutant);
      return [];
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  });
  if (misfits.length > 0) {
    throw new HarnessError(misfits.join("\n"));
  }

  const folder = await Deno.makeTempDir({ prefix: "mutants-" });
  try {
    const clean = new Map<string, Set<string>>();
    for (const id of new Set(chosen.map((mutant) => mutant.item))) clean.set(id, await conform(id));

    const outcomes: Outcome[] = [];
    const queue = [...chosen];
    const work = async () => {
      for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
        const outcome = await attempt(mutant, clean.get(mutant.item) ?? new Set(), folder);
        outcomes.push(outcome);
        if (format === "pretty") print(outcome);
      }
    };
    await Promise.all(Array.from({ length: jobs }, work));

    const order = new Map(MUTANTS.map(({ id }, i) => [id, i]));
    outcomes.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
    const caught = outcomes.filter((outcome) => outcome.caught).length;
    const totals = { mutants: outcomes.length, caught };
    if (save) {
      const rest = JSON.parse(await Deno.readTextFile(RESULTS)) as Record<string, unknown>;
      await Deno.writeTextFile(RESULTS, `${JSON.stringify({ ...rest, totals }, null, 2)}\n`);
      console.error("saved; the README takes it over by: deno task readme");
    }
    if (format === "json") {
      console.log(JSON.stringify({ totals, mutants: outcomes }, null, 2));
    } else {
      console.log(`\n${caught} of ${outcomes.length} mutants caught`);
    }
    return caught === outcomes.length ? 0 : 1;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function random(): Promise<number> {
  const {
    seed,
    count,
    folder,
    changed,
    only,
    goldens,
    show,
    tests,
    resume,
    time,
    least,
    save,
    jobs,
    format,
    list,
    hunt,
    out,
    dense,
    areas,
  } = command.opts();
  if (show !== undefined) {
    showRandom(show);
    return 0;
  }
  const wanted = {
    seed,
    count,
    folder,
    changed: changed === true ? "HEAD" : changed,
    only,
    goldens,
    tests: tests ?? false,
    resume,
    time,
    least,
    save: save ? RESULTS : undefined,
    jobs,
    format: format === "json" ? "json" as const : "pretty" as const,
  };
  if (list) {
    listRandom(wanted);
    return 0;
  }
  return hunt === undefined
    ? await tryRandom(wanted)
    : await huntRandom(wanted, { seconds: hunt, out, dense: dense ?? false, areas: areas?.split(",") ?? [] });
}

function print({ id, item, bug, caught, by }: Outcome): void {
  const cases = by.length > 2 ? `${by.slice(0, 2).join(", ")} and ${by.length - 2} more` : by.join(", ");
  console.log(`${caught ? "caught " : "ESCAPED"}  ${id.padEnd(28)}${item.padEnd(6)}${caught ? cases : bug}`);
}

await runCommand(main);
