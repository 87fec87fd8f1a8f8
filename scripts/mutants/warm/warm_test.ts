import { deepEqual, equal, ok } from "node:assert/strict";
import { nearest, unitTests } from "../order.ts";
import { type Site, sitesOf } from "../sites.ts";
import { readSource } from "../sources.ts";
import { tryTests } from "./warm.ts";

const TESTS = ["engine/math/eigen3_test.ts", "engine/linear/ltdl_test.ts"];

Deno.test("tryTests() names the test that notices a mutant, and tells of one that none runs", async () => {
  const sources = ["engine/math/eigen3.ts", "engine/sleep/wake.ts"].map(readSource);
  const no = () => false;
  const types = {
    isNumber: () => true,
    isAlike: () => true,
    isFailure: no,
    isWhole: no,
    endsWithArrays: no,
    clamps: no,
  };
  const sites = sources.flatMap((source) => sitesOf(source, types));
  const changed = (it: Site) => it.symbol === "jacobi" && it.operator === "arithmetic";
  const chosen = [sites.find(changed), sites.find(({ file }) => file === sources[1].file)] as Site[];
  const found = new Map<string, string | null>();
  const told: string[] = [];
  const stock = { sources, sites, reasons: new Map<string, string>(), lost: [] };
  await tryTests(stock, chosen, ({ file }, by) => void found.set(file, by), (text) => told.push(text), TESTS);

  equal(found.get(sources[1].file), null);
  ok(found.get(sources[0].file)?.startsWith("eigen3_test.ts: eig3() "), JSON.stringify([...found, ...told]));
  ok(told.some((text) => text.endsWith("2 mutants to be tried on them")), told.join("\n"));
});

Deno.test("nearest() lists the test beside a file first, and none that is about something else", () => {
  const tests = unitTests();
  const found = nearest("engine/compile/sort/intro_sort.ts", tests);
  ok(found[0].startsWith("engine/compile/sort/"), found[0]);
  ok(found.includes("engine/compile/sort/intro_sort_test.ts"));
  ok(!found.includes("engine/math/eigen3_test.ts"));
  deepEqual(tests.filter((it) => !it.endsWith("_test.ts") || it.includes("rules_test")), []);
});
