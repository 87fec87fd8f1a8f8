// deno-lint-ignore-file no-console
/**
 * Speed of the engine against the WASM build of MuJoCo, in one process for each scene.
 *
 * Both sides step the same model from the same recorded states with the same controls, in short alternating slices, so
 * that a busy machine slows both equally. The figure of a scene is the median over slices of (time of MuJoCo) / (time
 * of the engine); above 1, the engine is faster. V8 specializes code for the types it has seen, so a scene run after
 * others would be slower than the same scene alone, which is the situation of a user.
 */

import { Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { compile, Data, step } from "@plumbline/sim";
import { HarnessError } from "../harness/engine.ts";
import type { Foreign } from "../harness/engines/model_of_mujoco.ts";
import { bytesPerCall } from "./bench_allocation.ts";
import { measureCollision } from "./bench_collision.ts";
import { COLLISION_SCENES as PRIMITIVE_SCENES } from "./bench_collision_scenes.ts";
import { CONVEX_SCENES } from "./bench_convex_scenes.ts";
import { functionTable, profileScene, profileTable } from "./bench_profile.ts";
import { modelOf, STEP_SCENES, type StepScene } from "./bench_step_scenes.ts";
import { hottest } from "./cpu_profile.ts";
import { type Figures, type Sides, takeTurns, warmUp } from "./bench_slices.ts";
import {
  collisionMarkdown,
  type CollisionRow,
  compileMarkdown,
  type CompileRow,
  markdown,
  type Row,
} from "./bench_table.ts";
import { runCommand } from "./run_command.ts";

const COLLISION_SCENES = [...PRIMITIVE_SCENES, ...CONVEX_SCENES];

const SLICE = 20;
const STATES = 16;

function control(k: number, t: number, drive: number): number {
  return drive === 0 ? 0 : drive * Math.sin(3 * t + 1.7 * k);
}

/** The state that a slice starts from. */
interface State {
  time: number;
  arrays: Record<(typeof STATE_FIELDS)[number], Float64Array>;
}

const STATE_FIELDS = ["qpos", "qvel", "act", "qacc_warmstart", "ctrl"] as const;

function snapshot(d: Foreign): State {
  const arrays = Object.fromEntries(STATE_FIELDS.map((name) => [name, Float64Array.from(d[name])]));
  return { time: d.time, arrays: arrays as State["arrays"] };
}

function restore(d: Foreign, state: State): void {
  d.time = state.time;
  for (const name of STATE_FIELDS) d[name].set(state.arrays[name]);
}

async function measureStep(mj: Foreign, scene: StepScene, seconds: number): Promise<Row[]> {
  const xml = await modelOf(scene);
  mj.FS.writeFile("/bench.xml", xml);
  const fm = mj.MjModel.mj_loadXML("/bench.xml");
  const fd = new mj.MjData(fm);
  const m = compile(xml);
  const d = new Data(m);

  // record states along MuJoCo's own trajectory
  const states: State[] = [];
  let nefc = 0;
  const spacing = 40;
  for (let i = 0; i < scene.settle + STATES * spacing; i++) {
    for (let k = 0; k < fm.nu; k++) fd.ctrl[k] = control(k, fd.time, scene.drive);
    if (i >= scene.settle && (i - scene.settle) % spacing === 0) {
      states.push(snapshot(fd));
      nefc += fd.nefc / STATES;
    }
    mj.mj_step(fm, fd);
  }

  // first steps of the engine, before V8 has optimized it
  restore(d, states[0]);
  const cold = performance.now();
  for (let i = 0; i < 500; i++) {
    if (i % SLICE === 0) restore(d, states[(i / SLICE) % STATES]);
    step(m, d);
  }
  const warmup = (performance.now() - cold) / 500 * 1e3;
  const sides: Sides = {
    prepareMujoco: (i) => restore(fd, states[i % STATES]),
    mujoco: () => mj.mj_step(fm, fd),
    preparePlumbline: (i) => restore(d, states[i % STATES]),
    plumbline: () => step(m, d),
  };
  await warmUp(sides, SLICE);
  const figures = takeTurns(sides, SLICE, seconds);
  restore(d, states[0]);
  const bytes = await bytesPerCall(() => step(m, d));
  fd.delete();
  fm.delete();
  return [{
    scene: scene.name,
    about: scene.about,
    nv: m.nv,
    nefc: Math.round(nefc),
    ...figures,
    warmup,
    bytes,
  }];
}

/** Compile times (ms): the shortest of repeated loads, which is least affected by other processes. */
async function measureCompile(mj: Foreign, file: string): Promise<CompileRow> {
  const xml = await Deno.readTextFile(new URL(`./bench/${file}.xml`, import.meta.url));
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
  return { model: file, mujoco: Math.min(...theirs), plumbline: Math.min(...ours) };
}

/** An option in seconds. */
function seconds(text: string): number {
  const n = Number(text);
  if (!(n > 0 && n < Infinity)) throw new InvalidArgumentError("expected a number above 0");
  return n;
}

const STAGES = ["step", "collision", "compile"] as const;

/** Key of the results of a stage in the results file. */
const KEYS = { step: "steps", collision: "collision", compile: "compile" } as const;

type Stage = keyof typeof KEYS;

const command = new Command()
  .name("deno task bench")
  .description("Speed of the engine against MuJoCo's WASM build, interleaved in one process for each scene.")
  .argument("[scenes...]", "scenes to run, listed below")
  .addOption(new Option("--stage <stage>", "what to measure").choices(STAGES).default("step" as const))
  .option("--seconds <n>", "measuring time per scene", seconds, 2)
  .addOption(
    new Option("--format <format>", "of the results").choices(["pretty", "json", "markdown"]).default("pretty"),
  )
  .option("--profile", "print the time of steps by stage and by function, without MuJoCo", false)
  .option("--cpuprofile <file>", "with --profile and one scene: write what Chrome and VS Code open")
  .option("--save", "save the results in scripts/bench/results.json, for the README")
  .option("--assert-allocation", "fail if a step or call allocates more than 16 bytes on average", false)
  .addHelpText(
    "after",
    `\nScenes:\n  ${STEP_SCENES.map(({ name }) => name).join(", ")}\nScenes of --stage collision:\n  ` +
      `${COLLISION_SCENES.map(({ name }) => name).join(", ")}\n` +
      "\nExamples:\n  deno task bench\n  deno task bench humanoid-rest --seconds 5\n" +
      "  deno task bench --stage collision pile30\n  deno task bench --stage compile\n" +
      "  deno task bench --profile humanoid-active",
  );

/** The requested scenes; all if none are given. */
function pick<T extends { name: string }>(scenes: readonly T[], wanted: readonly string[]): readonly T[] {
  const unknown = wanted.find((name) => !scenes.some((scene) => scene.name === name));
  if (unknown !== undefined) {
    throw new HarnessError(`scene '${unknown}' is unknown, there are ${scenes.map(({ name }) => name).join(", ")}`);
  }
  return wanted.length === 0 ? scenes : scenes.filter(({ name }) => wanted.includes(name));
}

/** Prints results in the chosen format; pretty ones have already been printed. */
function publish<T>(stage: Stage, rows: readonly T[], format: string, table: (rows: readonly T[]) => string): void {
  if (format === "json") console.log(JSON.stringify({ [KEYS[stage]]: rows }, null, 2));
  if (format === "markdown") console.log(table(rows));
}

const RESULTS = new URL("bench/results.json", import.meta.url);

/** Saves results, keeping those of other stages. */
async function save(stage: Stage, rows: readonly unknown[]): Promise<void> {
  const saved = JSON.parse(await Deno.readTextFile(RESULTS));
  await Deno.writeTextFile(RESULTS, `${JSON.stringify({ ...saved, [KEYS[stage]]: rows }, null, 2)}\n`);
  console.error("saved; the README takes it over by: deno task readme");
}

async function main(): Promise<number> {
  const { stage, seconds, format, profile, cpuprofile, save: keep, assertAllocation } = command.exitOverride()
    .parse(Deno.args, { from: "user" }).opts();
  if (profile) {
    await printProfiles(pick(STEP_SCENES, command.args), seconds, format === "json", cpuprofile);
    return 0;
  }
  if (stage === "compile") {
    const files = new Set(pick(STEP_SCENES, command.args).map((scene) => scene.file));
    const mj = await loadMujoco();
    const rows: CompileRow[] = [];
    for (const file of files) {
      rows.push(await measureCompile(mj, file));
      if (format === "pretty") printCompileRow(rows);
    }
    publish(stage, rows, format, compileMarkdown);
    if (keep) await save(stage, rows);
    return 0;
  }

  if (stage === "step") {
    const print = format === "pretty" ? printRow : silent;
    const rows = await run(pick(STEP_SCENES, command.args), stage, seconds, measureStep, print);
    publish(stage, rows, format, markdown);
    if (keep) await save(stage, rows);
    return assertAllocation && greedy(rows) ? 1 : 0;
  }

  const print = format === "pretty" ? printCollisionRow : silent;
  const rows = await run(pick(COLLISION_SCENES, command.args), stage, seconds, measureCollision, print);
  publish(stage, rows, format, collisionMarkdown);
  if (keep) await save(stage, rows);
  return assertAllocation && greedy(rows) ? 1 : 0;
}

/** Prints where the time of scenes goes. */
async function printProfiles(
  scenes: readonly StepScene[],
  seconds: number,
  isJson: boolean,
  file: string | undefined,
): Promise<void> {
  if (file !== undefined && scenes.length !== 1) throw new HarnessError("--cpuprofile takes one scene");
  for (const scene of scenes) {
    const { stages, functions } = await profileScene(scene, control, seconds);
    if (file !== undefined) await Deno.writeTextFile(file, JSON.stringify(functions));
    if (isJson) console.log(JSON.stringify({ scene: scene.name, ...stages, functions: hottest(functions, 50) }));
    else console.log(`${profileTable(scene.name, stages)}\n${functionTable(functions)}`);
  }
}

function silent(): void {}

// imported late: its thread support replaces globalThis.Worker
async function loadMujoco(): Promise<Foreign> {
  const { default: load } = await import("mujoco");
  return await load();
}

/** Rows of all scenes: a single one runs here, several run in one process each. `print` receives all rows so far. */
async function run<S extends { name: string }, R>(
  scenes: readonly S[],
  stage: Stage,
  seconds: number,
  measure: (mj: Foreign, scene: S, seconds: number) => Promise<R[]>,
  print: (rows: readonly R[]) => void,
): Promise<R[]> {
  const rows: R[] = [];
  for (const scene of scenes) {
    const found = scenes.length === 1
      ? await measure(await loadMujoco(), scene, seconds)
      : await measureApart<R>(scene.name, stage, seconds);
    for (const row of found) {
      rows.push(row);
      print(rows);
    }
  }
  return rows;
}

/** Rows of one scene from a process of its own. */
async function measureApart<R>(scene: string, stage: Stage, seconds: number): Promise<R[]> {
  const script = new URL(import.meta.url).pathname;
  const args = ["--stage", stage, "--seconds", String(seconds), "--format", "json", scene];
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--v8-flags=--expose-gc", script, ...args],
  }).output();
  const decoder = new TextDecoder();
  if (code !== 0) throw new HarnessError(`scene ${scene}: ${decoder.decode(stderr).trim()}`);
  return JSON.parse(decoder.decode(stdout))[KEYS[stage]];
}

