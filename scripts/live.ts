/** `deno task live`: any MJCF through MuJoCo and an engine side by side. */

import { Command } from "@commander-js/extra-typings";
import { type Engine, HarnessError, type Numbers } from "../harness/engine.ts";
import { openEngine } from "../harness/engines/engines.ts";
import type { CaseFile } from "../harness/golden.ts";
import { type FieldSummary, type LiveResult, oracleOf, runLive } from "../harness/live.ts";
import { type ModelFiles, readModelFiles } from "../harness/model_files.ts";
import { readNpz } from "../harness/npz.ts";
import { describeFailure, short } from "../harness/verdict.ts";
import { openMintmaster } from "./mintmaster.ts";
import { runCommand, wholeNumber } from "./run_command.ts";
import { writeCase } from "./write_case.ts";

const program = new Command("deno task live")
  .description(
    "Runs a model through MuJoCo and an engine side by side: compiled fields that differ, then every step from MuJoCo's state, and " +
      " a free run. Exit code: 0 agrees, 1 differs, 2 could not tell, for one because the engine does not support the model.",
  )
  .argument("<model>", "MJCF file; includes and assets are found from it")
  .option("--steps <n>", "steps to compare", wholeNumber, 20)
  .option(
    "--ctrl <signal>",
    "zero, random:SEED, sine, keyframe, keyframe:N, or a .csv or .npz with a row per step",
    "zero",
  )
  .option("--kick <seed>", "start from a random state instead of the model's", wholeNumber)
  .option("--keyframe <n>", "start from a keyframe", wholeNumber)
  .option(
    "--engine <name>",
    "plumbline, transplant (Plumbline on MuJoCo's compiled model), mujoco@VERSION, or a file",
    "plumbline",
  )
  .option("--bisect", "show the first value that departs, with its stage")
  .option("--all", "show every field that differs at all, not only those out of bounds")
  .option("--export <dir>", "write a golden case that `deno task conform --golden DIR` runs")
  .addHelpText(
    "after",
    `
Examples:
  deno task live robot.xml
  deno task live robot.xml --steps 100 --ctrl random:7 --bisect
  deno task live robot.xml --engine transplant     leave the compiler out of it
  deno task live robot.xml --export mine/          mine/<item>/robot/ becomes a golden`,
  );

const say = (text: string) => {
  const bytes = new TextEncoder().encode(`${text}\n`);
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
};

async function main(): Promise<number> {
  program.exitOverride().parse(Deno.args, { from: "user" });
  const options = program.opts();
  const [path] = program.processedArgs;
  const files = readModelFiles(path);
  const recipe = recipeOf(path, options);

  const engine = await openEngine(options.engine, `file://${Deno.cwd()}/`);
  const master = { ...await openMintmaster(), seeds: 2 };
  const began = performance.now();
  // other versions of MuJoCo have lost and gained fields
  const absent = options.engine.startsWith("mujoco@") ? new Set<string>() : undefined;
  const result = await runLive(oracleOf(master), engine, files, recipe, absent);
  say(`${path}: ${engine.name} ${engine.version} against MuJoCo ${master.engine.version}`);
  tell(result, await refusalOf(engine, files), path, options.all ?? false, options.bisect ?? false);
  if (absent !== undefined && absent.size > 0) say(`not compared  ${engine.name} lacks ${[...absent].join(" ")}`);
  if (options.export !== undefined) {
    say(`exported    ${await writeCase(options.export, `live/${caseName(path)}`, result, files)}`);
  }

  const agrees = result.compiled.passed && (result.refused !== null || result.run?.passed === true);
  const isUnsupported = result.compiled.failures.some(({ reason }) => reason === "unsupported");
  say(
    `${agrees ? "agrees" : isUnsupported ? "NOT SUPPORTED" : "DIFFERS"}  (${
      ((performance.now() - began) / 1000).toFixed(1)
    } s)`,
  );
  return agrees ? 0 : isUnsupported ? 2 : 1;
}

interface LiveOptions {
  steps: number;
  ctrl: string;
  kick?: number | undefined;
  keyframe?: number | undefined;
}

function recipeOf(path: string, { steps, ctrl, kick, keyframe }: LiveOptions): CaseFile {
  const [kind, argument] = ctrl.split(":");
  const init: NonNullable<CaseFile["init"]> = {};
  if (keyframe !== undefined) init.keyframe = keyframe;
  if (kick !== undefined) init.random = { seed: kick, qpos: 0.1, qvel: 0.5, act: 0.5 };

  const recipe: CaseFile = { kind: "trajectory", isolates: `live: ${path}`, items: ["live"], steps, free: true };
  if (kind === "keyframe") init.keyframe = numberBehind(ctrl, argument ?? "0");
  else if (kind === "random") recipe.ctrl = { kind, seed: numberBehind(ctrl, argument ?? "1") };
  else if (kind === "sine") recipe.ctrl = { kind };
  else if (/\.(csv|npz)$/.test(ctrl)) recipe.ctrl = { kind: "table", values: readTable(ctrl) };
  else if (kind !== "zero") {
    throw new HarnessError(`--ctrl ${ctrl}: expected zero, random:SEED, sine, keyframe:N, or a .csv or .npz file`);
  }
  if (Object.keys(init).length > 0) recipe.init = init;
  return recipe;
}

function numberBehind(ctrl: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new HarnessError(`--ctrl ${ctrl}: '${text}' is not a whole number`);
  return Number(text);
}

