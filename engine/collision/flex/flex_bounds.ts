/** Axis-aligned boxes, given as center and half sizes. */

/** Are two boxes closer than `margin`? */
export function boundsMeet(a: Float64Array, i: number, b: Float64Array, j: number, margin: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (a[i + k] + a[i + k + 3] + margin < b[j + k] - b[j + k + 3]) return false;
    if (b[j + k] + b[j + k + 3] + margin < a[i + k] - a[i + k + 3]) return false;
  }
  return true;
}

/** Does a box overlap the one around a sphere at `center[c]`? */
export function ballMeetsBox(
  center: Float64Array,
  c: number,
  radius: number,
  box: Float64Array,
  b: number,
): boolean {
  for (let k = 0; k < 3; k++) {
    if (center[c + k] + radius < box[b + k] - box[b + k + 3]) return false;
    if (center[c + k] - radius > box[b + k] + box[b + k + 3]) return false;
  }
  return true;
}
