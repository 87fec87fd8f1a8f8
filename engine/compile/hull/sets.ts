/**
 * Small sets kept in arrays, whose order is part of the result: some removals keep it, some fill the hole with the
 * last.
 */

/** Removes `item`, the last item takes its place; tells whether it was there. */
export function remove<T>(set: T[], item: T): boolean {
  const i = set.indexOf(item);
  if (i < 0) return false;
  removeAt(set, i);
  return true;
}

/** Removes the item at `i`, the last item takes its place. */
export function removeAt<T>(set: T[], i: number): void {
  const last = set.pop() as T;
  if (i < set.length) set[i] = last;
}

/** Removes `item` and closes the gap. */
export function removeSorted<T>(set: T[], item: T): void {
  const i = set.indexOf(item);
  if (i >= 0) set.splice(i, 1);
}

/** Puts `by` where `item` is. */
export function replace<T>(set: T[], item: T, by: T): void {
  const i = set.indexOf(item);
  if (i >= 0) set[i] = by;
}

/** Appends `item` unless it is there. */
export function addUnique<T>(set: T[], item: T): void {
  if (!set.includes(item)) set.push(item);
}

/** Puts `item` just before the last. */
export function addBeforeLast<T>(set: T[], item: T): void {
  const last = set.length - 1;
  set.push(set[last]);
  set[last] = item;
}

/** Keeps the items that pass, in order. */
export function keepIf<T>(set: T[], passes: (item: T) => boolean): void {
  let n = 0;
  for (const item of set) {
    if (passes(item)) set[n++] = item;
  }
  set.length = n;
}

/** A copy without the item at `i`. */
export function without<T>(set: T[], i: number): T[] {
  const copy = set.slice();
  copy.splice(i, 1);
  return copy;
}
