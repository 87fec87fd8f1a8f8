/**
 * Forces of a fluid at rest or with uniform wind, by one of two models: a box with the inertia of the body, or an
 * ellipsoid for each geom (MuJoCo documentation, "Fluid forces").
 */

import { mulMatVec3 } from "../math/mat3.ts";
import { PI } from "../math/scalar.ts";
import { cross, norm3, scl3 } from "../math/vec3.ts";
import { applyFT } from "../motion/apply_ft.ts";
import { inertiaBox, usesEllipsoids, velocityInFluid } from "../motion/fluid.ts";
import { geomSemiAxes } from "../model/geom_semi_axes.ts";
import { isSleepFiltered } from "../model/queries.ts";
import { MINVAL, NFLUID } from "../types/constants.ts";
import type { Data } from "../data.ts";
import { SleepState } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

// V8-1
const { ASLEEP } = SleepState;

const vel = new Float64Array(6);
const force = new Float64Array(6);
const worldForce = new Float64Array(6);
const size = new Float64Array(3);

/** Adds the forces of the fluid to `qfrc_fluid`. Returns whether there is a fluid. */
export function fluid(m: Model, d: Data): boolean {
  const { opt } = m;
  if (opt.viscosity === 0 && opt.density === 0) return false;

  const { nbody, body_mass } = m;
  const filter = isSleepFiltered(m, d);
  for (let i = 0; i < nbody; i++) {
    if (filter && d.body_awake[i] === ASLEEP) continue;
    if (body_mass[i] < MINVAL) continue;
    if (usesEllipsoids(m, i)) ellipsoidFluid(m, d, i);
    else inertiaBoxFluid(m, d, i);
  }
  return true;
}

function inertiaBoxFluid(m: Model, d: Data, i: number): void {
  const { viscosity, density } = m.opt;
  const { xipos, ximat, qfrc_fluid } = d;

  inertiaBox(m, size, i);
  velocityInFluid(m, d, vel, i, xipos, 3 * i, ximat, 9 * i);
  force.fill(0);

  // viscous drag of a sphere
  if (viscosity > 0) {
    const diameter = (size[0] + size[1] + size[2]) / 3;
    scl3(force, 0, vel, 0, -PI * diameter * diameter * diameter * viscosity);
    scl3(force, 3, vel, 3, -3 * PI * diameter * viscosity);
  }

  // drag of the faces, quadratic in velocity
  if (density > 0) {
    const x = size[0];
    const y = size[1];
    const z = size[2];
    const x4 = x * x * x * x;
    const y4 = y * y * y * y;
    const z4 = z * z * z * z;
    force[3] -= 0.5 * density * y * z * Math.abs(vel[3]) * vel[3];
    force[4] -= 0.5 * density * x * z * Math.abs(vel[4]) * vel[4];
    force[5] -= 0.5 * density * x * y * Math.abs(vel[5]) * vel[5];
    force[0] -= density * x * (y4 + z4) * Math.abs(vel[0]) * vel[0] / 64;
    force[1] -= density * y * (x4 + z4) * Math.abs(vel[1]) * vel[1] / 64;
    force[2] -= density * z * (x4 + y4) * Math.abs(vel[2]) * vel[2] / 64;
  }

  mulMatVec3(worldForce, 0, ximat, 9 * i, force, 0);
  mulMatVec3(worldForce, 3, ximat, 9 * i, force, 3);
  applyFT(m, d, worldForce, 3, worldForce, 0, xipos, 3 * i, i, qfrc_fluid);
}

function ellipsoidFluid(m: Model, d: Data, i: number): void {
  const { body_geomadr, body_geomnum, geom_fluid } = m;
  const { geom_xpos, geom_xmat, qfrc_fluid } = d;

  for (let g = body_geomadr[i]; g < body_geomadr[i] + body_geomnum[i]; g++) {
    const interaction = geom_fluid[NFLUID * g];
    if (interaction === 0) continue;

    geomSemiAxes(m, size, 0, g);
    velocityInFluid(m, d, vel, i, geom_xpos, 3 * g, geom_xmat, 9 * g);
    force.fill(0);
    addedMass(m, g);
    viscous(m, g);
    for (let k = 0; k < 6; k++) force[k] *= interaction;

    mulMatVec3(worldForce, 0, geom_xmat, 9 * g, force, 0);
    mulMatVec3(worldForce, 3, geom_xmat, 9 * g, force, 3);
    applyFT(m, d, worldForce, 3, worldForce, 0, geom_xpos, 3 * g, i, qfrc_fluid);
  }
}

const linearMomentum = new Float64Array(3);
const angularMomentum = new Float64Array(3);
const product = new Float64Array(3);

