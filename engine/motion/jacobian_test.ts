import { ok } from "node:assert/strict";
import { randomFrom, symmetric } from "../../harness/random.ts";
import { compile } from "../compile/compile.ts";
import { forward } from "../forward.ts";
import { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { angmomMat, jacBodyCom, jacDot, jacSite, jacSubtreeCom } from "./jacobian.ts";
import { integratePos } from "../integrate/integrate_pos.ts";

const TREE = `<mujoco>
  <worldbody>
    <body pos="0 0 1"><freejoint/><geom type="ellipsoid" size=".1 .2 .3" pos=".1 0 0"/>
      <body pos=".3 0 0"><joint axis="1 2 3" pos=".1 .2 0"/><joint type="slide" axis="0 1 1"/><geom type="box" size=".1 .2 .1" euler="10 20 30"/>
        <body pos="0 .2 .1"><joint type="ball" pos="0 .1 0"/><geom type="capsule" size=".1 .2"/><site name="tip" pos=".2 .1 .3"/></body>
      </body>
      <body pos="-.3 0 0"><joint axis="0 1 0"/><geom size=".1"/></body>
    </body>
  </worldbody>
</mujoco>`;

function randomState(m: Model, seed: number): Data {
  const d = new Data(m);
  const next = randomFrom(seed);
  const move = Float64Array.from({ length: m.nv }, () => symmetric(next));
  integratePos(m, d.qpos, move, 1);
  for (let i = 0; i < m.nv; i++) d.qvel[i] = 2 * symmetric(next);
  forward(m, d);
  return d;
}

/** Central difference of `value` along dof `i`. */
function difference(m: Model, d: Data, i: number, value: (d: Data) => Float64Array): Float64Array {
  const h = 1e-6;
  const side = (sign: number) => {
    const moved = new Data(m);
    moved.qpos.set(d.qpos);
    moved.qvel.set(d.qvel);
    const step = new Float64Array(m.nv);
    step[i] = sign;
    integratePos(m, moved.qpos, step, h);
    forward(m, moved);
    return value(moved);
  };
  const plus = side(1);
  const minus = side(-1);
  return plus.map((x, k) => (x - minus[k]) / (2 * h));
}

function near(a: number, b: number, tolerance: number, what: string): void {
  ok(Math.abs(a - b) <= tolerance, `${what}: ${a} against ${b}`);
}

Deno.test("jacSite() is the derivative of the position of a site", () => {
  const m = compile(TREE);
  const { nv } = m;
  for (let seed = 1; seed <= 3; seed++) {
    const d = randomState(m, seed);
    const J = new Float64Array(3 * nv).fill(NaN);
    jacSite(m, d, J, 0, null, 0, 0);
    for (let i = 0; i < nv; i++) {
      const slope = difference(m, d, i, (it) => it.site_xpos.slice(0, 3));
      for (let k = 0; k < 3; k++) near(J[k * nv + i], slope[k], 1e-8, `seed ${seed} dof ${i} axis ${k}`);
    }
  }
});

Deno.test("jacSubtreeCom() is the derivative of the center of mass of a subtree", () => {
  const m = compile(TREE);
  const { nv } = m;
  const d = randomState(m, 7);
  const J = new Float64Array(3 * nv).fill(NaN);
  for (const body of [1, 2]) {
    jacSubtreeCom(m, d, J, 0, body);
    for (let i = 0; i < nv; i++) {
      const slope = difference(m, d, i, (it) => it.subtree_com.slice(3 * body, 3 * body + 3));
      for (let k = 0; k < 3; k++) near(J[k * nv + i], slope[k], 1e-8, `body ${body} dof ${i} axis ${k}`);
    }
  }
});

Deno.test("jacDot() is the rate at which the Jacobian changes along the motion", () => {
  const m = compile(TREE);
  const { nv } = m;
  const d = randomState(m, 11);
  const body = m.site_bodyid[0];
  const Jdot = new Float64Array(6 * nv).fill(NaN);
  jacDot(m, d, Jdot, 0, Jdot, 3 * nv, d.site_xpos, 0, body);

  const h = 1e-6;
  const at = (sign: number) => {
    const moved = new Data(m);
    moved.qpos.set(d.qpos);
    integratePos(m, moved.qpos, d.qvel, sign * h);
    forward(m, moved);
    const J = new Float64Array(6 * nv);
    jacSite(m, moved, J, 0, J, 3 * nv, 0);
    return J;
  };
  const plus = at(1);
  const minus = at(-1);
  for (let k = 0; k < 6 * nv; k++) near(Jdot[k], (plus[k] - minus[k]) / (2 * h), 1e-7, `entry ${k}`);
});

Deno.test("angmomMat() sums the spins and the moments of momentum of all bodies", () => {
  const m = compile(TREE);
  const { nv, nbody } = m;
  const d = randomState(m, 13);
  const mat = new Float64Array(3 * nv).fill(NaN);
  angmomMat(m, d, mat, 0, 1);

  // the same from velocities: L = Σ R I Rᵀ ω + r × m v
  const sum = [0, 0, 0];
  const J = new Float64Array(6 * nv);
  for (let b = 1; b < nbody; b++) {
    jacBodyCom(m, d, J, 0, J, 3 * nv, b);
    const rate = (row: number) => d.qvel.reduce((s, v, i) => s + J[row * nv + i] * v, 0);
    const v = [rate(0), rate(1), rate(2)];
    const w = [rate(3), rate(4), rate(5)];
    const R = d.ximat.subarray(9 * b, 9 * b + 9);
    const local = [0, 1, 2].map((k) => m.body_inertia[3 * b + k] * (R[k] * w[0] + R[3 + k] * w[1] + R[6 + k] * w[2]));
    const r = [0, 1, 2].map((k) => d.xipos[3 * b + k] - d.subtree_com[3 + k]);
    for (let k = 0; k < 3; k++) {
      const spin = R[3 * k] * local[0] + R[3 * k + 1] * local[1] + R[3 * k + 2] * local[2];
      const a = (k + 1) % 3;
      const c = (k + 2) % 3;
      sum[k] += spin + m.body_mass[b] * (r[a] * v[c] - r[c] * v[a]);
    }
  }
  for (let k = 0; k < 3; k++) {
    near(d.qvel.reduce((s, v, i) => s + mat[k * nv + i] * v, 0), sum[k], 1e-11, `axis ${k}`);
  }
});
