import assert from "node:assert/strict";
import { boxVertices } from "../fixtures_test.ts";
import { HullError } from "./hull.ts";
import { hullGraph } from "./hull_graph.ts";
import { randomFrom } from "../../../harness/random.ts";

interface Graph {
  ids: Int32Array;
  neighbors: number[][];
  faces: Int32Array;
}

function read(graph: Int32Array): Graph {
  const [verts, faces] = graph;
  const edges = graph.subarray(2 + 2 * verts, 2 + 3 * verts + 3 * faces);
  const neighbors = Array.from(graph.subarray(2, 2 + verts), (adr) => {
    const list: number[] = [];
    for (let i = adr; edges[i] >= 0; i++) list.push(edges[i]);
    return list;
  });
  return { ids: graph.subarray(2 + verts, 2 + 2 * verts), neighbors, faces: graph.subarray(2 + 3 * verts + 3 * faces) };
}

/** Faces look outward and have all points below, every edge has two faces and is in the lists of both ends. */
function check(points: Float64Array, graph: Int32Array, message: string): void {
  const { ids, neighbors, faces } = read(graph);
  assert.equal(ids.length - 3 * faces.length / 6 + faces.length / 3, 2, `${message}: Euler`);
  const local = new Map([...ids].map((id, i) => [id, i]));
  const edges = new Map<string, number>();
  let size = 0;
  for (const x of points) size = Math.max(size, Math.abs(x));
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [...faces.subarray(f, f + 3)].map((id) => points.subarray(3 * id, 3 * id + 3));
    const u = b.map((x, k) => x - a[k]);
    const v = c.map((x, k) => x - a[k]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const norm = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (let i = 0; i < points.length && norm > 1e-9 * size * size; i += 3) {
      const above = (n[0] * (points[i] - a[0]) + n[1] * (points[i + 1] - a[1]) + n[2] * (points[i + 2] - a[2])) / norm;
      assert.ok(above < 1e-8 * size, `${message}: point ${i / 3} is ${above} above face ${f / 3}`);
    }
    for (let k = 0; k < 3; k++) {
      const [from, to] = [faces[f + k], faces[f + (k + 1) % 3]];
      assert.ok(!edges.has(`${from} ${to}`), `${message}: two faces have edge ${from} ${to}`);
      edges.set(`${from} ${to}`, f);
      assert.ok(neighbors[local.get(from) as number].includes(local.get(to) as number), `${message}: edge is missing`);
    }
  }
  for (const edge of edges.keys()) {
    assert.ok(edges.has(edge.split(" ").reverse().join(" ")), `${message}: edge ${edge} has one face`);
  }
}

Deno.test("hullGraph() surrounds points in general position", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = randomFrom(seed);
    const count = 4 + Math.floor(random() * 150);
    const points = Float64Array.from({ length: 3 * count }, () => random() + random() - random());
    check(points, hullGraph(points, -1), `seed ${seed}`);
  }
});

Deno.test("hullGraph() surrounds points of a lattice, with coplanar ones and ties everywhere", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = randomFrom(seed);
    const side = 2 + Math.floor(random() * 4);
    const points = Float64Array.from(
      { length: 3 * (20 + Math.floor(random() * 80)) },
      () => Math.floor(random() * side),
    );
    check(points, hullGraph(points, -1), `seed ${seed}`);
  }
});

Deno.test("hullGraph() surrounds points that are coplanar up to rounding", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = randomFrom(seed);
    const sides = 3 + Math.floor(random() * 30);
    const points: number[] = [];
    for (let i = 0; i < sides; i++) {
      const angle = 2 * Math.PI * i / sides;
      for (const z of [0, 1]) points.push(Math.cos(angle), Math.sin(angle), z + 1e-16 * (random() - 0.5));
    }
    check(Float64Array.from(points), hullGraph(Float64Array.from(points), -1), `seed ${seed}`);
  }
});

Deno.test("hullGraph() surrounds a lens that is thin as rounding, or refuses it", () => {
  let refused = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const random = randomFrom(seed);
    const thickness = [1e-15, 1e-14, 1e-13, 1e-12, 1e-10, 1e-8][seed % 6];
    const points: number[] = [];
    for (let i = 0; i < 100; i++) {
      const angle = 2 * Math.PI * random();
      const radius = Math.sqrt(random());
      const z = thickness * (1 - radius * radius);
      points.push(radius * Math.cos(angle), radius * Math.sin(angle), random() < 0.5 ? z : -z);
    }
    let graph: Int32Array;
    try {
      graph = hullGraph(Float64Array.from(points), -1);
    } catch (error) {
      assert.ok(error instanceof HullError, `seed ${seed}: ${(error as Error).stack}`);
      refused++;
      continue;
    }
    assert.equal(graph[1], 2 * graph[0] - 4, `seed ${seed}: Euler`);
  }
  assert.ok(refused > 0 && refused < 60, `${refused} of 60 refused`);
});

Deno.test("hullGraph() of a box has its corners only, whatever else lies on it", () => {
  const random = randomFrom(5);
  const corners = boxVertices(1, 2, 3);
  const inside = Array.from({ length: 200 }, () => {
    const point = [2 * random() - 1, 4 * random() - 2, 6 * random() - 3];
    const axis = Math.floor(random() * 3);
    point[axis] = (axis + 1) * (random() < 0.5 ? -1 : 1);
    return point;
  });
  const graph = hullGraph(Float64Array.from([...corners, ...inside.flat()]), -1);
  assert.deepEqual([...read(graph).ids].sort((a, b) => a - b), [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.equal(graph[1], 12);
});

Deno.test("hullGraph() stops at the limit of vertices", () => {
  const random = randomFrom(6);
  const points = Float64Array.from({ length: 300 }, () => random());
  for (const limit of [4, 5, 9]) assert.equal(hullGraph(points, limit)[0], limit);
});

Deno.test("hullGraph() refuses what spans no volume", () => {
  const flat = Float64Array.of(0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0.5, 0.2, 1);
  const line = Float64Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3);
  const point = new Float64Array(15).fill(2);
  for (const points of [flat, line, point]) assert.throws(() => hullGraph(points, -1), HullError);
});
