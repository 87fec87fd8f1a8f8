/** `deno task live`: runs models in MuJoCo and an engine side by side. */

import { Command, Option } from "@commander-js/extra-typings";
import { unzipSync } from "fflate";
import { appendText, environment, isDirectory, readIfThere, writeText } from "../harness/disk.ts";
import { HarnessError } from "../harness/engine.ts";
import { incomparable, type ModelOutcome } from "../harness/live/outcome.ts";
import type { Scene } from "../harness/replay/scene.ts";
import { Scenes } from "../harness/report/scenes.ts";
import { recipeOf } from "../harness/live/recipe.ts";
import { COLOUR, PLAIN } from "../harness/report/pretty.ts";
import { compareApart, endAll } from "./live/compare_apart.ts";
import { findModels, type Skipped } from "./live/find_models.ts";
import { Progress } from "./live/progress.ts";
import { headline, type LiveReport, renderJson, reportOf } from "./live/report.ts";
import { renderAnnotations, renderJunit, renderSummary } from "./live/report_formats.ts";
import { renderHtml } from "./live/report_html.ts";
import { gather } from "./view/gather.ts";
import { renderPretty } from "./live/report_pretty.ts";
import { StateFile } from "./live/state_file.ts";
import { positive, runCommand, wholeNumber } from "./run_command.ts";

/** Seconds for each model of a folder. */
const PATIENCE = 300;

const program = new Command("deno task live")
  .description(
    "Runs models through MuJoCo and an engine side by side: every field of the compiled model, then every step from MuJoCo's " +
      "state, then a free run. Of a folder, every model below it is run, each in a process of its own.\n\n" +
      "Exit code: 0 every model that could be compared agrees, 1 some model differs, 2 no model could be compared.\n" +
      "A model also differs if only one of the two rejects it. It cannot be compared if both refuse it, if " +
      "the engine says that it does not support it, or if MuJoCo itself breaks, hangs or has too little memory for it.",
  )
  .argument("<model...>", "MJCF or URDF files, or folders of them; includes and assets are found as MuJoCo finds them")
  .option("--steps <n>", "steps to compare; 20, or as many as a table of controls has rows", positive)
  .option(
    "--ctrl <signal>",
    "zero, random:SEED, sine, keyframe:N (start there, with its controls), or a .csv or .npz with a row per step",
    "zero",
  )
  .option("--kick <seed>", "start from a random state instead of the model's", wholeNumber)
  .option("--keyframe <n>", "start from a keyframe", wholeNumber)
  .option(
    "--engine <name>",
    "plumbline, transplant (Plumbline on MuJoCo's compiled model), mujoco@VERSION, or a file",
    "plumbline",
  )
  .option(
    "--bisect",
    "show the values of the first field that differs, in the earliest stage rather than the earliest step",
  )
  .option("--all", "show every field that differs, not only those out of bounds")
  .option("--verbose", "show every failure, every skipped file, and the engine's output")
  .option("--export <dir>", "write a golden case that `deno task conform --golden DIR` runs")
  .option("--included", "also run files that other models include")
  .option("--jobs <n>", "models at a time; a robot with many detailed meshes may need a gigabyte or two", positive, 1)
  .option(
    "--patience <seconds>",
    `give a model up after this time; ${PATIENCE} where there are several, none for a single one`,
    positive,
  )
  .option("--resume <file>", "record results in a file; models that are already in it are not run again")
  .addOption(
    new Option("--format <format>", "of the report").choices(["pretty", "json", "html", "github", "junit"]).default(
      "pretty",
    ),
  )
  .option("--out <file>", "write the report to a file")
  .addHelpText(
    "after",
    `
One model:
  deno task live robot.xml                         20 steps without controls
  deno task live robot.xml --steps 100 --ctrl random:7 --kick 1
  deno task live robot.xml --ctrl policy.csv       a row of controls for each step
  deno task live robot.xml --ctrl keyframe:0       start there, hold its controls
When it differs:
  deno task live robot.xml --bisect                the first stage and element to look at
  deno task live robot.xml --engine transplant     is it the dynamics or the compiler?
  deno task live robot.xml --export mine/          keep it as a golden: mine/live/robot/
Many:
  deno task live robots/ --jobs 2                  every model below a folder, as a table
  deno task live robots/ --resume state.jsonl      can be interrupted and resumed
  deno task live robots/ --format junit --out live.xml`,
  );

type Options = ReturnType<typeof program.opts>;

function writeAll(stream: { writeSync(bytes: Uint8Array): number }, text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
}

/** `deno task` runs in the project directory; paths are relative to the directory from which it was called. */
function goWhereMeant(paths: readonly string[]): void {
  const called = environment("INIT_CWD");
  const isThere = (path: string) => isDirectory(path) || readIfThere(path) !== undefined;
  if (called === undefined || paths.some(isThere)) return;
  if (paths.some((path) => !path.startsWith("/") && isThere(`${called}/${path}`))) Deno.chdir(called);
}

