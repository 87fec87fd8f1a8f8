/** Uses of functions for matrices, derivatives, and Jacobians, with arguments of every size, some of them not wanted. */

import * as plumbline from "../../mod.ts";
import { Data } from "../../mod.ts";
import { type Random, symmetricFrom } from "../random.ts";

const MODEL = `<mujoco>
  <option timestep=".003" integrator="implicitfast"/>
  <worldbody>
    <geom type="plane" size="1 1 .1" euler="2 3 0"/>
    <body name="a" pos="0 0 .04"><joint axis="0 1 .3" damping=".1"/><geom type="capsule" size=".05 .1" pos=".1 0 0"/>
      <body name="b" pos=".3 .1 0" euler="20 30 0"><joint type="ball" stiffness="1"/><geom name="g" type="box" size=".06 .04 .05" pos=".1 .02 0"/><site name="s" pos=".05 .1 0"/></body>
    </body>
  </worldbody>
  <actuator><general joint="j" dyntype="filter" dynprm=".1"/><position site="s" kp="3"/></actuator>
  <sensor><framepos objtype="site" objname="s"/><gyro site="s"/><accelerometer site="s"/></sensor>
</mujoco>`.replace("<joint axis", `<joint name="j" axis`);

/** Everything that the uses say. */
export function saidByAlgebra(): string[] {
  const random = symmetricFrom(12);
  return [...bands(random), ...boxes(random), ...closeCalls(), ...factors(random), ...unwanted(random)];
}

function vector(n: number, random: Random): Float64Array {
  return Float64Array.from({ length: n }, random);
}

/** A symmetric matrix that is positive definite if `ridge` is large enough. */
function symmetric(n: number, ridge: number, random: Random): Float64Array {
  const root = vector(n * n, random);
  const mat = new Float64Array(n * n);
  plumbline.mulMatTMat(mat, 0, root, 0, root, 0, n, n, n);
  for (let i = 0; i < n; i++) mat[i * (n + 1)] += ridge;
  return mat;
}

function bands(random: Random): string[] {
  const lines: string[] = [];
  for (
    const [ntotal, nband, ndense] of [[5, 2, 0], [6, 3, 2], [7, 1, 3], [4, 4, 0], [6, 2, 1], [8, 3, 1], [5, 3, 3], [
      3,
      1,
      3,
    ]]
  ) {
    const dense = symmetric(ntotal, 1.5, random);
    const nB = (ntotal - ndense) * nband + ndense * ntotal;
    // what is before and behind a matrix stays as it is
    const b = ntotal % 3;
    const band = new Float64Array(nB + b + 2 * nband).fill(7);
    plumbline.dense2Band(band, b, dense, 0, ntotal, nband, ndense);
    lines.push(`${band}`);
    const vec = vector(2 * ntotal, random);
    for (const flag of [0, 1] as const) {
      const [back, product] = [new Float64Array(ntotal * ntotal), new Float64Array(2 * ntotal)];
      plumbline.band2Dense(back, 0, band, b, ntotal, nband, ndense, flag);
      plumbline.bandMulMatVec(product, 0, band, b, vec, 0, ntotal, nband, ndense, 2, flag);
      lines.push(`${back} ${product}`);
    }
    const least = plumbline.cholFactorBand(band, b, ntotal, nband, ndense, 0.01, 0.02);
    const solved = new Float64Array(ntotal);
    plumbline.cholSolveBand(solved, 0, band, b, vec, 0, ntotal, nband, ndense);
    lines.push(`${least} ${band} ${solved}`);
    for (let i = 0; i < ntotal; i++) lines.push(`${plumbline.bandDiag(i, ntotal, nband, ndense)}`);
  }
  return lines;
}

