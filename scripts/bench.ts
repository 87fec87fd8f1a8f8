// deno-lint-ignore-file no-console
/**
 * Speed of the engine against the WASM build of MuJoCo, in one process.
 *
 * Both sides step the same model from the same recorded states with the same controls, in short slices that take
 * turns, so that a busy machine slows both alike. The figure of a scene is the median over slices of
 * (time of MuJoCo) / (time of the engine): above 1 the engine is faster.
 */

import { Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { compile, Data, type Model, step } from "@plumbline/sim";
import { HarnessError } from "../harness/engine.ts";
import type { Foreign } from "../harness/transplant.ts";
import { markdown, type Row } from "./bench_table.ts";
import { runCommand } from "./run_command.ts";

interface Scene {
  /** what is measured */
  name: string;
  /** model beside this script, in `bench/` */
  file: string;
  /** steps before the first recorded state */
  settle: number;
  /** amplitude of the sinusoidal controls; 0 leaves the model at rest */
  drive: number;
  /** what the scene exercises */
  about: string;
}

const SCENES: readonly Scene[] = [
  { name: "chain", file: "chain", settle: 100, drive: 0, about: "12 hinges and a slide, no contacts" },
  { name: "arm", file: "arm", settle: 100, drive: 1, about: "spatial tendons, muscles, implicitfast" },
  { name: "humanoid-rest", file: "humanoid", settle: 1500, drive: 0, about: "27 dofs lying on the floor" },
  { name: "humanoid-active", file: "humanoid", settle: 200, drive: 0.7, about: "27 dofs thrashing" },
  { name: "herd", file: "herd", settle: 200, drive: 0.4, about: "4 quadrupeds, 72 dofs, sparse" },
  { name: "pile", file: "pile", settle: 800, drive: 0, about: "30 spheres, capsules and boxes, 180 dofs" },
  { name: "rocks", file: "rocks", settle: 400, drive: 0, about: "12 convex meshes" },
];

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

function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
}

function bytesPerStep(m: Model, d: Data, state: State): number {
  const gc = (globalThis as { gc?: () => void }).gc;
  if (!gc) return NaN;
  const steps = 500;
  restore(d, state);
  for (let i = 0; i < steps; i++) step(m, d);
  restore(d, state);
  gc();
  const before = Deno.memoryUsage().heapUsed;
  for (let i = 0; i < steps; i++) step(m, d);
  const after = Deno.memoryUsage().heapUsed;
  return Math.max(0, after - before) / steps;
}

async function measure(mj: Foreign, scene: Scene, seconds: number): Promise<Row> {
  const xml = await Deno.readTextFile(new URL(`./bench/${scene.file}.xml`, import.meta.url));
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

  // first steps of the engine, before the compiler of V8 knows it
  restore(d, states[0]);
  const cold = performance.now();
  for (let i = 0; i < 500; i++) {
    if (i % SLICE === 0) restore(d, states[(i / SLICE) % STATES]);
    step(m, d);
  }
  const warmup = (performance.now() - cold) / 500 * 1e3;
  const warmEnd = performance.now() + 1e3 * Math.min(1, seconds);
  for (let i = 0; performance.now() < warmEnd; i++) {
    restore(d, states[i % STATES]);
    for (let k = 0; k < SLICE; k++) step(m, d);
  }

  const ours: number[] = [];
  const theirs: number[] = [];
  const ratios: number[] = [];
  const end = performance.now() + 1e3 * seconds;
  for (let i = 0; performance.now() < end || i < 40; i++) {
    const state = states[i % STATES];
    restore(fd, state);
    const t0 = performance.now();
    for (let k = 0; k < SLICE; k++) mj.mj_step(fm, fd);
    const t1 = performance.now();
    restore(d, state);
    const t2 = performance.now();
    for (let k = 0; k < SLICE; k++) step(m, d);
    const t3 = performance.now();
    theirs.push((t1 - t0) / SLICE * 1e3);
    ours.push((t3 - t2) / SLICE * 1e3);
    ratios.push((t1 - t0) / (t3 - t2));
  }
  for (const list of [ours, theirs, ratios]) list.sort((a, b) => a - b);
  const bytes = bytesPerStep(m, d, states[0]);
  fd.delete();
  fm.delete();
  return {
    scene: scene.name,
    about: scene.about,
    nv: m.nv,
    nefc: Math.round(nefc),
    mujoco: quantile(theirs, 0.5),
    plumbline: quantile(ours, 0.5),
    ratio: quantile(ratios, 0.5),
    low: quantile(ratios, 0.25),
    high: quantile(ratios, 0.75),
    warmup,
    bytes,
  };
}

