import assert from "node:assert/strict";
import { replacementOf } from "./replacement.ts";
import { DEFECTS } from "./table.ts";

Deno.test("every defect still fits the engine", () => {
  const misfits = Object.entries(DEFECTS).flatMap(([id, defect]) => {
    try {
      return replacementOf(id, defect).size > 0 ? [] : [`${id}: replaces nothing`];
    } catch (error) {
      return [(error as Error).message];
    }
  });
  assert.deepEqual(misfits, []);
  assert.ok(Object.keys(DEFECTS).length >= 60);
});
