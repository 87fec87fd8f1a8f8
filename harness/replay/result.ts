/** What comes of replaying a case. */

import type { FirstCause } from "../causes/evidence.ts";
import type { Numbers } from "../engine.ts";
import type { FieldDiff } from "./diff.ts";
import type { Scene } from "./scene.ts";
import type { Bound } from "./tolerance.ts";

/** The kind of a failure. */
export type Reason =
  /** the engine reports an unsupported feature */
  | "unsupported"
  /** the engine rejects what MuJoCo accepts */
  | "rejects"
  /** the engine accepts what MuJoCo rejects */
  | "accepts"
  /** a value is outside its tolerance */
  | "differs"
  /** the engine lacks a field */
  | "lacks"
  /** the engine threw an error, or its process ended */
  | "crashes"
  /** the engine did not answer in time */
  | "hangs";

/** One thing that is wrong. */
export interface Failure {
  /** kind */
  readonly reason: Reason;
  /** frame, or -1 if there is none */
  readonly step: number;
  /** field, empty if it is about something else */
  readonly field: string;
  /** text instead of a difference of values */
  readonly message?: string;
  /** the object of the element */
  readonly owner?: string;
  /** the worst element */
  readonly diff?: FieldDiff;
  /** kind of bound */
  readonly tolerance?: Bound["kind"];
}

/** The largest deviation of a field over a whole case. */
export interface Worst {
  /** the field */
  readonly field: string;
  /** the frame in which it was worst */
  readonly step: number;
  /** the difference */
  readonly delta: number;
  /** what was allowed */
  readonly allowed: number;
  /** difference divided by the allowed one */
  readonly excess: number;
}

/** Is a deviation larger relative to its bound or, if nothing is allowed, larger? */
export function isFarther(a: Worst, b: Worst): boolean {
  return a.excess > b.excess || (a.excess === b.excess && a.delta > b.delta);
}

/** The result of a case. */
export interface CaseResult {
  /** `<item>/<case>` */
  readonly id: string;
  /** whether every value was compared and within its bound */
  readonly passed: boolean;
  /** the first few, in order of occurrence */
  readonly failures: readonly Failure[];
  /** number of failures */
  readonly failed: number;
  /** the field that is closest to its bound or farthest beyond it, null if all values are equal */
  readonly worst: Worst | null;
  /** every field that differs or cannot be compared, in order of occurrence */
  readonly fields: readonly Worst[];
  /** frames that were run */
  readonly frames: number;
  /** scalars that were compared */
  readonly compared: number;
  /** scalars that were skipped because the engine lacks their fields and is allowed to */
  readonly skipped: number;
  /** fields that were seen, if not everything was */
  readonly seen?: readonly string[];
  /** fields that were not */
  readonly unseen?: readonly string[];
  /** how long it took to run and compare (s); processor time, if the engine is built in */
  readonly seconds?: number;
  /** where it goes wrong first, if it does */
  readonly cause?: FirstCause | undefined;
  /**
   * fields that cannot be judged in some frame, because MuJoCo's own values change too much in the engine's precision,
   * or depend on the order of contacts
   */
  readonly unjudged?: readonly string[];
  /** the contacts of the first failing step, if there is an observer */
  readonly contacts: ContactLists | null;
  /** the first failing step as a picture, if there is an observer */
  readonly scene?: Scene;
  /** the end of the engine's log, if it has a process of its own and the case fails */
  readonly log?: string;
}

/** Contacts of a step, each with its key and distance. */
export interface ContactLists {
  /** the step */
  readonly step: number;
  /** MuJoCo's contacts */
  readonly expected: readonly string[];
  /** the engine's contacts */
  readonly got: readonly string[];
}

/** Called with every comparison. */
export type Observer = (
  step: number,
  field: string,
  expected: Numbers,
  got: ArrayLike<number> | undefined,
  bound: Bound,
) => void;
