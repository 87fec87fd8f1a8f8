/**
 * Jacobians of points and frames: their world velocity as a function of `qvel`.
 *
 * A dense Jacobian has three rows of `nv` columns; a chain Jacobian has one column for each dof of a chain. Functions
 * that write both a translational (`jacp`) and a rotational (`jacr`) Jacobian accept null for either.
 */

import { mulMatMat3, mulMatMatT3 } from "../math/mat3.ts";
import { crossMotion, transformMotion } from "../math/spatial.ts";
import { addToScl, zero } from "../math/vec.ts";
import { Joint } from "../types/enums.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { mergeChain, planChain } from "../model/chain.ts";

// V8-1
const { BALL, FREE } = Joint;

/** Scratch memory of these functions. */
export interface JacobianWork {
  /** three dense rows */
  a: Float64Array;
  /** three dense rows */
  b: Float64Array;
  /** the same for rotation */
  c: Float64Array;
  /** the same for rotation */
  d: Float64Array;
}

function newWork(m: Model): JacobianWork {
  const rows = () => new Float64Array(3 * m.nv);
  return { a: rows(), b: rows(), c: rows(), d: rows() };
}

/**
 * Jacobian of a point, given in the world frame, that moves with `body`.
 *
 * @example Velocity of a point on a pendulum
 * ```ts
 * import { compile, Data, forward, jac } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body>
 *         <joint type="hinge" axis="0 1 0"/>
 *         <geom type="sphere" size="0.1" pos="1 0 0" mass="2"/>
 *         <site name="tip" pos="1 0 0"/>
 *       </body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * forward(model, data);
 *
 * const jacp = new Float64Array(3);
 * jac(model, data, jacp, 0, null, 0, Float64Array.of(1, 0, 0), 0, 1);
 * if (jacp[2] !== -1) throw new Error("turning about y moves x down");
 * ```
 */
export function jac(
  m: Model,
  d: Data,
  jacp: Float64Array | null,
  p: number,
  jacr: Float64Array | null,
  r: number,
  point: Float64Array,
  o: number,
  body: number,
): void {
  const { nv, body_rootid } = m;
  const { cdof, subtree_com } = d;
  const chain = m.plans.chain ??= planChain(m);
  const { adr, dof } = chain;

  if (jacp !== null) zero(jacp, p, 3 * nv);
  if (jacr !== null) zero(jacr, r, 3 * nv);

  // motions are about the center of mass of the tree
  const com = 3 * body_rootid[body];
  const x = point[o] - subtree_com[com];
  const y = point[o + 1] - subtree_com[com + 1];
  const z = point[o + 2] - subtree_com[com + 2];

  const end = adr[body + 1];
  for (let k = adr[body]; k < end; k++) {
    const i = dof[k];
    const c = 6 * i;
    const wx = cdof[c];
    const wy = cdof[c + 1];
    const wz = cdof[c + 2];
    if (jacr !== null) {
      jacr[r + i] = wx;
      jacr[r + nv + i] = wy;
      jacr[r + 2 * nv + i] = wz;
    }
    if (jacp !== null) {
      jacp[p + i] = cdof[c + 3] + (wy * z - wz * y);
      jacp[p + nv + i] = cdof[c + 4] + (wz * x - wx * z);
      jacp[p + 2 * nv + i] = cdof[c + 5] + (wx * y - wy * x);
    }
  }
}

/**
 * Jacobian of a body's frame.
 *
 * @example Rotation of a body
 * ```ts
 * import { compile, Data, forward, jacBody } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body>
 *         <joint type="hinge" axis="0 1 0"/>
 *         <geom type="sphere" size="0.1" pos="1 0 0" mass="2"/>
 *         <site name="tip" pos="1 0 0"/>
 *       </body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * forward(model, data);
 *
 * const jacr = new Float64Array(3);
 * jacBody(model, data, null, 0, jacr, 0, 1);
 * if (jacr[1] !== 1) throw new Error("it turns about y");
 * ```
 */
