/** Derivatives of fluid forces with respect to velocity. */

import { mulMatTVec3 } from "../math/mat3.ts";
import { PI } from "../math/scalar.ts";
import { zero } from "../math/vec.ts";
import { norm3 } from "../math/vec3.ts";
import { bodyChain } from "../model/chain.ts";
import { inertiaBox, usesEllipsoids, velocityInFluid } from "../motion/fluid.ts";
import { geomSemiAxes } from "../model/geom_semi_axes.ts";
import { jacChain } from "../motion/jacobian.ts";
import { MINVAL, NFLUID } from "../types/constants.ts";
import type { Data } from "../data.ts";
import { Integrator } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { addChainJTBJ, addDiagonalJTBJ } from "./jtbj.ts";

// V8-1
const { IMPLICITFAST } = Integrator;

/** Scratch memory of the derivatives of fluid forces. */
export interface FluidVelWork {
  /** dofs that move a body */
  chain: Int32Array;
  /** Jacobian of the body along its own axes: rotation, then translation; three numbers more */
  J: Float64Array;
  /** their columns of a row of `qDeriv`; three numbers more */
  row: Float64Array;
}

declare module "../types/work.ts" {
  interface Work {
    /** scratch memory of the derivatives of fluid forces */
    fluidVel?: FluidVelWork;
  }
}

const vel = new Float64Array(6);
const size = new Float64Array(3);
const B = new Float64Array(36);
const D = new Float64Array(9);

/** Adds ∂qfrc_fluid/∂qvel to `qDeriv`. */
export function fluidVel(m: Model, d: Data): void {
  const { nbody, nv, body_mass } = m;
  const { viscosity, density } = m.opt;

  if (!(viscosity > 0 || density > 0)) return;
  d.work.fluidVel ??= { chain: new Int32Array(nv), J: new Float64Array(6 * nv + 3), row: new Float64Array(nv + 3) };
  for (let i = 0; i < nbody; i++) {
    if (body_mass[i] < MINVAL) continue;
    if (usesEllipsoids(m, i)) ellipsoidVel(m, d, i);
    else inertiaBoxVel(m, d, i);
  }
}

const column = new Float64Array(3);

/** Jacobian of a frame fixed to `body`, along the frame's own axes. Returns the number of dofs. */
function localJacobian(m: Model, d: Data, body: number, pos: Float64Array, p: number, mat: Float64Array, r: number) {
  const { chain, J } = d.work.fluidVel as FluidVelWork;
  const n = bodyChain(m, body, chain);
  jacChain(m, d, J, 3 * n, J, 0, pos, p, body, n, chain);
  for (let k = 0; k < 2 * n; k++) {
    const at = k < n ? k : k + 2 * n;
    for (let row = 0; row < 3; row++) column[row] = J[at + row * n];
    mulMatTVec3(column, 0, mat, r, column, 0);
    for (let row = 0; row < 3; row++) J[at + row * n] = column[row];
  }
  return n;
}

// the matrices B of viscosity and of density
const diagonals = new Float64Array(12);

/** The forces on the inertia box are decoupled along its own axes: B is diagonal. */
function inertiaBoxVel(m: Model, d: Data, i: number): void {
  const { viscosity, density } = m.opt;
  const { xipos, ximat } = d;
  const { chain, J, row } = d.work.fluidVel as FluidVelWork;

  inertiaBox(m, size, i);
  velocityInFluid(m, d, vel, i, xipos, 3 * i, ximat, 9 * i);
  const n = localJacobian(m, d, i, xipos, 3 * i, ximat, 9 * i);

  diagonals.fill(0);
  if (viscosity > 0) {
    const diameter = (size[0] + size[1] + size[2]) / 3;
    for (let k = 0; k < 3; k++) {
      diagonals[k] = -PI * diameter * diameter * diameter * viscosity;
      diagonals[k + 3] = -3 * PI * diameter * viscosity;
    }
  }
  if (density > 0) {
    const x = size[0];
    const y = size[1];
    const z = size[2];
    const x4 = x * x * x * x;
    const y4 = y * y * y * y;
    const z4 = z * z * z * z;
    diagonals[6] = -density * x * (y4 + z4) * 2 * Math.abs(vel[0]) / 64;
    diagonals[7] = -density * y * (x4 + z4) * 2 * Math.abs(vel[1]) / 64;
    diagonals[8] = -density * z * (x4 + y4) * 2 * Math.abs(vel[2]) / 64;
    diagonals[9] = -0.5 * density * y * z * 2 * Math.abs(vel[3]);
    diagonals[10] = -0.5 * density * x * z * 2 * Math.abs(vel[4]);
    diagonals[11] = -0.5 * density * x * y * 2 * Math.abs(vel[5]);
  }
  addDiagonalJTBJ(m, d, J, chain, n, diagonals, row);
}

