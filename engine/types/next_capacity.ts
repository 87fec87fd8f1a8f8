/** How arrays grow that hold more in some steps than in others. */

/** The next capacity: growth by a constant factor needs few allocations, and a small one wastes little memory. */
export function nextCapacity(capacity: number): number {
  return Math.ceil(1.25 * capacity);
}
