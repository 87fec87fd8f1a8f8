/** The program of a thread that steps environments. */

import { ownPort } from "../engine/thread/thread.ts";
import { type Batch, findTask, Lane, newBatch } from "./lane.ts";
import type { LaneAnswer, LaneOrder } from "./lane_messages.ts";

const port = ownPort<LaneOrder, LaneAnswer>();

let lane: Lane | null = null;
let batch: Batch | null = null;
let actions: Float64Array | null = null;

async function make({ task, first, count, total, seed, shared }: LaneOrder & { kind: "make" }): Promise<void> {
  const found = await findTask(task);
  lane = new Lane(found, first, count, seed);
  batch = shared?.batch ?? newBatch(total, found.observationSize, (bytes) => new ArrayBuffer(bytes));
  actions = shared?.actions ?? null;
}

async function obey(order: LaneOrder): Promise<void> {
  if (order.kind === "make") return await make(order);
  if (lane === null || batch === null) throw new Error("environments were not made");
  if (order.kind === "reset") return lane.reset(batch, order.seed);
  const given = order.actions ?? actions;
  if (given === null) throw new Error("there are no actions");
  lane.step(batch, given);
}

port.listen(async (order) => {
  try {
    await obey(order);
    const isShared = actions !== null || order.kind === "make";
    port.answer({ kind: "done", batch: isShared ? null : batch }, []);
  } catch (error) {
    port.answer({ kind: "failed", error }, []);
  }
});
