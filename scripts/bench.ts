// deno-lint-ignore-file no-console
/**
 * Speed of the engine against MuJoCo's WASM build and, on request, native MuJoCo, in one process for each scene.
 *
 * All sides step the same model from the same recorded states with the same controls, in short alternating slices, so
 * that a busy machine slows all of them equally. The figure of a scene is the median over slices of (time of MuJoCo) /
 * (time of the engine); above 1, the engine is faster. V8 specializes code for the types it has seen, so a scene run
 * after others would be slower than the same scene alone, which is the situation of a user.
 */

import { Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { compile } from "@plumbline/sim";
import { HarnessError } from "../harness/engine.ts";
import type { Foreign } from "../harness/engines/model_of_mujoco.ts";
import { againstMarkdown, type AgainstRow, importMapFor, measureAgainst } from "./bench_against.ts";
import { measureCold } from "./bench_cold.ts";
import { measureCollision } from "./bench_collision.ts";
import { COLLISION_SCENES as PRIMITIVE_SCENES } from "./bench_collision_scenes.ts";
import { CONVEX_SCENES } from "./bench_convex_scenes.ts";
import { drawFamily } from "./bench_family.ts";
import { drawField } from "./bench_field/field.ts";
import { exponents, GROWTH_SCENES } from "./bench_growth.ts";
import { functionTable, profileScene, profileTable } from "./bench_profile.ts";
import { measureStages } from "./bench_stages.ts";
import { measureMeshes, type MeshesRow, ROBOTS } from "./bench_meshes.ts";
import { modelOf, STEP_SCENES, type StepScene } from "./bench_step_scenes.ts";
import { control, crossingCost, measureStep } from "./bench_steps.ts";
import { hottest } from "./cpu_profile.ts";
import {
  coldMarkdown,
  collisionMarkdown,
  type CollisionRow,
  compileMarkdown,
  type CompileRow,
  growthMarkdown,
  markdown,
  meshesMarkdown,
  type Row,
  summary,
  summaryLine,
} from "./bench_table.ts";
import {
  printAgainstRow,
  printColdRow,
  printCollisionRow,
  printCompileRow,
  printGrowthRow,
  printMeshesRow,
  printRow,
  printStageRow,
} from "./bench_print.ts";
import { runApart } from "./run_apart.ts";
import { NativeLibrary } from "./native_library.ts";
import { runCommand, wholeNumber } from "./run_command.ts";

const COLLISION_SCENES = [...PRIMITIVE_SCENES, ...CONVEX_SCENES];

/** Compile times (ms): the shortest of repeated loads, which is least affected by other processes. */
async function measureCompile(mj: Foreign, scene: StepScene): Promise<CompileRow> {
  const xml = await modelOf(scene);
  mj.FS.writeFile("/bench.xml", xml);
  const theirs: number[] = [];
  const ours: number[] = [];
  for (let i = 0; i < 60; i++) {
    const t0 = performance.now();
    mj.MjModel.mj_loadXML("/bench.xml").delete();
    const t1 = performance.now();
    compile(xml);
    const t2 = performance.now();
    theirs.push(t1 - t0);
    ours.push(t2 - t1);
  }
  return { model: scene.name, mujoco: Math.min(...theirs), plumbline: Math.min(...ours) };
}

/** An option in seconds. */
function seconds(text: string): number {
  const n = Number(text);
  if (!(n > 0 && n < Infinity)) throw new InvalidArgumentError("expected a number above 0");
  return n;
}

const STAGES = ["step", "collision", "compile", "cold", "growth", "meshes"] as const;

type Stage = typeof STAGES[number];

/** Key of the results of a stage in the results file. */
const KEYS = {
  step: "steps",
  collision: "collision",
  compile: "compile",
  cold: "cold",
  growth: "growth",
  meshes: "meshes",
} as const satisfies Record<Stage, string>;

const FAMILIES = ["tuned", "field"] as const;

/** Key of the results of the field, of which steps alone are saved. */
const FIELD_KEY = "field";

const command = new Command()
  .name("deno task bench")
  .description("Speed of the engine against MuJoCo, interleaved in one process for each scene.")
  .argument("[scenes...]", "scenes to run, listed below, or kinds of a family")
  .addOption(new Option("--stage <stage>", "what to measure").choices(STAGES).default("step" as const))
  .addOption(
    new Option(
      "--family <family>",
      "the scenes that the engine is tuned on, or machines as people build them, which are for judging, not for tuning",
    ).choices(FAMILIES).default("tuned" as const),
  )
  .option("--native", "also compare with native MuJoCo from pip (PLUMBLINE_PYTHON names the Python)", false)
  .option("--against <checkout>", "compare steps with those of another checkout of this repository, without MuJoCo")
  .option(
    "--package",
    "with --stage cold: import the engine as its package for npm has it, which is built first",
    false,
  )
  .addOption(new Option("--apart", "measure in this process").default(false).hideHelp())
  .option("--seed <n>", "seed of the drawn scenes: another one draws others of the same kinds", wholeNumber, 1)
  .option("--seconds <n>", "measuring time per scene", seconds, 2)
  .addOption(
    new Option("--format <format>", "of the results").choices(["pretty", "json", "markdown"]).default("pretty"),
  )
  .option("--profile", "print the time of steps by stage and by function; with --native, beside MuJoCo's", false)
  .option("--cpuprofile <file>", "with --profile and one scene: write what Chrome and VS Code open")
  .option("--save", "save the results in scripts/bench/results.json, for the README")
  .option("--assert-allocation", "fail if a step or call allocates more than 16 bytes on average", false)
  .addHelpText(
    "after",
    `\nScenes:\n  ${STEP_SCENES.map(({ name }) => name).join(", ")}\nDrawn scenes:\n  ${
      drawFamily(1).map(({ name }) => name).join(", ")
    }\nScenes of --family field, by kind:\n  ${fieldByKind()}\nScenes of --stage growth:\n  ${
      GROWTH_SCENES.map(({ name }) => name).join(", ")
    }\nScenes of --stage meshes:\n  ${ROBOTS.map(({ name }) => name).join(", ")}\nScenes of --stage collision:\n  ${
      COLLISION_SCENES.map(({ name }) => name).join(", ")
    }\n` +
      "\nExamples:\n  deno task bench --native\n  deno task bench humanoid-rest --seconds 5\n" +
      "  deno task bench pendula --seed 7         a kind, as another seed draws it\n" +
      "  deno task bench --family field --native  how fast it is where nobody tunes\n" +
      "  deno task bench --family field hands     a kind of these\n" +
      "  deno task bench --stage cold --native    first steps, with import and compile\n" +
      "  deno task bench --stage cold --package   the same, as a program that has installed the package\n" +
      "  deno task bench --stage growth           exponents of time over size\n" +
      "  deno task bench --stage meshes           first loads of robots of meshes, with native MuJoCo\n" +
      "  deno task bench --stage collision pile30\n  deno task bench --stage compile\n" +
      "  deno task bench --profile humanoid-active\n" +
      "  deno task bench --profile arm --native   each stage alone, beside native MuJoCo\n" +
      "  deno task bench --against ../before      what a change costs or gains",
  );

/** The machines of the field for the help, a line for each kind. */
function fieldByKind(): string {
  const kinds = Map.groupBy(drawField(1), ({ kind }) => kind);
  return [...kinds].map(([kind, list]) => `${kind}: ${list.map(({ name }) => name).join(", ")}`).join("\n  ");
}

/** The requested scenes, by name or else by kind (`pack` is `pack-12` and `pack-45`); all if none are given. */
function pick<T extends { name: string; kind?: string }>(
  scenes: readonly T[],
  wanted: readonly string[],
): readonly T[] {
  if (wanted.length === 0) return scenes;
  const found = wanted.map((what) => {
    const named = scenes.filter(({ name }) => name === what);
    return named.length > 0 ? named : scenes.filter(({ name, kind = name.replace(/-\d+$/, "") }) => kind === what);
  });
  const unknown = found.findIndex((list) => list.length === 0);
  if (unknown >= 0) {
    const all = scenes.map(({ name }) => name).join(", ");
    throw new HarnessError(`scene '${wanted[unknown]}' is unknown, there are ${all}`);
  }
  return found.flat();
}

const RESULTS = new URL("bench/results.json", import.meta.url);

/** Saves results by their key, keeping those of other stages. */
async function save(key: string, rows: readonly unknown[]): Promise<void> {
  const saved = JSON.parse(await Deno.readTextFile(RESULTS));
  await Deno.writeTextFile(RESULTS, `${JSON.stringify({ ...saved, [key]: rows }, null, 2)}\n`);
  console.error("saved; the README takes it over by: deno task readme");
}

async function main(): Promise<number> {
  const options = command.exitOverride().parse(Deno.args, { from: "user" }).opts();
  const { stage, format, profile, cpuprofile, seed } = options;
  const isField = options.family === "field";
  const scenes = isField ? drawField(seed) : [...STEP_SCENES, ...drawFamily(seed)];
  if (profile) {
    const all = [...scenes, ...GROWTH_SCENES];
    await printProfiles(pick(all, command.args), options, cpuprofile);
    return 0;
  }

  const isPretty = format === "pretty";
  const { against } = options;
  if (isField && (stage === "collision" || stage === "growth" || stage === "meshes")) {
    throw new HarnessError(`--stage ${stage} has scenes of its own, not those of the field`);
  }
  if (isField && stage !== "step" && options.save) throw new HarnessError("of the field, steps alone are saved");
  if (options.package && stage !== "cold") throw new HarnessError("--package is for --stage cold");
  if (against !== undefined) {
    if (stage !== "step" || options.native || options.save) {
      throw new HarnessError("--against compares steps alone: without --stage, --native, and --save");
    }
    const measure = async (scene: StepScene) => [await measureAgainst(against, scene, options.seconds)];
    const wanted = pick(scenes, command.args).filter(({ sleeps }) => !sleeps);
    const rows = await run<StepScene, AgainstRow>(wanted, options, measure, isPretty ? printAgainstRow : silent);
    if (isPretty && rows.length > 1) console.log(summaryLine("the other checkout", rows.map(({ ratio }) => ratio)));
    if (format === "json") console.log(JSON.stringify({ [KEYS.step]: rows }, null, 2));
    if (format === "markdown") console.log(againstMarkdown(rows));
    return 0;
  }
  const native = options.native && (stage === "step" || stage === "growth" || stage === "cold")
    ? await NativeLibrary.path()
    : undefined;

  /** Prints the results in another format, saves them if that is asked for, and returns the exit code. */
  const finish = async <T>(rows: readonly T[], table: (rows: readonly T[]) => string, failed = false) => {
    if (format === "json") console.log(JSON.stringify({ [KEYS[stage]]: rows }, null, 2));
    if (format === "markdown") console.log(table(rows));
    if (options.save) await save(isField ? FIELD_KEY : KEYS[stage], rows);
    return failed ? 1 : 0;
  };

  switch (stage) {
    case "step": {
      const rows = await steps(pick(scenes, command.args), options, native, isPretty ? printRow : silent);
      if (isPretty && rows.length > 1) console.log(summary(rows));
      if (isPretty && native !== undefined) await printCrossing(native);
      return await finish(rows, markdown, options.assertAllocation && greedy(rows));
    }
    case "growth": {
      const rows = await steps(pick(GROWTH_SCENES, command.args), options, native, isPretty ? printRow : silent);
      const growth = exponents(rows);
      if (isPretty) growth.forEach(printGrowthRow);
      // a scene alone is a part of a larger run, which needs its times
      return rows.length === 1 ? await finish<Row>(rows, markdown) : await finish(growth, growthMarkdown);
    }
    case "cold": {
      const rows = [];
      const imports = options.package ? await packageImports() : undefined;
      for (const scene of pick(scenes, command.args)) {
        rows.push(await measureCold(scene, native, imports));
        if (isPretty) printColdRow(rows);
      }
      return await finish(rows, coldMarkdown);
    }
    case "meshes": {
      const rows: MeshesRow[] = [];
      for (const robot of pick(ROBOTS, command.args)) {
        rows.push(await measureMeshes(robot, seed, await NativeLibrary.path()));
        if (isPretty) printMeshesRow(rows);
      }
      return await finish(rows, meshesMarkdown);
    }
    case "compile": {
      const mj = await loadMujoco();
      const rows: CompileRow[] = [];
      for (const scene of pick(scenes, command.args).filter(({ option }) => option === undefined)) {
        rows.push(await measureCompile(mj, scene));
        if (isPretty) printCompileRow(rows);
      }
      return await finish(rows, compileMarkdown);
    }
    case "collision": {
      const wanted = pick(COLLISION_SCENES, command.args);
      const measure = async (scene: typeof wanted[number]) =>
        await measureCollision(await loadMujoco(), scene, options.seconds);
      const print = isPretty ? printCollisionRow : silent;
      const rows = await run<typeof wanted[number], CollisionRow>(wanted, options, measure, print);
      return await finish(rows, collisionMarkdown, options.assertAllocation && greedy(rows));
    }
  }
}

/** Rows of scenes that are stepped. */
async function steps(
  scenes: readonly StepScene[],
  options: Settings,
  native: string | undefined,
  print: (rows: readonly Row[]) => void,
): Promise<Row[]> {
  const measure = async (scene: StepScene) => {
    const library = native === undefined ? undefined : new NativeLibrary(native);
    return [await measureStep(await loadMujoco(), library, scene, options.seconds)];
  };
  return await run<StepScene, Row>(scenes, options, measure, print);
}

async function printCrossing(native: string): Promise<void> {
  const cost = await crossingCost(new NativeLibrary(native));
  console.log(`\nnative times contain ${cost.toFixed(3)} µs for the call from here`);
}

/** Prints where the time of scenes goes. */
async function printProfiles(
  scenes: readonly StepScene[],
  { seconds, native, format }: { seconds: number; native: boolean; format: string },
  file: string | undefined,
): Promise<void> {
  const isJson = format === "json";
  if (file !== undefined && scenes.length !== 1) throw new HarnessError("--cpuprofile takes one scene");
  for (const scene of scenes) {
    const { stages, functions } = await profileScene(scene, control, seconds);
    if (file !== undefined) await Deno.writeTextFile(file, JSON.stringify(functions));
    if (!isJson) console.log(`${profileTable(scene.name, stages)}\n${functionTable(functions)}`);
    const alone = native ? await measureStages(scene, seconds, isJson ? silent : printStageRow) : [];
    if (isJson) {
      console.log(JSON.stringify({ scene: scene.name, ...stages, functions: hottest(functions, 50), alone }));
    }
  }
}

function silent(): void {}

// imported late: tools that build packages take a while to load
async function packageImports(): Promise<string> {
  const { importMapForPackage } = await import("./bench_package.ts");
  return await importMapForPackage();
}

// imported late: its thread support replaces globalThis.Worker
async function loadMujoco(): Promise<Foreign> {
  const { default: load } = await import("mujoco");
  return await load();
}

/** What a process of its own needs to know. */
interface Settings {
  stage: Stage;
  seconds: number;
  seed: number;
  family: typeof FAMILIES[number];
  native: boolean;
  against?: string | undefined;
  /** is this the process of its own? */
  apart: boolean;
}

/** Rows of all scenes: a single one runs here, several run in one process each, as does one that is compared with another checkout. `print` receives all rows so far. */
async function run<S extends { name: string }, R>(
  scenes: readonly S[],
  settings: Settings,
  measure: (scene: S) => Promise<R[]>,
  print: (rows: readonly R[]) => void,
): Promise<R[]> {
  const rows: R[] = [];
  const isAlone = settings.apart || (scenes.length === 1 && settings.against === undefined);
  for (const scene of scenes) {
    const found = isAlone ? await measure(scene) : await measureApart<R>(scene.name, settings);
    for (const row of found) {
      rows.push(row);
      print(rows);
    }
  }
  return rows;
}

/** Rows of one scene from a process of its own. */
async function measureApart<R>(scene: string, settings: Settings): Promise<R[]> {
  const { stage, seconds, seed, family, native, against } = settings;
  const script = new URL(import.meta.url);
  const opponents = [...(native ? ["--native"] : []), ...(against === undefined ? [] : ["--against", against])];
  const map = against === undefined ? undefined : await importMapFor(against);
  const args = [
    "--apart",
    "--stage",
    stage,
    "--seconds",
    String(seconds),
    "--seed",
    String(seed),
    "--family",
    family,
    "--format",
    "json",
    scene,
  ];
  const options = ["--v8-flags=--expose-gc", ...(map ? ["--import-map", map] : [])];
  const run = runApart<Record<string, R[]>>({ script, args: [...opponents, ...args], options, what: `scene ${scene}` });
  const found = await run.finally(() => map && Deno.remove(map));
  return found[KEYS[stage]];
}

/** Does any row allocate? Prints which. */
function greedy(rows: readonly { scene: string; bytes: number }[]): boolean {
  const found = rows.filter(({ bytes }) => bytes > 16);
  for (const { scene, bytes } of found) console.error(`${scene}: ${bytes.toFixed(0)} bytes allocated`);
  return found.length > 0;
}

await runCommand(main);
