import assert from "node:assert/strict";
import { compile } from "../../compile/compile.ts";
import { copyData } from "../../copy_data.ts";
import { Data } from "../../data.ts";
import { forward } from "../../forward.ts";
import { rowsInPlace } from "../../model/rows_in_place.ts";
import { step } from "../../step.ts";
import type { Model } from "../../types/model.ts";
import { withoutKernels } from "../../wasm/kernel_set.ts";
import { primalMemory } from "./memory.ts";

/** Stacks of balls, and beside them a chain with limits and friction. */
function scene(option: string, balls: number, links: number): Model {
  const chain = (k: number): string =>
    k === 0 ? "" : `<body pos="0 0 .1"><joint axis="${k % 2} 1 0" range="-5 5" frictionloss=".1" limited="true"/>
      <geom size=".02" fromto="0 0 0 0 0 .1" type="capsule" contype="0" conaffinity="0"/>${chain(k - 1)}</body>`;
  const ball = (i: number) =>
    `<body pos="${i >> 1} 0 ${0.099 + 0.19 * (i & 1)}"><freejoint/><geom size=".1" condim="${
      [1, 3, 4, 6][i % 4]
    }"/></body>`;
  return compile(`<mujoco><option ${option}/><worldbody><geom type="plane" size="9 9 1"/>
    ${Array.from({ length: balls }, (_, i) => ball(i)).join("")}${links > 0 ? chain(links) : ""}
  </worldbody></mujoco>`);
}

const OPTIONS = ["Newton", "CG"].flatMap((solver) =>
  ["dense", "sparse"].flatMap((jacobian) =>
    ["pyramidal", "elliptic"].map((cone) => `solver="${solver}" jacobian="${jacobian}" cone="${cone}"`)
  )
);

Deno.test("primalMemory() has room for problems of every size beside their rows", () => {
  for (const option of OPTIONS) {
    for (const [balls, links] of [[1, 0], [0, 1], [0, 40], [7, 30], [60, 0]]) {
      const m = scene(option, balls, links);
      const d = new Data(m);
      forward(m, d);
      assert.ok(primalMemory(m, d).kernels, `${option}, ${balls} balls, ${links} links`);
    }
  }
});

/** What the solver writes. */
function results(d: Data): number[] {
  const { nefc, qacc, efc_vel, efc_aref, efc_b, efc_force, efc_state, iefc_force, iefc_state } = d;
  const rows = [efc_vel, efc_aref, efc_b, efc_force, efc_state, iefc_force, iefc_state];
  return [...qacc, ...rows.flatMap((row) => [...row.subarray(0, nefc)])];
}

Deno.test("rows that users have replaced, and those of data made without kernels, give the same bits", () => {
  for (const option of OPTIONS) {
    const m = scene(option, 5, 7);
    const d = new Data(m);
    const plain = withoutKernels(() => new Data(m));
    for (let i = 0; i < 20; i++) {
      d.qvel[i % m.nv] += 0.3;
      plain.qvel[i % m.nv] += 0.3;
      step(m, d);
      withoutKernels(() => step(m, plain));
      assert.ok(rowsInPlace(m, d), option);
      assert.equal(rowsInPlace(m, plain), null, option);
      assert.deepEqual(results(d), results(plain), `${option}, step ${i}`);
    }
    const copy = copyData(null, m, d);
    copy.efc_aref = copy.efc_aref.slice();
    copy.efc_J = copy.efc_J.slice();
    assert.equal(rowsInPlace(m, copy), null, option);
    step(m, copy);
    step(m, d);
    step(m, plain);
    assert.deepEqual(results(copy), results(d), option);
    assert.deepEqual(results(plain), results(d), option);

    // what only the solvers of islands find by its address, or all of them
    const others = [
      (data: Data) => data.iefc_D = data.iefc_D.slice(),
      (data: Data) => data.qacc_smooth = data.qacc_smooth.slice(),
      (data: Data) => data.M = data.M.slice(),
      (data: Data) => data.iM = data.iM.slice(),
    ];
    for (const replace of others) {
      const other = copyData(null, m, d);
      replace(other);
      const same = copyData(null, m, d);
      for (let i = 0; i < 3; i++) {
        step(m, other);
        step(m, same);
        assert.deepEqual(results(other), results(same), `${option}: ${replace}`);
      }
    }
  }
});

Deno.test("velocities that are not finite spread as they do without kernels", () => {
  for (const option of OPTIONS) {
    const m = scene(option, 3, 5);
    for (const bad of [NaN, Infinity, -Infinity]) {
      const run = () => {
        const d = new Data(m);
        forward(m, d);
        d.qvel[3] = bad;
        forward(m, d);
        return results(d);
      };
      assert.deepEqual(run(), withoutKernels(run), option);
    }
  }
});
