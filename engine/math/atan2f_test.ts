import assert from "node:assert/strict";
import { atan2f } from "./atan2f.ts";
import { randomFrom } from "../../harness/random.ts";

/** Spacing of floats about a positive one. */
function spacing(x: number): number {
  return 2 ** (Math.floor(Math.log2(x)) - 23);
}

Deno.test("atan2f() is a float next to the angle, of points in all directions", () => {
  const seed = 4;
  const random = randomFrom(seed);
  const ratios = [
    0,
    1e-38,
    1e-30,
    1e-9,
    1.4e-8,
    1.5e-8,
    0.000244,
    0.4374,
    0.4376,
    0.6874,
    0.6876,
    1.1874,
    1.1876,
    2.4374,
  ];
  ratios.push(2.4376, 6.7e7, 6.8e7, 1e9, 1e38, ...Array.from({ length: 3000 }, () => 4 * random()));
  for (const ratio of ratios) {
    for (const x of [1, 2, -1, -2, 0.3, -0.7]) {
      const y = Math.fround(ratio * Math.abs(x));
      if (y === 0 || !Number.isFinite(y)) continue;
      const [found, angle] = [atan2f(y, Math.fround(x)), Math.atan2(y, Math.fround(x))];
      assert.equal(found, Math.fround(found));
      assert.ok(
        Math.abs(found - angle) <= 1.5 * spacing(angle),
        `seed ${seed}: atan2f(${y}, ${x}) is ${found}, not ${angle}`,
      );
    }
  }
  assert.equal(atan2f(1, 0), Math.fround(Math.PI / 2));
});
