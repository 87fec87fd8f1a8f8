/**
 * Selection by rank with the same order of exchanges as LLVM's C++ library: if the comparison is not a strict weak
 * order (tolerances, NaN coordinates), the result depends on it.
 */

/** Whether element `a` comes before element `b`. */
export type Less = (a: number, b: number) => boolean;

/**
 * Reorders `items[first…last)` so that the item at `nth` is the one that sorting would put there, with nothing greater
 * before it.
 */
export function nthElement(items: Int32Array, first: number, nth: number, last: number, less: Less): void {
  while (nth !== last) {
    const count = last - first;
    if (count < 2) return;
    if (count === 2) {
      if (less(items[last - 1], items[first])) swap(items, first, last - 1);
      return;
    }
    if (count === 3) {
      sort3(items, first, first + 1, last - 1, less);
      return;
    }
    if (count <= 7) {
      selectionSort(items, first, last, less);
      return;
    }

    // pivot: median of first, middle and last
    let middle = first + (count >> 1);
    let up = first;
    let down = last - 1;
    let swaps = sort3(items, first, middle, down, less);

    if (!less(items[up], items[middle])) {
      // the first item equals the pivot: look for a smaller one to replace it
      do down--; while (down !== up && !less(items[down], items[middle]));
      if (down === up) {
        // none is smaller: split off items equal to the pivot
        const rest = splitEqual(items, first, last, less);
        if (rest < 0 || nth < rest) return;
        first = rest;
        continue;
      }
      swap(items, up, down);
      swaps++;
    }

    // items smaller than the pivot to the left, the others to the right
    up++;
    if (up < down) {
      for (;;) {
        while (less(items[up], items[middle])) up++;
        do down--; while (!less(items[down], items[middle]));
        if (up >= down) break;
        swap(items, up, down);
        swaps++;
        if (middle === up) middle = down;
        up++;
      }
    }
    if (up !== middle && less(items[middle], items[up])) {
      swap(items, up, middle);
      swaps++;
    }
    if (nth === up) return;

    // nothing had to move: the part of interest may be sorted already
    if (swaps === 0 && (nth < up ? isSorted(items, first, up, less) : isSorted(items, up, last, less))) return;
    if (nth < up) last = up;
    else first = up + 1;
  }
}

/**
 * Partitions into items equal to the first one and greater ones; returns the start of the greater ones, or -1 if there
 * are none.
 */
function splitEqual(items: Int32Array, first: number, last: number, less: Less): number {
  let up = first + 1;
  let down = last - 1;
  if (!less(items[first], items[down])) {
    for (;;) {
      if (up === down) return -1;
      if (less(items[first], items[up])) {
        swap(items, up, down);
        up++;
        break;
      }
      up++;
    }
  }
  if (up === down) return -1;
  for (;;) {
    while (!less(items[first], items[up])) up++;
    do down--; while (less(items[first], items[down]));
    if (up >= down) return up;
    swap(items, up, down);
    up++;
  }
}

function sort3(items: Int32Array, x: number, y: number, z: number, less: Less): number {
  if (!less(items[y], items[x])) {
    if (!less(items[z], items[y])) return 0;
    swap(items, y, z);
    if (!less(items[y], items[x])) return 1;
    swap(items, x, y);
    return 2;
  }
  if (less(items[z], items[y])) {
    swap(items, x, z);
    return 1;
  }
  swap(items, x, y);
  if (!less(items[z], items[y])) return 1;
  swap(items, y, z);
  return 2;
}

function selectionSort(items: Int32Array, first: number, last: number, less: Less): void {
  for (let i = first; i < last - 1; i++) {
    let smallest = i;
    for (let j = i + 1; j < last; j++) {
      if (less(items[j], items[smallest])) smallest = j;
    }
    if (smallest !== i) swap(items, i, smallest);
  }
}

function isSorted(items: Int32Array, first: number, last: number, less: Less): boolean {
  for (let i = first + 1; i < last; i++) {
    if (less(items[i], items[i - 1])) return false;
  }
  return true;
}

function swap(items: Int32Array, i: number, j: number): void {
  const item = items[i];
  items[i] = items[j];
  items[j] = item;
}
