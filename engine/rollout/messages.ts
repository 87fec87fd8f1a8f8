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
export interface PartMessage extends Omit<Part, "state" | "sensordata"> {
  readonly kind: "part";
  readonly first: number;
  readonly count: number;
  /** where outputs go, if memory is shared */
  readonly state: Float64Array | null;
  readonly sensordata: Float64Array | null;
  /** how many of the rollouts have been taken by how many threads, if memory is shared */
  readonly taken: Int32Array | null;
  readonly threads: number;
  /** how many a thread takes at once; null: as many as it runs together */
  readonly chunk: number | null;
  /** whether threads answer whenever some are done, rather than at the end */
  readonly tells: boolean;
}

/** What a thread is told. */
export type Order = JobMessage | PartMessage;

/** Results, null if they are on shared memory already. */
export interface Done {
  readonly kind: "done";
  readonly first: number;
  readonly count: number;
  readonly state: Float64Array | null;
  readonly sensordata: Float64Array | null;
}

/** What a thread answers: that it is there, results, or an error. */
export type Answer =
  | { readonly kind: "ready" }
  | Done
  | { readonly kind: "failed"; readonly error: unknown };
