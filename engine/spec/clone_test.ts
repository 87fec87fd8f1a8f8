import assert from "node:assert/strict";
import { Budget, DEFAULT_LIMITS } from "../types/limits.ts";
import type { Spec } from "../types/spec.ts";
import { cloneDocument } from "./clone.ts";

Deno.test("cloneDocument() copies whatever can change, each once, and shares the rest", () => {
  const numbers = Float64Array.of(1, 2);
  const list: unknown[] = [numbers];
  const record: Record<string, unknown> = { numbers, list, name: "a", none: null, missing: undefined };
  record.self = record;
  list.push(record, list);
  const map = new Map<string, unknown>([["record", record]]);
  map.set("map", map);
  const origin = new (class Origin {
    at = 3;
  })();
  const knownPlugins = [{ name: "p" }];
  const budget = new Budget({ ...DEFAULT_LIMITS, work: 7 });
  budget.take("work", 7);
  const original = { budget, knownPlugins, again: knownPlugins, map, list, record, numbers, origin };

  const { document, copies } = cloneDocument(original as unknown as Spec);
  const copy = document as unknown as typeof original;
  assert.deepEqual({ ...copy, budget: null }, { ...original, budget: null });
  const { map: ownMap, list: ownList, record: ownRecord, numbers: ownNumbers } = copy;
  for (const name of ["map", "list", "record", "numbers", "budget"] as const) {
    assert.notEqual(copy[name], original[name], name);
    assert.equal(copies.get(original[name]), copy[name], name);
  }
  for (const name of ["origin", "knownPlugins", "again"] as const) assert.equal(copy[name], original[name], name);
  // what was the same object still is
  assert.ok(ownMap.get("record") === ownRecord && ownMap.get("map") === ownMap);
  assert.ok(ownRecord.self === ownRecord && ownRecord.list === ownList && ownRecord.numbers === ownNumbers);
  assert.ok(ownList[0] === ownNumbers && ownList[1] === ownRecord && ownList[2] === ownList);
  ownNumbers[0] = 5;
  assert.equal(numbers[0], 1);
  assert.throws(() => budget.take("work", 1));
  copy.budget.take("work", 7);
  assert.throws(() => copy.budget.take("work", 1));
});
