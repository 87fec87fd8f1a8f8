/** Polygons of OBJ files, cut into triangles. */

import { GrowingInts } from "./growing.ts";

const round = Math.fround;
const EPSILON = 1.1920928955078125e-7;

const x = new Float32Array(3);
const y = new Float32Array(3);

/**
 * Cuts off ears one by one, in single precision and in the order of MuJoCo's OBJ loader, so that polygons become the
 * same triangles. Corners are triples whose first number is the vertex.
 */
export class Triangulation {
  /** corners of the triangles so far */
  readonly corners = new GrowingInts();

  /** `positions` has `length` valid coordinates; corners may refer to later ones. */
  constructor(private readonly positions: Float32Array, private readonly length: number) {}

  /** Adds the polygon with the corners `from[first…end)`. */
  add(from: Int32Array, first: number, end: number): void {
    const count = (end - first) / 3;
    if (count < 3) return;
    if (count === 3) {
      this.push(from, first, first + 3, first + 6);
      return;
    }

    // remaining corners, by their position in `from`
    const left: number[] = [];
    for (let i = first; i < end; i += 3) left.push(i);
    this.cutEars(from, left);
    if (left.length === 3) this.push(from, left[0], left[1], left[2]);
  }

  private cutEars(from: Int32Array, left: number[]): void {
    const { positions } = this;
    const [across, up] = this.plane(from, left);
    const area = this.area(from, left, across, up);

    let guess = 0;
    let patience = left.length;
    let previous = left.length;
    while (left.length > 3 && patience > 0) {
      const count = left.length;
      if (guess >= count) guess -= count;

      // stop after a full round without an ear
      if (previous !== count) {
        previous = count;
        patience = count;
      } else {
        patience--;
      }

      for (let k = 0; k < 3; k++) {
        const v = 3 * from[left[(guess + k) % count]];
        const valid = this.isValid(v);
        x[k] = valid ? positions[v + across] : 0;
        y[k] = valid ? positions[v + up] : 0;
      }
      const turn = round(
        round(round(x[1] - x[0]) * round(y[2] - y[1])) - round(round(y[1] - y[0]) * round(x[2] - x[1])),
      );
      if (round(turn * area) < 0 || this.hasOther(from, left, guess, across, up)) {
        guess++;
        continue;
      }
      this.push(from, left[guess], left[(guess + 1) % count], left[(guess + 2) % count]);
      left.splice((guess + 1) % count, 1);
    }
  }

  /** The two coordinates in which the projection of the polygon is largest, judged at its first real corner. */
  private plane(from: Int32Array, left: number[]): [number, number] {
    const { positions: p } = this;
    const count = left.length;
    for (let k = 0; k < count; k++) {
      const a = 3 * from[left[k]];
      const b = 3 * from[left[(k + 1) % count]];
      const c = 3 * from[left[(k + 2) % count]];
      if (!this.isValid(a) || !this.isValid(b) || !this.isValid(c)) continue;
      const ux = round(p[b] - p[a]);
      const uy = round(p[b + 1] - p[a + 1]);
      const uz = round(p[b + 2] - p[a + 2]);
      const vx = round(p[c] - p[b]);
      const vy = round(p[c + 1] - p[b + 1]);
      const vz = round(p[c + 2] - p[b + 2]);
      const nx = Math.abs(round(round(uy * vz) - round(uz * vy)));
      const ny = Math.abs(round(round(uz * vx) - round(ux * vz)));
      const nz = Math.abs(round(round(ux * vy) - round(uy * vx)));
      if (!(nx > EPSILON || ny > EPSILON || nz > EPSILON)) continue;
      if (nx > ny && nx > nz) break;
      return nz > nx && nz > ny ? [0, 1] : [0, 2];
    }
    return [1, 2];
  }

  private area(from: Int32Array, left: number[], across: number, up: number): number {
    const { positions: p } = this;
    let area = 0;
    for (let k = 0; k < left.length; k++) {
      const a = 3 * from[left[k]];
      const b = 3 * from[left[(k + 1) % left.length]];
      if (!this.isValid(a) || !this.isValid(b)) continue;
      const twice = round(round(p[a + across] * p[b + up]) - round(p[a + up] * p[b + across]));
      area = round(area + round(twice * 0.5));
    }
    return area;
  }

  /** Whether another corner is inside the current triangle. */
  private hasOther(from: Int32Array, left: number[], guess: number, across: number, up: number): boolean {
    const count = left.length;
    for (let other = 3; other < count; other++) {
      const v = 3 * from[left[(guess + other) % count]];
      if (this.isValid(v) && isInside(this.positions[v + across], this.positions[v + up])) return true;
    }
    return false;
  }

  private isValid(v: number): boolean {
    return v >= 0 && v < this.length;
  }

  private push(from: Int32Array, a: number, b: number, c: number): void {
    for (let k = 0; k < 3; k++) this.corners.push(from[a + k]);
    for (let k = 0; k < 3; k++) this.corners.push(from[b + k]);
    for (let k = 0; k < 3; k++) this.corners.push(from[c + k]);
  }
}

/** Whether a ray from the point crosses the border of the current triangle an odd number of times. */
function isInside(px: number, py: number): boolean {
  let inside = false;
  for (let i = 0, j = 2; i < 3; j = i++) {
    if (y[i] > py === y[j] > py) continue;
    const slope = round(round(round(x[j] - x[i]) * round(py - y[i])) / round(y[j] - y[i]));
    if (px < round(slope + x[i])) inside = !inside;
  }
  return inside;
}
