// deno-lint-ignore-file no-console
/**
 * Balances a humanoid on one leg, in any JavaScript runtime: `deno run -A examples/balance.ts`.
 *
 * The controller is a linear-quadratic regulator: `transitionFD` gives the derivatives of a step at a pose in which the
 * forces balance, and a doubling algorithm the feedback that keeps the center of mass over the foot with little effort.
 */

import {
  cholFactor,
  cholSolve,
  compile,
  Data,
  differentiatePos,
  forward,
  inverse,
  jacBodyCom,
  jacSubtreeCom,
  type Model,
  mulMatMat,
  mulMatMatT,
  mulMatTMat,
  step,
  transitionFD,
} from "@plumbline/sim";

const LEG = (side: string, y: number) => `
  <body name="thigh_${side}" pos="0 ${y} -0.2">
    <joint name="hip_x_${side}" axis="1 0 0" range="-60 60"/>
    <joint name="hip_z_${side}" axis="0 0 1" range="-60 60"/>
    <joint name="hip_y_${side}" axis="0 1 0" range="-120 40"/>
    <geom type="capsule" fromto="0 0 0 0 0 -0.38" size="0.06"/>
    <body name="shin_${side}" pos="0 0 -0.4">
      <joint name="knee_${side}" axis="0 1 0" range="-5 150"/>
      <geom type="capsule" fromto="0 0 0 0 0 -0.36" size="0.045"/>
      <body name="foot_${side}" pos="0 0 -0.4">
        <joint name="ankle_y_${side}" axis="0 1 0" range="-50 50"/>
        <joint name="ankle_x_${side}" axis="1 0 0" range="-40 40"/>
        <geom name="sole_${side}" type="box" size="0.11 0.05 0.025" pos="0.04 0 -0.04"/>
      </body>
    </body>
  </body>`;

const ARM = (side: string, y: number) => `
  <body name="upper_arm_${side}" pos="0 ${y} 0.3">
    <joint name="shoulder_x_${side}" axis="1 0 0" range="-150 150"/>
    <joint name="shoulder_y_${side}" axis="0 1 0" range="-90 90"/>
    <geom type="capsule" fromto="0 0 0 0 0 -0.26" size="0.035"/>
    <body pos="0 0 -0.28">
      <joint name="elbow_${side}" axis="0 1 0" range="-140 0"/>
      <geom type="capsule" fromto="0 0 0 0 0 -0.24" size="0.03"/>
    </body>
  </body>`;

const JOINTS = [
  "waist_x",
  "waist_y",
  ...["l", "r"].flatMap((side) => [
    ...["hip_x", "hip_z", "hip_y", "knee", "ankle_y", "ankle_x"].map((name) => `${name}_${side}`),
    ...["shoulder_x", "shoulder_y", "elbow"].map((name) => `${name}_${side}`),
  ]),
];

/** A humanoid with 20 motors. */
export const HUMANOID = `<mujoco model="humanoid">
  <option timestep="0.004"/>
  <default>
    <joint damping="1" armature="0.02"/>
    <geom density="900" condim="3" friction="1"/>
    <motor ctrlrange="-1 1" ctrllimited="false" gear="60"/>
  </default>
  <worldbody>
    <light pos="0 0 4"/>
    <geom name="floor" type="plane" size="5 5 0.1"/>
    <body name="pelvis" pos="0 0 1.1">
      <freejoint name="root"/>
      <geom type="capsule" fromto="0 -0.08 -0.12 0 0.08 -0.12" size="0.09"/>
      ${LEG("l", 0.1)}${LEG("r", -0.1)}
      <body name="chest">
        <joint name="waist_x" axis="1 0 0" range="-40 40"/>
        <joint name="waist_y" axis="0 1 0" range="-40 60"/>
        <geom type="capsule" fromto="0 -0.1 0.22 0 0.1 0.22" size="0.1"/>
        <geom type="sphere" pos="0 0 0.47" size="0.1"/>
        ${ARM("l", 0.22)}${ARM("r", -0.22)}
      </body>
    </body>
  </worldbody>
  <actuator>${JOINTS.map((name) => `<motor name="${name}" joint="${name}"/>`).join("")}</actuator>
  <contact><exclude body1="pelvis" body2="chest"/></contact>
</mujoco>`;

/** Angles of the pose, in radians. The left leg stands. */
const POSE: Readonly<Record<string, number>> = {
  hip_y_r: -0.9,
  knee_r: 1.4,
  ankle_y_r: -0.2,
  hip_y_l: -0.15,
  knee_l: 0.3,
  ankle_y_l: -0.15,
  shoulder_x_l: 0.6,
  shoulder_x_r: -0.6,
  elbow_l: -0.6,
  elbow_r: -0.6,
};

