/** Compares a model in a process of its own, so that a failure does not affect other models. */

import { incomparable, type ModelOutcome } from "../../harness/live/outcome.ts";
import type { Scene } from "../../harness/replay/scene.ts";
import { excerpt, KEPT } from "../excerpt.ts";
import { MARK, type Message, type Order } from "./messages.ts";

/** The result of a process. */
export type Answer =
  | { readonly outcome: ModelOutcome; readonly engine: string; readonly mujoco: string; readonly scene?: Scene }
  /** an error that the user can fix */
  | { readonly error: string };

/** How a process is watched. */
export interface Watch {
  /** time limit (s); undefined for none */
  readonly patience: number | undefined;
  readonly onStage: (stage: string, step: number | null) => void;
  /** called with the output of the engine */
  readonly onChatter: (text: string) => void;
  /** the program that runs in the process */
  readonly program?: URL;
}

const running = new Set<Deno.ChildProcess>();

/** Kills all processes, when the command itself is interrupted. */
export function endAll(): void {
  for (const child of running) end(child);
}

function end(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // it has ended already
  }
}

/** V8 options: free short-lived arrays early, and collect garbage on request. */
const V8_FLAGS = ["--max-semi-space-size=2", "--expose-gc"];

/** Makes the C library return memory immediately, to avoid fragmentation. */
const MALLOC = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" };

/** Runs a process to its end, or ends it. */
export async function compareApart(order: Order, watch: Watch): Promise<Answer> {
  const { patience, onStage, onChatter, program = new URL("compare_process.ts", import.meta.url) } = watch;
  const began = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "-A", `--v8-flags=${V8_FLAGS.join(",")}`, program.href],
    env: MALLOC,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  running.add(child);
  let isLate = false;
  const timer = patience === undefined ? undefined : setTimeout(() => {
    isLate = true;
    end(child);
  }, 1000 * patience);

  let stage = "begins";
  let answer: Answer | undefined;
  const listen = async () => {
    for await (const line of lines(child.stdout)) {
      const message = messageOf(line);
      if (message === undefined) {
        if (line !== "") onChatter(`${line}\n`);
      } else if ("stage" in message) onStage(stage = message.stage, message.step);
      else answer = message;
    }
  };
  let complaint = "";
  const listenToErrors = async () => {
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
      complaint = (complaint + text).slice(-KEPT);
      onChatter(text);
    }
  };
  const write = async () => {
    const input = child.stdin.getWriter();
    await input.write(new TextEncoder().encode(JSON.stringify(order)));
    await input.close();
  };
  try {
    // a process that ends early closes its input
    const [{ code, signal }] = await Promise.all([child.status, listen(), listenToErrors(), write().catch(() => {})]);
    if (answer !== undefined) return answer;
    const how = isLate
      ? `was given up after ${patience} s while ${stage}`
      : `the process ended (${signal ?? `exit code ${code}`}) while ${stage}${excerpt(complaint)}`;
    const outcome = incomparable(order.model, how, { seconds: (performance.now() - began) / 1000 });
    return { outcome, engine: "", mujoco: "" };
  } finally {
    clearTimeout(timer);
    running.delete(child);
    end(child);
  }
}

/** The message in a line; undefined if the line is output of the engine. */
function messageOf(line: string): Message | undefined {
  if (!line.startsWith(MARK)) return undefined;
  try {
    return JSON.parse(line.slice(MARK.length));
  } catch {
    return undefined;
  }
}

async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
  if (rest !== "") yield rest;
}
