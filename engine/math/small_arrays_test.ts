import assert from "node:assert/strict";
import { countFrom, doublesFrom, intsFrom, newDoubles, newInts } from "./small_arrays.ts";

Deno.test("small arrays are zero, as long as asked for, and apart from each other", () => {
  const arrays: (Float64Array | Int32Array)[] = [];
  for (let i = 0; i < 3000; i++) {
    const array = (i % 3 ? newDoubles : newInts)(i % 7 === 6 ? i : i % 13);
    assert.equal(array.length, i % 7 === 6 ? i : i % 13);
    assert.ok(array.every((value) => value === 0), `array ${i}`);
    arrays.push(array.fill(i + 1));
  }
  arrays.forEach((array, i) => assert.ok(array.every((value) => value === i + 1), `array ${i}`));
});

Deno.test("doublesFrom() and intsFrom() hold the numbers of a list or an array", () => {
  assert.deepEqual(doublesFrom([1.5, -0, NaN]), Float64Array.of(1.5, -0, NaN));
  assert.deepEqual(intsFrom(Int32Array.of(3, -2147483648)), Int32Array.of(3, -2147483648));
  assert.deepEqual(countFrom(-1, 3), Int32Array.of(-1, 0, 1));
  assert.deepEqual(doublesFrom([]), new Float64Array(0));
});
