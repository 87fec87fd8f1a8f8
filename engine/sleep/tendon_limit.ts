/** Limits of tendons. */

import type { Model } from "../types/model.ts";

/** Is either end of a tendon's range closer than its margin? */
export function isAtTendonLimit(m: Model, ten_length: Float64Array, i: number): boolean {
  const { tendon_limited, tendon_range, tendon_margin } = m;
  if (!tendon_limited[i]) return false;
  const lower = ten_length[i] - tendon_range[2 * i];
  const upper = tendon_range[2 * i + 1] - ten_length[i];
  return lower < tendon_margin[i] || upper < tendon_margin[i];
}
