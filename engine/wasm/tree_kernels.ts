/**
 * Kernels that build bounding volume hierarchies from the top down: the loops of `bvh.ts` and `nth_element.ts`. What is
 * reordered are items of 16 bytes: a coordinate, and the address of an element.
 */

import { type Body, type Float, float, type Int, int, kernel, type Pair } from "./assembler.ts";

// an element has its smallest coordinates, the largest ones with the other sign, its position, and its number
const POSITION = 48;
const NUMBER = 72;

const ITEM = 16;
const AT = 8;

const EPS = float(1e-14);
const TOLERANCE = float(1e-14);
const LARGEST = float(Number.MAX_VALUE);

/** Whether one of two items comes first: by coordinates, or by numbers if these are about equal. */
function isLess(a: Int, key: Float, at: Int): Int {
  const differs = TOLERANCE.isBelow(a.float().minus(key).abs());
  return differs.and(a.float().isBelow(key)).or(differs.equals(0).and(a.int(AT).isBelow(at)));
}

function precedes(a: Int, b: Int): Int {
  return isLess(a, b.float(), b.int(AT));
}

function swap(f: Body, a: Int, b: Int): void {
  const first = f.pair(a.pair());
  f.store(a, b.pair());
  f.store(b, first);
}

/** Sorts three items; returns whether any moved. */
const sortThree = kernel(["int", "int", "int"], (f, x, y, z) => {
  f.if(precedes(y, x), () => {
    f.if(precedes(z, y), () => swap(f, x, z), () => {
      swap(f, x, y);
      f.if(precedes(z, y), () => swap(f, y, z));
    });
    f.return(int(1));
  });
  f.if(precedes(z, y), () => {
    swap(f, y, z);
    f.if(precedes(y, x), () => swap(f, x, y));
    f.return(int(1));
  });
});

/** Moves the items before that at `nth`, if all were sorted, before it. */
const select = kernel(["int", "int", "int"], (f, first, nth, last) => {
  const i = f.int(0);
  const j = f.int(0);
  f.while(int(1), () => {
    const bytes = f.int(last.minus(first));
    f.if(bytes.equals(3 * ITEM), () => {
      f.call(sortThree, first, first.plus(ITEM), last.minus(ITEM));
      f.return(int(0));
    });
    f.if(bytes.isBelow(8 * ITEM), () => {
      i.set(first);
      f.for(i, last.minus(ITEM), ITEM, () => {
        const smallest = f.int(i);
        j.set(i.plus(ITEM));
        f.for(j, last, ITEM, () => f.if(precedes(j, smallest), () => smallest.set(j)));
        f.if(smallest.isNot(i), () => swap(f, i, smallest));
      });
      f.return(int(0));
    });

    const middle = f.int(first.plus(bytes.shr(5).shl(4)));
    const up = f.int(first.plus(ITEM));
    const down = f.int(last.minus(ITEM));
    const isMoved = f.call(sortThree, first, middle, down);
    const key = f.float(middle.float());
    const at = f.int(middle.int(AT));
    const isOpen = f.int(1);
    f.while(isOpen, () => {
      f.while(isLess(up, key, at), () => up.add(ITEM));
      down.add(-ITEM);
      f.while(isLess(down, key, at).equals(0), () => down.add(-ITEM));
      f.if(up.isBelow(down), () => {
        swap(f, up, down);
        isMoved.set(1);
        f.if(middle.equals(up), () => middle.set(down));
        up.add(ITEM);
      }, () => isOpen.set(0));
    });
    f.if(up.isNot(middle), () => {
      swap(f, up, middle);
      isMoved.set(1);
    });
    f.if(nth.equals(up), () => f.return(int(0)));

    // nothing had to move: the part of interest may be sorted already
    const isBefore = nth.isBelow(up);
    f.if(isMoved.equals(0), () => {
      f.if(isBefore, () => {
        i.set(first.plus(ITEM));
        j.set(up);
      }, () => {
        i.set(up.plus(ITEM));
        j.set(last);
      });
      f.while(i.isBelow(j).and(precedes(i, i.minus(ITEM)).equals(0)), () => i.add(ITEM));
      f.if(i.isBelow(j).equals(0), () => f.return(int(0)));
    });
    f.if(isBefore, () => last.set(up), () => first.set(up.plus(ITEM)));
  });
});

/** Writes the nodes of a hierarchy over `items…end`: `boxes`, `children`, `depths`, and the `numbers` of their elements. */
const buildTree = kernel(
  ["int", "int", "int", "int", "int", "int", "int"],
  (f, items, end, boxes, children, depths, numbers, stack) => {
    const top = f.int(stack);
    const push = (first: Int, last: Int, depth: Int | number, place: Int) => {
      f.store(top, first);
      f.store(top, last, 4);
      f.store(top, int(depth), 8);
      f.store(top, place, 12);
      top.add(16);
    };
    const node = f.int(0);
    push(items, end, 0, stack);
    f.while(stack.isBelow(top), () => {
      top.add(-16);
      const [first, last, depth, place] = [0, 4, 8, 12].map((offset) => f.int(top.int(offset)));
      f.store(place, node);
      f.store(depths.plus(node.shl(2)), depth);

      // the box around all elements
      const bounds = [0, 16, 32].map(() => f.pair(LARGEST.twice()));
      const at = f.int(first);
      const element = f.int(0);
      f.for(at, last, ITEM, () => {
        element.set(at.int(AT));
        bounds.forEach((bound, k) => bound.set(element.pair(16 * k).lesser(bound)));
      });
      const numbersOf = (pairs: readonly Pair[]) => pairs.flatMap((pair) => [pair.lane(0), pair.lane(1)]);
      const all = numbersOf(bounds);
      const low = all.slice(0, 3).map((x) => f.float(x));
      const high = all.slice(3).map((x) => f.float(x.negative()));
      low.forEach((x, k) =>
        // give flat boxes some thickness
        f.if(x.minus(high[k]).abs().isBelow(EPS), () => {
          x.subtract(EPS);
          high[k].add(EPS);
        })
      );
      const half = float(0.5);
      f.storeAll(boxes, [
        ...low.map((x, k) => high[k].plus(x).times(half)),
        ...low.map((x, k) => high[k].minus(x).times(half)),
      ]);
      boxes.add(48);

      const number = numbers.plus(node.shl(2));
      const child = f.int(children.plus(node.shl(3)));
      f.if(last.minus(first).equals(ITEM), () => {
        f.store(number, element.int(NUMBER));
        f.store(child, int(-1));
        f.store(child, int(-1), 4);
      }, () => {
        f.store(number, int(-1));
        // halve at the median along the longest axis
        const axis = f.int(POSITION);
        const length = f.float(high[0].minus(low[0]));
        for (let k = 1; k < 3; k++) {
          f.if(high[k].minus(low[k]).isAtLeast(length.plus(EPS)), () => {
            axis.set(POSITION + 8 * k);
            length.set(high[k].minus(low[k]));
          });
        }
        at.set(first);
        f.for(at, last, ITEM, () => f.store(at, at.int(AT).plus(axis).float()));
        const middle = f.int(first.plus(last.minus(first).shr(5).shl(4)));
        f.call(select, first, middle, last);
        push(middle, last, depth.plus(1), child.plus(4));
        push(first, middle, depth.plus(1), child);
      });
      node.add(1);
    });
  },
);

/** The kernels. */
export const TREE_KERNELS = { sortThree, select, buildTree };
