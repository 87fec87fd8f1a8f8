/** MuJoCo and an engine in a separate thread, which is terminated if one of them does not return. */

import process from "node:process";
import { HarnessError } from "../../harness/engine.ts";
import type { CaseFile, Minted } from "../../harness/golden/golden.ts";
import type { ModelFiles } from "../../harness/live/disk_assets.ts";
import type { Comparison } from "../../harness/live/compare.ts";

/** What the thread is asked: to compare a model, to load it on either side, or what MuJoCo says when it runs a recipe. */
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

/** A message from the thread. */
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

/** Comparisons with a time limit. */
export class GuardedComparison {
  #seconds: number;
  #program: URL;
  #worker: Promise<Worker> | undefined;

  /** `program` is the module that runs in the thread. */
  constructor(seconds: number, engine: string, program?: URL) {
    this.#seconds = seconds;
    this.#program = program ?? new URL(`comparison_worker.ts?engine=${encodeURIComponent(engine)}`, import.meta.url);
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
    if (!("comparison" in answer)) throw new Error("the thread answered another question");
    return answer.comparison;
  }

  /** MuJoCo's results for a recipe, or its reason for rejecting the model. */
  async mint(recipe: CaseFile, files: ModelFiles): Promise<{ minted: Minted; arrays: Uint8Array | undefined }> {
    const answer = await this.#ask({ ask: "mint", recipe, files });
    if (!("minted" in answer)) throw new Error("the thread answered another question");
    return answer;
  }

  /** Starts the thread, which does not count toward the time limit. */
  async open(): Promise<Worker> {
    return await (this.#worker ??= start(this.#program));
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    (await worker?.catch(() => undefined))?.terminate();
  }

  async #ask(question: Question): Promise<Answer> {
    const worker = await this.open();
    let stage = "it begins";
    let answer: Answer | undefined;
    try {
      const coming = heard(worker, (it) => stage = it, () => worker.postMessage(question));
      answer = await within(this.#seconds, coming, () => stage);
    } finally {
      if (answer === undefined) await this.close();
    }
    if (answer === undefined) throw new ComparisonHangs(stage, this.#seconds);
    if (!("error" in answer)) return answer;
    throw answer.isPlain ? new HarnessError(answer.error) : new Error(answer.error);
  }
}

/** wall-clock limit, in multiples of the CPU time limit: other processes share the machine */
const PATIENT = 20;

/**
 * The answer, or undefined if a stage takes longer than the time limit: MuJoCo and the engine have as much each. What
 * counts is the CPU time of all threads.
 */
async function within<T>(seconds: number, coming: Promise<T>, stageNow: () => string): Promise<T | undefined> {
  let stage = stageNow();
  let begin = performance.now();
  let used = process.cpuUsage();
  let timer: ReturnType<typeof setInterval> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setInterval(() => {
      if (stage !== stageNow()) {
        stage = stageNow();
        begin = performance.now();
        used = process.cpuUsage();
      }
      const since = process.cpuUsage(used);
      const isLate = since.user + since.system > 1e6 * seconds || performance.now() - begin > 1000 * PATIENT * seconds;
      if (isLate) resolve(undefined);
    }, Math.min(250, 250 * seconds));
  });
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearInterval(timer);
  }
}

async function start(program: URL): Promise<Worker> {
  const worker = new Worker(program, { type: "module" });
  await heard(worker, () => {}, () => {});
  return worker;
}

/** Does something, then returns the next message that is not about a stage. */
function heard(worker: Worker, onStage: (stage: string) => void, act: () => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: { data: Message }) => {
      if (typeof data === "object" && "stage" in data) onStage(data.stage);
      else resolve(data as Answer);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(`the thread of MuJoCo broke: ${event.message}`));
    };
    act();
  });
}
