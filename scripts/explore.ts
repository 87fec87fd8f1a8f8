// deno-lint-ignore-file no-console
/**
 * `deno task explore`: documents that make the engine decide in ways that no golden does. What they show is not known to
 * any golden; each is written as a case to be minted.
 */

import { Command } from "@commander-js/extra-typings";
import { Buffer } from "node:buffer";
import { formatJson } from "../harness/format_json.ts";
import type { CaseFile } from "../harness/golden/golden.ts";
import { type Decision, instrument } from "./explore/instrument.ts";
import type { Message, Order } from "./explore/process.ts";
import { linesOf } from "./lines_of.ts";
import { Disguise } from "./mutants/attempt.ts";
import { ROOT } from "./mutants/sources.ts";
import { positive, runCommand, wholeNumber } from "./run_command.ts";

/** What is about calls and threads rather than documents. */
const NOT_DOCUMENTS = /^engine\/(?:spec|named|rollout|thread|interact|file|validate|print|load_model)/;

const program = new Command("deno task explore")
  .description(
    "Runs random documents through an engine that reports which way each of its decisions goes, and writes those that " +
      "take ways that no golden takes, as small as they get. To make one a golden, move its folder below golden/, say in " +
      "case.json what it isolates, and run: deno task golden",
  )
  .option("--seconds <n>", "CPU time for the search, and again for making the documents small", positive, 60)
  .option("--seed <n>", "of the search", wholeNumber, 1)
  .option("--out <folder>", "where cases are written", "explored")
  .addHelpText("after", "\nExamples:\n  deno task explore --seconds 300 --seed 2");

type Case = Exclude<Message, { says: string }>;

/** Writes a case, and returns its folder. */
function write(
  out: string,
  number: number,
  { loads, recipe, ways, xml, assets }: Case,
  decisions: readonly Decision[],
): string {
  const folder = `${out}/${String(number).padStart(3, "0")}`;
  Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(`${folder}/model.xml`, xml);
  for (const [path, text] of Object.entries(assets)) {
    Deno.mkdirSync(`${folder}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    Deno.writeFileSync(`${folder}/${path}`, Buffer.from(text, "base64"));
  }
  const note = ways.slice(0, 3).map((way) => describe(way, decisions).trim()).join("; ");
  const common = { isolates: "ways that no other case takes", items: recipe.items, note };
  const file: CaseFile = loads === "loaded" ? { ...recipe, ...common } : { kind: "reject", ...common };
  Deno.writeTextFileSync(`${folder}/case.json`, formatJson(file));
  return folder;
}

const OUTCOMES = ["less or false", "equal or true", "greater"];

function describe(way: number, decisions: readonly Decision[]): string {
  const { file, line, text } = decisions[Math.floor(way / 3)];
  return `  ${file}:${line}  ${text.length > 80 ? `${text.slice(0, 77)}...` : text}  ${OUTCOMES[way % 3]}`;
}

async function main(): Promise<number> {
  const { seconds, seed, out } = program.exitOverride().parse(Deno.args, { from: "user" }).opts();
  const { texts, decisions } = instrument();
  const ignored = decisions.flatMap(({ file }, k) => NOT_DOCUMENTS.test(file) ? [k] : []);
  using disguise = new Disguise(texts);
  const order: Order = { ignored, seed, seconds };
  const script = new URL("explore/process.ts", import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--import-map", disguise.map, script, JSON.stringify(order)],
    cwd: ROOT,
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let count = 0;
  for await (const line of linesOf(child.stdout)) {
    const message = JSON.parse(line) as Message;
    if ("says" in message) {
      console.log(message.says);
      continue;
    }
    console.log(write(out, ++count, message, decisions));
    for (const way of message.ways) console.log(describe(way, decisions));
  }
  const { success } = await child.status;
  console.log(`${count} cases`);
  return success ? 0 : 2;
}

await runCommand(main);
