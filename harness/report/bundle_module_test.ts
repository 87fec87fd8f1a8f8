import assert from "node:assert/strict";
import { withoutAssembled } from "./bundle_module.ts";

Deno.test("withoutAssembled() takes the kernels out of a bundle, and no lines", () => {
  const before =
    `var a = 1;\nvar ASSEMBLED = {\n  solve: ["AGFzbQEAAAABMg==", "factor"],\n  "rne+comVel": ["AGFzbQEAAAABEQ=="]\n};\nb();`;
  const after = withoutAssembled(before);
  assert.equal(after.replace(/\s+/g, " "), "var a = 1; var ASSEMBLED = { }; b();");
  assert.equal(after.split("\n").length, before.split("\n").length);
  assert.equal(
    withoutAssembled(`x={solve:["AGFzbQEAAAABMg==","factor"],"a+b":["AGFzbQEAAAABEQ=="]},y={}`),
    "x={},y={}",
  );
});