/** Puts the standing foot flat on the floor, `depth` below its surface. */
function placeFoot(m: Model, d: Data, depth: number): void {
  const sole = m.geom("sole_l");
  const root = d.joint("root").qpos;
  forward(m, d);

  // turn the root so that the sole has the orientation of the world: root ← root · sole⁻¹, for small angles again
  for (let k = 0; k < 20; k++) {
    const mat = d.geom("sole_l").xmat;
    const turn = [0.5 * (mat[5] - mat[7]), 0.5 * (mat[6] - mat[2]), 0.5 * (mat[1] - mat[3])];
    const [w, x, y, z] = root.subarray(3);
    const quat = [
      w - 0.5 * (turn[0] * x + turn[1] * y + turn[2] * z),
      x + 0.5 * (turn[0] * w + turn[1] * z - turn[2] * y),
      y + 0.5 * (turn[1] * w + turn[2] * x - turn[0] * z),
      z + 0.5 * (turn[2] * w + turn[0] * y - turn[1] * x),
    ];
    const norm = Math.hypot(...quat);
    root.set(quat.map((it) => it / norm), 3);
    forward(m, d);
  }
  const { xpos } = d.geom("sole_l");
  root[0] -= xpos[0];
  root[1] -= xpos[1];
  root[2] += sole.size[2] - depth - xpos[2];
  forward(m, d);
}

/** Finds the pose in which the forces balance; returns the controls that hold it. */
export function settle(m: Model, d: Data): Float64Array {
  for (const [name, angle] of Object.entries(POSE)) d.joint(name).qpos[0] = angle;

  // the center of mass over the middle of the sole, by the angles of the ankle
  const ankle = [d.joint("ankle_x_l").qpos, d.joint("ankle_y_l").qpos];
  const offset = () => {
    placeFoot(m, d, 0);
    const { subtree_com } = d.body("pelvis");
    const { xpos } = d.geom("sole_l");
    return [subtree_com[0] - xpos[0], subtree_com[1] - xpos[1]];
  };
  for (let k = 0; k < 20; k++) {
    const [x, y] = offset();
    ankle[0][0] += 1e-4;
    const [, y1] = offset();
    ankle[0][0] -= 1e-4;
    ankle[1][0] += 1e-4;
    const [x1] = offset();
    ankle[1][0] -= 1e-4;
    ankle[0][0] -= y / ((y1 - y) / 1e-4);
    ankle[1][0] -= x / ((x1 - x) / 1e-4);
  }

  // as deep in the floor as its force carries the weight
  let [low, high] = [0, 0.01];
  for (let k = 0; k < 50; k++) {
    const depth = 0.5 * (low + high);
    placeFoot(m, d, depth);
    d.qacc.fill(0);
    inverse(m, d);
    if (d.joint("root").qfrc_inverse[2] > 0) low = depth;
    else high = depth;
  }
  return Float64Array.from(JOINTS, (name) => d.joint(name).qfrc_inverse[0] / m.actuator(name).gear[0]);
}

/** Feedback that minimizes the cost of states and controls: n × n, n × k, n × n, k × k matrices give one of k × n. */
export function regulator(A: Float64Array, B: Float64Array, Q: Float64Array, R: Float64Array, n: number): Float64Array {
  const k = B.length / n;
  const square = () => new Float64Array(n * n);

  // doubling: after i rounds, H is the cost of 2^i steps
  const G = square();
  const BT = new Float64Array(k * n);
  for (let i = 0; i < n; i++) for (let j = 0; j < k; j++) BT[j * n + i] = B[i * k + j];
  const factor = R.slice();
  cholFactor(factor, 0, k, 0);
  const row = new Float64Array(k);
  for (let i = 0; i < n; i++) {
    cholSolve(row, 0, factor, 0, B, i * k, k);
    for (let j = 0; j < n; j++) for (let u = 0; u < k; u++) G[i * n + j] += row[u] * B[j * k + u];
  }
  let a = A.slice();
  const H = Q.slice();
  for (let round = 0; round < 30; round++) {
    const W = square();
    mulMatMat(W, 0, G, 0, H, 0, n, n, n);
    for (let i = 0; i < n; i++) W[i * (n + 1)] += 1;
    const WA = solve(W, a, n);
    const WG = solve(W, G, n);
    const [t, u, aa, gg, hh] = [square(), square(), square(), square(), square()];
    mulMatMat(aa, 0, a, 0, WA, 0, n, n, n);
    mulMatMat(t, 0, a, 0, WG, 0, n, n, n);
    mulMatMatT(gg, 0, t, 0, a, 0, n, n, n);
    mulMatMat(u, 0, H, 0, WA, 0, n, n, n);
    mulMatTMat(hh, 0, a, 0, u, 0, n, n, n);
    let change = 0;
    let size = 0;
    for (let i = 0; i < n * n; i++) {
      G[i] += gg[i];
      H[i] += hh[i];
      change = Math.max(change, Math.abs(hh[i]));
      size = Math.max(size, Math.abs(H[i]));
    }
    a = aa;
    if (change < 1e-9 * size) break;
  }

  // K = (R + Bᵀ H B)⁻¹ Bᵀ H A
  const HB = new Float64Array(n * k);
  mulMatMat(HB, 0, H, 0, B, 0, n, n, k);
  const S = R.slice();
  const BHB = new Float64Array(k * k);
  mulMatTMat(BHB, 0, B, 0, HB, 0, n, k, k);
  for (let i = 0; i < k * k; i++) S[i] += BHB[i];
  const BHA = new Float64Array(k * n);
  mulMatTMat(BHA, 0, HB, 0, A, 0, n, k, n);
  return solve(S, BHA, k);
}

