import { equal, ok } from "node:assert/strict";
import { randomFrom, symmetric } from "../../harness/random.ts";
import { compile } from "../compile/compile.ts";
import { forward } from "../forward.ts";
import { fullM, mulM, mulM2 } from "../linear/inertia.ts";
import { jacBodyCom } from "../motion/jacobian.ts";
import { integratePos } from "../integrate/integrate_pos.ts";
import { solveM, solveM2 } from "../linear/ltdl.ts";
import { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { factorM } from "./factor_m.ts";
import { makeM } from "./make_m.ts";

// long chains, branches, a simple free body, armature of dofs
const LINK =
  `<joint axis="0 1 0"/><joint axis="1 0 1" pos=".1 0 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".05"/>`;
const FOREST = `<mujoco>
  <worldbody>
    <body pos="3 0 1"><freejoint/><geom type="box" size=".1 .2 .3"/></body>
    <body pos="0 0 1"><freejoint/><geom type="ellipsoid" size=".1 .2 .3" pos=".1 0 0"/>
      <body pos=".3 0 0">${LINK}<body pos=".3 0 0">${LINK}<body pos=".3 0 0">${LINK}</body></body></body>
      <body pos="-.3 0 0"><joint type="ball" armature=".2"/><geom size=".1"/><body pos="0 0 .2">${LINK}</body></body>
    </body>
    <body pos="-3 0 1"><joint type="slide"/>${LINK}</body>
  </worldbody>
</mujoco>`;

function randomState(m: Model, seed: number): Data {
  const d = new Data(m);
  const next = randomFrom(seed);
  integratePos(m, d.qpos, Float64Array.from({ length: m.nv }, () => symmetric(next)), 1);
  for (let i = 0; i < m.nv; i++) d.qvel[i] = symmetric(next);
  forward(m, d);
  return d;
}

function randomVector(n: number, seed: number): Float64Array {
  const next = randomFrom(seed);
  return Float64Array.from({ length: n }, () => symmetric(next));
}

/** Generalized momentum, body by body: Jᵀ of mass and inertia times J v. */
function momentum(m: Model, d: Data, v: Float64Array): Float64Array {
  const { nv } = m;
  const out = v.map((x, i) => m.dof_armature[i] * x);
  const [jacp, jacr] = [new Float64Array(3 * nv), new Float64Array(3 * nv)];
  const at = [0, 1, 2];
  for (let body = 1; body < m.nbody; body++) {
    jacBodyCom(m, d, jacp, 0, jacr, 0, body);
    const times = (jac: Float64Array) => at.map((k) => v.reduce((sum, x, i) => sum + jac[k * nv + i] * x, 0));
    const linear = times(jacp).map((x) => m.body_mass[body] * x);
    const turn = times(jacr);
    const mat = d.ximat.subarray(9 * body, 9 * body + 9);
    const local = at.map((k) =>
      m.body_inertia[3 * body + k] * at.reduce((sum, j) => sum + mat[3 * j + k] * turn[j], 0)
    );
    const angular = at.map((k) => at.reduce((sum, j) => sum + mat[3 * k + j] * local[j], 0));
    for (let i = 0; i < nv; i++) {
      for (const k of at) out[i] += jacp[k * nv + i] * linear[k] + jacr[k * nv + i] * angular[k];
    }
  }
  return out;
}

function near(a: Float64Array, b: Float64Array, tolerance: number, what: string): void {
  for (let i = 0; i < a.length; i++) ok(Math.abs(a[i] - b[i]) <= tolerance, `${what} [${i}]: ${a[i]} against ${b[i]}`);
}

Deno.test("makeM() gives the inertia that the momenta of the bodies have", () => {
  const m = compile(FOREST);
  for (let seed = 1; seed <= 3; seed++) {
    const d = randomState(m, seed);
    d.M.fill(NaN);
    d.qM.fill(0);
    makeM(m, d);

    const { nv } = m;
    const v = randomVector(nv, seed + 100);
    const product = new Float64Array(nv);
    mulM(m, d, product, 0, v, 0);
    near(product, momentum(m, d, v), 1e-11, `seed ${seed}`);
  }
});

Deno.test("makeM() writes both layouts of the inertia alike", () => {
  const m = compile(FOREST);
  const d = randomState(m, 4);
  const { nv } = m;
  const dense = new Float64Array(nv * nv).fill(NaN);
  fullM(m, dense, d.qM);
  for (let i = 0; i < nv; i++) {
    const end = m.M_rowadr[i] + m.M_rownnz[i];
    for (let adr = m.M_rowadr[i]; adr < end; adr++) equal(d.M[adr], dense[i * nv + m.M_colind[adr]], `row ${i}`);
    for (let j = 0; j < nv; j++) equal(dense[i * nv + j], dense[j * nv + i], `${i} ${j}`);
  }
});

Deno.test("solveM() undoes mulM()", () => {
  const m = compile(FOREST);
  const { nv } = m;
  for (let seed = 1; seed <= 3; seed++) {
    const d = randomState(m, seed);
    d.qLD.fill(NaN);
    d.qLDiagInv.fill(NaN);
    factorM(m, d);
    const x = randomVector(2 * nv, seed + 200);
    const y = new Float64Array(2 * nv);
    mulM(m, d, y, 0, x, 0);
    mulM(m, d, y, nv, x, nv);
    solveM(m, d, y, 0, y, 0, 2);
    near(y, x, 1e-10, `seed ${seed}`);
  }
});

Deno.test("solveM2() and mulM2() are square roots: their norms are those of M⁻¹ and M", () => {
  const m = compile(FOREST);
  const { nv } = m;
  const d = randomState(m, 9);
  const x = randomVector(nv, 10);
  const half = new Float64Array(nv);
  const full = new Float64Array(nv);
  const dot = (a: Float64Array, b: Float64Array) => a.reduce((s, v, i) => s + v * b[i], 0);

  solveM2(m, d, half, 0, x, 0, d.qLDiagInv.map(Math.sqrt), 1);
  solveM(m, d, full, 0, x, 0, 1);
  ok(Math.abs(dot(half, half) - dot(x, full)) < 1e-10 * dot(x, full));

  mulM(m, d, full, 0, x, 0);
  mulM2(m, d, half, 0, x, 0);
  ok(Math.abs(dot(half, half) - dot(x, full)) < 1e-10 * dot(x, full));
});

Deno.test("makeM() adds the armature of a tendon along its Jacobian", () => {
  const xml = (armature: number) =>
    `<mujoco><worldbody><body><joint name="a" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/><body pos=".4 0 0">
      <joint name="b" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body></body></worldbody>
      <tendon><fixed armature="${armature}"><joint joint="a" coef="2"/><joint joint="b" coef="-3"/></fixed></tendon></mujoco>`;
  const dense = (armature: number) => {
    const m = compile(xml(armature));
    const d = new Data(m);
    forward(m, d);
    const M = new Float64Array(4);
    fullM(m, M, d.qM);
    return M;
  };
  const bare = dense(0);
  const heavy = dense(0.5);
  near(heavy.map((x, i) => x - bare[i]), Float64Array.of(2, -3, -3, 4.5), 1e-14, "difference");
});
