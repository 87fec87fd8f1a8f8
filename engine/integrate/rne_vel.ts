/** Derivative of the bias force with respect to velocity. */

import { mulInertVec } from "../math/spatial.ts";
import { planChain } from "../model/chain.ts";
import type { Data } from "../data.ts";
import { Joint } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { BALL, FREE } = Joint;

/**
 * Scratch memory of the derivative: six numbers for each pair of a body and a dof of its chain, or of a body and a dof
 * of the pattern `B`, which also includes the dofs of descendants.
 */
export interface RneVelWork {
  /** derivative of the velocity of each body */
  cvel: Float64Array;
  /** derivative of the acceleration of each body */
  cacc: Float64Array;
  /** derivative of the force on each body and its descendants */
  cfrc: Float64Array;
}

declare module "../types/work.ts" {
  interface Work {
    /** scratch memory of the derivative of the bias force */
    rneVel?: RneVelWork;
  }
}

// matrices, some entries of which stay zero
const inertia = new Float64Array(36);
const perMotion = new Float64Array(36);
const perForce = new Float64Array(36);
const perVelocity = new Float64Array(36);
const momentum = new Float64Array(6);

/** Subtracts ∂qfrc_bias/∂qvel from `qDeriv`. */
export function rneVel(m: Model, d: Data): void {
  const { nbody, nv, nB, body_parentid, body_weldid, B_rownnz, B_rowadr, B_colind, D_rowadr, dof_bodyid } = m;
  const { cdof, qDeriv } = d;
  const { adr, dof } = m.plans.chain ??= planChain(m);
  const { cvel, cacc, cfrc } = d.work.rneVel ??= {
    cvel: new Float64Array(6 * dof.length),
    cacc: new Float64Array(6 * dof.length),
    cfrc: new Float64Array(6 * nB),
  };

  // from the root to the leaves: velocity, acceleration, and force of each body
  cfrc.fill(0);
  for (let i = 1; i < nbody; i++) {
    inherit(cvel, adr, i, body_parentid[i]);
    inherit(cacc, adr, i, body_parentid[i]);
    moveByDofs(m, d, cvel, cacc, 6 * adr[i], i);
    bodyForce(d, cvel, cacc, cfrc, 6 * adr[i], 6 * B_rowadr[i], adr[i + 1] - adr[i], i);
  }

  // from the leaves to the root: a row has the chain of the parent, then the body's own dofs and those of its
  // descendants, whose numbers are consecutive
  for (let i = nbody - 1; i > 0; i--) {
    const parent = body_parentid[i];
    if (body_weldid[parent] === 0) continue;
    const n = adr[parent + 1] - adr[parent];
    const from = B_rowadr[i];
    const to = B_rowadr[parent];
    addRun(cfrc, to, from, n);
    addRun(cfrc, to + n + B_colind[from + n] - B_colind[to + n], from + n, B_rownnz[i] - n);
  }

  // project onto each axis; its row of D has the columns of its body's row of B
  for (let j = 0; j < nv; j++) {
    const body = dof_bodyid[j];
    const end = 6 * (B_rowadr[body] + B_rownnz[body]);
    const a = 6 * j;
    const ax = cdof[a];
    const ay = cdof[a + 1];
    const az = cdof[a + 2];
    const bx = cdof[a + 3];
    const by = cdof[a + 4];
    const bz = cdof[a + 5];
    for (let c = 6 * B_rowadr[body], k = D_rowadr[j]; c < end; c += 6, k++) {
      qDeriv[k] -= ((cfrc[c] * ax + cfrc[c + 2] * az) + (cfrc[c + 1] * ay + cfrc[c + 3] * bx)) +
        (cfrc[c + 4] * by + cfrc[c + 5] * bz);
    }
  }
}

/** Adds `n` columns to others of the same array. */
function addRun(mat: Float64Array, to: number, from: number, n: number): void {
  for (let k = 0; k < 6 * n; k++) mat[6 * to + k] += mat[6 * from + k];
}

/** Initializes the derivatives of body `i` with those of its parent, whose chain is a prefix of its own. */
function inherit(mat: Float64Array, adr: Int32Array, i: number, parent: number): void {
  const from = 6 * adr[parent];
  const n = 6 * (adr[parent + 1] - adr[parent]);
  const to = 6 * adr[i];
  const end = 6 * adr[i + 1];
  for (let k = 0; k < n; k++) mat[to + k] = mat[from + k];
  for (let k = to + n; k < end; k++) mat[k] = 0;
}

/** Adds the contributions of the dofs of body `i` to its velocity and acceleration. */
function moveByDofs(m: Model, d: Data, cvel: Float64Array, cacc: Float64Array, row: number, i: number): void {
  const { body_dofadr, body_dofnum, jnt_type, dof_jntid } = m;
  const { cdof, cdof_dot, qvel } = d;
  const { adr } = m.plans.chain as NonNullable<typeof m.plans.chain>;

  const n = adr[i + 1] - adr[i];
  const first = body_dofadr[i];
  const last = first + body_dofnum[i];
  let at = n - body_dofnum[i];
  for (let j = first; j < last;) {
    // the axes of one quaternion turn with everything before the first of them
    const type = jnt_type[dof_jntid[j]];
    const group = type === FREE || type === BALL ? 3 : 1;
    for (let g = 0; g < group; g++) {
      const a = 6 * (j + g);
      for (let k = 0; k < 6; k++) cacc[row + 6 * (at + g) + k] += cdof_dot[a + k];
      turnAxis(cvel, cacc, row, at, cdof, qvel, j + g);
    }
    for (let g = 0; g < group; g++) {
      for (let k = 0; k < 6; k++) cvel[row + 6 * (at + g) + k] += cdof[6 * (j + g) + k];
    }
    at += group;
    j += group;
  }
}

