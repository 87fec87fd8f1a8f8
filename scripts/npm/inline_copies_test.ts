import assert from "node:assert/strict";
import { inlineCopies } from "./inline_copies.ts";

Deno.test("inlineCopies() puts functions where their copies are asked for, unless a local name hides them", () => {
  const code = `__export(queries_exports, {
  isSparse: () => isSparse
});
function isSparse(m) { return m.nv >= 60; }
function factor(m) { return isSparse(m); }
var { isSparse: isSparse2 } = queries_exports;
var run = {
  factor
};
var run2 = { NaN };
function a(m) { return isSparse2(m) ? run.factor(m) : m.isSparse2; }
function b(m, factor) { return run.factor(m) && run2.factor; }
`;
  const inlined = inlineCopies(code);
  assert.match(inlined, /isSparse \(m\) \? factor\s+\(m\) : m\.isSparse2/);
  assert.match(inlined, /run\.factor\(m\) && run2\.factor/);
  assert.equal(inlined.length, code.length);
});
