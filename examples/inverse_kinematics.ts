// deno-lint-ignore-file no-console
/**
 * Inverse kinematics of an arm: which joint angles bring the hand to a pose?
 *
 * Damped least squares. Each iteration follows the pose of the hand along its Jacobian, and takes the step
 * Δq = Jᵀ (J Jᵀ + λ² I)⁻¹ e, where e is what the pose lacks: the way to the target, and the rotation to it.
 */

import { compile, Data, forward, integratePos, jacSite, type Model, name2id, Obj, resetData } from "@plumbline/sim";

/** An arm with six joints on a table. */
export const ARM = `<mujoco model="arm">
  <compiler angle="degree"/>
  <default>
    <joint range="-170 170" limited="true" damping="1"/>
    <geom type="capsule" size=".04" contype="0" conaffinity="0" rgba=".8 .8 .82 1"/>
  </default>
  <worldbody>
    <light pos="1 -1 3" dir="-.3 .3 -1"/>
    <geom name="table" type="plane" size="1 1 .1" rgba=".6 .6 .55 1"/>
    <body name="base" pos="0 0 .05">
      <joint name="turn" axis="0 0 1"/>
      <geom fromto="0 0 0 0 0 .25" size=".06"/>
      <body name="upper" pos="0 0 .28">
        <joint name="shoulder" axis="0 1 0" range="-110 110"/>
        <geom fromto="0 0 0 0 0 .4"/>
        <body name="fore" pos="0 0 .4">
          <joint name="elbow" axis="0 1 0" range="-150 150"/>
          <geom fromto="0 0 0 0 0 .3"/>
          <body name="wrist" pos="0 0 .3">
            <joint name="roll" axis="0 0 1"/>
            <geom fromto="0 0 0 0 0 .08" size=".035"/>
            <body name="palm" pos="0 0 .08">
              <joint name="bend" axis="0 1 0" range="-120 120"/>
              <geom fromto="0 0 0 0 0 .08" size=".03"/>
              <body name="hand" pos="0 0 .08">
                <joint name="twist" axis="0 0 1"/>
                <geom type="box" size=".05 .02 .03"/>
                <site name="grip" pos="0 0 .05"/>
              </body>
            </body>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>`;

const DAMPING = 0.03;

/** Where the hand is to be: a position, and a rotation matrix. */
export interface Pose {
  pos: ArrayLike<number>;
  mat: ArrayLike<number>;
}

/**
 * Changes `data.qpos` until the site is at the pose, as far as joint limits allow. Returns how far it is away in the
 * end: distance plus angle.
 */
export function reach(m: Model, d: Data, site: number, target: Pose, iterations = 200): number {
  const { nv } = m;
  const jac = new Float64Array(6 * nv);
  const error = new Float64Array(6);
  const change = new Float64Array(nv);
  let size = Infinity;

  for (let i = 0; i < iterations; i++) {
    forward(m, d);
    missing(d, site, target, error);
    size = Math.hypot(error[0], error[1], error[2]) + Math.hypot(error[3], error[4], error[5]);
    if (size < 1e-10) break;

    jacSite(m, d, jac, 0, jac, 3 * nv, site);
    const solution = solve(gram(jac, nv), Array.from(error));
    for (let k = 0; k < nv; k++) {
      change[k] = 0;
      for (let row = 0; row < 6; row++) change[k] += jac[row * nv + k] * solution[row];
    }
    integratePos(m, d.qpos, change, 1);
    keepLimits(m, d);
  }
  return size;
}

/** What the site lacks: the way to the target, and the rotation vector (to first order) that turns it there. */
function missing(d: Data, site: number, target: Pose, error: Float64Array): void {
  const { site_xpos, site_xmat } = d;
  for (let k = 0; k < 3; k++) error[k] = target.pos[k] - site_xpos[3 * site + k];
  error.fill(0, 3);
  for (let axis = 0; axis < 3; axis++) {
    const [x, y, z] = [0, 1, 2].map((k) => site_xmat[9 * site + 3 * k + axis]);
    const [u, v, w] = [0, 1, 2].map((k) => target.mat[3 * k + axis]);
    error[3] += (y * w - z * v) / 2;
    error[4] += (z * u - x * w) / 2;
    error[5] += (x * v - y * u) / 2;
  }
}

/** J Jᵀ + λ² I */
function gram(jac: Float64Array, nv: number): number[][] {
  return Array.from({ length: 6 }, (_, i) =>
    Array.from({ length: 6 }, (_, j) => {
      let sum = i === j ? DAMPING * DAMPING : 0;
      for (let k = 0; k < nv; k++) sum += jac[i * nv + k] * jac[j * nv + k];
      return sum;
    }));
}

/** Solves a positive definite system by elimination. */
function solve(matrix: number[][], right: number[]): number[] {
  const n = right.length;
  for (let i = 0; i < n; i++) {
    for (let row = i + 1; row < n; row++) {
      const factor = matrix[row][i] / matrix[i][i];
      for (let k = i; k < n; k++) matrix[row][k] -= factor * matrix[i][k];
      right[row] -= factor * right[i];
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) right[i] -= matrix[i][k] * right[k];
    right[i] /= matrix[i][i];
  }
  return right;
}

function keepLimits(m: Model, d: Data): void {
  for (let j = 0; j < m.njnt; j++) {
    const [low, high] = m.jnt_range.subarray(2 * j, 2 * j + 2);
    const q = m.jnt_qposadr[j];
    if (m.jnt_limited[j]) d.qpos[q] = Math.min(Math.max(d.qpos[q], low), high);
  }
}

if (import.meta.main) {
  const m = compile(ARM);
  const d = new Data(m);
  const site = name2id(m, Obj.SITE, "grip");
  resetData(m, d);
  d.qpos.set([0.5, 0.4, 1.5, 0, 1.2, 0]);
  // above the table, with the hand pointing down
  const left = reach(m, d, site, { pos: [0.4, 0.25, 0.2], mat: [-0.8, -0.6, 0, -0.6, 0.8, 0, 0, 0, -1] });
  console.log(`joint angles ${Array.from(d.qpos, (q) => q.toFixed(4)).join(" ")}, ${left.toExponential(1)} away`);
}
