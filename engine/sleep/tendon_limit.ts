/** Limits of tendons. */

import type { Model } from "../types/model.ts";

/** How many ends of a tendon's range are closer than its margin: 0, 1, or 2. */
export function tendonLimitCount(m: Model, ten_length: Float64Array, i: number): number {
  const { tendon_limited, tendon_range, tendon_margin } = m;
  if (!tendon_limited[i]) return 0;
  const lower = ten_length[i] - tendon_range[2 * i];
  const upper = tendon_range[2 * i + 1] - ten_length[i];
  return (lower < tendon_margin[i] ? 1 : 0) + (upper < tendon_margin[i] ? 1 : 0);
}
