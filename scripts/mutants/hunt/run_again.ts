/** Runs a process with switched sources, again and again, until it has done everything. */

import { processorTime } from "../../process_use.ts";
import { Disguise, type Replacement } from "../attempt.ts";
import { ROOT } from "../sources.ts";

/** A process that tries mutants. */
export interface Child {
  readonly script: URL;
  /** sources of the engine, with switches */
  readonly texts: Replacement;
  /** CPU time after which it counts as stuck, if it says nothing (s) */
  readonly patience: number;
  /** more memory than it needs (MB) */
  readonly memory: number;
}

/** What is said to processes, and heard from them. */
export interface Talk<Message> {
  /** What is left to be done; what one process notes for the next is at the path. */
  order(notes: string, round: number): object;
  /** Has the process said that it is done? */
  hear(message: Message): boolean;
  /** A process has ended in the middle of something: the mutant that was on is to blame. */
  blame(errors: string): void;
  /** Does silence count? */
  readonly isReady: boolean;
}

/** Runs processes until one is done, or `most` have ended early. */
export async function runAgain<Message>(child: Child, talk: Talk<Message>, most: number): Promise<void> {
  using disguise = new Disguise(child.texts);
  const folder = Deno.makeTempDirSync({ prefix: "hunt-" });
  try {
    for (let round = 0; round <= most; round++) {
      if (await runOnce(child, disguise.map, folder, talk, round)) break;
    }
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** Time after which a silent process that has hardly worked waits for what never comes (ms), and that work (s). */
const IDLE = 20_000;
const HARDLY = 0.05;

/** Runs a process until it has done everything, or a mutant stops it. */
async function runOnce<Message>(
  { script, patience, memory }: Child,
  map: string,
  folder: string,
  talk: Talk<Message>,
  round: number,
): Promise<boolean> {
  const order = `${folder}/order.json`;
  Deno.writeTextFileSync(order, JSON.stringify(talk.order(`${folder}/notes`, round)));
  const flags = ["--no-check", `--v8-flags=--max-old-space-size=${memory}`, "--import-map", map];
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", ...flags, script.pathname, order],
    cwd: ROOT,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
  }).spawn();
  let worked = 0;
  let heard = performance.now();
  const watch = setInterval(() => {
    const work = processorTime(child.pid) - worked;
    const isStuck = work > patience || (work < HARDLY && performance.now() - heard > IDLE);
    if (talk.isReady && isStuck) child.kill("SIGKILL");
  }, 500);
  const errors = new Response(child.stderr).text();
  let rest = "";
  let isDone = false;
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    worked = processorTime(child.pid);
    heard = performance.now();
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      // MuJoCo's warnings go to stdout too
      if (line.startsWith("{")) isDone = talk.hear(JSON.parse(line) as Message) || isDone;
    }
  }
  await child.status;
  clearInterval(watch);
  if (!isDone) talk.blame((await errors).trim().split("\n")[0]);
  return isDone;
}