/** Does any row allocate? Prints which. */
function greedy(rows: readonly { scene: string; bytes: number }[]): boolean {
  const found = rows.filter(({ bytes }) => bytes > 16);
  for (const { scene, bytes } of found) console.error(`${scene}: ${bytes.toFixed(0)} bytes allocated`);
  return found.length > 0;
}

function printRow(rows: readonly Row[]): void {
  if (rows.length === 1) {
    console.log("scene             nv nefc  MuJoCo µs  Plumbline µs   ratio (quartiles)   warm-up µs  bytes/step");
  }
  const r = rows[rows.length - 1];
  console.log(
    `${r.scene.padEnd(16)}${String(r.nv).padStart(4)}${String(r.nefc).padStart(5)}${r.mujoco.toFixed(1).padStart(11)}` +
      `${r.plumbline.toFixed(1).padStart(14)}${ratio(r)}` +
      `${r.warmup.toFixed(0).padStart(15)}${r.bytes.toFixed(0).padStart(12)}`,
  );
}

function printCollisionRow(rows: readonly CollisionRow[]): void {
  if (rows.length === 1) {
    console.log("scene           moment   contacts  MuJoCo µs  Plumbline µs   ratio (quartiles)  bytes/call");
  }
  const r = rows[rows.length - 1];
  console.log(
    `${r.scene.padEnd(16)}${r.moment.padEnd(9)}${String(r.contacts).padStart(8)}${r.mujoco.toFixed(2).padStart(11)}` +
      `${r.plumbline.toFixed(2).padStart(14)}${ratio(r)}${r.bytes.toFixed(0).padStart(12)}`,
  );
}

function ratio(r: Figures): string {
  return `${r.ratio.toFixed(2).padStart(8)} (${r.low.toFixed(2)}–${r.high.toFixed(2)})`;
}

function printCompileRow(rows: readonly CompileRow[]): void {
  if (rows.length === 1) console.log("model         MuJoCo ms  Plumbline ms  ratio");
  const { model, mujoco, plumbline } = rows[rows.length - 1];
  console.log(
    `${model.padEnd(14)}${mujoco.toFixed(2).padStart(9)}${plumbline.toFixed(2).padStart(14)}` +
      (mujoco / plumbline).toFixed(2).padStart(7),
  );
}

await runCommand(main);
