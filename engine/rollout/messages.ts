/** What the thread of a call and the threads of its rollouts send to each other. */

import type { Course, Part } from "./run_rollouts.ts";

/** A saved model: its number, and its bytes. */
export interface SentModel {
  readonly id: number;
  readonly bytes: Uint8Array;
}

/** The beginning of a call. */
export interface JobMessage {
  readonly kind: "job";
  readonly course: Course;
  readonly models: readonly SentModel[];
}

/** Rollouts to run: for one thread, or on shared memory for all, each of which takes the next ones. */
export interface PartMessage extends Part {
  readonly kind: "part";
  readonly first: number;
  readonly count: number;
  readonly threads: number;
  /** how many a thread takes at once; null: as many as it runs together */
  readonly chunk: number | null;
  /** whether threads answer whenever some are done, rather than at the end */
  readonly tells: boolean;
}

/** What a thread is told. */
export type Order = JobMessage | PartMessage;

/** Some rollouts of a part are done. */
export interface Done {
  readonly kind: "done";
  readonly first: number;
  readonly count: number;
  /** those that the thread ran last: where they begin and end in the part */
  readonly last: readonly [from: number, to: number];
  /** states and sensor readings, unless memory is shared */
  readonly outputs: readonly Float64Array[];
}

/** What a thread answers: that it is there, results, or an error. */
export type Answer =
  | { readonly kind: "ready" }
  | Done
  | { readonly kind: "failed"; readonly error: unknown };
