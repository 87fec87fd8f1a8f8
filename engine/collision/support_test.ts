import assert from "node:assert/strict";
import { ConvexShape, Support } from "./convex_shape.ts";
import { support } from "./support.ts";

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

function unitVector(random: () => number): Float64Array {
  while (true) {
    const v = new Float64Array([random(), random(), random()]);
    const norm = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (norm > 0.1 && norm < 1) return v.map((x) => x / norm);
  }
}

/** A shape of the given rule at the origin, upright. */
function shapeOf(rule: number, size: number[]): ConvexShape {
  const shape = new ConvexShape();
  shape.support = rule;
  shape.size.set(size);
  shape.mat.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  return shape;
}

const INSIDE: Record<string, (p: Float64Array) => boolean> = {
  SPHERE: (p) => p[0] ** 2 + p[1] ** 2 + p[2] ** 2 <= 0.09,
  CAPSULE: (p) => p[0] ** 2 + p[1] ** 2 + Math.max(Math.abs(p[2]) - 0.2, 0) ** 2 <= 0.09,
  ELLIPSOID: (p) => (p[0] / 0.3) ** 2 + (p[1] / 0.2) ** 2 + (p[2] / 0.1) ** 2 <= 1,
  CYLINDER: (p) => p[0] ** 2 + p[1] ** 2 <= 0.09 && Math.abs(p[2]) <= 0.2,
  BOX: (p) => Math.abs(p[0]) <= 0.3 && Math.abs(p[1]) <= 0.2 && Math.abs(p[2]) <= 0.1,
};

Deno.test("support() is not beaten by any point of the shape", () => {
  const random = randomFrom(5);
  const res = new Float64Array(3);
  for (const [name, inside] of Object.entries(INSIDE)) {
    const shape = shapeOf(Support[name as keyof typeof Support], [0.3, 0.2, 0.1]);
    for (let i = 0; i < 100; i++) {
      const dir = unitVector(random);
      support(shape, res, 0, dir, 0);
      const reach = res[0] * dir[0] + res[1] * dir[1] + res[2] * dir[2];
      assert.ok(inside(res.map((x) => x * (1 - 1e-12))), `${name}: support point outside`);
      for (let k = 0; k < 50; k++) {
        const p = new Float64Array([random(), random(), random()]).map((x) => 0.5 * x);
        if (!inside(p)) continue;
        assert.ok(p[0] * dir[0] + p[1] * dir[1] + p[2] * dir[2] <= reach + 1e-12, `${name} seed 5`);
      }
    }
  }
});

Deno.test("support() finds the same vertex on the hull graph as among all vertices", () => {
  const random = randomFrom(9);
  const n = 12;
  const shape = shapeOf(Support.MESH, [0, 0, 0]);
  shape.vert = new Float32Array(3 * n);
  for (let i = 0; i < n; i++) shape.vert.set(unitVector(random), 3 * i);
  shape.vertnum = n;

  // on a sphere all vertices are on the hull; here every vertex sees every other
  const entry = 2 * n;
  const links: number[] = [];
  for (let i = 0; i < n; i++) {
    links.push(i);
    for (let k = 1; k < n; k++) links.push(entry * ((i + k) % n), (i + k) % n);
    links.push(-1);
  }
  shape.links = Int32Array.from(links);
  shape.hull = 0;

  const all = new Float64Array(3);
  const hull = new Float64Array(3);
  for (let i = 0; i < 200; i++) {
    const dir = unitVector(random);
    shape.support = Support.MESH;
    support(shape, all, 0, dir, 0);
    shape.support = Support.HULL;
    support(shape, hull, 0, dir, 0);
    assert.deepEqual(hull, all, `seed 9 direction ${i}`);
  }
});
