import assert from "node:assert/strict";
import { compile } from "./compile/compile.ts";
import { Data } from "./data.ts";
import { transitionFD } from "./transition_fd.ts";

const MODEL = `<mujoco>
  <option timestep="0.01"><flag gravity="disable"/></option>
  <worldbody>
    <body><joint name="j" type="slide"/><geom size="0.1" mass="2"/></body>
    <body pos="1 0 0"><joint name="k" type="slide" damping="3"/><geom size="0.1" mass="4"/></body>
  </worldbody>
  <actuator>
    <motor joint="j" gear="5"/>
    <motor joint="k" ctrlrange="-1 1"/>
  </actuator>
  <sensor><jointvel joint="k"/></sensor>
</mujoco>`;

Deno.test("transitionFD() leaves out each matrix that is null, and none of the others", () => {
  const m = compile(MODEL);
  const d = new Data(m);
  d.ctrl.set([0.3, -0.2]);
  const sizes = [4 * 4, 4 * 2, 1 * 4, 1 * 2];
  const all = sizes.map((size) => new Float64Array(size).fill(NaN));
  transitionFD(m, d, 1e-6, 1, all[0], all[1], all[2], all[3]);
  assert.ok(all.every((matrix) => matrix.every(Number.isFinite)));
  // 5 of force on a mass of 2, for a hundredth of a second
  assert.ok(Math.abs(all[1][2 * 2] - 0.025) < 1e-9, `${all[1]}`);
  for (let left = 0; left < 16; left++) {
    const some = sizes.map((size, k) => (left >> k) & 1 ? null : new Float64Array(size).fill(NaN));
    transitionFD(m, d, 1e-6, 1, some[0], some[1], some[2], some[3]);
    some.forEach((matrix, k) => {
      if (matrix !== null) assert.deepEqual(matrix, all[k], `matrix ${k} where ${left} are null`);
    });
  }
});

Deno.test("transitionFD() finds no effect of a control beyond its range", () => {
  const m = compile(MODEL);
  const d = new Data(m);
  const [B, D] = [new Float64Array(8), new Float64Array(2)];
  for (const [ctrl, isFree] of [[0.5, true], [1, true], [-1, true], [7, false]] as const) {
    d.ctrl[1] = ctrl;
    for (const centered of [0, 1] as const) {
      transitionFD(m, d, 1e-6, centered, null, B.fill(NaN), null, D.fill(NaN));
      assert.ok(isFree ? B[7] > 0.002 : B[7] === 0, `ctrl ${ctrl} centered ${centered}: ${B[7]}`);
      assert.ok(Number.isFinite(D[1]));
    }
    // with no matrix of states, that of sensors is computed still
    transitionFD(m, d, 1e-6, 0, null, null, null, D.fill(NaN));
    assert.ok(Number.isFinite(D[0]));
  }
});
