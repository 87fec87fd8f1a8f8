import { deepEqual, equal, ok } from "node:assert/strict";
import { nearest, unitTests } from "../order.ts";
import { type Site, sitesOf } from "../sites.ts";
import { readSource, ROOT } from "../sources.ts";
import { tryTests } from "./warm.ts";

const TESTS = ["engine/math/eigen3_test.ts", "engine/linear/ltdl_test.ts"];

/** Two tests that have one name, of which the second notices what is wrong with eigenvalues. */
const NAMESAKES = `import { eig3 } from "${ROOT}engine/math/eigen3.ts";
Deno.test("same name", () => {});
Deno.test("same name", () => {
  const values = new Float64Array(3);
  eig3(values, 0, new Float64Array(9), 0, new Float64Array(4), 0, Float64Array.of(2, 1, 0, 1, 2, 0, 0, 0, 7), 0);
  if (values.some((x, i) => Math.abs(x - [7, 3, 1][i]) > 1e-6)) throw new Error(values.join());
});`;

Deno.test("tryTests() names the test that notices a mutant, even beside a namesake, and tells of one that none runs", async () => {
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

  const path = Deno.makeTempFileSync({ suffix: "_test.ts" });
  try {
    Deno.writeTextFileSync(path, NAMESAKES);
    found.clear();
    await tryTests(stock, chosen, ({ file }, by) => void found.set(file, by), () => {}, [`file://${path}`]);
    ok(found.get(sources[0].file)?.endsWith(": same name"), JSON.stringify([...found]));
  } finally {
    Deno.removeSync(path);
  }
});

Deno.test("nearest() lists the test beside a file first, and none that is about something else", () => {
  const tests = unitTests();
  const found = nearest("engine/compile/sort/intro_sort.ts", tests);
  ok(found[0].startsWith("engine/compile/sort/"), found[0]);
  ok(found.includes("engine/compile/sort/intro_sort_test.ts"));
  ok(!found.includes("engine/math/eigen3_test.ts"));
  deepEqual(tests.filter((it) => !it.endsWith("_test.ts") || it.includes("rules_test")), []);
});
