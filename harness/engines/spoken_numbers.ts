/** Numbers as uses say them: too many to be read, so what is said is a hash. */

import { hash } from "node:crypto";
import type { PairContacts } from "../../engine/collision/contact/pair_contacts.ts";

/** A hash of numbers, in which any NaN is the same. */
export function hashOfNumbers(numbers: readonly number[]): string {
  const bytes = new Uint8Array(Float64Array.from(numbers, (x) => x === x ? x : 0.1).buffer);
  return hash("sha1", bytes).slice(0, 12);
}

/** A line with what it is about, how many numbers there are, and their hash. */
export function line(name: string, numbers: readonly number[]): string {
  return `${name} ${numbers.length} ${hashOfNumbers(numbers)}`;
}

/** The numbers of contacts of a pair: their count, distances, positions, and so many numbers of each frame. */
export function numbersOfContacts({ dist, pos, frame }: PairContacts, count: number, ofFrame = 6): number[] {
  return [count, ...dist.subarray(0, count), ...pos.subarray(0, 3 * count), ...frame.subarray(0, ofFrame * count)];
}
