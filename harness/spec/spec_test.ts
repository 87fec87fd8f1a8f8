import { deepEqual, equal } from "node:assert/strict";
import { loadSpec } from "./spec.ts";

Deno.test("every unit test that a criterion names as its proof exists", async () => {
  const { criteria } = await loadSpec();
  const missing: string[] = [];
  for (const { id, proof } of criteria) {
    if (proof === undefined || !("unit" in proof)) continue;
    const at = proof.unit.indexOf(": ");
    const source = await Deno.readTextFile(new URL(`../../${proof.unit.slice(0, at)}`, import.meta.url));
    if (!source.includes(`"${proof.unit.slice(at + 2)}"`)) missing.push(`${id}: ${proof.unit}`);
  }
  deepEqual(missing, []);
});

Deno.test("the specification has all criteria of the seed documents", async () => {
  const { criteria } = await loadSpec();
  equal(criteria.length, 742);
});
