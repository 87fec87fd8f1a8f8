import { deepEqual, equal, ok } from "node:assert/strict";
import { openStore } from "../disk.ts";
import { type CaseFile, readCase } from "../golden/golden.ts";
import { servedBy } from "../verdict.ts";
import { loadSpec } from "./spec.ts";
import { comparedIn } from "./vacuous.ts";

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

Deno.test("every field that a criterion speaks of is compared by a case that serves it", async () => {
  const store = openStore(new URL("../../golden", import.meta.url).pathname);
  const files = new Map(store.list().map((id) => [id, readCase(store, id).file]));
  const served = servedBy(files);
  const { criteria } = await loadSpec();
  const empty: string[] = [];
  let named = 0;
  for (const { id, fields = [] } of criteria) {
    if (fields.length === 0) continue;
    const cases = (served.get(id) ?? []).map((name) => files.get(name) as CaseFile);
    const isCompared = (field: string) => cases.some((file) => comparedIn(file, field) !== "none");
    empty.push(...fields.filter((field) => !isCompared(field)).map((field) => `${id}: ${field}`));
    named++;
  }
  deepEqual(empty, []);
  ok(named > 600, `${named} criteria speak of fields`);
});
