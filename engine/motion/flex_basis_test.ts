import assert from "node:assert/strict";
import { randomFrom } from "../../harness/random.ts";
import { gradient3, interpolate3 } from "./flex_basis.ts";

/** Values of a vector field at the nodes of order 1 or 2. */
function nodes(order: number, field: (x: number, y: number, z: number) => number[]): Float64Array {
  const out: number[] = [];
  for (let i = 0; i <= order; i++) {
    for (let j = 0; j <= order; j++) {
      for (let k = 0; k <= order; k++) out.push(...field(i / order, j / order, k / order));
    }
  }
  return Float64Array.from(out);
}

const LINEAR = (x: number, y: number, z: number) => [1 + 2 * x - y, 3 * z + x, y - 0.5 * z];
const SQUARE = (x: number, y: number, z: number) => [x * x + y * z, 2 * z * z - x, x * y * z];

for (const [name, field, order] of [["linear", LINEAR, 1], ["linear", LINEAR, 2], ["quadratic", SQUARE, 2]] as const) {
  Deno.test(`interpolate3() of order ${order} is exact for a ${name} field, and so is gradient3()`, () => {
    const value = nodes(order, field);
    const next = randomFrom(order);
    const at = new Float64Array(3);
    const slope = new Float64Array(9);
    for (let n = 0; n < 10; n++) {
      const point = Float64Array.of(next(), next(), next());
      const [x, y, z] = point;
      interpolate3(at, 0, point, 0, value, order);
      field(x, y, z).forEach((expected, k) => assert.ok(Math.abs(at[k] - expected) < 1e-14, `component ${k}`));

      gradient3(slope, point, 0, value, order);
      const h = 1e-6;
      for (let axis = 0; axis < 3; axis++) {
        const [low, high] = [-h, h].map((step) => {
          const moved = point.slice();
          moved[axis] += step;
          return field(moved[0], moved[1], moved[2]);
        });
        for (let k = 0; k < 3; k++) assert.ok(Math.abs(slope[3 * k + axis] - (high[k] - low[k]) / (2 * h)) < 1e-8);
      }
    }
  });
}
