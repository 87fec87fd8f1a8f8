import assert from "node:assert/strict";
import { tallyCommand, tallyTests } from "./tally.ts";

const tests = (summary: string, code = 0, more = "") => tallyTests({ code, output: `${more}\n${summary}\n\n` });

Deno.test("tallyCommand() goes by the exit code", () => {
  assert.deepEqual(tallyCommand({ code: 0, output: "" }), { passed: 1, failed: 0, reasons: [] });
  assert.deepEqual(tallyCommand({ code: 2, output: "" }), { passed: 0, failed: 1, reasons: [] });
});

Deno.test("tallyTests() counts tests, and the run", () => {
  assert.deepEqual(tests("ok | 650 passed (12 steps) | 0 failed (2m3s)"), { passed: 651, failed: 0, reasons: [] });
  assert.deepEqual(tests("FAILED | 650 passed | 3 failed (2s)", 1), { passed: 651, failed: 3, reasons: [] });
});

Deno.test("tallyTests() fails a run that skips a test, and names it", () => {
  const { failed, reasons } = tests(
    "ok | 650 passed | 0 failed | 1 ignored (2s)",
    0,
    "the page opens ... ignored (0ms)",
  );
  assert.equal(failed, 1);
  assert.ok(reasons.includes("the page opens ... ignored (0ms)"), reasons.join());
});

Deno.test("tallyTests() fails a run that breaks off, finds few tests, or prints no summary", () => {
  assert.deepEqual(tests("ok | 650 passed | 0 failed (2s)", 1).failed, 1);
  assert.deepEqual(tests("ok | 99 passed | 0 failed (2s)").failed, 1);
  assert.deepEqual(tests("error: Type checking failed.", 1), {
    passed: 0,
    failed: 1,
    reasons: ["deno test ended with exit code 1", "only 0 tests passed"],
  });
});
