import assert from "node:assert/strict";
import allowed from "./slow_goldens.json" with { type: "json" };
import { type Allowed, AVERAGE, complaints, confirmed, SHARE } from "./slow_goldens.ts";

/** Goldens of a millisecond each, and one of another length. */
function timed(seconds: number, count = 1000) {
  return [...Array.from({ length: count }, (_, i) => ({ id: `a/${i}`, seconds: 0.001 })), { id: "a/slow", seconds }];
}

Deno.test("complaints() names a golden that takes too large a share, unless it has a reason for it", () => {
  assert.deepEqual(complaints(timed(0.9 * SHARE), {}), []);
  assert.deepEqual(complaints(timed(1.1 * SHARE), {}), [
    { about: "a/slow", text: "takes 1.36 % of the time of all goldens, 1.25 % is allowed" },
  ]);
  const known = { "a/slow": { share: 2 * SHARE, reason: "threads" } };
  assert.deepEqual(complaints(timed(1.1 * SHARE), known), []);
  assert.match(complaints(timed(2.2 * SHARE), known)[0].text, /2\.50 % is allowed/);
});

Deno.test("complaints() depends on no machine: all times may be any multiple", () => {
  for (const factor of [0.1, 1, 30]) {
    const cases = timed(2 * SHARE).map(({ id, seconds }) => ({ id, seconds: factor * seconds }));
    assert.equal(complaints(cases, {}).length, 1, `${factor}`);
  }
});

Deno.test("confirmed() forgives a golden that was slow in one run only", () => {
  const [quick, slow] = [timed(0.5 * SHARE), timed(2 * SHARE)].map((cases) => complaints(cases, {}));
  assert.deepEqual(confirmed(slow, quick), []);
  assert.deepEqual(confirmed(slow, complaints(timed(3 * SHARE), {})), slow);
  assert.deepEqual(confirmed(slow, [{ about: "a/1", text: slow[0].text }]), []);
});

Deno.test("complaints() notices many slow goldens, a listed one that is gone, and times that are missing", () => {
  const many = Array.from({ length: 2000 }, (_, i) => ({ id: `a/${i}`, seconds: i % 5 < 3 ? 0.001 : 0.01 }));
  assert.match(complaints(many, {})[0].text, new RegExp(`4\\.60 times as long as the median on average, ${AVERAGE}`));
  assert.deepEqual(complaints(timed(0.001), { "a/gone": { share: 1, reason: "" } }), [
    { about: "a/gone", text: "is listed, and there is none" },
  ]);
  assert.deepEqual(complaints([{ id: "a/b" }], {}), [{ about: "a/b", text: "no time is known" }]);
});

Deno.test("slow goldens are few, exist, and have a reason", () => {
  const list = Object.entries(allowed as Allowed);
  assert.ok(list.length <= 10);
  for (const [id, { share, reason }] of list) {
    assert.ok(share > SHARE && share < 0.1 && reason.length > 20, id);
    assert.ok(Deno.statSync(new URL(`../golden/${id}/case.json`, import.meta.url)).isFile, id);
  }
});
