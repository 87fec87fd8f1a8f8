/** Runs hostile documents in a process of their own, which is killed if a document takes too much time or memory. */

import type { HostileResult } from "./hostile_process.ts";
import { linesOf } from "../lines_of.ts";
import { processorTime } from "../process_use.ts";

/** Limits of a document. */
export interface HostileBounds {
  /** CPU time (s) */
  readonly seconds: number;
  /** additional memory (MB) */
  readonly megabytes: number;
}

/** The outcome of a document; `complaint` says what is wrong with it. */
export interface HostileVerdict {
  readonly seed: number;
  readonly outcome: string;
  readonly complaint: string | null;
}

/** Errors that a document may end in. */
const TYPED = new Set(["loaded", "MjcfError", "LimitError", "UnsupportedError"]);

/** Runs the documents of seeds `first` to `last` of a folder of goldens. */
export async function* runHostile(
  root: string,
  first: number,
  last: number,
  bounds: HostileBounds,
  program = new URL("hostile_process.ts", import.meta.url),
): AsyncGenerator<HostileVerdict> {
  for (let next = first; next <= last;) {
    let begun: number | undefined;
    for await (const message of messages([root, `${next}`, `${last}`], bounds, program)) {
      if ("begins" in message) begun = message.begins;
      else {
        yield judge(message, bounds);
        begun = undefined;
        next = message.seed + 1;
      }
    }
    if (begun === undefined && next <= last) throw new Error(`the process ended before the document of seed ${next}`);
    if (begun === undefined) return;
    yield { seed: begun, outcome: "ended", complaint: "takes too much time or memory, and was ended" };
    next = begun + 1;
  }
}

function judge({ seed, outcome, message, seconds, megabytes }: HostileResult, bounds: HostileBounds): HostileVerdict {
  const [compiling, stepping] = seconds;
  const complaint = !TYPED.has(outcome) || message !== ""
    ? message
    : compiling + stepping > bounds.seconds
    ? `takes ${compiling.toFixed(1)} s to compile, ${stepping.toFixed(1)} s to step`
    : megabytes > bounds.megabytes
    ? `takes ${megabytes} MB`
    : null;
  return { seed, outcome, complaint };
}

type Message = { readonly begins: number } | HostileResult;

/** The messages of a process, which is killed if it is silent for longer than a document may take. */
async function* messages(
  args: readonly string[],
  bounds: HostileBounds,
  program: URL,
): AsyncGenerator<Message> {
  const child = new Deno.Command(Deno.execPath(), {
    // baseline memory; beyond the limit the process runs out of memory
    args: [
      "run",
      "--quiet",
      "--no-check",
      "-A",
      `--v8-flags=--max-old-space-size=${2 * bounds.megabytes}`,
      program.href,
      ...args,
    ],
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const end = () => {
    try {
      child.kill("SIGKILL");
    } catch {
      // it has ended already
    }
  };
  // processors are shared: what counts is the time that the process had since it last said something
  let since = processorTime(child.pid);
  const timer = setInterval(() => {
    if (processorTime(child.pid) - since > 2 * bounds.seconds) end();
  }, 1000);
  try {
    for await (const line of linesOf(child.stdout)) {
      since = processorTime(child.pid);
      yield JSON.parse(line);
    }
    await child.status;
  } finally {
    clearInterval(timer);
    end();
  }
}
