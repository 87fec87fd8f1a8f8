import assert from "node:assert/strict";
import type { CaseResult } from "../replay/result.ts";
import { holdAgainst, parseRatchet, turn } from "./ratchet.ts";

const result = (id: string, passed: boolean): CaseResult => ({
  id,
  passed,
  failures: passed ? [] : [{ reason: "differs", step: 0, field: "qacc" }],
  failed: passed ? 0 : 1,
  worst: null,
  fields: [],
  frames: 1,
  compared: 1,
  skipped: 0,
  contacts: null,
});

const RESULTS = [result("a", true), result("b", false), result("c", true), result("d", false)];
const ALL = new Set(["a", "b", "c", "d"]);

Deno.test("holdAgainst() tells known failures from new ones, and finds what passes or is gone", () => {
  const held = holdAgainst({ b: "differs", c: "unsupported", z: "differs" }, RESULTS, ALL);
  assert.deepEqual(held, { known: ["b"], broken: ["d"], stale: ["c"], gone: ["z"] });
});

Deno.test("turn() only takes off, unless it is asked to put on", () => {
  const ratchet = { b: "unsupported", c: "unsupported", z: "differs" } as const;
  const held = holdAgainst(ratchet, RESULTS, ALL);
  assert.deepEqual(turn(ratchet, RESULTS, held, false), { b: "differs" });
  assert.deepEqual(turn(ratchet, RESULTS, held, true), { b: "differs", d: "differs" });
});

Deno.test("parseRatchet() refuses what it does not know", () => {
  assert.throws(() => parseRatchet('{"a": "lazy"}', "ratchet.json"), /^HarnessError: ratchet\.json: /);
});
