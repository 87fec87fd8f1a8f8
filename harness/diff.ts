/** One field of one frame against MuJoCo's. */

import type { Numbers } from "./engine.ts";
import type { Bound } from "./tolerance.ts";

/** The worst element of a field in a frame. */
export interface FieldDiff {
  /** where the difference is largest */
  index: number;
  /** the engine's value there */
  got: number;
  /** MuJoCo's */
  expected: number;
  /** its size; infinite where a value is not a number and MuJoCo's is */
  delta: number;
  /** what was allowed */
  allowed: number;
  /** `delta / allowed`; infinite where nothing was allowed */
  excess: number;
}

/** Compares as many elements as MuJoCo has. Gives the worst of them, or null where all are equal. */
export function diffField(got: ArrayLike<number>, expected: Numbers, frame: number, bound: Bound): FieldDiff | null {
  let index = -1;
  let delta = 0;
  for (let i = 0; i < expected.length; i++) {
    const a = got[i];
    const b = expected[i];
    if (a === b) continue;
    const difference = Math.abs(a - b);
    // a comparison with something that is not a number is false, so it is taken here
    if (!(difference <= delta)) {
      index = i;
      delta = Number.isNaN(difference) ? Infinity : difference;
      if (delta === Infinity) break;
    }
  }
  if (index < 0) return null;
  const allowed = bound.allowed(frame, expected);
  const excess = allowed > 0 ? delta / allowed : Infinity;
  return { index, got: got[index], expected: expected[index], delta, allowed, excess };
}
