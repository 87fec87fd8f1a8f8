import assert from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { Data } from "../data.ts";
import { fwdPosition } from "../forward.ts";
import { mulJacVec } from "../linear/mul_jac.ts";
import { referenceConstraint } from "./reference_constraint.ts";

/** Boxes on the floor and hinges beside them, tied to each other in every way; `hinges` decides where rows end. */
function tied(hinges: number): string {
  const boxes = Array.from(
    { length: 6 },
    (_, i) => `<body name="b${i}" pos="${i} 0 .09"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`,
  );
  const pins = Array.from(
    { length: hinges },
    (_, i) =>
      `<body name="p${i}" pos="${i} 1 1"><joint name="j${i}" axis="1 ${i} 2" range="10 20" limited="true" frictionloss="1"/>
      <geom size=".1"/></body>`,
  );
  return `
    <mujoco>
      <option jacobian="${hinges % 2 === 0 ? "dense" : "sparse"}"/>
      <worldbody><geom type="plane" size="9 9 1"/>${boxes.join("")}${pins.join("")}</worldbody>
      <equality>
        <weld body1="b0" body2="b3"/><connect body1="b4" body2="p0" anchor="0 0 0"/><weld body1="b5"/>
        <joint joint1="j0" joint2="j1" polycoef="0 1 0 0 0"/><joint joint1="j1"/>
      </equality>
    </mujoco>`;
}

for (const hinges of [2, 3, 4, 5]) {
  Deno.test(`referenceConstraint() of ${36 + hinges} dofs gives the bits of a product with loops`, () => {
    const m = compile(tied(hinges));
    const d = new Data(m);
    fwdPosition(m, d);
    assert.ok(d.nefc > 100, `${d.nefc} rows`);
    for (const strange of [1, Infinity, NaN]) {
      for (let i = 0; i < m.nv; i++) d.qvel[i] = Math.sin(7 * i) * 3 ** (i % 11);
      d.qvel[m.nv - 1] *= strange;
      referenceConstraint(m, d);
      const whole = new Float64Array(d.nefc);
      mulJacVec(m, d, whole, d.qvel);
      assert.deepEqual(d.efc_vel.subarray(0, d.nefc), whole);
    }
  });
}
