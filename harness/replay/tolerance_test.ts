import assert from "node:assert/strict";
import { describeMismatch } from "./align.ts";
import { diffField, isEqual } from "./diff.ts";
import { compileExpression } from "./expression.ts";
import { neighbour } from "../golden/noise.ts";
import type { Tolerance, ToleranceTable } from "../spec/table.ts";
import {
  boundOf,
  combineTables,
  EXACT,
  ExpressionsMissing,
  loadExpressions,
  noiseBound,
  tolerancesOfCase,
} from "./tolerance.ts";

Deno.test("diffField() takes NaN for equal to NaN, and for infinitely far from everything else", () => {
  const wide = fixedBound(1e300);
  const reference = Float64Array.of(1, NaN, 2);
  assert.equal(diffField([1, NaN, 2], reference, 0, EXACT), null);
  assert.equal(diffField([1, NaN, 2.5], reference, 0, wide)?.delta, 0.5);
  for (const [index, got] of [[1, [1, 0, 2]], [1, [1, Infinity, 2]], [0, [NaN, NaN, 2]], [2, [1, NaN, NaN]]] as const) {
    const diff = diffField(got, reference, 0, wide);
    assert.deepEqual([diff?.index, diff?.delta, diff?.excess], [index, Infinity, Infinity]);
  }
});

Deno.test("isEqual() takes NaN for equal to NaN alone, in arrays of every type", () => {
  const reference = Float64Array.of(7, 1, NaN);
  for (const make of [Float64Array, Float32Array]) {
    assert.equal(isEqual(make.of(1, NaN), reference, 1, 2), true);
    assert.equal(isEqual(make.of(1, 0), reference, 1, 2), false);
    assert.equal(isEqual(make.of(NaN, NaN), reference, 1, 2), false);
  }
  assert.equal(isEqual(NaN, reference, 2, 1), true);
  assert.equal(isEqual(0, reference, 2, 1), false);
  assert.equal(isEqual(NaN, reference, 1, 1), false);
});

Deno.test("diffField() never lets a value pass that is not finite", () => {
  const wide = fixedBound(1e300);
  for (const bad of [NaN, Infinity, -Infinity]) {
    const diff = diffField([1, bad], Float64Array.of(1, 2), 0, wide);
    assert.equal(diff?.excess, Infinity);
    assert.equal(diff?.index, 1);
  }
  assert.equal(diffField([Infinity], Float64Array.of(Infinity), 0, EXACT), null);
});

function fixedBound(allowed: number) {
  return { kind: "fixed" as const, allowed: () => allowed };
}

Deno.test("diffField() finds one ulp where values are exact", () => {
  const diff = diffField([neighbour(0.1, true)], Float64Array.of(0.1), 0, EXACT);
  assert.equal(diff?.excess, Infinity);
  assert.equal(diffField([-0], Float64Array.of(0), 0, EXACT), null);
});

Deno.test("noiseBound() is ten floors, at least rounding, at most the ceiling", () => {
  const reference = Float64Array.of(2, -50);
  assert.equal(noiseBound(1e-10).allowed(0, reference), 1e-9);
  assert.equal(noiseBound(0).allowed(0, reference), 1e-14 * 50);
  assert.equal(noiseBound(1).allowed(0, reference), 1e-8 * 50);
  assert.equal(noiseBound([1, 2 ** -40]).allowed(1, reference), 10 * 2 ** -40);
});

Deno.test("noiseBound() allows what builds differ by, at most ten times what noise excuses and the ceiling", () => {
  const reference = Float64Array.of(2, -50);
  assert.equal(noiseBound(1e-10, {}, 5e-9).allowed(0, reference), 5e-9);
  assert.equal(noiseBound(1e-10, {}, 5e-10).allowed(0, reference), 1e-9);
  assert.equal(noiseBound(1e-10, {}, 1).allowed(0, reference), 1e-8);
  assert.equal(noiseBound(1e-8, {}, 1).allowed(0, reference), 1e-8 * 50);
  assert.equal(noiseBound(0, {}, [0, 3e-12]).allowed(1, reference), 3e-12);
  assert.deepEqual([noiseBound(0).kind, noiseBound(0, {}, 1).kind], ["noise", "builds"]);
  assert.equal(boundOf("nefc", undefined, 1, 1).allowed(0, reference), 0);
  assert.equal(boundOf("qacc", { kind: "exact" }, 1, 1).allowed(0, reference), 0);
});

Deno.test("compileExpression() measures by the values that are finite", () => {
  assert.equal(compileExpression("norm(ref)")(Float64Array.of(3, NaN, 4, Infinity)), 5);
});