export function jacBody(
  m: Model,
  d: Data,
  jacp: Float64Array | null,
  p: number,
  jacr: Float64Array | null,
  r: number,
  body: number,
): void {
  jac(m, d, jacp, p, jacr, r, d.xpos, 3 * body, body);
}

/**
 * Jacobian of a body's center of mass.
 *
 * @example Motion of a center of mass
 * ```ts
 * import { compile, Data, forward, jacBodyCom } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body>
 *         <joint type="hinge" axis="0 1 0"/>
 *         <geom type="sphere" size="0.1" pos="1 0 0" mass="2"/>
 *         <site name="tip" pos="1 0 0"/>
 *       </body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * forward(model, data);
 *
 * const jacp = new Float64Array(3);
 * jacBodyCom(model, data, jacp, 0, null, 0, 1);
 * if (Math.abs(jacp[2] + 1) > 1e-12) throw new Error("it moves down");
 * ```
 */
export function jacBodyCom(
  m: Model,
  d: Data,
  jacp: Float64Array | null,
  p: number,
  jacr: Float64Array | null,
  r: number,
  body: number,
): void {
  jac(m, d, jacp, p, jacr, r, d.xipos, 3 * body, body);
}

/**
 * Jacobian of a geom.
 *
 * @example Motion of a geom
 * ```ts
 * import { compile, Data, forward, jacGeom } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body>
 *         <joint type="hinge" axis="0 1 0"/>
 *         <geom type="sphere" size="0.1" pos="1 0 0" mass="2"/>
 *         <site name="tip" pos="1 0 0"/>
 *       </body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * forward(model, data);
 *
 * const jacp = new Float64Array(3);
 * jacGeom(model, data, jacp, 0, null, 0, 0);
 * if (Math.abs(jacp[2] + 1) > 1e-12) throw new Error("it moves down");
 * ```
 */
export function jacGeom(
  m: Model,
  d: Data,
  jacp: Float64Array | null,
  p: number,
  jacr: Float64Array | null,
  r: number,
  geom: number,
): void {
  jac(m, d, jacp, p, jacr, r, d.geom_xpos, 3 * geom, m.geom_bodyid[geom]);
}

/**
 * Jacobian of a site.
 *
 * @example Motion of a site
 * ```ts
 * import { compile, Data, forward, jacSite, name2id, Obj } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body>
 *         <joint type="hinge" axis="0 1 0"/>
 *         <geom type="sphere" size="0.1" pos="1 0 0" mass="2"/>
 *         <site name="tip" pos="1 0 0"/>
 *       </body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * forward(model, data);
 *
 * const jacp = new Float64Array(3);
 * jacSite(model, data, jacp, 0, null, 0, name2id(model, Obj.SITE, "tip"));
 * if (Math.abs(jacp[2] + 1) > 1e-12) throw new Error("it moves down");
 * ```
 */
export function jacSite(
  m: Model,
  d: Data,
  jacp: Float64Array | null,
  p: number,
  jacr: Float64Array | null,
  r: number,
  site: number,
): void {
  jac(m, d, jacp, p, jacr, r, d.site_xpos, 3 * site, m.site_bodyid[site]);
}

/**
 * Translational Jacobian of the center of mass of a body and all its descendants.
 *
 * @example Motion of the center of mass of everything
 * ```ts
 * import { compile, Data, forward, jacSubtreeCom } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body>
 *         <joint type="hinge" axis="0 1 0"/>
 *         <geom type="sphere" size="0.1" pos="1 0 0" mass="2"/>
 *         <site name="tip" pos="1 0 0"/>
 *       </body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * forward(model, data);
 *
 * const jacp = new Float64Array(3);
 * jacSubtreeCom(model, data, jacp, 0, 0);
 * if (Math.abs(jacp[2] + 1) > 1e-12) throw new Error("it moves down");
 * ```
 */