/** Quadratic programs with and without bounds on either side, some of which are not convex. */
function boxes(random: Random): string[] {
  const lines: string[] = [];
  for (let n = 1; n < 8; n++) {
    for (const ridge of n % 2 ? [0.3, -0.4] : [0.01, 0]) {
      const H = symmetric(n, ridge, random);
      const g = vector(n, random).map((x) => 3 * x);
      const lower = vector(n, random).map((x) => -Math.abs(x));
      const upper = vector(n, random).map((x) => 0.5 * Math.abs(x));
      for (const [low, high] of [[lower, upper], [null, upper], [lower, null], [null, null]]) {
        const res = vector(n, random);
        const R = new Float64Array(n * (n + 7));
        const index = new Int32Array(n).fill(-1);
        const free = plumbline.boxQP(res, R, index, H, g, n, low, high);
        const rest = plumbline.boxQP(res, R, null, H, g, n, low, high);
        lines.push(`${free} ${res} ${index} ${rest}`);
      }
    }
  }
  return lines;
}

/** Programs in which a step is barely good enough, or barely not. */
function closeCalls(): string[] {
  return [206, 215, 499, 634].map((seed) => {
    const random = symmetricFrom(seed);
    const n = 2 + seed % 3;
    const H = symmetric(n, 0.01, random);
    const g = vector(n, random).map((x) => 3 * x);
    const lower = vector(n, random).map((x) => -Math.abs(x));
    const upper = vector(n, random).map((x) => 0.5 * Math.abs(x));
    const res = vector(n, random);
    return `${plumbline.boxQP(res, new Float64Array(n * n), null, H, g, n, lower, upper)} ${res}`;
  });
}

function factors(random: Random): string[] {
  const lines: string[] = [];
  for (let n = 1; n < 7; n++) {
    for (const ridge of [1, 0, -3]) {
      const mat = symmetric(n, ridge, random);
      // a row whose number is changed by nothing, and still raised
      if (n === 5 && ridge === 1) mat[6] = 1e-20;
      const rank = plumbline.cholFactor(mat, 0, n, ridge === 0 ? 0.05 : 1e-9);
      const res = new Float64Array(n);
      plumbline.cholSolve(res, 0, mat, 0, vector(n, random), 0, n);
      lines.push(`${rank} ${mat} ${res}`);
      for (const flag of [1, 0] as const) {
        const x = vector(n, random).map((it, i) => i % 3 === 1 ? 0 : (flag ? 1 : 2) * it);
        lines.push(`${plumbline.cholUpdate(mat, 0, x, 0, n, flag)} ${mat} ${x}`);
      }
    }
  }
  // a number of the diagonal that is negative, and one that is too small, where nothing is added to them
  for (const x of [[0, 0, 2], [0, 0, 0], [1, 0, 0]]) {
    const mat = Float64Array.of(-2, 0, 0, 1, 1e-20, 0, 3, 2, 1.5);
    const added = Float64Array.from(x);
    lines.push(`${plumbline.cholUpdate(mat, 0, added, 0, 3, 1)} ${mat} ${added}`);
  }
  return lines;
}

