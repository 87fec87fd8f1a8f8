/** The command line of `deno task conform`: replays the goldens through an engine. */

import { openStore, watchPaths, workingDirectory } from "../disk.ts";
import { HarnessError } from "../engine.ts";
import { selectCases } from "../golden/cases.ts";
import { printable } from "../printable.ts";
import type { Launched } from "../run/launch.ts";
import { loadSpec } from "../spec/spec.ts";
import { completionScript } from "./completion.ts";
import { listSuite } from "./list.ts";
import { mergeSuite } from "./merge.ts";
import { newProgram, type Program } from "./program.ts";
import { begin, runSuite } from "./run.ts";
import { isPinned, openSuite, placeOf } from "./suite.ts";
import { placesOf, watch } from "./watch.ts";
import type { Report } from "../verdict.ts";
import type { Terminal } from "./terminal.ts";
import { CommanderError } from "@commander-js/extra-typings";

/** Runs the command and returns its exit code. */
export function conform(args: readonly string[], terminal: Terminal): Promise<number> {
  return conformWith([], args, terminal);
}

/** The same with processes that have been launched, which are used or ended. */
export async function conformWith(launched: Launched[], args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await reporting(terminal, async () => {
      const program = newProgram(terminal).parse([...args], { from: "user" });
      return program.opts().watch
        ? await runAgain(args, program, terminal)
        : await runProgram(program, terminal, undefined, launched);
    });
  } finally {
    for (const { child } of launched) child.kill();
  }
}

/** Reports errors that the user can fix, with exit code 2. */
async function reporting(terminal: Terminal, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HarnessError) {
      terminal.err(`error: ${printable(error.message)}\n`);
      return 2;
    }
    // the command line library has already reported the error
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}

/** Runs whenever a file of the engine changes. */
async function runAgain(args: readonly string[], program: Program, terminal: Terminal): Promise<number> {
  const { paths, ends } = placesOf(program.opts().engine, workingDirectory());
  const changes = watchPaths(paths, ends);
  return await watch(
    async (only) => {
      const again = newProgram(terminal).parse([...args], { from: "user" });
      if (only !== undefined) again.setOptionValue("case", [...only]);
      let failing: string[] | undefined;
      const tell = ({ cases }: Report) =>
        failing = cases.filter(({ verdict }) => verdict === "fail").map(({ id }) => id);
      return { code: await reporting(terminal, () => runProgram(again, terminal, tell)), failing };
    },
    changes,
    terminal,
  );
}

async function runProgram(
  program: Program,
  terminal: Terminal,
  onReport?: (report: Report) => void,
  launched?: Launched[],
): Promise<number> {
  const began = performance.now();
  const options = program.opts();
  const { list, merge, dump, step } = options;
  if (step !== undefined && !dump) throw new HarnessError("--step goes with --dump");
  if (options.acceptNew && !options.updateRatchet) throw new HarnessError("--accept-new goes with --update-ratchet");

  if (options.completion !== undefined) {
    const own = await loadSpec();
    const words = [...program.options.map(({ long, short }) => long ?? short ?? ""), ...own.items.map(({ id }) => id)];
    terminal.out(completionScript(options.completion, words));
    return 0;
  }

  const tell = (text: string) => terminal.err(`${printable(text)}\n`);
  const store = openStore(await placeOf(options.golden, tell));
  const isWhole = !list && !merge && program.args.length === 0 && !options.case && !options.shard && !dump;
  let lanes = isWhole ? begin(options, store, tell, undefined, launched) : undefined;
  try {
    // they are started before this one is busy
    await new Promise((start) => setTimeout(start));
    const all = store.list();
    // and work while this one is still reading recipes; those of others are checked first
    const ahead = isPinned(store) ? lanes?.run(all, terminal) : undefined;
    const suite = await openSuite(program, store, all, terminal);
    if (list) return listSuite(suite, terminal);
    if (merge) return await mergeSuite(suite, merge, terminal);
    const ids = selectCases(suite.cases, suite.spec, suite.selection);
    lanes ??= begin(options, store, tell, ids.length);
    return await runSuite(suite, ahead ?? lanes.run(ids, terminal), ids, terminal, began, onReport);
  } finally {
    lanes?.close();
  }
}