export function jacSubtreeCom(m: Model, d: Data, jacp: Float64Array, p: number, body: number): void {
  const { nv, nbody, body_parentid, body_mass, body_subtreemass } = m;
  const { a } = d.work.jacobian ??= newWork(m);

  // mean of the bodies' Jacobians, weighted by mass; a subtree is a range of bodies
  zero(jacp, p, 3 * nv);
  for (let b = body; b < nbody; b++) {
    if (b > body && body_parentid[b] < body) break;
    jac(m, d, a, 0, null, 0, d.xipos, 3 * b, b);
    addToScl(jacp, p, a, 0, body_mass[b], 3 * nv);
  }
  const scale = 1 / body_subtreemass[body];
  for (let k = 0; k < 3 * nv; k++) jacp[p + k] *= scale;
}

/**
 * Jacobians of a point and a direction, given in the world frame, that move with `body`.
 *
 * @example Rotation of a direction
 * ```ts
 * import { compile, Data, forward, jacPointAxis } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body>
 *         <joint type="hinge" axis="0 1 0"/>
 *         <geom type="sphere" size="0.1" pos="1 0 0" mass="2"/>
 *         <site name="tip" pos="1 0 0"/>
 *       </body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * forward(model, data);
 *
 * const jacp = new Float64Array(3);
 * const jacAxis = new Float64Array(3);
 * jacPointAxis(model, data, jacp, 0, jacAxis, 0, data.xpos, 3, Float64Array.of(1, 0, 0), 0, 1);
 * if (jacAxis[2] !== -1) throw new Error("x turns down");
 * ```
 */
export function jacPointAxis(
  m: Model,
  d: Data,
  jacPoint: Float64Array | null,
  p: number,
  jacAxis: Float64Array | null,
  a: number,
  point: Float64Array,
  o: number,
  axis: Float64Array,
  x: number,
  body: number,
): void {
  const { nv } = m;
  const turn = (d.work.jacobian ??= newWork(m)).a;

  jac(m, d, jacPoint, p, turn, 0, point, o, body);
  if (jacAxis === null) return;
  for (let i = 0; i < nv; i++) {
    jacAxis[a + i] = turn[nv + i] * axis[x + 2] - turn[2 * nv + i] * axis[x + 1];
    jacAxis[a + nv + i] = turn[2 * nv + i] * axis[x] - turn[i] * axis[x + 2];
    jacAxis[a + 2 * nv + i] = turn[i] * axis[x + 1] - turn[nv + i] * axis[x];
  }
}

const pvel = new Float64Array(6);
const rate = new Float64Array(6);

/**
 * Time derivative of the Jacobian of a point, given in the world frame, that moves with `body`.
 *
 * @example Centripetal acceleration of the tip of a pendulum
 * ```ts
 * import { compile, Data, forward, jacDot } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body>
 *         <joint type="hinge" axis="0 1 0"/>
 *         <geom type="sphere" size="0.1" pos="1 0 0" mass="2"/>
 *         <site name="tip" pos="1 0 0"/>
 *       </body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * data.qvel[0] = 3;
 * forward(model, data);
 *
 * const rate = new Float64Array(3);
 * jacDot(model, data, rate, 0, null, 0, Float64Array.of(1, 0, 0), 0, 1);
 * if (rate[0] * data.qvel[0] !== -9) throw new Error("the centripetal acceleration is 9");
 * ```
 */
