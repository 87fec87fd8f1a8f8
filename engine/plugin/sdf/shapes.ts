/** Ways to combine signed distance fields (https://iquilezles.org/articles/distfunctions/). */

import { clip } from "../../math/scalar.ts";

/** In either of two shapes. */
export function union(a: number, b: number): number {
  return a <= b ? a : b;
}

/** In both of two shapes. */
export function intersection(a: number, b: number): number {
  return a >= b ? a : b;
}

/** In the first shape, and not in the second. */
export function difference(a: number, b: number): number {
  return intersection(a, -b);
}

/** A union whose edge is rounded over a width. */
export function smoothUnion(a: number, b: number, width: number): number {
  const part = clip(0.5 + 0.5 * (b - a) / width, 0, 1);
  return b * (1 - part) + a * part - width * part * (1 - part);
}

/** An intersection whose edge is rounded over a width. */
export function smoothIntersection(a: number, b: number, width: number): number {
  return difference(intersection(a, b), smoothUnion(difference(a, b), difference(b, a), width));
}

/** A flat shape of a height, from its field in the plane. */
export function extrusion(flat: number, z: number, halfHeight: number): number {
  const above = Math.abs(z) - halfHeight;
  const sideways = intersection(flat, 0);
  const upward = intersection(above, 0);
  return union(intersection(flat, above), 0) + Math.sqrt(sideways * sideways + upward * upward);
}

/** x modulo y, with the sign of y. */
export function wrap(x: number, y: number): number {
  return x - y * Math.floor(x / y);
}
