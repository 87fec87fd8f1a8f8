// deno-lint-ignore-file no-console
/** `deno task wat`: prints kernels in WebAssembly's text format. */

import { Command } from "@commander-js/extra-typings";
import { HarnessError } from "../harness/engine.ts";
import { runCommand } from "./run_command.ts";
import { kernelModules } from "./wat/kernel_modules.ts";
import { printModule } from "./wat/print_module.ts";

const command = new Command("deno task wat")
  .description("Prints kernels of the engine in WebAssembly's text notation; without names, lists what there is.")
  .argument("[kernels...]", "names of kernels")
  .addHelpText("after", "\nExamples:\n  deno task wat\n  deno task wat mulGroups | less");

async function main(): Promise<number> {
  const { args: wanted } = command.exitOverride().parse(Deno.args, { from: "user" });
  const left = new Set(wanted);
  for await (const { file, kernels } of kernelModules()) {
    if (wanted.length === 0) console.log(`${file.padEnd(26)} ${Object.keys(kernels).join(", ")}`);
    for (const [name, kernel] of Object.entries(kernels)) {
      if (left.delete(name)) console.log(printModule({ [name]: kernel }));
    }
  }
  if (left.size > 0) throw new HarnessError(`there is no kernel '${[...left].join("', '")}'; deno task wat lists them`);
  return 0;
}

await runCommand(main);
