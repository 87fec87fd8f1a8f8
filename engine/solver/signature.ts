/** Lists of whole numbers that tell whether something is as it was the last time. */

/** Records a number; returns 0 if it was there. */
export function note(signature: Int32Array, at: number, value: number): number {
  const change = signature[at] ^ value;
  signature[at] = value;
  return change;
}
