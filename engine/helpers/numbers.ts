/** Single numbers, with C's comparisons where one of them is NaN. */

/** The smaller of two numbers; the second if one is NaN. */
export function min(a: number, b: number): number {
  return a <= b ? a : b;
}

/** The larger of two numbers; the second if one is NaN. */
export function max(a: number, b: number): number {
  return a >= b ? a : b;
}

/** −1, 0, or 1. */
export function sign(x: number): number {
  return x < 0 ? -1 : x > 0 ? 1 : 0;
}

/** The nearest integer; of two, the larger. */
export function round(x: number): number {
  const below = Math.floor(x);
  const above = Math.ceil(x);
  return x - below < above - x ? below : above;
}