/** Writes a report, as long as the output is open. */
function writeReport(text: string): void {
  try {
    writeAll(Deno.stdout, text);
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

/** The message on interruption. */
let standing = (): string => "";

async function main(): Promise<number> {
  program.exitOverride().parse(Deno.args, { from: "user" });
  const options = program.opts();
  const [paths] = program.processedArgs;
  goWhereMeant(paths);
  const isFolder = paths.some((path) => isDirectory(path));
  const { models, skipped } = collect(paths, options.included ?? false);
  const isSingle = !isFolder && models.length === 1;
  // writes nothing, but fails early if the report cannot be written
  if (options.out !== undefined) appendText(options.out, "");

  const run = await runModels(models, options, isSingle);
  const report = reportOf(run.engine, run.mujoco, run.outcomes, skipped);
  if (models.length === 0) throw new HarnessError(`${paths.join(", ")}: there are no models\n${list(skipped)}`.trim());
  const text = await render(report, options, run.scenes);
  if (options.out === undefined) writeReport(text);
  else {
    writeText(options.out, text);
    writeAll(Deno.stdout, `${headline(report)}\n`);
  }
  return report.exitCode;
}

function list(skipped: readonly Skipped[]): string {
  return skipped.map(({ path, why }) => `  ${path}: ${why}`).join("\n");
}

/** The given models, and those in the given folders. */
function collect(paths: readonly string[], takesIncluded: boolean): { models: string[]; skipped: Skipped[] } {
  const models = new Set<string>();
  const skipped: Skipped[] = [];
  for (const path of paths) {
    if (!isDirectory(path)) {
      if (readIfThere(path) === undefined) throw new HarnessError(`${path}: not found`);
      models.add(path);
      continue;
    }
    const found = findModels(path, takesIncluded);
    for (const model of found.models) models.add(model);
    skipped.push(...found.skipped);
  }
  return { models: [...models], skipped };
}

interface Run {
  readonly engine: string;
  readonly mujoco: string;
  readonly outcomes: readonly ModelOutcome[];
  /** failing steps, by model */
  readonly scenes: ReadonlyMap<string, Scene>;
}

async function runModels(models: readonly string[], options: Options, isSingle: boolean): Promise<Run> {
  const recipe = recipeOf(options);
  const { engine: engineName, all = false, jobs, export: exportTo = null } = options;
  const state = options.resume === undefined
    ? undefined
    : new StateFile(options.resume, { engine: engineName, recipe, all });
  const patience = options.patience ?? (isSingle ? undefined : PATIENCE);
  const progress = new Progress(
    models.length,
    Deno.stderr.isTerminal(),
    (text) => writeAll(Deno.stderr, text),
    () => Deno.consoleSize().columns,
  );
  standing = () => {
    progress.clear();
    if (isSingle) return "interrupted\n";
    const how = options.resume === undefined
      ? "--resume FILE keeps what is found"
      : "the same command goes on from there";
    return `interrupted: ${progress.count} models are done; ${how}\n`;
  };
  const onChatter = options.verbose ? (text: string) => writeAll(Deno.stderr, text) : () => {};

  let engine = "";
  let mujoco = "";
  const outcomes: ModelOutcome[] = [];
  const scenes = new Map<string, Scene>();
  const runOne = async (i: number) => {
    const model = models[i];
    const known = state?.get(model);
    if (known !== undefined) {
      ({ engine, mujoco } = known);
      outcomes[i] = known.outcome;
      progress.done(model);
      return;
    }
    const onStage = (stage: string, step: number | null) => progress.at(model, stage, step);
    const order = { model, engine: engineName, recipe, all, exportTo, wantsScene: options.format === "html" };
    const answer = await compareApart(order, { patience, onStage, onChatter });
    progress.done(model);
    if ("error" in answer) {
      if (isSingle) throw new HarnessError(answer.error);
      outcomes[i] = incomparable(model, answer.error);
      return;
    }
    outcomes[i] = answer.outcome;
    if (answer.scene !== undefined) scenes.set(model, answer.scene);
    const isFinished = answer.mujoco !== "";
    if (isFinished) ({ engine, mujoco } = answer);
    state?.add({ outcome: answer.outcome, engine, mujoco, isFinished });
  };

  let next = 0;
  const work = async () => {
    while (next < models.length) await runOne(next++);
  };
  try {
    await Promise.all(Array.from({ length: Math.min(jobs, models.length) }, work));
  } finally {
    progress.clear();
    endAll();
  }
  return { engine, mujoco, outcomes, scenes };
}

async function render(
  report: LiveReport,
  options: Options,
  scenes: ReadonlyMap<string, Scene>,
): Promise<string> {
  const { format, out, bisect = false, all = false, verbose = false } = options;
  switch (format) {
    case "json":
      return renderJson(report);
    case "junit":
      return renderJunit(report);
    case "html":
      return renderHtml(report, await drawings(scenes));
    case "github": {
      const summary = environment("GITHUB_STEP_SUMMARY");
      if (summary) appendText(summary, renderSummary(report));
      return renderAnnotations(report) + (summary ? "" : renderSummary(report));
    }
    default: {
      const isPainted = out === undefined && Deno.stdout.isTerminal() && !environment("NO_COLOR");
      return renderPretty(report, { paint: isPainted ? COLOUR : PLAIN, bisect, all, verbose });
    }
  }
}

/** The elements that draw failing steps. */
async function drawings(scenes: ReadonlyMap<string, Scene>): Promise<string> {
  const all = new Scenes();
  for (const [model, scene] of scenes) {
    const { main, archive } = await gather(model);
    all.add(model, scene, main, new Map(Object.entries(unzipSync(archive))));
  }
  return await all.elements();
}

for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143]] as const) {
  Deno.addSignalListener(signal, () => {
    endAll();
    writeAll(Deno.stderr, standing());
    Deno.exit(code);
  });
}
try {
  await runCommand(main);
} catch (error) {
  writeAll(Deno.stderr, `error: the command broke: ${error instanceof Error ? error.stack : error}\n`);
  Deno.exit(2);
}
// a signal listener would keep the process alive
Deno.exit(Deno.exitCode);
