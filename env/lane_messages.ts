/** What is said between a vector of environments and its threads. */

import type { Batch, TaskSource } from "./lane.ts";

/** Without shared memory, a thread has arrays of its own; rows of its environments are copied back. */
export type LaneOrder =
  | {
    kind: "make";
    task: TaskSource;
    first: number;
    count: number;
    /** environments in all threads */
    total: number;
    seed: number;
    /** shared memory, if there is any */
    shared: { batch: Batch; actions: Float64Array } | null;
  }
  | { kind: "reset"; seed: number | undefined }
  | { kind: "step"; actions: Float64Array | null };

/** The answer to any order, with the results where memory is not shared. */
export type LaneAnswer = { kind: "done"; batch: Batch | null } | { kind: "failed"; error: unknown };
