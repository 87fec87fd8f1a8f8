import assert from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { forward } from "../forward.ts";
import { resetData } from "../reset.ts";
import { Data } from "../data.ts";
import { endOfIslands, surelyFit } from "../model/arena.ts";
import type { Model } from "../types/model.ts";

/** Six balls in a row on the floor, of which those in `pairs` touch; the last floats. */
function row(gaps: readonly boolean[], option = ""): { d: Data; m: Model; ntree: number } {
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
  return { d, m, ntree: m.ntree };
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

Deno.test("island() puts everything on a single tree into one island", () => {
  const m = compile(`<mujoco><worldbody><geom type="plane" size="9 9 .1"/><body pos="0 0 .095"><freejoint/>
    <geom size=".1"/><body pos=".3 0 0"><joint name="j" axis="0 1 0" frictionloss=".1"/><geom size=".1"/></body></body>
    </worldbody><equality><joint joint1="j"/></equality></mujoco>`);
  const d = new Data(m);
  for (const name of ["tree_island", "dof_island", "map_dof2idof", "map_idof2dof"] as const) d[name].fill(-7);
  forward(m, d);
  const everyRow = Array.from({ length: d.nefc }, (_, i) => i);
  assert.deepEqual([d.nisland, d.nidof, d.ne, d.nf, d.nefc], [1, 7, 1, 1, 10]);
  assert.deepEqual([d.island_ne[0], d.island_nf[0], d.island_nefc[0], d.island_nv[0]], [1, 1, 10, 7]);
  assert.deepEqual([...d.tree_island, ...d.dof_island], [0, 0, 0, 0, 0, 0, 0, 0]);
  assert.deepEqual([...d.map_dof2idof], [0, 1, 2, 3, 4, 5, 6]);
  assert.deepEqual([...d.map_idof2dof.subarray(0, 7)], [0, 1, 2, 3, 4, 5, 6]);
  assert.deepEqual([...d.map_efc2iefc.subarray(0, 10)], everyRow);
  assert.deepEqual([...d.map_iefc2efc.subarray(0, 10)], everyRow);
});

Deno.test("surelyFit() says yes only if rows and islands fit", () => {
  for (const touching of [1, 3, 5]) {
    const gaps = [0, 1, 2, 3, 4, 5].map((i) => i > 0 && i <= touching);
    for (const option of [`jacobian="dense"`, `jacobian="sparse"`]) {
      const { d, m } = row(gaps, option);
      const rows = d.nefc;
      while (surelyFit(m, d, rows, d.nJ)) d.narena -= 8;
      // the least that it takes for enough, with a matrix of all pairs of trees on the stack
      const end = endOfIslands(m, d, option.includes("sparse"));
      assert.ok(end + 9 * m.ntree ** 2 + 12 * m.ntree + 36 <= d.narena + 8);
    }
  }
});
