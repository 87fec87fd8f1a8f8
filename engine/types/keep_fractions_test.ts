import assert from "node:assert/strict";
import { keepFractions } from "./keep_fractions.ts";

Deno.test("keepFractions() leaves every value as it was", () => {
  const record = { whole: 3, zero: -0, fraction: 0.25, none: NaN, other: 7, text: "x" };
  const before = { ...record };
  assert.equal(keepFractions(record, "whole", "zero", "fraction", "none"), record);
  assert.deepEqual(record, before);
  assert.deepEqual(Object.keys(record), Object.keys(before));
});
