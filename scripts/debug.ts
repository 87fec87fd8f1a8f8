// deno-lint-ignore-file no-console
/** Replays one golden in this process, for the debugger: `deno task debug 27/ac1`. */

import { Command } from "@commander-js/extra-typings";
import { openStore } from "../harness/disk.ts";
import { openEngine } from "../harness/engines/engines.ts";
import { readCase, readGolden } from "../harness/golden/golden.ts";
import { perform } from "../harness/run/job.ts";
import { runCommand } from "./run_command.ts";

const command = new Command()
  .name("deno task debug")
  .description("Replays one golden in this process, which waits for a debugger and stops at each `debugger` statement.")
  .argument("<case>", "item/case, such as 27/ac1")
  .option("--engine <name>", "plumbline, transplant, or a file that exports an engine", "plumbline");

async function main(): Promise<number> {
  command.exitOverride().parse(Deno.args, { from: "user" });
  const [id] = command.processedArgs;
  const { engine: name } = command.opts();
  const base = `file://${Deno.cwd()}/`;
  const store = openStore("golden");
  const engine = await openEngine(name, base);
  const job = {
    engine: name,
    base,
    golden: "golden",
    forgivesAbsent: false,
    isTimed: false,
    traces: false,
    dump: undefined,
  };
  const { result } = await perform(job, engine, readGolden(store, readCase(store, id)));
  console.log(result);
  return result.passed ? 0 : 1;
}

await runCommand(main);