/** A⁻¹ B, by elimination; A is n × n. */
function solve(A: Float64Array, B: Float64Array, n: number): Float64Array {
  const c = B.length / n;
  const [a, b] = [A.slice(), B.slice()];
  for (let p = 0; p < n; p++) {
    let best = p;
    for (let i = p + 1; i < n; i++) if (Math.abs(a[i * n + p]) > Math.abs(a[best * n + p])) best = i;
    for (let j = 0; j < n; j++) [a[p * n + j], a[best * n + j]] = [a[best * n + j], a[p * n + j]];
    for (let j = 0; j < c; j++) [b[p * c + j], b[best * c + j]] = [b[best * c + j], b[p * c + j]];
    for (let i = 0; i < n; i++) {
      if (i === p) continue;
      const scale = a[i * n + p] / a[p * n + p];
      if (scale === 0) continue;
      for (let j = p; j < n; j++) a[i * n + j] -= scale * a[p * n + j];
      for (let j = 0; j < c; j++) b[i * c + j] -= scale * b[p * c + j];
    }
  }
  for (let i = 0; i < n; i++) for (let j = 0; j < c; j++) b[i * c + j] /= a[i * n + i];
  return b;
}

/** What a controller knows: where to stand, how to hold that pose, and how to come back to it. */
export interface Balance {
  qpos: Float64Array;
  ctrl: Float64Array;
  feedback: Float64Array;
}

/** Finds a pose on one leg, and a controller that keeps it. Data are left in the pose. */
export function balance(m: Model, d: Data): Balance {
  const ctrl = settle(m, d);
  const qpos = d.qpos.slice();
  const { nv, nu } = m;
  const n = 2 * nv;

  // keep the center of mass over the foot, and joints where they are; the arms and the other leg are free to help
  const com = new Float64Array(3 * nv);
  const foot = new Float64Array(3 * nv);
  jacSubtreeCom(m, d, com, 0, m.body("pelvis").id);
  jacBodyCom(m, d, foot, 0, null, 0, m.body("foot_l").id);
  for (let i = 0; i < 3 * nv; i++) com[i] -= foot[i];
  const Q = new Float64Array(n * n);
  for (let i = 0; i < nv; i++) {
    for (let j = 0; j < nv; j++) for (let k = 0; k < 2; k++) Q[i * n + j] += 1000 * com[k * nv + i] * com[k * nv + j];
    if (i >= 6) Q[i * (n + 1)] += 3;
  }
  const R = new Float64Array(nu * nu);
  for (let i = 0; i < nu; i++) R[i * (nu + 1)] = 1;

  d.ctrl.set(ctrl);
  d.qvel.fill(0);
  const A = new Float64Array(n * n);
  const B = new Float64Array(n * nu);
  transitionFD(m, d, 1e-6, 1, A, B, null, null);
  return { qpos, ctrl, feedback: regulator(A, B, Q, R, n) };
}

/** Sets the controls that lead back to the pose. */
export function control(m: Model, d: Data, { qpos, ctrl, feedback }: Balance): void {
  const { nv, nu } = m;
  const dx = new Float64Array(2 * nv);
  differentiatePos(m, dx, 1, qpos, d.qpos);
  dx.set(d.qvel, nv);
  for (let i = 0; i < nu; i++) {
    d.ctrl[i] = ctrl[i];
    for (let j = 0; j < 2 * nv; j++) d.ctrl[i] -= feedback[i * 2 * nv + j] * dx[j];
  }
}

if (import.meta.main) {
  const m = compile(HUMANOID);
  const d = new Data(m);
  const found = balance(m, d);
  for (let k = 0; k < 2500; k++) {
    control(m, d, found);
    // a push every two seconds
    d.body("chest").xfrc_applied[1] = k % 500 < 25 ? 30 : 0;
    step(m, d);
    if (k % 250 === 0) {
      console.log(`${d.time.toFixed(1)} s: head ${(d.body("chest").xpos[2] + 0.47).toFixed(3)} m high`);
    }
  }
}