/** Adds the force of the fluid that moves along with geom `g` (added mass). */
function addedMass(m: Model, g: number): void {
  const { geom_fluid } = m;
  const { density } = m.opt;
  const mass = NFLUID * g + 6;
  const inertia = NFLUID * g + 9;
  for (let k = 0; k < 3; k++) {
    linearMomentum[k] = density * geom_fluid[mass + k] * vel[3 + k];
    angularMomentum[k] = density * geom_fluid[inertia + k] * vel[k];
  }

  cross(product, 0, linearMomentum, 0, vel, 3);
  for (let k = 0; k < 3; k++) force[k] += product[k];
  cross(product, 0, angularMomentum, 0, vel, 0);
  for (let k = 0; k < 3; k++) force[k] += product[k];
  cross(product, 0, linearMomentum, 0, vel, 0);
  for (let k = 0; k < 3; k++) force[3 + k] += product[k];
}

function square(x: number): number {
  return x * x;
}

function fourth(x: number): number {
  return (x * x) * (x * x);
}

/** Moment of the fluid swept by an ellipsoid that turns about one axis. */
function sweptMoment(along: number, across1: number, across2: number): number {
  return 8 / 15 * PI * along * fourth(Math.max(across1, across2));
}

const magnus = new Float64Array(3);
const normal = new Float64Array(3);
const circulation = new Float64Array(3);
const kutta = new Float64Array(3);
const moment = new Float64Array(3);

/** Adds Magnus and Kutta lift, and linear and quadratic drag, of the ellipsoid of geom `g`. */
function viscous(m: Model, g: number): void {
  const { geom_fluid } = m;
  const { density, viscosity } = m.opt;
  const blunt = geom_fluid[NFLUID * g + 1];
  const slender = geom_fluid[NFLUID * g + 2];
  const angular = geom_fluid[NFLUID * g + 3];
  const kuttaLift = geom_fluid[NFLUID * g + 4];
  const magnusLift = geom_fluid[NFLUID * g + 5];

  const a = size[0];
  const b = size[1];
  const c = size[2];
  const volume = 4 / 3 * PI * a * b * c;
  const longest = Math.max(Math.max(a, b), c);
  const shortest = Math.min(Math.min(a, b), c);
  const middle = a + b + c - longest - shortest;
  const largestArea = PI * longest * middle;
  const vx = vel[3];
  const vy = vel[4];
  const vz = vel[5];
  const speed = norm3(vel, 3);

  // Magnus lift: lift of a body that turns while it moves
  cross(magnus, 0, vel, 0, vel, 3);
  for (let k = 0; k < 3; k++) magnus[k] *= magnusLift * density * volume;

  // projected area along the velocity, and the angle between the velocity and the surface normal
  const denominator = fourth(b * c) * square(vx) + fourth(c * a) * square(vy) + fourth(a * b) * square(vz);
  const numerator = square(b * c * vx) + square(c * a * vy) + square(a * b * vz);
  const area = PI * Math.sqrt(denominator / Math.max(MINVAL, numerator));
  normal[0] = square(b * c) * vx;
  normal[1] = square(c * a) * vy;
  normal[2] = square(a * b) * vz;
  const cosine = numerator / Math.max(MINVAL, speed * denominator);

  // Kutta lift, orthogonal to the velocity
  cross(circulation, 0, normal, 0, vel, 3);
  for (let k = 0; k < 3; k++) circulation[k] *= kuttaLift * density * cosine * area;
  cross(kutta, 0, circulation, 0, vel, 3);

  // Stokes flow around a sphere of the mean size
  const diameter = 2 / 3 * (a + b + c);
  const linearStokes = 3 * PI * diameter;
  const angularStokes = PI * diameter * diameter * diameter;

  // resistance to rotation
  const largestMoment = 8 / 15 * PI * middle * fourth(longest);
  const mx = sweptMoment(a, b, c);
  const my = sweptMoment(b, c, a);
  const mz = sweptMoment(c, a, b);
  moment[0] = vel[0] * (angular * mx + slender * (largestMoment - mx));
  moment[1] = vel[1] * (angular * my + slender * (largestMoment - my));
  moment[2] = vel[2] * (angular * mz + slender * (largestMoment - mz));

  const linearDrag = viscosity * linearStokes + density * speed * (area * blunt + slender * (largestArea - area));
  const angularDrag = viscosity * angularStokes + density * norm3(moment, 0);
  for (let k = 0; k < 3; k++) {
    force[k] -= angularDrag * vel[k];
    force[3 + k] += magnus[k] + kutta[k] - linearDrag * vel[3 + k];
  }
}
