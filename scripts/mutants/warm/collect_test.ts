import { deepEqual, equal } from "node:assert/strict";
import { collect, failure } from "./collect.ts";

const TEXT = `
const made = globalThis.counted = (globalThis.counted ?? 0) + 1;
Deno.test("passes", () => {});
Deno.test({ name: "fails later", fn: async () => { await 0; throw new Error("by " + made + "\\nand more"); } });
`;

Deno.test("collect() imports a file of tests anew each time, and declares nothing", async () => {
  const path = Deno.makeTempFileSync({ suffix: ".ts" });
  Deno.writeTextFileSync(path, TEXT);
  try {
    const { test } = Deno;
    for (const count of [1, 2]) {
      const tests = await collect(`file://${path}`, String(count));
      deepEqual(tests.map(({ name }) => name), ["passes", "fails later"]);
      deepEqual([await failure(tests[0]), await failure(tests[1])], [null, `Error: by ${count}`]);
    }
    equal(Deno.test, test);
  } finally {
    Deno.removeSync(path);
  }
});
