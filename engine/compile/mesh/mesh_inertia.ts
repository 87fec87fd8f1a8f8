/** Volume, center of mass, and inertia of a mesh of unit density. */

import { dot3, sub3 } from "../../math/vec3.ts";
import { MINVAL } from "../../types/constants.ts";
import { MeshInertia } from "../../types/enums.ts";
import { Triangle } from "./triangle.ts";

const arm = new Float64Array(3);

const triangle = new Triangle();
const { normal, center } = triangle;

/** Total area of the faces; sets `centroid` to their area-weighted mean. */
export function faceCentroid(centroid: Float64Array, vert: Float64Array, face: ArrayLike<number>): number {
  centroid.fill(0);
  let total = 0;
  for (let f = 0; f < face.length; f += 3) {
    const area = triangle.set(vert, 3 * face[f], 3 * face[f + 1], 3 * face[f + 2]);
    for (let k = 0; k < 3; k++) centroid[k] += area * center[k];
    total += area;
  }
  if (total >= MINVAL) {
    for (let k = 0; k < 3; k++) centroid[k] /= total;
  }
  return total;
}

/**
 * Volume, or area for a shell, summed over the pyramids that the faces form with `apex`; sets `com` to their center of
 * mass. The legacy mode counts back-facing pyramids as positive too.
 */
export function centerOfMass(
  com: Float64Array,
  vert: Float64Array,
  face: ArrayLike<number>,
  apex: Float64Array,
  mode: number,
): number {
  com.fill(0);
  let total = 0;
  for (let f = 0; f < face.length; f += 3) {
    const area = triangle.set(vert, 3 * face[f], 3 * face[f + 1], 3 * face[f + 2]);
    let weight = area;
    if (mode !== MeshInertia.SHELL) {
      for (let k = 0; k < 3; k++) arm[k] = center[k] - apex[k];
      weight = dot3(arm, 0, normal, 0) * area / 3;
      if (mode === MeshInertia.LEGACY) weight = Math.abs(weight);
    }
    total += weight;
    for (let k = 0; k < 3; k++) com[k] += weight * (center[k] * 3 / 4 + apex[k] / 4);
  }
  if (total >= MINVAL) {
    for (let k = 0; k < 3; k++) com[k] /= total;
  }
  return total;
}

// the products of inertia: xx yy zz xy xz yz
const FIRST = [0, 1, 2, 0, 0, 1];
const SECOND = [0, 1, 2, 1, 2, 2];

const products = new Float64Array(6);

/**
 * Writes the inertia about `com` to `inertia`, as a symmetric 3 × 3 matrix; returns the corresponding volume or area.
 */
export function inertiaAbout(
  inertia: Float64Array,
  com: Float64Array,
  vert: Float64Array,
  face: ArrayLike<number>,
  mode: number,
): number {
  const moved = new Float64Array(vert.length);
  for (let i = 0; i < vert.length; i += 3) sub3(moved, i, vert, i, com, 0);
  const total = addProducts(moved, face, mode);

  // moments from products
  inertia[0] = products[1] + products[2];
  inertia[4] = products[0] + products[2];
  inertia[8] = products[0] + products[1];
  inertia[1] = inertia[3] = -products[3];
  inertia[2] = inertia[6] = -products[4];
  inertia[5] = inertia[7] = -products[5];
  return total;
}

/** Sets `products` to the sum over the pyramids from the origin to the faces; returns their volume or area. */
function addProducts(vert: Float64Array, face: ArrayLike<number>, mode: number): number {
  products.fill(0);
  let total = 0;
  const denominator = mode === MeshInertia.SHELL ? 12 : 20;
  for (let f = 0; f < face.length; f += 3) {
    const d = 3 * face[f];
    const e = 3 * face[f + 1];
    const g = 3 * face[f + 2];
    const area = triangle.set(vert, d, e, g);
    let weight = area;
    if (mode !== MeshInertia.SHELL) weight = dot3(center, 0, normal, 0) * area / 3;
    if (mode === MeshInertia.LEGACY) weight = Math.abs(weight);
    total += weight;
    addProductsOf(vert, d, e, g, weight / denominator);
  }
  return total;
}

function addProductsOf(vert: Float64Array, d: number, e: number, g: number, factor: number): void {
  for (let j = 0; j < 6; j++) {
    const p = FIRST[j];
    const q = SECOND[j];
    products[j] += factor * (2 * (vert[d + p] * vert[d + q] + vert[e + p] * vert[e + q] + vert[g + p] * vert[g + q]) +
      vert[d + p] * vert[e + q] + vert[d + q] * vert[e + p] +
      vert[d + p] * vert[g + q] + vert[d + q] * vert[g + p] +
      vert[e + p] * vert[g + q] + vert[e + q] * vert[g + p]);
  }
}