/** Results of which only some are wanted. */
function unwanted(random: Random): string[] {
  const m = plumbline.compile(MODEL);
  const d = new Data(m);
  d.qvel.set(vector(m.nv, random));
  d.ctrl.set(vector(m.nu, random));
  plumbline.step(m, d);
  plumbline.forward(m, d);
  const lines: string[] = [];
  const take = (call: (...wanted: (Float64Array | null)[]) => unknown, ...sizes: number[]) => {
    for (let omitted = -1; omitted <= sizes.length; omitted++) {
      // all but one, all, or only the first
      const wanted = sizes.map((size, k) =>
        k === omitted || (omitted === sizes.length && k > 0) ? null : new Float64Array(size).fill(NaN)
      );
      try {
        lines.push(`${call(...wanted)} ${wanted.join(" ")}`);
      } catch (error) {
        lines.push(String(error));
      }
    }
  };
  const { nv, nu, na, nsensordata, nM } = m;
  const nx = 2 * nv + na;
  const [body, geom, site] = [2, 1, 0];
  const point = vector(3, random);
  const [p, q] = [vector(4, random), vector(4, random)];
  plumbline.normalize4(p, 0);
  plumbline.normalize4(q, 0);
  take((a, b) => plumbline.jac(m, d, a, 0, b, 0, point, 0, body), 3 * nv, 3 * nv);
  take((a, b) => plumbline.jacDot(m, d, a, 0, b, 0, point, 0, body), 3 * nv, 3 * nv);
  take((a, b) => plumbline.jacBody(m, d, a, 0, b, 0, body), 3 * nv, 3 * nv);
  take((a, b) => plumbline.jacBodyCom(m, d, a, 0, b, 0, body), 3 * nv, 3 * nv);
  take((a, b) => plumbline.jacGeom(m, d, a, 0, b, 0, geom), 3 * nv, 3 * nv);
  take((a, b) => plumbline.jacSite(m, d, a, 0, b, 0, site), 3 * nv, 3 * nv);
  take((a, b) => plumbline.jacPointAxis(m, d, a, 0, b, 0, point, 0, p, 0, body), 3 * nv, 3 * nv);
  take((a, b) => plumbline.subQuatJac(p, 0, q, 0, a, 0, b, 0), 9, 9);
  for (const far of [0, 1e-9, 1e-3, 0.02, 0.1, 0.7]) {
    const vel = point.map((x) => far * x);
    take((a, b, c) => plumbline.quatIntegrateJac(vel, 0, 0.8, a, 0, b, 0, c, 0), 9, 9, 3);
  }
  take((a) => plumbline.geomDistance(m, d, 0, 2, 0.7, a), 6);
  for (const flag of [0, 1] as const) {
    take(
      (a, b, c, e) => plumbline.transitionFD(m, d, 1e-5, flag, a, b, c, e),
      nx * nx,
      nx * nu,
      nsensordata * nx,
      nsensordata * nu,
    );
    const square = nv * nv;
    const rows = nv * nsensordata;
    take(
      (...it) => plumbline.inverseFD(m, d, 1e-5, flag, it[0], it[1], it[2], it[3], it[4], it[5], it[6]),
      square,
      square,
      square,
      rows,
      rows,
      rows,
      nv * nM,
    );
  }
  m.opt.disableflags = plumbline.DisableBit.WARMSTART;
  take((a) => plumbline.transitionFD(m, d, 1e-5, 0, a, null, null, null), nx * nx);
  lines.push(`${d.qacc_warmstart}`);
  m.opt.disableflags = 0;
  const one = plumbline.compile(
    "<mujoco><worldbody><body><joint/><geom size='1' pos='1 2 3'/></body></worldbody></mujoco>",
  );
  const turning = new Data(one);
  turning.qvel[0] = 0.7;
  for (const h of [1e-5, 3e-4]) {
    take((a) => plumbline.transitionFD(one, turning, h, 1, a, null, null, null), 4);
  }
  for (const type of [2, 3, 4, 5, 6]) {
    const size = Float64Array.of(0.3, 0.2, 0.4);
    for (let k = 0; k < 6; k++) {
      const from = vector(3, random);
      const vec = k % 2 === 0 ? from.map((x) => -x) : vector(3, random);
      take(
        (a) =>
          plumbline.rayGeom(
            point,
            0,
            Float64Array.of(0, -1, 0, 1, 0, 0, 0, 0, 1),
            0,
            size,
            0,
            from,
            0,
            vec,
            0,
            type,
            a,
          ),
        3,
      );
    }
  }
  const id = new Int32Array(1);
  for (let k = 0; k < 6; k++) {
    const from = vector(3, random).map((x) => x + (k < 3 ? 0.5 : 0));
    const vec = from.map((x) => -x);
    take((a) => plumbline.ray(m, d, from, 0, vec, 0, null, 1, k - 3, k % 2 ? id : null, a), 3);
  }
  return lines;
}
