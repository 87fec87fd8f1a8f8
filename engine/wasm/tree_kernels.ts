/**
 * Kernels that build bounding volume hierarchies from the top down: the loops of `bvh.ts` and `nth_element.ts`. What is
 * reordered are items of 16 bytes: a coordinate, and the address of an element.
 */

import { type Body, type Float, float, type Int, int, type Kernel, kernel } from "./assembler.ts";

// an element has its smallest coordinates, the largest ones with the other sign, its position, and its number
const ELEMENT = 80;
const POSITION = 48;
const NUMBER = 72;

const ITEM = 16;
const AT = 8;

const EPS = float(1e-14);

/** Whether one of two items comes first: by coordinates, or by numbers if these are about equal. */
function isLess(a: Int, key: Float, at: Int): Int {
  const differs = EPS.isBelow(a.float().minus(key).abs());
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
  const end = () => f.return(int(0));
  const i = f.int(0);
  f.while(int(1), () => {
    const bytes = f.int(last.minus(first));
    f.if(bytes.equals(3 * ITEM), () => {
      f.call(sortThree, first, first.plus(ITEM), last.minus(ITEM));
      end();
    });
    f.if(bytes.isBelow(8 * ITEM), () => {
      i.set(first);
      f.for(i, last.minus(ITEM), ITEM, () => {
        const smallest = f.int(i);
        const j = f.int(i.plus(ITEM));
        f.for(j, last, ITEM, () => f.if(precedes(j, smallest), () => smallest.set(j)));
        f.if(smallest.isNot(i), () => swap(f, i, smallest));
      });
      end();
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
      isOpen.set(up.isBelow(down));
      f.if(isOpen, () => {
        swap(f, up, down);
        isMoved.set(1);
        f.if(middle.equals(up), () => middle.set(down));
        up.add(ITEM);
      });
    });
    f.if(up.isNot(middle), () => {
      swap(f, up, middle);
      isMoved.set(1);
    });
    f.if(nth.equals(up), end);

    f.if(nth.isBelow(up), () => last.set(up), () => first.set(up));
    // nothing had to move: the part of interest may be sorted already
    f.if(isMoved.equals(0), () => {
      i.set(first.plus(ITEM));
      f.while(i.isBelow(last).and(precedes(i, i.minus(ITEM)).equals(0)), () => i.add(ITEM));
      f.if(i.equals(last), end);
    });
    f.if(first.equals(up), () => first.add(ITEM));
  });
});

/**
 * Writes the nodes over `first…last`, from number `node` on: `boxes`, `children`, `depths`, and the `numbers` of their
 * elements. Returns the number after the last.
 */
const buildNodes: Kernel = kernel(
  ["int", "int", "int", "int", "int", "int", "int", "int"],
  (f, first, last, node, depth, boxes, children, depths, numbers) => {
    // the box around all elements
    const bounds = [0, 16, 32].map(() => f.pair(float(Number.MAX_VALUE).twice()));
    const at = f.int(first);
    const element = f.int(0);
    f.for(at, last, ITEM, () => {
      element.set(at.int(AT));
      bounds.forEach((bound, k) => bound.set(element.pair(16 * k).lesser(bound)));
    });
    const box = bounds.flatMap((pair) => [pair.lane(0), pair.lane(1)])
      .map((x, k) => f.float(k < 3 ? x : x.negative()));
    const [low, high] = [box.slice(0, 3), box.slice(3)];
    low.forEach((x, k) =>
      // give flat boxes some thickness
      f.if(x.minus(high[k]).abs().isBelow(EPS), () => {
        x.subtract(EPS);
        high[k].add(EPS);
      })
    );
    const half = float(0.5);
    f.storeAll(boxes.plus(node.times(48)), [
      ...low.map((x, k) => high[k].plus(x).times(half)),
      ...low.map((x, k) => high[k].minus(x).times(half)),
    ]);
    f.store(depths.plus(node.shl(2)), depth);

    const child = f.int(children.plus(node.shl(3)));
    const number = f.int(numbers.plus(node.shl(2)));
    node.add(1);
    f.store(child, node);
    f.if(last.minus(first).equals(ITEM), () => {
      f.store(number, element.int(NUMBER));
      f.store(child, int(-1));
      f.store(child, int(-1), 4);
      f.return(node);
    });
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
    const rest = [depth.plus(1), boxes, children, depths, numbers];
    const next = f.call(buildNodes, first, middle, node, ...rest);
    f.store(child, next, 4);
    f.return(f.call(buildNodes, middle, last, next, ...rest));
  },
);

/** Builds the hierarchy over elements with items at `first…last`. */
const buildTree = kernel(
  ["int", "int", "int", "int", "int", "int", "int"],
  (f, elements, first, last, boxes, children, depths, numbers) => {
    const i = f.int(0);
    const at = f.int(first);
    f.for(at, last, ITEM, () => {
      f.store(at, elements, AT);
      f.store(elements, i, NUMBER);
      elements.add(ELEMENT);
      i.add(1);
    });
    f.call(buildNodes, first, last, int(0), int(0), boxes, children, depths, numbers);
  },
);

/** The kernels. */
export const TREE_KERNELS = { sortThree, select, buildNodes, buildTree };