export function jacDot(
  m: Model,
  d: Data,
  jacp: Float64Array | null,
  p: number,
  jacr: Float64Array | null,
  r: number,
  point: Float64Array,
  o: number,
  body: number,
): void {
  const { nv, body_rootid, jnt_type, jnt_dofadr, dof_jntid, dof_bodyid } = m;
  const { cdof, cdof_dot, cvel, subtree_com } = d;
  const { adr, dof } = m.plans.chain ??= planChain(m);

  if (jacp !== null) zero(jacp, p, 3 * nv);
  if (jacr !== null) zero(jacr, r, 3 * nv);

  const com = 3 * body_rootid[body];
  const x = point[o] - subtree_com[com];
  const y = point[o + 1] - subtree_com[com + 1];
  const z = point[o + 2] - subtree_com[com + 2];
  transformMotion(pvel, 0, cvel, 6 * body, point, o, subtree_com, com, null, 0);

  const end = adr[body + 1];
  for (let k = adr[body]; k < end; k++) {
    const i = dof[k];
    const c = 6 * i;

    // the axes of a quaternion turn with their own body
    const joint = dof_jntid[i];
    const type = jnt_type[joint];
    if (type === BALL || (type === FREE && i >= jnt_dofadr[joint] + 3)) {
      crossMotion(rate, 0, cvel, 6 * dof_bodyid[i], cdof, c);
    } else {
      for (let n = 0; n < 6; n++) rate[n] = cdof_dot[c + n];
    }

    if (jacr !== null) {
      jacr[r + i] = rate[0];
      jacr[r + nv + i] = rate[1];
      jacr[r + 2 * nv + i] = rate[2];
    }

    // the axis changes, and the point moves
    if (jacp !== null) {
      jacp[p + i] = rate[3] + (rate[1] * z - rate[2] * y) + (cdof[c + 1] * pvel[5] - cdof[c + 2] * pvel[4]);
      jacp[p + nv + i] = rate[4] + (rate[2] * x - rate[0] * z) + (cdof[c + 2] * pvel[3] - cdof[c] * pvel[5]);
      jacp[p + 2 * nv + i] = rate[5] + (rate[0] * y - rate[1] * x) + (cdof[c] * pvel[4] - cdof[c + 1] * pvel[3]);
    }
  }
}

/**
 * Chain form of `jac`: one column for each of the `n` dofs of `chain`, which contains the chain of `body`. Rows are `n`
 * numbers apart.
 */
export function jacChain(
  m: Model,
  d: Data,
  jacp: Float64Array | null,
  p: number,
  jacr: Float64Array | null,
  r: number,
  point: Float64Array,
  o: number,
  body: number,
  n: number,
  chain: Int32Array,
): void {
  const { body_rootid } = m;
  const { cdof, subtree_com } = d;
  const { adr, dof } = m.plans.chain ??= planChain(m);

  if (jacp !== null) { for (let k = 0; k < 3 * n; k++) jacp[p + k] = 0; }
  if (jacr !== null) { for (let k = 0; k < 3 * n; k++) jacr[r + k] = 0; }

  const com = 3 * body_rootid[body];
  const x = point[o] - subtree_com[com];
  const y = point[o + 1] - subtree_com[com + 1];
  const z = point[o + 2] - subtree_com[com + 2];

  let i = 0;
  const end = adr[body + 1];
  for (let k = adr[body]; k < end; k++) {
    const own = dof[k];
    while (chain[i] !== own) i++;
    const c = 6 * own;
    const wx = cdof[c];
    const wy = cdof[c + 1];
    const wz = cdof[c + 2];
    if (jacr !== null) {
      jacr[r + i] = wx;
      jacr[r + n + i] = wy;
      jacr[r + 2 * n + i] = wz;
    }
    if (jacp !== null) {
      jacp[p + i] = cdof[c + 3] + (wy * z - wz * y);
      jacp[p + n + i] = cdof[c + 4] + (wz * x - wx * z);
      jacp[p + 2 * n + i] = cdof[c + 5] + (wx * y - wy * x);
    }
  }
}

/**
 * Jacobian of the second of two points relative to the first, in chain form: writes the merged chain of both bodies
 * to `chain`, one column per dof to `jacp` and `jacr`, and returns the number of dofs.
 */
