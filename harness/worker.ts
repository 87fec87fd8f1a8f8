/** A thread that replays cases: it is sent an order, and answers with the outcome of what it took from the stock. */

import { HarnessError } from "./engine.ts";
import { type Answer, type Order, work } from "./jobs.ts";

const thread = self as unknown as {
  onmessage: (event: { data: Order }) => void;
  postMessage(answer: Answer): void;
};

thread.onmessage = async ({ data: order }) => {
  try {
    thread.postMessage({ outcome: await work(order, new Map(), () => {}) });
  } catch (error) {
    const isPlain = error instanceof HarnessError;
    thread.postMessage({ error: isPlain ? error.message : String(error instanceof Error ? error.stack : error) });
  }
};
