// deno-lint-ignore-file no-console
/** `deno task memory`: bytes of models and data, beside those of MuJoCo. */

import process from "node:process";
import { Command } from "@commander-js/extra-typings";
import { mj } from "./functions/compared/sides.ts";
import { compile, Data, type Model, step } from "../mod.ts";
import { runApart } from "./run_apart.ts";
import { HarnessError } from "../harness/engine.ts";
import { drawFamily } from "./bench_family.ts";
import { bytesOfData, bytesOfModel } from "./memory_bytes.ts";
import { runCommand } from "./run_command.ts";

const HUMANOID = new URL("./bench/humanoid.xml", import.meta.url);

/** steps after which memory is measured: by then arrays have grown to their size */
const STEPS = 30;

const MB = 1 << 20;

function stepped(model: Model): Data {
  const data = new Data(model);
  for (let k = 0; k < STEPS; k++) step(model, data);
  return data;
}

/** MuJoCo's bytes: of the model, of data without the arena, and what of the arena was used. */
function bytesOfMujoco(xml: string): { model: number; data: number; used: number; reserved: number } {
  // its threads are those of browsers
  const single = xml.replace(/<mujoco[^>]*>/, `$&<compiler usethread="false"/>`);
  mj.FS.writeFile("/memory.xml", single);
  const model = mj.MjModel.mj_loadXML("/memory.xml");
  const data = new mj.MjData(model);
  for (let k = 0; k < STEPS; k++) mj.mj_step(model, data);
  mj.mj_printData(model, data, "/memory.txt");
  const [, struct] = /struct +(\d+) KB/.exec(mj.FS.readFile("/memory.txt", { encoding: "utf8" })) ?? [];
  const bytes = {
    model: Number(model.nbuffer),
    data: 1024 * Number(struct) + Number(data.nbuffer),
    used: Number(data.maxuse_arena),
    reserved: Number(data.narena),
  };
  data.delete();
  model.delete();
  return bytes;
}

/** Bytes of one scene. */
interface Row {
  model: number;
  data: number;
  their: ReturnType<typeof bytesOfMujoco>;
}

function measureScene(seed: number, scene: string): Row {
  const found = drawFamily(seed).find(({ name }) => name === scene);
  if (!found) throw new HarnessError(`no scene ${scene}`);
  const model = compile(found.model);
  const data = bytesOfData(model, stepped(model));
  return { model: bytesOfModel(model), data, their: bytesOfMujoco(found.model) };
}

/** The same in a process of its own, where scratch memory is that of these data alone, and counts as theirs. */
async function measureApart(seed: number, scene: string): Promise<Row> {
  const args = ["--seed", String(seed), "--scene", scene];
  return await runApart({ script: new URL(import.meta.url), args, what: `scene ${scene}` });
}

async function compareFamily(seed: number): Promise<void> {
  const cells = (texts: readonly string[]) => console.log(texts.map((text) => text.padStart(14)).join(""));
  console.log("kB; MuJoCo's arena as far as it is used, and as it is reserved");
  cells(["model", "Model", "Data", "mjModel", "mjData", "arena used", "reserved", "to used", "to reserved"]);
  const toUsed: number[] = [];
  for (const { name } of drawFamily(seed)) {
    const { model, data, their } = await measureApart(seed, name);
    const ours = model + data;
    const used = ours / (their.model + their.data + their.used);
    toUsed.push(used);
    const sizes = [model, data, their.model, their.data, their.used, their.reserved];
    const reserved = ours / (their.model + their.data + their.reserved);
    cells([name, ...sizes.map((bytes) => (bytes / 1024).toFixed(0)), used.toFixed(2), reserved.toFixed(2)]);
  }
  toUsed.sort((a, b) => a - b);
  console.log(`to used: median ${toUsed[toUsed.length >> 1].toFixed(2)}, worst ${toUsed.at(-1)?.toFixed(2)}`);
}

async function manyData(count: number): Promise<void> {
  const model = compile(await Deno.readTextFile(HUMANOID));
  const before = process.memoryUsage().rss;
  const all: Data[] = [];
  for (let i = 0; i < count; i++) all.push(stepped(model));
  const grown = process.memoryUsage().rss - before;
  const each = all.reduce((sum, data) => sum + bytesOfData(model, data), 0) / count;
  console.log(
    `${count} humanoids: ${(each / 1024).toFixed(0)} kB of arrays each; the process grew by ${
      (grown / MB).toFixed(0)
    } MB`,
  );
}

async function main(): Promise<number> {
  const { seed, count, scene } = new Command("deno task memory")
    .description(
      "Measures the bytes of models and data beside those of MuJoCo, for a family of models.\nEach has a process of its own, so its data alone answer for the scratch memory that small data would share.",
    )
    .option("--seed <n>", "of the family", Number, 1)
    .option("--count <n>", "make so many data of a humanoid instead", Number)
    .option("--scene <name>", "measure only this scene of the family, in this process, and print it as JSON")
    .exitOverride().parse(Deno.args, { from: "user" }).opts();
  if (count !== undefined) await manyData(count);
  else if (scene !== undefined) console.log(JSON.stringify(measureScene(seed, scene)));
  else await compareFamily(seed);
  return 0;
}

await runCommand(main);
