import assert from "node:assert/strict";
import { type Random, randomFrom } from "../../../harness/random.ts";
import { MeshDistance } from "./mesh_distance.ts";

type Point = readonly number[];

const sub = (a: Point, b: Point): number[] => a.map((x, k) => x - b[k]);
const dot = (a: Point, b: Point): number => a.reduce((sum, x, k) => sum + x * b[k], 0);
const along = (a: Point, u: Point, t: number): number[] => a.map((x, k) => x + t * u[k]);
const cross = ([a, b, c]: Point, [x, y, z]: Point): number[] => [b * z - c * y, c * x - a * z, a * y - b * x];

/** Distance from a point to a triangle: to its plane if the point is above or below it, otherwise to an edge. */
function toTriangle(p: Point, corners: readonly Point[]): number {
  const toEdges = corners.map((a, k) => {
    const u = sub(corners[(k + 1) % 3], a);
    const t = Math.min(1, Math.max(0, dot(sub(p, a), u) / dot(u, u)));
    const d = sub(p, along(a, u, t));
    return Math.sqrt(dot(d, d));
  });
  const [a, b, c] = corners;
  const normal = cross(sub(b, a), sub(c, a));
  const isOver = corners.every((from, k) => dot(cross(sub(corners[(k + 1) % 3], from), sub(p, from)), normal) >= 0);
  return isOver ? Math.abs(dot(sub(p, a), normal)) / Math.sqrt(dot(normal, normal)) : Math.min(...toEdges);
}

/** The nearest point of the last search, from its weights. */
function nearestOf(mesh: MeshDistance, triangles: readonly (readonly Point[])[]): number[] {
  const { triangle, nearest } = mesh as unknown as { triangle: number; nearest: Float64Array };
  return [0, 1, 2].map((k) => triangles[triangle].reduce((sum, corner, j) => sum + nearest[1 + j] * corner[k], 0));
}

/** How often a surface winds around a point: the sum of solid angles. */
function winding(p: Point, triangles: readonly (readonly Point[])[]): number {
  let sum = 0;
  for (const corners of triangles) {
    const [a, b, c] = corners.map((corner) => sub(corner, p));
    const [la, lb, lc] = [a, b, c].map((x) => Math.sqrt(dot(x, x)));
    const y = dot(a, cross(b, c));
    sum += 2 * Math.atan2(y, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (4 * Math.PI);
}

/** A dented ball of triangles, one edge of which is split near its beginning. */
function ball(random: Random, split: number): { vert: Float64Array; face: Int32Array } {
  const rings = 3 + Math.floor(3 * random());
  const sides = 3 + Math.floor(5 * random());
  const points: number[][] = [[0, 0, 1], [0, 0, -1]];
  const faces: number[] = [];
  const at = (ring: number, side: number) => 2 + sides * ring + side % sides;
  for (let ring = 0; ring < rings; ring++) {
    const polar = Math.PI * (ring + 1) / (rings + 1);
    for (let side = 0; side < sides; side++) {
      const angle = 2 * Math.PI * side / sides;
      const r = 1 - 0.4 * random();
      points.push([r * Math.sin(polar) * Math.cos(angle), r * Math.sin(polar) * Math.sin(angle), r * Math.cos(polar)]);
      const [a, b] = [at(ring, side), at(ring, side + 1)];
      if (ring === 0) faces.push(0, a, b);
      else faces.push(at(ring - 1, side), a, b, at(ring - 1, side), b, at(ring - 1, side + 1));
      if (ring === rings - 1) faces.push(1, b, a);
    }
  }
  // the point splits both triangles of the edge
  const [a, b, c] = faces.splice(0, 3);
  points.push(points[a].map((x, k) => (1 - split) * x + split * points[b][k]));
  const other = faces.findIndex((v, i) => v === b && faces[3 * Math.floor(i / 3) + (i + 1) % 3] === a);
  const first = 3 * Math.floor(other / 3);
  const d = faces[first + (other - first + 2) % 3];
  faces.splice(first, 3);
  const middle = points.length - 1;
  faces.push(a, middle, c, middle, b, c, b, middle, d, middle, a, d);
  return { vert: Float64Array.from(points.flat()), face: Int32Array.from(faces) };
}

Deno.test("MeshDistance.signed() is the distance to the nearest triangle, negative inside", () => {
  let inside = 0;
  for (let seed = 1; seed <= 30; seed++) {
    const random = randomFrom(seed);
    // triangles as thin as rounding have no normals to tell a side by
    const isThin = seed % 3 === 0;
    const { vert, face } = ball(random, isThin ? 1e-9 * random() : 0.3);
    const triangles = Array.from(
      { length: face.length / 3 },
      (_, f) => [0, 1, 2].map((k) => [...vert.subarray(3 * face[3 * f + k], 3 * face[3 * f + k] + 3)]),
    );
    const mesh = new MeshDistance(vert, face);
    for (let i = 0; i < 60; i++) {
      // beside a corner, or anywhere
      const near = 3 * Math.floor(random() * vert.length / 3);
      const size = random() < 0.4 ? 0.01 : 1.2;
      const p = Float64Array.from([0, 1, 2], (k) => (size < 1 ? vert[near + k] : 0) + size * (2 * random() - 1));
      const point = [...p];
      const isInside = !isThin && winding(point, triangles) > 0.5;
      const distance = Math.min(...triangles.map((corners) => toTriangle(point, corners)));
      const found = isThin ? Math.abs(mesh.signed(p, 0)) : mesh.signed(p, 0);
      const expected = isInside ? -distance : distance;
      assert.ok(Math.abs(found - expected) < 1e-12, `seed ${seed}, point ${i}: ${found} is not ${expected}`);
      const d = sub(point, nearestOf(mesh, triangles));
      assert.ok(Math.abs(Math.sqrt(dot(d, d)) - distance) < 1e-9, `seed ${seed}, point ${i}: weights`);
      if (isInside) inside++;
    }
  }
  assert.ok(inside > 100, `${inside} points are inside`);
});

Deno.test("MeshDistance knows the size of a mesh, and how far from the origin it is", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = randomFrom(seed);
    const corners = Array.from({ length: 4 }, () => [0, 1, 2].map(() => 10 ** (4 * random()) * (random() - 0.5)));
    const { size, slack } = new MeshDistance(
      Float64Array.from(corners.flat()),
      Int32Array.of(0, 1, 2, 0, 2, 3),
    ) as unknown as { size: number; slack: number };
    const sides = [0, 1, 2].map((k) => corners.map((corner) => corner[k]).sort((a, b) => a - b));
    assert.equal(size, Math.max(...sides.map(([low, , , high]) => high - low)), `seed ${seed}`);
    // beyond a relative difference that rounding cannot make up for
    const far = Math.max(...corners.flat().map(Math.abs));
    assert.ok(slack > 0.99e-6 * size + 0.99e-12 * far && slack < 1.01e-6 * size + 1.01e-12 * far, `seed ${seed}`);
  }
});
