/** A thread that replays cases: it is sent a job once, then lists of ids, and answers each list with the outcome. */

import { HarnessError } from "./engine.ts";
import { type Answer, type Job, Replayer } from "./jobs.ts";

const thread = self as unknown as {
  onmessage: (event: { data: Job | string[] }) => void;
  postMessage(answer: Answer): void;
};

let replayer: Replayer | undefined;

thread.onmessage = async ({ data }) => {
  if (!Array.isArray(data)) {
    replayer = new Replayer(data);
    return;
  }
  try {
    if (replayer === undefined) throw new Error("the job is missing");
    thread.postMessage({ outcome: await replayer.run(data, () => {}) });
  } catch (error) {
    const isPlain = error instanceof HarnessError;
    thread.postMessage({ error: isPlain ? error.message : String(error instanceof Error ? error.stack : error) });
  }
};
