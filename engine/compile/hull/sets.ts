/**
 * Small sets in arrays whose order is part of the result: some removals preserve it, others fill the gap with the last
 * item.
 */

/** Replaces `item` with the last item; returns whether it was present. */
export function remove<T>(set: T[], item: T): boolean {
  const i = set.indexOf(item);
  if (i < 0) return false;
  removeAt(set, i);
  return true;
}

/** Replaces the item at `i` with the last item. */
export function removeAt<T>(set: T[], i: number): void {
  const last = set.pop() as T;
  if (i < set.length) set[i] = last;
}

/** Removes `item`, preserving the order. */
export function removeSorted<T>(set: T[], item: T): void {
  const i = set.indexOf(item);
  if (i >= 0) set.splice(i, 1);
}

/** Replaces `item` with `by`. */
export function replace<T>(set: T[], item: T, by: T): void {
  const i = set.indexOf(item);
  if (i >= 0) set[i] = by;
}

/** Keeps the items that pass the test, in order. */
export function keepIf<T>(set: T[], passes: (item: T) => boolean): void {
  let n = 0;
  for (let i = 0; i < set.length; i++) {
    if (passes(set[i])) set[n++] = set[i];
  }
  set.length = n;
}
