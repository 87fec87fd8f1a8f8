/** Comparison of one field of one frame with MuJoCo's. */

import type { Numbers } from "../engine.ts";
import type { Bound } from "./tolerance.ts";

/** The worst element of a field in a frame. */
export interface FieldDiff {
  /** where the difference is largest */
  index: number;
  /** the engine's value there */
  got: number;
  /** MuJoCo's */
  expected: number;
  /** absolute difference; infinite if only one of the values is NaN */
  delta: number;
  /** allowed difference */
  allowed: number;
  /** `delta / allowed`; infinite if no difference was allowed */
  excess: number;
}

/**
 * Are the first elements of a field, or its only one, equal to `length` elements of MuJoCo's from `begin` on? As in
 * `diffField`, zeros are equal regardless of sign, and NaN equals NaN.
 */
export function isEqual(got: Numbers | number, expected: Numbers, begin: number, length: number): boolean {
  if (typeof got === "number") return length === 1 && same(got, expected[begin]);
  if (got.length < length) return false;
  // a loop is fast if it sees only one type of array
  if (got instanceof Float64Array && expected instanceof Float64Array) return sameDoubles(got, expected, begin, length);
  if (got instanceof Int32Array && expected instanceof Int32Array) return sameIntegers(got, expected, begin, length);
  for (let i = 0; i < length; i++) {
    if (!same(got[i], expected[begin + i])) return false;
  }
  return true;
}

/** NaN is the only value that is not equal to itself. */
function same(a: number, b: number): boolean {
  return a === b || (a !== a && b !== b);
}

// written out: the processes that compare inline nothing, and a double that is an argument is allocated
function sameDoubles(got: Float64Array, expected: Float64Array, begin: number, length: number): boolean {
  for (let i = 0; i < length; i++) {
    const a = got[i];
    const b = expected[begin + i];
    if (a !== b && (a === a || b === b)) return false;
  }
  return true;
}

function sameIntegers(got: Int32Array, expected: Int32Array, begin: number, length: number): boolean {
  for (let i = 0; i < length; i++) {
    if (got[i] !== expected[begin + i]) return false;
  }
  return true;
}

/** Compares as many elements as MuJoCo has. Returns the worst one, or null if all are equal. */
export function diffField(got: ArrayLike<number>, expected: Numbers, frame: number, bound: Bound): FieldDiff | null {
  let index = -1;
  let delta = 0;
  const { slack = 0 } = bound;
  for (let i = 0; i < expected.length; i++) {
    const a = got[i];
    const b = expected[i];
    if (same(a, b)) continue;
    const difference = Math.abs(a - b);
    if (slack > 0 && (difference <= slack * Math.abs(b) || Math.fround(a) === Math.fround(b))) continue;
    // comparisons with NaN are false, so NaN on only one side ends up here
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