function ellipsoidVel(m: Model, d: Data, i: number): void {
  const { body_geomadr, body_geomnum, geom_fluid } = m;
  const { geom_xpos, geom_xmat } = d;
  const { chain, J, row } = d.work.fluidVel as FluidVelWork;

  for (let g = body_geomadr[i]; g < body_geomadr[i] + body_geomnum[i]; g++) {
    if (geom_fluid[NFLUID * g] === 0) continue;
    geomSemiAxes(m, size, 0, g);
    velocityInFluid(m, d, vel, i, geom_xpos, 3 * g, geom_xmat, 9 * g);
    const n = localJacobian(m, d, i, geom_xpos, 3 * g, geom_xmat, 9 * g);

    B.fill(0);
    magnusVel(m, g);
    kuttaVel(m, g);
    dragVel(m, g);
    torqueVel(m, g);
    addedMassVel(m, g);
    if (m.opt.integrator === IMPLICITFAST) symmetrize();
    addChainJTBJ(m, d, J, chain, n, B, row);
  }
}

/** Adds D to one quarter of B: force rows (0 for torque, 3 for force), velocity columns (0 rotation, 3 translation). */
function addBlock(row: number, col: number): void {
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) B[6 * (row + r) + col + c] += D[3 * r + c];
  }
}

function symmetrize(): void {
  for (let r = 0; r < 6; r++) {
    for (let c = 0; c < r; c++) {
      const mean = 0.5 * (B[6 * r + c] + B[6 * c + r]);
      B[6 * r + c] = mean;
      B[6 * c + r] = mean;
    }
  }
}

// V8-2
const linear = new Float64Array(3);
const angular = new Float64Array(3);
const swept = new Float64Array(3);

/** D = derivative of a × b with respect to a, where b is at `v[i…]` */
function crossFirst(v: Float64Array, i: number): void {
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  zero(D, 0, 9);
  D[1] = z;
  D[2] = -y;
  D[3] = -z;
  D[5] = x;
  D[6] = y;
  D[7] = -x;
}

/** D = derivative of a × b with respect to b, where a is at `v[i…]` */
function crossSecond(v: Float64Array, i: number): void {
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  zero(D, 0, 9);
  D[1] = -z;
  D[2] = y;
  D[3] = z;
  D[5] = -x;
  D[6] = -y;
  D[7] = x;
}

/** scales column c of D by density times the virtual mass or inertia at `p` */
function scaleColumns(m: Model, p: number): void {
  const { geom_fluid } = m;
  const { density } = m.opt;
  for (let k = 0; k < 9; k++) D[k] *= density * geom_fluid[p + k % 3];
}