/** Controls from a file, one row for each step. */
function readTable(path: string): number[][] {
  let bytes: Uint8Array;
  try {
    bytes = Deno.readFileSync(path);
  } catch {
    throw new HarnessError(`${path}: not found`);
  }
  if (path.endsWith(".npz")) {
    let arrays: ReturnType<typeof readNpz>;
    try {
      arrays = readNpz(bytes);
    } catch (error) {
      throw new HarnessError(`${path}: ${error instanceof Error ? error.message : error}`);
    }
    const array = arrays.get("ctrl") ?? [...arrays.values()][0];
    if (array?.shape.length !== 2) throw new HarnessError(`${path}: has no array with a row for each step`);
    const [rows, columns] = array.shape;
    return Array.from({ length: rows }, (_, i) => [...array.data.subarray(i * columns, (i + 1) * columns)]);
  }
  // the first line may name the columns
  const rows: number[][] = [];
  for (const [i, line] of new TextDecoder().decode(bytes).split("\n").entries()) {
    if (line.trim() === "") continue;
    const row = line.trim().split(/\s*[,;]\s*|\s+/).map(Number);
    if (row.every(Number.isFinite)) rows.push(row);
    else if (i > 0) throw new HarnessError(`${path}:${i + 1}: '${line.trim()}' is not a row of numbers`);
  }
  return rows;
}

/** What the engine says against a model that it does not take. */
async function refusalOf(engine: Engine, { xml, assets }: ModelFiles): Promise<string | undefined> {
  try {
    const loaded = await engine.load(xml, assets);
    if (loaded.outcome !== "loaded") return loaded.message;
    loaded.simulation.close();
  } catch {
    // a crash is told by the comparison
  }
  return undefined;
}

function tell(result: LiveResult, refusal: string | undefined, path: string, all: boolean, bisect: boolean): void {
  const { refused, compiled, compiledFields, run, runFields, departure } = result;
  if (refused !== null) {
    say(`MuJoCo refuses the model: ${refused.split("\n").join(" ")}`);
    const said = indent((refusal ?? "").replaceAll("<text>", path)).trimStart();
    if (compiled.passed) say(`so does the engine: ${said}`);
    else say(refusal === undefined ? describeFailure(compiled.failures[0]) : `the engine: ${said}`);
    return;
  }
  if (compiled.passed) {
    say(`compiled    ${compiled.compared} values agree`);
  } else if (refusal !== undefined) {
    const isUnsupported = compiled.failures.some(({ reason }) => reason === "unsupported");
    const said = indent(refusal.replaceAll("<text>", path)).trimStart();
    say(`compiled    MuJoCo does, the engine does not: ${isUnsupported ? "UnsupportedError: " : ""}${said}`);
    return;
  } else {
    say(`compiled    ${compiled.failed} fields differ`);
    for (const failure of compiled.failures) say(indent(describeFailure(failure)));
  }
  if (all) table(compiledFields, true);
  if (run === null) {
    say("stepping    not done: the models are too different");
    return;
  }
  say(
    `stepping    ${run.frames} steps from MuJoCo's states, and a free run: ${run.compared} values, ${run.failed} differences`,
  );
  table(runFields, all);
  const others = run.failures.filter(({ diff }) => diff === undefined);
  for (const failure of others.slice(0, 3)) say(indent(describeFailure(failure)));
  if (departure !== null) {
    say(`departs     in step ${departure.step}, at stage ${departure.stage}, with ${departure.field}`);
  }
  if (bisect && departure !== null) {
    const { diff, expected, got } = departure;
    if (diff !== null) {
      say(
        `            [${diff.index}] got ${diff.got}   MuJoCo ${diff.expected}   |Δ| ${short(diff.delta)}   allowed ${
          short(diff.allowed)
        }`,
      );
    }
    say(`            MuJoCo ${values(expected)}`);
    say(`            got    ${got === undefined ? "no such field" : values(got, expected.length)}`);
  }
}

function indent(text: string): string {
  return text.split("\n").map((line, i) => (i === 0 ? "  " : "      ") + line).join("\n");
}

function values(list: Numbers | ArrayLike<number>, length = list.length): string {
  const shown = Array.from({ length: Math.min(length, 30) }, (_, i) => String(list[i]));
  return shown.join(" ") + (length > 30 ? ` … (${length})` : "");
}

function table(fields: readonly FieldSummary[], all: boolean): void {
  const shown = all ? fields : fields.filter(({ firstBad }) => firstBad !== null);
  if (shown.length === 0) return;
  const rows = [
    ["stage", "field", "worst |Δ|", "allowed", "MuJoCo", "at", "first bad"],
    ...shown.map(({ stage, field, worst, worstStep, firstBad }) => [
      stage,
      `${field}[${worst.index}]`,
      short(worst.delta),
      short(worst.allowed),
      short(worst.expected),
      worstStep < 0 ? "" : `step ${worstStep}`,
      firstBad === null || firstBad < 0 ? "" : `step ${firstBad}`,
    ]),
  ];
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  for (const row of rows) say(`  ${row.map((cell, i) => cell.padEnd(widths[i])).join("  ").trimEnd()}`);
}

/** A model in a file of a general name is called after its folder. */
function caseName(path: string): string {
  const parts = path.replace(/\.xml$/, "").split("/").filter((part) => part !== "" && part !== ".");
  const last = parts[parts.length - 1];
  const generic = /^(model|scene)$/.test(last) && parts.length > 1;
  return (generic ? parts[parts.length - 2] : last).replace(/\W+/g, "_").toLowerCase();
}

await runCommand(main);