/** cacc += qvel[j] · ∂(cvel × cdof[j]) over the first `n` dofs of the chain */
function turnAxis(
  cvel: Float64Array,
  cacc: Float64Array,
  row: number,
  n: number,
  cdof: Float64Array,
  qvel: Float64Array,
  j: number,
): void {
  const speed = qvel[j];
  const a = 6 * j;
  const ax = cdof[a];
  const ay = cdof[a + 1];
  const az = cdof[a + 2];
  const bx = cdof[a + 3];
  const by = cdof[a + 4];
  const bz = cdof[a + 5];
  for (let c = row; c < row + 6 * n; c += 6) {
    const wx = cvel[c];
    const wy = cvel[c + 1];
    const wz = cvel[c + 2];
    const ux = cvel[c + 3];
    const uy = cvel[c + 4];
    const uz = cvel[c + 5];
    cacc[c] += (wy * az - wz * ay) * speed;
    cacc[c + 1] += (wz * ax - wx * az) * speed;
    cacc[c + 2] += (wx * ay - wy * ax) * speed;
    cacc[c + 3] += (wy * bz - wz * by + uy * az - uz * ay) * speed;
    cacc[c + 4] += (wz * bx - wx * bz - ux * az + uz * ax) * speed;
    cacc[c + 5] += (wx * by - wy * bx + ux * ay - uy * ax) * speed;
  }
}

/** Derivative of the force on body `i` by itself: I a + v × I v. */
function bodyForce(
  d: Data,
  Dcvel: Float64Array,
  Dcacc: Float64Array,
  Dcfrc: Float64Array,
  row: number,
  out: number,
  n: number,
  i: number,
): void {
  const { cinert, cvel } = d;

  // ∂(v × I v)/∂v = ∂(v × f)/∂v + (v ×) I
  mulInertVec(momentum, 0, cinert, 10 * i, cvel, 6 * i);
  cross(perMotion, 0, -1, momentum, 0);
  cross(perMotion, 3, -1, momentum, 3);
  cross(perMotion, 18, -1, momentum, 3);
  cross(perForce, 0, 1, cvel, 6 * i);
  cross(perForce, 3, 1, cvel, 6 * i + 3);
  cross(perForce, 21, 1, cvel, 6 * i);
  inertiaMatrix(inertia, cinert, 10 * i);
  for (let r = 0; r < 36; r += 6) {
    const x0 = perForce[r];
    const x1 = perForce[r + 1];
    const x2 = perForce[r + 2];
    const x3 = perForce[r + 3];
    const x4 = perForce[r + 4];
    const x5 = perForce[r + 5];
    for (let c = 0; c < 6; c++) {
      perVelocity[r + c] = perMotion[r + c] +
        (x0 * inertia[c] + x1 * inertia[6 + c] + x2 * inertia[12 + c] + x3 * inertia[18 + c] +
          x4 * inertia[24 + c] + x5 * inertia[30 + c]);
    }
  }

  for (let k = 0; k < n; k++) {
    const from = row + 6 * k;
    const to = out + 6 * k;
    mulInertVec(Dcfrc, to, cinert, 10 * i, Dcacc, from);
    const x0 = Dcvel[from];
    const x1 = Dcvel[from + 1];
    const x2 = Dcvel[from + 2];
    const x3 = Dcvel[from + 3];
    const x4 = Dcvel[from + 4];
    const x5 = Dcvel[from + 5];
    for (let r = 0; r < 6; r++) {
      const p = 6 * r;
      // a sum begins with 0, which matters if all else is −0
      Dcfrc[to + r] += 0 + x0 * perVelocity[p] + x1 * perVelocity[p + 1] + x2 * perVelocity[p + 2] +
        x3 * perVelocity[p + 3] + x4 * perVelocity[p + 4] + x5 * perVelocity[p + 5];
    }
  }
}

/** D = the inertia as a 6 × 6 matrix */
function inertiaMatrix(D: Float64Array, I: Float64Array, i: number): void {
  D[0] = I[i];
  D[1] = D[6] = I[i + 3];
  D[2] = D[12] = I[i + 4];
  D[7] = I[i + 1];
  D[8] = D[13] = I[i + 5];
  D[14] = I[i + 2];
  cross(D, 3, 1, I, i + 6);
  cross(D, 18, -1, I, i + 6);
  D[21] = D[28] = D[35] = I[i + 9];
}

/** sets the block of D at `at` to the matrix of the cross product with v[i…], times a sign */
function cross(D: Float64Array, at: number, sign: number, v: Float64Array, i: number): void {
  const x = sign * v[i];
  const y = sign * v[i + 1];
  const z = sign * v[i + 2];
  D[at + 1] = -z;
  D[at + 2] = y;
  D[at + 6] = z;
  D[at + 8] = -x;
  D[at + 12] = -y;
  D[at + 13] = x;
}