/** fluid that moves along with geom `g` (added mass) */
function addedMassVel(m: Model, g: number): void {
  const { geom_fluid } = m;
  const { density } = m.opt;
  const mass = NFLUID * g + 6;
  const inertia = NFLUID * g + 9;
  for (let k = 0; k < 3; k++) {
    linear[k] = density * geom_fluid[mass + k] * vel[3 + k];
    angular[k] = density * geom_fluid[inertia + k] * vel[k];
  }

  // torque += angular momentum × angular velocity
  crossSecond(angular, 0);
  addBlock(0, 0);
  crossFirst(vel, 0);
  scaleColumns(m, inertia);
  addBlock(0, 0);

  // torque += linear momentum × linear velocity
  crossSecond(linear, 0);
  addBlock(0, 3);
  crossFirst(vel, 3);
  scaleColumns(m, mass);
  addBlock(0, 3);

  // force += linear momentum × angular velocity
  crossSecond(linear, 0);
  addBlock(3, 0);
  crossFirst(vel, 0);
  scaleColumns(m, mass);
  addBlock(3, 3);
}

/** Magnus lift: lift of a body that turns while it moves */
function magnusVel(m: Model, g: number): void {
  const volume = 4 / 3 * PI * size[0] * size[1] * size[2];
  const coef = m.geom_fluid[NFLUID * g + 5] * m.opt.density * volume;
  for (let k = 0; k < 3; k++) {
    linear[k] = coef * vel[3 + k];
    angular[k] = coef * vel[k];
  }
  crossFirst(linear, 0);
  addBlock(3, 0);
  crossSecond(angular, 0);
  addBlock(3, 3);
}

function square(x: number): number {
  return x * x;
}

/** Kutta lift, orthogonal to the velocity */
function kuttaVel(m: Model, g: number): void {
  const lift = m.geom_fluid[NFLUID * g + 4];
  const a = square(size[1] * size[2]);
  const b = square(size[2] * size[0]);
  const c = square(size[0] * size[1]);
  const x = vel[3];
  const y = vel[4];
  const z = vel[5];
  const xx = x * x;
  const yy = y * y;
  const zz = z * z;

  const denominator = a * a * xx + b * b * yy + c * c * zz;
  const numerator = a * xx + b * yy + c * zz;
  const norm2 = xx + yy + zz;
  const scale = PI * lift * m.opt.density / Math.max(MINVAL, Math.sqrt(denominator * numerator * norm2));
  const fx = yy * (a - b) + zz * (a - c);
  const fy = xx * (b - a) + zz * (b - c);
  const fz = xx * (c - a) + yy * (c - b);
  const ratio = numerator / Math.max(MINVAL, denominator);
  const cosine = numerator / Math.max(MINVAL, norm2);
  const innerX = a * a * ratio - a + cosine;
  const innerY = b * b * ratio - b + cosine;
  const innerZ = c * c * ratio - c + cosine;
  const twice = 2 * numerator;

  D[0] = (innerX * fx) * xx;
  D[1] = ((b - a) * twice + innerY * fx) * (x * y);
  D[2] = ((c - a) * twice + innerZ * fx) * (x * z);
  D[3] = ((a - b) * twice + innerX * fy) * (x * y);
  D[4] = (innerY * fy) * yy;
  D[5] = ((c - b) * twice + innerZ * fy) * (y * z);
  D[6] = ((a - c) * twice + innerX * fz) * (x * z);
  D[7] = ((b - c) * twice + innerY * fz) * (y * z);
  D[8] = (innerZ * fz) * zz;
  D[0] -= fx * numerator;
  D[4] -= fy * numerator;
  D[8] -= fz * numerator;
  for (let k = 0; k < 9; k++) D[k] *= scale;
  addBlock(3, 3);
}

