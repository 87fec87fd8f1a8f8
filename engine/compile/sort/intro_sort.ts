/** Sorting with the same order of exchanges as LLVM's C++ library, which determines the order of equal items. */

import type { Less } from "./less.ts";

/** shorter ranges are sorted by insertion */
const SHORT = 24;
/** longer ranges choose their pivot from nine items */
const LONG = 128;
/** number of insertions after which a range that looked sorted is given up */
const PATIENCE = 8;

/** Sorts `items[first…last)`. */
export function introSort(items: Int32Array, first: number, last: number, less: Less): void {
  sortRange(items, first, last, less, true);
}

function sortRange(
  items: Int32Array,
  first: number,
  last: number,
  less: Less,
  leftmost: boolean,
): void {
  for (;;) {
    const count = last - first;
    if (count <= 5) {
      sortFew(items, first, count, less);
      return;
    }
    if (count < SHORT) {
      insertAll(items, first, last, less);
      return;
    }
    choosePivot(items, first, last, less);

    // the item before this range is not smaller than the pivot: items equal to the pivot are in place
    if (!leftmost && !less(items[first - 1], items[first])) {
      first = equalsLeft(items, first, last, less);
      continue;
    }
    const pivot = equalsRight(items, first, last, less);
    if (untouched) {
      const isLeftDone = insertSome(items, first, pivot, less);
      if (insertSome(items, pivot + 1, last, less)) {
        if (isLeftDone) return;
        last = pivot;
        continue;
      }
      if (isLeftDone) {
        first = pivot + 1;
        continue;
      }
    }
    sortRange(items, first, pivot, less, leftmost);
    leftmost = false;
    first = pivot + 1;
  }
}

/** Sorts up to five items: first three, then the others by insertion. */
function sortFew(items: Int32Array, first: number, count: number, less: Less): void {
  if (count === 2 && less(items[first + 1], items[first])) swap(items, first, first + 1);
  if (count < 3) return;
  sort3(items, first, first + 1, first + 2, less);
  for (let n = 3; n < count; n++) insert(items, first, first + n, less);
}

/** Puts the pivot first. */
function choosePivot(items: Int32Array, first: number, last: number, less: Less): void {
  const middle = first + ((last - first) >> 1);
  if (last - first <= LONG) {
    sort3(items, middle, first, last - 1, less);
    return;
  }
  sort3(items, first, middle, last - 1, less);
  sort3(items, first + 1, middle - 1, last - 2, less);
  sort3(items, first + 2, middle + 1, last - 3, less);
  sort3(items, middle - 1, middle, middle + 1, less);
  swap(items, first, middle);
}

/** whether the last partition found every item on its side */
let untouched = false;

/** Partitions around the first item, with equal items to the right; returns its final position. */
function equalsRight(items: Int32Array, begin: number, end: number, less: Less): number {
  const pivot = items[begin];
  let up = begin;
  let down = end;
  do up++; while (less(items[up], pivot));
  if (up === begin + 1) {
    while (up < down && !less(items[--down], pivot));
  } else {
    do down--; while (!less(items[down], pivot));
  }
  untouched = up >= down;
  while (up < down) {
    swap(items, up, down);
    do up++; while (less(items[up], pivot));
    do down--; while (!less(items[down], pivot));
  }
  items[begin] = items[up - 1];
  items[up - 1] = pivot;
  return up - 1;
}

/** Partitions around the first item, with equal items to the left; returns the start of the greater items. */
function equalsLeft(items: Int32Array, begin: number, end: number, less: Less): number {
  const pivot = items[begin];
  let up = begin;
  let down = end;
  do up++; while (up < end && !less(pivot, items[up]));
  if (up < down) {
    do down--; while (less(pivot, items[down]));
  }
  while (up < down) {
    swap(items, up, down);
    do up++; while (!less(pivot, items[up]));
    do down--; while (less(pivot, items[down]));
  }
  items[begin] = items[up - 1];
  items[up - 1] = pivot;
  return up;
}

function insertAll(items: Int32Array, first: number, last: number, less: Less): void {
  for (let i = first + 1; i < last; i++) insert(items, first, i, less);
}

/** Inserts the item at `i` into the sorted items before it. */
function insert(items: Int32Array, first: number, i: number, less: Less): boolean {
  const item = items[i];
  let j = i;
  while (j > first && less(item, items[j - 1])) {
    items[j] = items[j - 1];
    j--;
  }
  items[j] = item;
  return j < i;
}

/** Sorts a range that is nearly sorted; gives up otherwise. */
function insertSome(items: Int32Array, first: number, last: number, less: Less): boolean {
  sortFew(items, first, Math.min(last - first, 3), less);
  let moved = 0;
  for (let i = first + 3; i < last; i++) {
    if (insert(items, first, i, less) && ++moved === PATIENCE) return i + 1 === last;
  }
  return true;
}

function sort3(items: Int32Array, x: number, y: number, z: number, less: Less): void {
  if (!less(items[y], items[x])) {
    if (!less(items[z], items[y])) return;
    swap(items, y, z);
    if (less(items[y], items[x])) swap(items, x, y);
    return;
  }
  if (less(items[z], items[y])) {
    swap(items, x, z);
    return;
  }
  swap(items, x, y);
  if (less(items[z], items[y])) swap(items, y, z);
}

function swap(items: Int32Array, i: number, j: number): void {
  const item = items[i];
  items[i] = items[j];
  items[j] = item;
}
