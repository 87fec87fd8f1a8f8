// deno-lint-ignore-file no-console
/** Measures whether reports name what is wrong: engines with one planted defect each are tested, and the first cause is read. */

import { Command } from "@commander-js/extra-typings";
import { describeFault, describePlace } from "../harness/causes/describe.ts";
import { conform } from "../harness/commands/conform.ts";
import { HarnessError } from "../harness/engine.ts";
import { parseReport } from "../harness/report/json.ts";
import { type Defect, DEFECTS } from "./defects/table.ts";
import { replacementOf } from "./defects/replacement.ts";
import { Disguise } from "./mutants/attempt.ts";
import { ROOT } from "./mutants/sources.ts";
import { runCommand } from "./run_command.ts";

const command = new Command("deno task defects")
  .description(
    'Plants one defect after another in the engine, and reads the first line of "what to fix first".\n' +
      "Exit code: 0 every defect is named, 1 one is not, 2 could not tell.",
  )
  .argument("[defects...]", "ids of defects; all by default")
  .option("--shard <i/n>", "run only every n-th case, from the i-th", "1/1")
  .option("--list", "show the defects without testing them");

/** The line about the first cause; empty if nothing failed. */
async function firstCause(id: string, defect: Defect, shard: string): Promise<string> {
  using disguise = new Disguise(replacementOf(id, defect));
  let [said, complaint] = ["", ""];
  await conform(["--format", "json", "--shard", shard, "--import-map", disguise.map, "--golden", GOLDEN], {
    out: (text) => said += text,
    err: (text) => complaint += text,
    isPainted: false,
    isWatched: false,
  });
  if (said === "") throw new HarnessError(`${id}: ${complaint}`);
  const [first] = parseReport(said, id).causes;
  return first === undefined ? "" : `${describePlace(first)} (${first.stage}): ${describeFault(first)}`;
}

const GOLDEN = new URL("golden", ROOT).pathname;

async function main(): Promise<number> {
  const { list, shard } = command.exitOverride().parse(Deno.args, { from: "user" }).opts();
  const unknown = command.args.find((id) => !(id in DEFECTS));
  if (unknown !== undefined) throw new HarnessError(`defect '${unknown}' is unknown, see: deno task defects --list`);
  const chosen = Object.entries(DEFECTS).filter(([id]) => command.args.length === 0 || command.args.includes(id));
  let named = 0;
  for (const [id, defect] of chosen) {
    if (list) {
      console.log(`${id.padEnd(22)}${defect.what}`);
      continue;
    }
    const line = await firstCause(id, defect, shard);
    const isNamed = defect.expected.test(line);
    if (isNamed) named++;
    console.log(`${isNamed ? "named " : "MISSED"}  ${id.padEnd(22)}${line === "" ? "nothing failed" : line}`);
  }
  if (list) return 0;
  console.log(`\n${named} of ${chosen.length} defects named`);
  return named === chosen.length ? 0 : 1;
}

await runCommand(main);
