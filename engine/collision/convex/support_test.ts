import assert from "node:assert/strict";
import { ConvexShape, Support } from "./convex_shape.ts";
import { fillHints, HINT_CELLS } from "./hull_hints.ts";
import { support } from "./support.ts";
import { symmetricFrom } from "../../../harness/random.ts";

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
  const random = symmetricFrom(5);
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

/** Vertices of a ball with flat parts: points of a sphere, cut by planes, so that many are equally far at times. */
function cutBall(random: () => number, n: number): Float32Array {
  const vert = new Float32Array(3 * n);
  for (let i = 0; i < n; i++) {
    const v = unitVector(random);
    for (let k = 0; k < 3; k++) vert[3 * i + k] = Math.max(-0.75, Math.min(0.75, v[k]));
  }
  return vert;
}

/** A mesh of which every vertex is linked with every other, so that any walk uphill ends at a highest vertex. */
function linkedMesh(vert: Float32Array): ConvexShape {
  const n = vert.length / 3;
  const entry = 2 * n;
  const links: number[] = [];
  for (let i = 0; i < n; i++) {
    links.push(i);
    for (let k = 1; k < n; k++) links.push(entry * ((i + k) % n), (i + k) % n);
    links.push(-1);
  }
  const shape = shapeOf(Support.HULL, [0, 0, 0]);
  shape.vert = vert;
  shape.vertnum = n;
  shape.links = Int32Array.from(links);
  shape.hull = 0;
  shape.mesh = 0;
  shape.slack = new Float64Array(1);
  shape.hints = new Int32Array(HINT_CELLS);
  fillHints(shape.hints, 0, shape.links, 0, vert, 0);
  return shape;
}

Deno.test("support() finds the same vertex on the hull graph as among all vertices", () => {
  const random = symmetricFrom(9);
  const shape = linkedMesh(new Float32Array(36).map(() => 0));
  for (let i = 0; i < 12; i++) shape.vert.set(unitVector(random), 3 * i);
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

/** The plain walk, which leaves its first vertex in any case; returns the entry where it ends. */
function walk(shape: ConvexShape, start: number, dir: Float64Array): number {
  const { vert, links } = shape;
  let best = start;
  let last = -1;
  let max = -Infinity;
  while (best !== last) {
    last = best;
    for (let edge = last + 1; links[edge] >= 0; edge += 2) {
      const v = 3 * links[edge + 1];
      const along = dir[0] * vert[v] + dir[1] * vert[v + 1] + dir[2] * vert[v + 2];
      if (along > max) {
        max = along;
        best = links[edge];
      }
    }
  }
  return best;
}

Deno.test("support() ends where the plain walk from the vertex found last ends, also among equals", () => {
  const random = symmetricFrom(31);
  const res = new Float64Array(3);
  for (let round = 0; round < 10; round++) {
    const shape = linkedMesh(cutBall(random, 20));
    let entry = 0;
    for (let i = 0; i < 100; i++) {
      const dir = i % 3 === 0 ? new Float64Array(3) : unitVector(random);
      if (i % 3 === 0) dir[round % 3] = i % 2 === 0 ? 1 : -1;
      entry = walk(shape, entry, dir);
      support(shape, res, 0, dir, 0);
      assert.equal(shape.meshindex, entry, `seed 31 round ${round} direction ${i}`);
    }
  }
});

Deno.test("support() notices when a vertex that it was not told may have decided", () => {
  const shape = linkedMesh(new Float32Array([1, 0, 1, -1, 0, 1, 0, 1, 1, 0, -1, 1, 0.3, 0.2, -1]));
  const res = new Float64Array(3);
  for (const rule of [Support.MESH, Support.HULL]) {
    shape.support = rule;
    shape.strayed = true;
    support(shape, res, 0, new Float64Array([0, 0, 1]), 0);
    assert.ok(shape.lost && shape.strayed, "four vertices are equally far");
    shape.lost = false;
    support(shape, res, 0, new Float64Array([0, 0, -1]), 0);
    assert.ok(!shape.lost && !shape.strayed, "one vertex is farthest");
  }
});
