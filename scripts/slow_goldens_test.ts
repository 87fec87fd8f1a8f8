import assert from "node:assert/strict";
import allowed from "./slow_goldens.json" with { type: "json" };
import { type Allowed, AVERAGE, complaints, faster, SHARE } from "./slow_goldens.ts";

/** Goldens of a millisecond each, and one of another length. */
function timed(seconds: number, count = 1000) {
  return [...Array.from({ length: count }, (_, i) => ({ id: `a/${i}`, seconds: 0.001 })), { id: "a/slow", seconds }];
}

Deno.test("complaints() names a golden that takes too large a share, unless it has a reason for it", () => {
  assert.deepEqual(complaints(timed(0.9 * SHARE), {}), []);
  const [line, ...others] = complaints(timed(1.1 * SHARE), {});
  assert.deepEqual(others, []);
  assert.match(line, /^a\/slow: takes 1\.36 % of the time of all goldens, 1\.25 % is allowed$/);
  const known = { "a/slow": { share: 2 * SHARE, reason: "threads" } };
  assert.deepEqual(complaints(timed(1.1 * SHARE), known), []);
  assert.match(complaints(timed(2.2 * SHARE), known)[0], /2\.50 % is allowed/);
});

Deno.test("complaints() depends on no machine: all times may be any multiple", () => {
  for (const factor of [0.1, 1, 30]) {
    const cases = timed(2 * SHARE).map(({ id, seconds }) => ({ id, seconds: factor * seconds }));
    assert.equal(complaints(cases, {}).length, 1, `${factor}`);
  }
});

Deno.test("faster() forgives a golden that was slow in one run only", () => {
  const [quick, slow] = [timed(0.5 * SHARE), timed(2 * SHARE)];
  for (const [a, b] of [[quick, slow], [slow, quick]]) assert.deepEqual(complaints(faster(a, b), {}), []);
  assert.equal(complaints(faster(slow, slow), {}).length, 1);
  assert.deepEqual(faster([{ id: "a/b" }], [{ id: "a/b" }]), [{ id: "a/b", seconds: undefined }]);
});

Deno.test("complaints() notices many slow goldens, a listed one that is gone, and times that are missing", () => {
  const many = Array.from({ length: 2000 }, (_, i) => ({ id: `a/${i}`, seconds: i % 5 < 3 ? 0.001 : 0.01 }));
  assert.match(complaints(many, {})[0], new RegExp(`4\\.60 times as long as the median on average, ${AVERAGE}`));
  assert.deepEqual(complaints(timed(0.001), { "a/gone": { share: 1, reason: "" } }), [
    "a/gone: is listed, and there is none",
  ]);
  assert.deepEqual(complaints([{ id: "a/b" }], {}), ["a/b: no time is known"]);
});

Deno.test("slow goldens are few, exist, and have a reason", () => {
  const list = Object.entries(allowed as Allowed);
  assert.ok(list.length <= 10);
  for (const [id, { share, reason }] of list) {
    assert.ok(share > SHARE && share < 0.1 && reason.length > 20, id);
    assert.ok(Deno.statSync(new URL(`../golden/${id}/case.json`, import.meta.url)).isFile, id);
  }
});
