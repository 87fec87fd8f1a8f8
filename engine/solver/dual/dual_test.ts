import assert from "node:assert/strict";
import { compile } from "../../compile/compile.ts";
import { forward } from "../../forward.ts";
import { step } from "../../step.ts";
import { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";
import { withoutKernels } from "../../wasm/kernel_set.ts";
import { solveNoslip } from "./noslip.ts";
import { solvePGS } from "./pgs.ts";
import { Numbers } from "../numbers_test.ts";

/** Bodies with contacts of all dimensions, limits, dry friction and equalities. */
function scene(option: string): Model {
  const ball = (i: number) =>
    `<body name="b${i}" pos="${0.19 * (i % 4)} ${0.18 * (i >> 2)} .09" euler="${7 * i} ${11 * i} 0"><freejoint/>
      <geom ${["size='.1'", "type='box' size='.09 .08 .1'"][i & 1]} condim="${[3, 4, 6, 1, 3][i % 5]}"/></body>`;
  return compile(`<mujoco>
    <option timestep=".005" ${option}/>
    <worldbody>
      <geom type="plane" size="3 3 .1" condim="1"/>
      ${Array.from({ length: 8 }, (_, i) => ball(i)).join("")}
      <body pos="0 1 .3"><joint name="swing" axis="0 1 0" limited="true" range="-5 5" frictionloss=".3" ref="20"/>
        <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
        <body pos=".3 0 0"><joint name="bend" axis="0 1 0" frictionloss=".1"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/></body>
      </body>
    </worldbody>
    <equality><connect body1="b0" body2="b5" anchor="0 0 .1"/><joint joint1="swing" joint2="bend"/></equality>
  </mujoco>`);
}

const OPTIONS = ["dense", "sparse"].flatMap((jacobian) =>
  ["pyramidal", "elliptic"].map((cone) => `jacobian="${jacobian}" cone="${cone}" impratio="3"`)
);

/** What `solve` makes of a random problem with the rows of `d`. */
function solution(m: Model, d: Data, solve: (m: Model, d: Data) => void, seed: number): number[] {
  const numbers = new Numbers(seed, 40);
  forward(m, d);
  const isOdd = seed % 3 === 0;
  for (let i = 0; i < d.nA; i++) d.efc_AR[i] *= isOdd ? 1 + numbers.odd() / 4 : 1 + numbers.next() / 8;
  for (let i = 0; i < d.nefc; i++) {
    d.efc_force[i] = (isOdd ? numbers.odd() : numbers.next()) * (numbers.below(5) === 0 ? 0 : 10);
    d.efc_b[i] += numbers.next();
  }
  d.solver_niter.fill(0);
  solve(m, d);
  const { improvement, nactive, nchange } = d.solver;
  const { nefc } = d;
  return [
    ...d.efc_force.subarray(0, nefc),
    ...d.efc_state.subarray(0, nefc),
    ...d.qacc,
    ...improvement,
    ...nactive,
    ...nchange,
    ...d.solver_niter,
  ];
}

/** Calls `run` with kernels, and without. */
function bothWays<T>(run: () => T): [T, T] {
  return [run(), withoutKernels(run)];
}

Deno.test("solvePGS() and solveNoslip() give the same bits with kernels and with loops", () => {
  for (const option of OPTIONS) {
    const m = scene(`${option} solver="PGS" iterations="6" noslip_iterations="4"`);
    const d = new Data(m);
    const types = new Set<number>();
    for (let seed = 1; seed <= 60; seed++) {
      const message = `${option}, seed ${seed}`;
      if (seed % 4 === 0) step(m, d);
      for (const type of d.efc_type.subarray(0, d.nefc)) types.add(type);
      for (const solve of [solvePGS, solveNoslip]) {
        const [fast, slow] = bothWays(() => solution(m, d, solve, seed));
        assert.deepEqual(fast, slow, `${message}: ${solve.name}`);
      }
    }
    assert.equal(types.size, 5, `${option}: equalities, dry friction, limits, and contacts with and without friction`);
  }
});

Deno.test("step() gives the same bits with kernels for the dual problem and with loops", () => {
  for (const option of OPTIONS) {
    for (const solver of ['solver="PGS"', 'noslip_iterations="5"', 'solver="CG" noslip_iterations="3"']) {
      const m = scene(`${option} ${solver}`);
      const [fast, slow] = bothWays(() => {
        const d = new Data(m);
        const path: number[] = [];
        for (let i = 0; i < 40; i++) {
          step(m, d);
          path.push(...d.qpos);
        }
        return path;
      });
      assert.deepEqual(fast, slow, `${option} ${solver}`);
    }
  }
});
