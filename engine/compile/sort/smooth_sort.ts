/**
 * Dijkstra's smoothsort as implemented in the C library of MuJoCo's WASM build: the comparisons of the hull never
 * return "equal", so the order of equal items depends on the algorithm.
 */

/** Sorts in place; of items that are equal, neither `isAfter` the other. */
export function smoothSort<T>(items: T[], isAfter: (a: T, b: T) => boolean): void {
  if (items.length < 2) return;

  // sizes of heaps: Leonardo numbers
  const sizes = [1, 1];
  while (sizes[sizes.length - 1] < items.length) {
    sizes.push(sizes[sizes.length - 1] + sizes[sizes.length - 2] + 1);
  }

  // bit i of `heaps` is set if there is a heap of order `order + i`
  let heaps = 1;
  let order = 1;
  let head = 0;
  const high = items.length - 1;

  const rotate = (path: number[]) => {
    const first = items[path[0]];
    for (let i = 1; i < path.length; i++) items[path[i - 1]] = items[path[i]];
    items[path[path.length - 1]] = first;
  };

  // sifts the root of a heap down to its place
  const sift = (root: number, size: number) => {
    const item = items[root];
    const path = [root];
    while (size >= 2) {
      const right = root - 1;
      const left = root - 1 - sizes[size - 2];
      if (isAfter(item, items[left]) && isAfter(item, items[right])) break;
      if (isAfter(items[left], items[right])) {
        root = left;
        size -= 1;
      } else {
        root = right;
        size -= 2;
      }
      path.push(root);
    }
    rotate(path);
  };

  // moves a root left along the roots of the other heaps, then sifts it down
  const trinkle = (root: number, bits: number, size: number, trusty: boolean) => {
    const item = items[root];
    const path = [root];
    while (bits !== 1) {
      const stepson = root - sizes[size];
      if (!isAfter(items[stepson], item)) break;
      if (!trusty && size >= 2) {
        const right = root - 1;
        const left = root - 1 - sizes[size - 2];
        if (isAfter(items[right], items[stepson]) || isAfter(items[left], items[stepson])) break;
      }
      path.push(stepson);
      root = stepson;
      const trail = trailingZeros(bits - 1);
      bits = shiftRight(bits, trail);
      size += trail;
      trusty = false;
    }
    if (!trusty) {
      rotate(path);
      sift(root, size);
    }
  };

  for (; head < high; head++) {
    if (heaps % 4 === 3) {
      sift(head, order);
      heaps = shiftRight(heaps, 2);
      order += 2;
    } else {
      if (sizes[order - 1] >= high - head) trinkle(head, heaps, order, false);
      else sift(head, order);
      if (order === 1) {
        heaps = shiftLeft(heaps, 1);
        order = 0;
      } else {
        heaps = shiftLeft(heaps, order - 1);
        order = 1;
      }
    }
    heaps += heaps % 2 === 0 ? 1 : 0;
  }
  trinkle(head, heaps, order, false);

  // remove the roots one by one
  for (; order !== 1 || heaps !== 1; head--) {
    if (order <= 1) {
      const trail = trailingZeros(heaps - 1);
      heaps = shiftRight(heaps, trail);
      order += trail;
      continue;
    }
    heaps = shiftLeft(heaps, 2);
    order -= 2;
    const low = heaps % 8;
    heaps = shiftRight(heaps - low + (low ^ 7), 1);
    trinkle(head - sizes[order] - 1, heaps, order + 1, true);
    heaps = shiftLeft(heaps, 1);
    heaps += heaps % 2 === 0 ? 1 : 0;
    trinkle(head - 1, heaps, order, true);
  }
}

// there may be more than 32 bits, so they are shifted by arithmetic

function trailingZeros(bits: number): number {
  if (bits === 0) return 0;
  let zeros = 0;
  for (; bits % 2 === 0; zeros++) bits /= 2;
  return zeros;
}

function shiftRight(bits: number, by: number): number {
  for (let i = 0; i < by; i++) bits = Math.floor(bits / 2);
  return bits;
}

function shiftLeft(bits: number, by: number): number {
  for (let i = 0; i < by; i++) bits *= 2;
  return bits;
}