/** Compile times, milliseconds: the shortest of repeated loads, which others on the machine disturb least. */
async function measureCompile(
  mj: Foreign,
  file: string,
): Promise<{ model: string; mujoco: number; plumbline: number }> {
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

const command = new Command()
  .name("deno task bench")
  .description("Speed of the engine against MuJoCo's WASM build, interleaved in one process.")
  .argument("[scenes...]", `scenes to run, of: ${SCENES.map(({ name }) => name).join(", ")}`)
  .option("--seconds <n>", "measuring time per scene", seconds, 2)
  .addOption(
    new Option("--format <format>", "of the results").choices(["pretty", "json", "markdown"]).default("pretty"),
  )
  .option("--compile", "measure compile times instead of steps", false)
  .option("--save", "keep the results in scripts/bench/results.json, for the README")
  .option("--assert-allocation", "fail if a step allocates more than 16 bytes on average", false)
  .addHelpText(
    "after",
    "\nExamples:\n  deno task bench\n  deno task bench humanoid-rest --seconds 5\n  deno task bench --compile",
  );

async function main(): Promise<number> {
  const options = command.exitOverride().parse(Deno.args, { from: "user" }).opts();
  const wanted = command.args;
  const unknown = wanted.filter((name) => !SCENES.some((scene) => scene.name === name));
  if (unknown.length > 0) {
    throw new HarnessError(
      `scene '${unknown[0]}' is unknown, there are ${SCENES.map(({ name }) => name).join(", ")}`,
    );
  }

  // imported last: its thread support replaces globalThis.Worker
  const { default: load } = await import("mujoco");
  const mj: Foreign = await load();

  if (options.compile) {
    const rows = [];
    for (const file of new Set(SCENES.map((scene) => scene.file))) rows.push(await measureCompile(mj, file));
    if (options.format === "json") console.log(JSON.stringify({ compile: rows }, null, 2));
    else {
      console.log("model         MuJoCo ms  Plumbline ms  ratio");
      for (const { model, mujoco, plumbline } of rows) {
        console.log(
          `${model.padEnd(14)}${mujoco.toFixed(2).padStart(9)}${plumbline.toFixed(2).padStart(14)}${
            (mujoco / plumbline).toFixed(2).padStart(7)
          }`,
        );
      }
    }
  } else {
    const rows: Row[] = [];
    for (const scene of SCENES) {
      if (wanted.length > 0 && !wanted.includes(scene.name)) continue;
      rows.push(await measure(mj, scene, options.seconds));
      if (options.format === "pretty") printRow(rows);
    }
    if (options.format === "json") console.log(JSON.stringify({ steps: rows }, null, 2));
    if (options.format === "markdown") console.log(markdown(rows));
    if (options.save) {
      await Deno.writeTextFile(
        new URL("bench/results.json", import.meta.url),
        `${JSON.stringify({ steps: rows }, null, 2)}\n`,
      );
    }
    const greedy = rows.filter(({ bytes }) => bytes > 16);
    if (options.assertAllocation && greedy.length > 0) {
      for (const { scene, bytes } of greedy) console.error(`${scene}: ${bytes.toFixed(0)} bytes allocated per step`);
      return 1;
    }
  }

  return 0;
}

function printRow(rows: readonly Row[]): void {
  if (rows.length === 1) {
    console.log("scene             nv nefc  MuJoCo µs  Plumbline µs   ratio (quartiles)   warm-up µs  bytes/step");
  }
  const r = rows[rows.length - 1];
  console.log(
    `${r.scene.padEnd(16)}${String(r.nv).padStart(4)}${String(r.nefc).padStart(5)}${r.mujoco.toFixed(1).padStart(11)}` +
      `${r.plumbline.toFixed(1).padStart(14)}${r.ratio.toFixed(2).padStart(8)} (${r.low.toFixed(2)}–${
        r.high.toFixed(2)
      })` +
      `${r.warmup.toFixed(0).padStart(15)}${r.bytes.toFixed(0).padStart(12)}`,
  );
}

await runCommand(main);
