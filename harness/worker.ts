/** A thread that replays cases: it is sent an order, and answers with the outcome of what it took from the stock. */

import { HarnessError } from "./engine.ts";
import { type Answer, type Order, Replayer } from "./jobs.ts";

const thread = self as unknown as {
  onmessage: (event: { data: Order }) => void;
  postMessage(answer: Answer): void;
};

thread.onmessage = async ({ data: { job, stock, known } }) => {
  try {
    thread.postMessage({ outcome: await new Replayer(job, known).run(stock, () => {}) });
  } catch (error) {
    const isPlain = error instanceof HarnessError;
    thread.postMessage({ error: isPlain ? error.message : String(error instanceof Error ? error.stack : error) });
  }
};
