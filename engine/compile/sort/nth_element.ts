/**
 * Selection by rank with the same order of exchanges as LLVM's C++ library: the comparison has a tolerance and is no
 * strict weak order, so the result depends on it.
 */

/** keys that differ by no more than this count as equal, and the numbers of their items decide */
const TOLERANCE = 1e-14;

/**
 * Reorders `items[first…last)`, and their `keys` with them, so that the item at `nth` is the one that sorting would put
 * there, with nothing greater before it.
 */
export function nthElement(items: Int32Array, keys: Float64Array, first: number, nth: number, last: number): void {
  for (;;) {
    const count = last - first;
    if (count === 3) {
      sort3(items, keys, first, first + 1, last - 1);
      return;
    }
    if (count <= 7) {
      selectionSort(items, keys, first, last);
      return;
    }

    // pivot: median of first, middle and last
    let middle = first + (count >> 1);
    let up = first + 1;
    let down = last - 1;
    // of two items, one always comes before the other, so the first one is now before the pivot
    let isMoved = sort3(items, keys, first, middle, down);

    // items smaller than the pivot to the left, the others to the right
    for (;;) {
      while (isLess(items, keys, up, middle)) up++;
      do down--; while (!isLess(items, keys, down, middle));
      if (up >= down) break;
      swap(items, keys, up, down);
      isMoved = true;
      if (middle === up) middle = down;
      up++;
    }
    // the pivot comes before the first item that is not smaller
    if (up !== middle) {
      swap(items, keys, up, middle);
      isMoved = true;
    }
    if (nth === up) return;

    // nothing had to move: the part of interest may be sorted already
    if (!isMoved && (nth < up ? isSorted(items, keys, first, up) : isSorted(items, keys, up, last))) return;
    if (nth < up) last = up;
    else first = up + 1;
  }
}

/** Sorts three items; returns whether any moved. */
function sort3(items: Int32Array, keys: Float64Array, x: number, y: number, z: number): boolean {
  if (!isLess(items, keys, y, x)) {
    if (!isLess(items, keys, z, y)) return false;
    swap(items, keys, y, z);
    if (isLess(items, keys, y, x)) swap(items, keys, x, y);
  } else if (isLess(items, keys, z, y)) {
    swap(items, keys, x, z);
  } else {
    swap(items, keys, x, y);
    if (isLess(items, keys, z, y)) swap(items, keys, y, z);
  }
  return true;
}

function selectionSort(items: Int32Array, keys: Float64Array, first: number, last: number): void {
  for (let i = first; i < last - 1; i++) {
    let smallest = i;
    for (let j = i + 1; j < last; j++) {
      if (isLess(items, keys, j, smallest)) smallest = j;
    }
    if (smallest !== i) swap(items, keys, i, smallest);
  }
}

function isSorted(items: Int32Array, keys: Float64Array, first: number, last: number): boolean {
  for (let i = first + 1; i < last; i++) {
    if (isLess(items, keys, i, i - 1)) return false;
  }
  return true;
}

function isLess(items: Int32Array, keys: Float64Array, i: number, j: number): boolean {
  const a = keys[i];
  const b = keys[j];
  return Math.abs(a - b) > TOLERANCE ? a < b : items[i] < items[j];
}

function swap(items: Int32Array, keys: Float64Array, i: number, j: number): void {
  const item = items[i];
  items[i] = items[j];
  items[j] = item;
  const key = keys[i];
  keys[i] = keys[j];
  keys[j] = key;
}
