/** Kernels for vertices of interpolated flexes, two at a time, with the additions of `interpolate3`. */

import { BOXES } from "./box_kernels.ts";
import { type Body, float, type Int, kernel, type Pair, type PairVariable } from "./assembler.ts";

const VERTEX = 24;

/** The shape functions along an axis of two vertices, whose coordinates there are `s`. */
function shapesOf(f: Body, s: PairVariable, order: number): PairVariable[] {
  const times = (factor: number, x: Pair) => float(factor).twice().times(x);
  const one = float(1).twice();
  if (order === 1) return [f.pair(one.minus(s)), s];
  const square = times(2, s).times(s);
  return [
    f.pair(square.minus(times(3, s)).plus(one)),
    f.pair(times(4, s.minus(s.times(s)))),
    f.pair(square.minus(s)),
  ];
}

/** Places the vertices from `first` on, before `end`; there are at least two. */
const interpolate = (order: number) =>
  kernel([BOXES, "int", "int"], (f, { vertices, local, between }, first, end) => {
    const at = f.int(first.times(VERTEX));
    const last = f.int(end.minus(2).times(VERTEX));
    f.for(at, last.plus(VERTEX + 1), 2 * VERTEX, () => {
      f.if(at.isAbove(last), () => at.set(last));
      const from = f.int(local.plus(at));
      const both = (offset: number) => f.pair(from.twice(offset).withSecond(from.plus(VERTEX + offset)));
      const [x, y, z] = [0, 8, 16].map((offset) => shapesOf(f, both(offset), order));
      const face = y.flatMap((b) => z.map((c) => f.pair(c.times(b))));
      const sums = [0, 8, 16].map(() => f.pair());
      let node = 0;
      for (const a of x) {
        for (const bc of face) {
          const weight = f.pair(bc.times(a));
          sums.forEach((sum, axis) => sum.add(between.twice(node + 8 * axis).times(weight)));
          node += VERTEX;
        }
      }
      const to: Int = f.int(vertices.plus(at));
      sums.forEach((sum, axis) => {
        f.store(to, sum.lane(0), 8 * axis);
        f.storeSecond(to.plus(VERTEX + 8 * axis), sum);
      });
    });
  });

/** The kernels by name: between 8 nodes, or 27. */
export const INTERPOLATION_KERNELS = { interpolate1: interpolate(1), interpolate2: interpolate(2) };