export function jacDifPair(
  m: Model,
  d: Data,
  chain: Int32Array,
  b1: number,
  b2: number,
  pos1: Float64Array,
  p1: number,
  pos2: Float64Array,
  p2: number,
  jacp: Float64Array | null,
  jacr: Float64Array | null,
): number {
  const n = mergeChain(m, chain, b1, b2);
  if (n === 0) return 0;
  const { c, d: e } = d.work.jacobian ??= newWork(m);

  jacChain(m, d, jacp, 0, jacr, 0, pos2, p2, b2, n, chain);
  jacChain(m, d, jacp && c, 0, jacr && e, 0, pos1, p1, b1, n, chain);
  if (jacp !== null) { for (let k = 0; k < 3 * n; k++) jacp[k] -= c[k]; }
  if (jacr !== null) { for (let k = 0; k < 3 * n; k++) jacr[k] -= e[k]; }
  return n;
}

const inertia = new Float64Array(9);
const turned = new Float64Array(9);
const world = new Float64Array(9);

/**
 * Matrix that maps `qvel` to the angular momentum of a subtree about its center of mass: three rows of `nv` columns.
 *
 * @example Spin of a ball that swings on an arm
 * ```ts
 * import { angmomMat, compile, Data, forward } from "@plumbline/sim";
 *
 * const model = compile(`
 *   <mujoco>
 *     <worldbody>
 *       <body>
 *         <joint type="hinge" axis="0 1 0"/>
 *         <geom type="sphere" size="0.1" pos="1 0 0" mass="2"/>
 *         <site name="tip" pos="1 0 0"/>
 *       </body>
 *     </worldbody>
 *   </mujoco>`);
 * const data = new Data(model);
 * forward(model, data);
 *
 * const mat = new Float64Array(3);
 * angmomMat(model, data, mat, 0, 1);
 * if (Math.abs(mat[1] - 0.4 * 2 * 0.01) > 1e-12) throw new Error("the ball turns with the arm");
 * ```
 */
export function angmomMat(m: Model, d: Data, mat: Float64Array, o: number, body: number): void {
  const { nv, nbody, body_parentid, body_mass, body_inertia } = m;
  const { xipos, ximat, subtree_com } = d;
  const { a, b: turn } = d.work.jacobian ??= newWork(m);

  mat.fill(0, o, o + 3 * nv);
  for (let b = body; b < nbody; b++) {
    if (b > body && body_parentid[b] < body) break;
    jacBodyCom(m, d, a, 0, turn, 0, b);

    // inertia in the world frame
    inertia.fill(0);
    for (let k = 0; k < 3; k++) inertia[4 * k] = body_inertia[3 * b + k];
    mulMatMat3(turned, 0, ximat, 9 * b, inertia, 0);
    mulMatMatT3(world, 0, turned, 0, ximat, 9 * b);

    // spin of the body, and moment of its linear momentum
    const mass = body_mass[b];
    const x = xipos[3 * b] - subtree_com[3 * body];
    const y = xipos[3 * b + 1] - subtree_com[3 * body + 1];
    const z = xipos[3 * b + 2] - subtree_com[3 * body + 2];
    for (let i = 0; i < nv; i++) {
      const wx = turn[i];
      const wy = turn[nv + i];
      const wz = turn[2 * nv + i];
      const vx = a[i];
      const vy = a[nv + i];
      const vz = a[2 * nv + i];
      mat[o + i] += world[0] * wx + world[1] * wy + world[2] * wz;
      mat[o + nv + i] += world[3] * wx + world[4] * wy + world[5] * wz;
      mat[o + 2 * nv + i] += world[6] * wx + world[7] * wy + world[8] * wz;
      mat[o + i] += (-z * vy + y * vz) * mass;
      mat[o + nv + i] += (z * vx - x * vz) * mass;
      mat[o + 2 * nv + i] += (-y * vx + x * vy) * mass;
    }
  }
}
