/** MuJoCo in a thread of its own, which is given up where it does not come back. */

import { HarnessError } from "../../harness/engine.ts";
import { type CaseFile, framesOf, type Minted } from "../../harness/golden.ts";
import type { Oracle } from "../../harness/live.ts";
import type { Mint } from "../../harness/mint.ts";
import type { ModelFiles } from "../../harness/model_files.ts";

/** What the thread is asked: to run a recipe, or whether it refuses a model. */
export interface Question {
  readonly recipe: CaseFile | null;
  readonly files: ModelFiles;
}

/** What it answers. */
export type Answer =
  | { readonly refusal: string | null }
  | { readonly minted: Minted; readonly arrays: Uint8Array | undefined }
  | { readonly error: string; readonly isPlain: boolean };

/** MuJoCo does not come back from a model. */
export class OracleHangs extends HarnessError {}

/** MuJoCo, with a limit to its time for each answer. */
export class GuardedOracle implements Oracle {
  #seconds: number;
  #program: URL;
  #worker: Promise<Worker> | undefined;

  /** `program` is what runs in the thread. */
  constructor(seconds: number, program: URL = new URL("oracle_worker.ts", import.meta.url)) {
    this.#seconds = seconds;
    this.#program = program;
  }

  async refusal(files: ModelFiles): Promise<string | null> {
    const answer = await this.#ask({ recipe: null, files });
    if (!("refusal" in answer)) throw new Error("the oracle answered another question");
    return answer.refusal;
  }

  async mint(recipe: CaseFile, files: ModelFiles): Promise<Mint> {
    const answer = await this.#ask({ recipe, files });
    if (!("minted" in answer)) throw new Error("the oracle answered another question");
    const { minted, arrays } = answer;
    return { minted, arrays, frames: framesOf(minted, arrays) };
  }

  /** Makes the thread ready, which does not count as time for an answer. */
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
    let answer: Answer | undefined;
    try {
      answer = await within(this.#seconds, heard<Answer>(worker, () => worker.postMessage(question)));
    } finally {
      if (answer === undefined) await this.close();
    }
    if (answer === undefined) throw new OracleHangs(`MuJoCo has not come back after ${this.#seconds} s`);
    if (!("error" in answer)) return answer;
    throw answer.isPlain ? new HarnessError(answer.error) : new Error(answer.error);
  }
}

/** What comes in time, or undefined. */
async function within<T>(seconds: number, coming: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => timer = setTimeout(() => resolve(undefined), 1000 * seconds));
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function start(program: URL): Promise<Worker> {
  const worker = new Worker(program, { type: "module" });
  await heard<"ready">(worker, () => {});
  return worker;
}

/** What the thread says next, after something is done. */
function heard<T>(worker: Worker, act: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: { data: T }) => resolve(data);
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(`the thread of MuJoCo broke: ${event.message}`));
    };
    act();
  });
}
