import assert from "node:assert/strict";
import { fromFragment, toFragment } from "./share.ts";

Deno.test("fromFragment() reads what toFragment() writes, and nothing else", () => {
  for (const text of ["", "<mujoco/>", `<mujoco model="Ünïcödé 🤖">\n</mujoco>`, "x".repeat(50_000)]) {
    const fragment = toFragment(text);
    assert.match(fragment, /^#m=[\w-]+$/);
    assert.equal(fromFragment(fragment), text);
  }
  for (const other of ["", "#humanoid", "#m=", "#m=!!", "#m=AAAA_"]) {
    assert.equal(fromFragment(other), undefined, other);
  }
});