/** linear and quadratic drag on translation */
function dragVel(m: Model, g: number): void {
  const { density, viscosity } = m.opt;
  const blunt = m.geom_fluid[NFLUID * g + 1];
  const slender = m.geom_fluid[NFLUID * g + 2];
  const longest = Math.max(Math.max(size[0], size[1]), size[2]);
  const shortest = Math.min(Math.min(size[0], size[1]), size[2]);
  const middle = size[0] + size[1] + size[2] - longest - shortest;
  const diameter = 2 / 3 * (size[0] + size[1] + size[2]);
  const largestArea = PI * longest * middle;

  const a = square(size[1] * size[2]);
  const b = square(size[2] * size[0]);
  const c = square(size[0] * size[1]);
  const x = vel[3];
  const y = vel[4];
  const z = vel[5];
  const xx = x * x;
  const yy = y * y;
  const zz = z * z;

  // projected area of the ellipsoid along the velocity, and its derivative
  const denominator = a * a * xx + b * b * yy + c * c * zz;
  const numerator = a * xx + b * yy + c * zz;
  const areaScale = PI / Math.max(MINVAL, Math.sqrt(numerator * numerator * numerator * denominator));
  const area = PI * Math.sqrt(denominator / Math.max(MINVAL, numerator));
  const speed = Math.sqrt(xx + yy + zz);
  const perSpeed = 1 / Math.max(MINVAL, speed);
  const linear = viscosity * 3 * PI * diameter;
  const quadratic = density * (area * blunt + slender * (largestArea - area));
  const areaCoef = density * speed * (blunt - slender);
  const dx = areaCoef * areaScale * a * x * (b * yy * (a - b) + c * zz * (a - c));
  const dy = areaCoef * areaScale * b * y * (a * xx * (b - a) + c * zz * (b - c));
  const dz = areaCoef * areaScale * c * z * (a * xx * (c - a) + b * yy * (c - b));

  const inner = xx + yy + zz;
  const scale = -quadratic * perSpeed;
  D[0] = (xx + inner) * scale + dx * -x - linear;
  D[1] = x * y * scale + dy * -x;
  D[2] = x * z * scale + dz * -x;
  D[3] = x * y * scale + dx * -y;
  D[4] = (yy + inner) * scale + dy * -y - linear;
  D[5] = y * z * scale + dz * -y;
  D[6] = x * z * scale + dx * -z;
  D[7] = y * z * scale + dy * -z;
  D[8] = (zz + inner) * scale + dz * -z - linear;
  addBlock(3, 3);
}

const moment = new Float64Array(3);

/** moments of the fluid swept by an ellipsoid that turns about each axis */
function sweptMoments(): void {
  for (let k = 0; k < 3; k++) {
    const widest = Math.max(size[(k + 1) % 3], size[(k + 2) % 3]);
    const squared = widest * widest;
    swept[k] = 8 / 15 * PI * size[k] * (squared * squared);
  }
}

/** linear and quadratic drag on rotation */
function torqueVel(m: Model, g: number): void {
  const slender = m.geom_fluid[NFLUID * g + 2];
  const turning = m.geom_fluid[NFLUID * g + 3];
  const longest = Math.max(Math.max(size[0], size[1]), size[2]);
  const shortest = Math.min(Math.min(size[0], size[1]), size[2]);
  const middle = size[0] + size[1] + size[2] - longest - shortest;
  const diameter = 2 / 3 * (size[0] + size[1] + size[2]);
  const stokes = PI * diameter * diameter * diameter;
  const largest = 8 / 15 * PI * middle * (longest * longest) * (longest * longest);
  sweptMoments();
  const mx = swept[0];
  const my = swept[1];
  const mz = swept[2];
  const cx = turning * mx + slender * (largest - mx);
  const cy = turning * my + slender * (largest - my);
  const cz = turning * mz + slender * (largest - mz);

  const x = vel[0];
  const y = vel[1];
  const z = vel[2];
  moment[0] = x * cx;
  moment[1] = y * cy;
  moment[2] = z * cz;
  const density = m.opt.density / Math.max(MINVAL, norm3(moment, 0));
  const sx = -density * x * cx * cx;
  const sy = -density * y * cy * cy;
  const sz = -density * z * cz * cz;
  const diagonal = x * sx + y * sy + z * sz - m.opt.viscosity * stokes;

  D[0] = diagonal + sx * x;
  D[1] = sy * x;
  D[2] = sz * x;
  D[3] = sx * y;
  D[4] = diagonal + sy * y;
  D[5] = sz * y;
  D[6] = sx * z;
  D[7] = sy * z;
  D[8] = diagonal + sz * z;
  addBlock(0, 0);
}
