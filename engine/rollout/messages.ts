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

/** Rollouts to run. Outputs are only sent along if they are on shared memory. */
export interface PartMessage extends Omit<Part, "state" | "sensordata"> {
  readonly kind: "part";
  readonly first: number;
  readonly count: number;
  readonly state: Float64Array | null;
  readonly sensordata: Float64Array | null;
}

/** What a thread is told. */
export type Order = JobMessage | PartMessage;

/** What a thread answers: that it is there, results (null if they are on shared memory already), or an error. */
export type Answer =
  | { readonly kind: "ready" }
  | {
    readonly kind: "done";
    readonly first: number;
    readonly count: number;
    readonly state: Float64Array | null;
    readonly sensordata: Float64Array | null;
  }
  | { readonly kind: "failed"; readonly error: unknown };
