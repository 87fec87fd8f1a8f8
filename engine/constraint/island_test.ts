import assert from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { forward } from "../forward.ts";
import { resetData } from "../reset.ts";
import { Data } from "../data.ts";

/** Six balls in a row on the floor, of which those in `pairs` touch; the last floats. */
function row(gaps: readonly boolean[], option = ""): { d: Data; ntree: number } {
  let x = 0;
  const bodies = gaps.map((touches) => {
    x += touches ? 0.19 : 0.4;
    return `<body pos="${x} 0 .095"><freejoint/><geom size=".1"/></body>`;
  });
  const m = compile(`<mujoco><option ${option}/><worldbody><geom type="plane" size="9 9 .1"/>
    ${bodies.join("")}<body pos="0 0 3"><freejoint/><geom size=".1"/></body></worldbody></mujoco>`);
  const d = new Data(m);
  resetData(m, d);
  forward(m, d);
  return { d, ntree: m.ntree };
}

Deno.test("island() joins trees that touch, and numbers islands by their first tree", () => {
  const { d } = row([false, true, false, false, true, true]);
  assert.equal(d.nisland, 3);
  assert.deepEqual([...d.tree_island], [0, 0, 1, 2, 2, 2, -1]);
  assert.equal(d.nidof, 36);
});

Deno.test("island() maps dofs and rows one to one", () => {
  const { d } = row([false, false, true, false, true, false], `jacobian="sparse"`);
  for (let i = 0; i < d.map_dof2idof.length; i++) assert.equal(d.map_idof2dof[d.map_dof2idof[i]], i);
  for (let i = 0; i < d.nefc; i++) assert.equal(d.map_iefc2efc[d.map_efc2iefc[i]], i);
  for (let k = 1; k < d.nisland; k++) {
    assert.equal(d.island_iefcadr[k], d.island_iefcadr[k - 1] + d.island_nefc[k - 1]);
  }
});

Deno.test("island() does not change the solution", () => {
  const { d: together } = row([false, true, true, false, true, false], `tolerance="1e-13"`);
  const m = compile(
    `<mujoco><option tolerance="1e-13"><flag island="disable"/></option><worldbody><geom type="plane" size="9 9 .1"/>${
      [0.4, 0.59, 0.78, 1.18, 1.37, 1.77].map((x) => `<body pos="${x} 0 .095"><freejoint/><geom size=".1"/></body>`)
        .join("")
    }<body pos="0 0 3"><freejoint/><geom size=".1"/></body></worldbody></mujoco>`,
  );
  const d = new Data(m);
  resetData(m, d);
  forward(m, d);
  assert.equal(d.nisland, 0);
  for (let i = 0; i < m.nv; i++) assert.ok(Math.abs(d.qacc[i] - together.qacc[i]) < 1e-8, `dof ${i}`);
});
