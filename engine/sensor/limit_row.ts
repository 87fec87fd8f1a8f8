/** Finding limits among the constraint rows. */

import type { Data } from "../data.ts";

/** First row of type `type` (a value of `Constraint`) of joint or tendon `id`, or −1 if its limit is inactive. */
export function limitRow(d: Data, type: number, id: number): number {
  const { ne, nf, nefc, efc_type, efc_id } = d;
  for (let k = ne + nf; k < nefc; k++) if (efc_type[k] === type && efc_id[k] === id) return k;
  return -1;
}