Deno.test("boundOf() follows where the values of a field come from unless a table speaks of it", () => {
  const reference = Float64Array.of(2);
  const allowed = (label: string, tolerance?: Tolerance) => boundOf(label, tolerance, 1e-10).allowed(0, reference);
  assert.equal(allowed("nefc"), 0);
  assert.equal(allowed("next.time"), 0);
  assert.equal(allowed("geom_friction"), 0);
  assert.equal(allowed("qacc"), 1e-9);
  assert.equal(allowed("qacc", { kind: "exact" }), 0);
  assert.equal(allowed("qacc", { kind: "noise", factor: 3 }), 3e-10);
  assert.equal(allowed("qacc", { kind: "noise", ceiling: 1e-13 }), 2e-13);
});

Deno.test("boundOf() never lets an expression loosen what noise allows", async () => {
  const tolerance = { kind: "expression" as const, bound: "1e-12 * max(1, norm(ref))" };
  const reference = Float64Array.of(3, 4);
  assert.throws(() => boundOf("qacc", tolerance, 1).allowed(0, reference), ExpressionsMissing);
  await loadExpressions();
  assert.equal(boundOf("qacc", tolerance, 1).allowed(0, reference), 5e-12);
  assert.equal(boundOf("qacc", tolerance, 1).allowed(0, Float64Array.of(0.1)), 1e-12);
  assert.equal(boundOf("qacc", tolerance, 1e-14).allowed(0, reference), 1e-13);
  assert.equal(boundOf("qacc", { kind: "expression", bound: "1e300 * norm(ref)" }, 1).allowed(0, reference), 4e-8);
  assert.equal(boundOf("qacc", { kind: "fixed", bound: "1e300", cause: "none" }, 1).allowed(0, reference), 4e-3);
});

Deno.test("combineTables() takes the tightest of each field", () => {
  const noise = (factor: number, ceiling: number): Tolerance => ({ kind: "noise", factor, ceiling });
  const both = combineTables([
    {
      qacc: noise(10, 1e-12),
      qvel: { kind: "exact" },
      energy: { kind: "expression", bound: "1e-9" },
      act: noise(1, 1),
    },
    { qacc: noise(2, 1e-9), qvel: noise(1, 1e-9), energy: { kind: "expression", bound: "1e-10" } },
  ]);
  assert.deepEqual(both.qacc, noise(2, 1e-12));
  assert.deepEqual(both.qvel, { kind: "exact" });
  assert.deepEqual(both.act, noise(1, 1));
  assert.equal(both.energy.kind === "expression" && both.energy.bound, "min(1e-9, 1e-10)");
});

Deno.test("tolerancesOfCase() lets a case tighten what its items say, and loosen nothing", () => {
  const fixed = { kind: "fixed" as const, bound: 1e-6, cause: "why" };
  const own = (table: ToleranceTable, items: ToleranceTable = {}) => tolerancesOfCase("1/a", items, table);
  assert.deepEqual(own({ qacc: { kind: "exact" } }), { qacc: { kind: "exact" } });
  assert.throws(
    () => own({ qacc: fixed }),
    /^HarnessError: 1\/a: tolerances: qacc: 'fixed', which the table of its item/,
  );
  assert.throws(() => own({ qacc: fixed }, { qvel: fixed }), /qacc: 'fixed'/);
  assert.throws(() => own({ efc_margin: { kind: "noise" } }), /efc_margin: 'noise', but the field is exact/);
  const wide = own({ qacc: { ...fixed, bound: 1 } }, { qacc: fixed });
  assert.equal(wide.qacc.kind === "fixed" && wide.qacc.bound, "min(0.000001, 1)");
});

Deno.test("compileExpression() refuses what is no bound", () => {
  assert.throws(() => compileExpression("1e-12 * ("), /tolerance '1e-12 \* \('/);
  assert.throws(() => compileExpression("0 - 1")(Float64Array.of(1)), /not a finite number from zero up/);
  assert.throws(() => compileExpression("ref")(Float64Array.of(1)), /not a finite number from zero up/);
});

Deno.test("describeMismatch() names what is missing, what is too many, and what is out of order", () => {
  assert.equal(describeMismatch(["a"], ["a", "b", "b"]), "missing 2 × b");
  assert.equal(describeMismatch(["a", "c"], ["a"]), "too many c");
  assert.match(describeMismatch(["b", "a"], ["a", "b"]), /order differs from #0 on: b stands where MuJoCo has a/);
});
