/** Coefficients of the forces of a fluid on an ellipsoid. */

import { newDoubles } from "../math/small_arrays.ts";
import { PI, pow } from "../math/scalar.ts";
import { Geom } from "../types/enums.ts";
import type { GeomSpec } from "../types/spec.ts";

const EPS = 1e-14;

/** Weights of the 15-point Gauss–Kronrod rule. */
// deno-fmt-ignore
const WEIGHT = [
  0.01146766, 0.03154605, 0.05239501, 0.07032663, 0.08450236, 0.09517529, 0.10221647, 0.10474107,
  0.10221647, 0.09517529, 0.08450236, 0.07032663, 0.05239501, 0.03154605, 0.01146766,
];

/** Points of the rule, mapped from the unit interval to the positive axis by x³ / (1 − x)². */
// deno-fmt-ignore
const POINT = [
  7.865151709349917e-08, 1.7347976913907274e-05, 0.0003548008144506193, 0.002846636252924549,
  0.014094260903596077, 0.053063261727396636, 0.17041978741317773, 0.5, 1.4036301548686991,
  3.9353484827022642, 11.644841677041734, 39.53187807410903, 177.5711362220801, 1429.4772912937397,
  54087.416549217705,
];

/** The derivative of that map at the points. */
// deno-fmt-ignore
const STRETCH = [
  5.538677720489877e-05, 0.002080868285293228, 0.016514126520723166, 0.07261900344370877,
  0.23985243401862602, 0.6868318249020725, 1.8551129519182894, 5.0, 14.060031152313941,
  43.28941239611009, 156.58546376397112, 747.9826085305024, 5827.4042950027115, 116754.0197944512,
  25482945.327264845,
];

/** Coefficient of added mass of an ellipsoid along its axis `dx`. */
function kappa(dx: number, dy: number, dz: number): number {
  const x = 1 / (dx * dx);
  const y = 1 / (dy * dy);
  const z = 1 / (dz * dz);

  // integral over the positive axis, in units of the ellipsoid's size
  const scale = pow(dx * dx * dx * dy * dz, 0.4);
  let sum = 0;
  for (let i = 0; i < 15; i++) {
    const lambda = scale * POINT[i];
    const denominator = (1 + lambda * x) * Math.sqrt((1 + lambda * x) * (1 + lambda * y) * (1 + lambda * z));
    sum += scale * STRETCH[i] / denominator * WEIGHT[i];
  }
  return sum * x;
}

function virtualInertia(a: number, b: number, ka: number, kb: number): number {
  const difference = a * a - b * b;
  return difference * difference * Math.abs(kb - ka) /
    Math.max(EPS, Math.abs(2 * difference + (a * a + b * b) * (ka - kb)));
}

/** Sets `geom.fluid`: interaction flag, drag and lift coefficients, virtual mass, and virtual inertia. */
export function setFluidCoefficients(geom: GeomSpec): void {
  const { size, fluidcoef } = geom;
  const fluid = geom.fluid = newDoubles(12);
  const dx = size[0];
  let dy = size[1];
  let dz = size[2];
  if (geom.type === Geom.SPHERE) {
    dy = dx;
    dz = dx;
  } else if (geom.type === Geom.CAPSULE) {
    dz = size[1] + size[0];
    dy = dx;
  } else if (geom.type === Geom.CYLINDER) {
    dz = size[1];
    dy = dx;
  }
  const volume = 4 / 3 * PI * dx * dy * dz;
  const kx = kappa(dx, dy, dz);
  const ky = kappa(dy, dz, dx);
  const kz = kappa(dz, dx, dy);

  fluid[0] = geom.fluidshape;
  fluid.set(fluidcoef, 1);
  [kx, ky, kz].forEach((k, i) => fluid[6 + i] = volume * k / Math.max(EPS, 2 - k));
  fluid[9] = volume * virtualInertia(dy, dz, ky, kz) / 5;
  fluid[10] = volume * virtualInertia(dz, dx, kz, kx) / 5;
  fluid[11] = volume * virtualInertia(dx, dy, kx, ky) / 5;
}
