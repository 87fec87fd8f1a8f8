/** MuJoCo and an engine in a process of their own, which is killed if one of them does not return. */

import { HarnessError } from "../../harness/engine.ts";
import type { CaseFile, Minted } from "../../harness/golden/golden.ts";
import type { ModelFiles } from "../../harness/live/disk_assets.ts";
import type { Comparison } from "../../harness/live/compare.ts";
import { excerpt, KEPT } from "../excerpt.ts";
import { linesOf } from "../lines_of.ts";
import { processorTime, residentBytes } from "../process_use.ts";
import { readLine, writeLine } from "./value_lines.ts";

/** What the process is asked: to compare a model, to load it on either side, or what MuJoCo says when it runs a recipe. */
export interface Question {
  readonly ask: "compare" | "load" | "mint";
  readonly recipe: CaseFile;
  readonly files: ModelFiles;
}

/** The answer, after messages about the current stage. */
export type Answer =
  | { readonly comparison: Comparison }
  | { readonly minted: Minted; readonly arrays: Uint8Array | undefined }
  | { readonly error: string; readonly isPlain: boolean };

/** A message from the process. */
export type Message = "ready" | { readonly stage: string } | Answer;

/** MuJoCo or the engine does not return from a model. */
export class ComparisonHangs extends HarnessError {
  /** what was being done */
  readonly stage: string;

  constructor(stage: string, seconds: number) {
    super(`no answer after ${seconds} s while ${stage}`);
    this.stage = stage;
  }
}

/** memory from which on a process is replaced: what models made MuJoCo take is never given back (bytes) */
const LARGE = 2e9;

/** Comparisons with a time limit. */
export class GuardedComparison {
  #seconds: number;
  #program: URL;
  #engine: string;
  #side: Promise<Side> | undefined;

  /** `program` is the module that runs in the process. */
  constructor(seconds: number, engine: string, program = new URL("comparison_process.ts", import.meta.url)) {
    this.#seconds = seconds;
    this.#engine = engine;
    this.#program = program;
  }

  /** Compares the engine with MuJoCo. */
  async compare(recipe: CaseFile, files: ModelFiles): Promise<Comparison> {
    return await this.#compare({ ask: "compare", recipe, files });
  }

  /** Compares only whether both load a model. */
  async load(recipe: CaseFile, files: ModelFiles): Promise<Comparison> {
    return await this.#compare({ ask: "load", recipe, files });
  }

  async #compare(question: Question): Promise<Comparison> {
    const answer = await this.#ask(question);
    if (!("comparison" in answer)) throw new Error("the process answered another question");
    return answer.comparison;
  }

  /** MuJoCo's results for a recipe, or its reason for rejecting the model. */
  async mint(recipe: CaseFile, files: ModelFiles): Promise<{ minted: Minted; arrays: Uint8Array | undefined }> {
    const answer = await this.#ask({ ask: "mint", recipe, files });
    if (!("minted" in answer)) throw new Error("the process answered another question");
    return answer;
  }

  /** Starts the process, which does not count toward the time limit. */
  async open(): Promise<void> {
    await this.#open();
  }

  /** Ends the process. */
  async close(): Promise<void> {
    const side = this.#side;
    this.#side = undefined;
    (await side?.catch(() => undefined))?.end();
  }

  async #open(): Promise<Side> {
    return await (this.#side ??= Side.start(this.#program, this.#engine));
  }

  async #ask(question: Question): Promise<Answer> {
    const side = await this.#open();
    let stage = "it begins";
    let answer: Answer | undefined;
    try {
      const coming = side.ask(question, (it) => stage = it);
      answer = await within(this.#seconds, coming, side.pid, () => stage);
    } finally {
      if (answer === undefined || residentBytes(side.pid) > LARGE) await this.close();
    }
    if (answer === undefined) throw new ComparisonHangs(stage, this.#seconds);
    if (!("error" in answer)) return answer;
    throw answer.isPlain ? new HarnessError(answer.error) : new Error(answer.error);
  }
}

/** wall-clock limit, in multiples of the CPU time limit: other processes share the machine */
const PATIENT = 20;

/**
 * The answer of a process, or undefined if a stage takes longer than the time limit: MuJoCo and the engine have as much
 * each. What counts is the CPU time of all threads.
 */
async function within<T>(
  seconds: number,
  coming: Promise<T>,
  pid: number,
  stageNow: () => string,
): Promise<T | undefined> {
  let stage = stageNow();
  let begin = performance.now();
  let used = processorTime(pid);
  let timer: ReturnType<typeof setInterval> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setInterval(() => {
      if (stage !== stageNow()) {
        stage = stageNow();
        begin = performance.now();
        used = processorTime(pid);
      }
      const isLate = processorTime(pid) - used > seconds || performance.now() - begin > 1000 * PATIENT * seconds;
      if (isLate) resolve(undefined);
    }, Math.min(250, 250 * seconds));
  });
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearInterval(timer);
  }
}

/** The process. */
class Side {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: AsyncGenerator<string>;
  readonly #complaint: Promise<string>;

  constructor(program: URL, engine: string) {
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-check", "-A", program.href, engine],
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    // the end of a process is reported by what it does not answer
    this.#input.closed.catch(() => {});
    this.#lines = linesOf(this.#child.stdout);
    this.#complaint = endOf(this.#child.stderr);
  }

  /** A process that is ready. */
  static async start(program: URL, engine: string): Promise<Side> {
    const side = new Side(program, engine);
    await side.#hear(() => {});
    return side;
  }

  get pid(): number {
    return this.#child.pid;
  }

  async ask(question: Question, onStage: (stage: string) => void): Promise<Answer> {
    // a process that is gone answers nothing
    this.#input.write(new TextEncoder().encode(`${writeLine(question)}\n`)).catch(() => {});
    return await this.#hear(onStage);
  }

  end(): void {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // it has ended already
    }
  }

  /** The next message that is not about a stage. */
  async #hear(onStage: (stage: string) => void): Promise<Answer> {
    while (true) {
      const { value, done } = await this.#lines.next();
      if (done) throw new Error(`the process of MuJoCo broke: ${await this.#lastWords()}`);
      const message = readLine<Message>(value);
      if (typeof message !== "object" || !("stage" in message)) return message as Answer;
      onStage(message.stage);
    }
  }

  async #lastWords(): Promise<string> {
    const { code, signal } = await this.#child.status;
    return `${signal ?? `exit code ${code}`}${excerpt(await this.#complaint)}`;
  }
}

/** The end of a text that comes piece by piece. */
async function endOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  let end = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) end = (end + text).slice(-KEPT);
  return end;
}
