import { equal, notEqual } from "node:assert/strict";
import { octreeOf } from "./recent_octrees.ts";

const FACES = Int32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3);
const EXTENT = Float64Array.of(0, 0, 0, 1, 1, 1);

function tetrahedron(height: number): Float64Array {
  return Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, height);
}

Deno.test("octreeOf() gives the same octree for the same numbers, and another where one differs", () => {
  const vert = tetrahedron(1);
  const tree = octreeOf("a", vert, FACES, EXTENT);
  equal(octreeOf("b", tetrahedron(1), FACES, EXTENT), tree);
  notEqual(octreeOf("a", tetrahedron(0.9), FACES, EXTENT), tree);
  notEqual(octreeOf("a", vert, FACES, Float64Array.of(0, 0, 0, 1, 1, 2)), tree);

  vert[11] = 0.8;
  notEqual(octreeOf("a", vert, FACES, EXTENT), tree, "the mesh changed after");
});
