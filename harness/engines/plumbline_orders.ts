/** The orders in which the compiler puts items that compare as equal, or without an order: models depend on them. */

import { introSort } from "../../engine/compile/sort/intro_sort.ts";
import { nthElement } from "../../engine/compile/sort/nth_element.ts";
import { OrderedSet } from "../../engine/compile/sort/ordered_set.ts";
import { smoothSort } from "../../engine/compile/sort/smooth_sort.ts";
import { randomFrom } from "../random.ts";

/** Numbers of items, on either side of where an algorithm changes its ways. */
const COUNTS = [2, 3, 4, 5, 6, 7, 8, 11, 23, 24, 41, 128, 129, 170];

/** What is said of lists of every length, with and without repeated values, in several orders. */
export function saidOfOrders(): string[] {
  const random = randomFrom(14);
  return COUNTS.map((count) => {
    let sum = 0;
    for (const values of [5, 1e6]) {
      for (const shape of [random, nearlySorted, swaying]) {
        const value = Float64Array.from({ length: count }, (_, i) => Math.floor(values * shape(i)));
        for (const order of ordersOf(value)) {
          for (const item of order) sum = Math.imul(sum ^ (item + 1), 16777619);
        }
      }
    }
    return `${count} items: ${sum}`;
    function nearlySorted(i: number) {
      return (random() < 0.1 ? random() * count : i) / count;
    }
    function swaying(i: number) {
      return (i % 2 === 0 ? i : count - i) / count;
    }
  });
}

/** The items as each algorithm orders them by their values. */
function* ordersOf(value: Float64Array): Generator<Iterable<number>> {
  const { length } = value;
  const items = Int32Array.from(value, (_, i) => i);
  const sorted = items.slice();
  introSort(sorted, 0, length, (a, b) => value[a] < value[b]);
  yield sorted;
  const always = [...items];
  smoothSort(always, (a, b) => value[a] > value[b]);
  yield always;
  for (const nth of new Set([0, length >> 1, length - 1])) {
    const split = items.slice();
    // values that differ by less than a tolerance are no order
    nthElement(split, value.map((x) => 0.8e-14 * x), 0, nth, length);
    yield split;
  }
  const set = new OrderedSet(length, (a, b) => value[a] < value[b] - 1 ? -1 : value[b] < value[a] - 1 ? 1 : 0);
  for (const item of items) {
    const found = set.add(item);
    yield [found === item ? -1 : found, Number(found === item)];
  }
  yield set.inOrder();
}
