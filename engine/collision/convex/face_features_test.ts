import assert from "node:assert/strict";
import { quat2Mat } from "../../math/quat.ts";
import { boxEdges, boxFace, boxNormals } from "./face_features.ts";
import type { ConvexShape } from "./convex_shape.ts";

const mat = new Float64Array(9);
quat2Mat(mat, 0, Float64Array.of(0.5, 0.1, -0.7, Math.sqrt(0.25)), 0);
const size = Float64Array.of(0.3, 0.5, 0.7);
const pos = Float64Array.of(1, -2, 3);
const BOX = { mat, size, pos } as unknown as ConvexShape;

const turned = (x: number, y: number, z: number) =>
  [0, 3, 6].map((row) => mat[row] * x + mat[row + 1] * y + mat[row + 2] * z);
const axisOf = (k: number, side: number) => turned(k === 0 ? side : 0, k === 1 ? side : 0, k === 2 ? side : 0);
const sides = (corner: number) => [0, 1, 2].map((k) => (corner >> k) & 1 ? 1 : -1);
const cornerAt = (corner: number) => {
  const [x, y, z] = sides(corner);
  return turned(x * size[0], y * size[1], z * size[2]).map((v, k) => v + pos[k]);
};

Deno.test("boxNormals() gives the faces that all corners are on, whichever corners these are", () => {
  const res = new Float64Array(9);
  const faces = new Int32Array(3);
  for (let dimension = 1; dimension <= 3; dimension++) {
    for (let code = 0; code < 512; code++) {
      const corners = Int32Array.of(code & 7, (code >> 3) & 7, code >> 6);
      const used = [...corners.subarray(0, dimension)];
      const shared = [0, 1, 2].filter((k) => new Set(used.map((corner) => sides(corner)[k])).size === 1);
      const side = (k: number) => sides(corners[0])[k];
      // a direction along no face
      const count = boxNormals(BOX, res, faces, dimension, corners, Float64Array.of(1, 1, 1), 0);
      const expected = shared.length === 4 - dimension ? shared : [];
      assert.equal(count, expected.length, `corners ${used}`);
      expected.forEach((k, i) => {
        assert.equal(faces[i], 2 * k + (side(k) > 0 ? 0 : 1), `corners ${used}`);
        assert.deepEqual([...res.subarray(3 * i, 3 * i + 3)], axisOf(k, side(k)));
      });
    }
  }
});

Deno.test("boxNormals() gives the face in a direction if corners share no face", () => {
  const res = new Float64Array(9);
  const faces = new Int32Array(3);
  // two opposite corners
  const corners = Int32Array.of(0, 7, 3);
  for (let face = 0; face < 6; face++) {
    const normal = axisOf(face >> 1, face & 1 ? -1 : 1);
    const other = axisOf((face >> 1) === 0 ? 1 : 0, 1);
    for (const [lean, count] of [[0.0015, 1], [0.0017, 0], [-0.0015, 1]]) {
      // directions need not be of unit length, nor begin at zero
      const dir = Float64Array.of(9, 9, ...normal.map((x, k) => 3 * (x + lean * other[k])));
      assert.equal(boxNormals(BOX, res, faces, 2, corners, dir, 2), count, `face ${face} ${lean}`);
      if (count === 0) continue;
      assert.equal(faces[0], face);
      assert.deepEqual([...res.subarray(0, 3)], normal);
    }
  }
});

Deno.test("boxEdges() leads from a corner to its three neighbors", () => {
  const res = new Float64Array(9);
  const ends = new Float64Array(9);
  for (let corner = 0; corner < 8; corner++) {
    const verts = Float64Array.of(7, ...cornerAt(corner));
    assert.equal(boxEdges(BOX, res, ends, 1, verts, 1, 1, corner), 3);
    for (let axis = 0; axis < 3; axis++) {
      const end = cornerAt(corner ^ (1 << axis));
      const along = axisOf(axis, -sides(corner)[axis]);
      for (let k = 0; k < 3; k++) {
        assert.ok(Math.abs(ends[3 * axis + k] - end[k]) < 1e-15);
        assert.ok(Math.abs(res[3 * axis + k] - along[k]) < 1e-14);
      }
    }
  }
});

Deno.test("boxEdges() of two corners is the edge between them", () => {
  const [res, ends] = [new Float64Array(9), new Float64Array(9)];
  const verts = Float64Array.of(7, ...cornerAt(3), 8, ...cornerAt(1));
  assert.equal(boxEdges(BOX, res, ends, 2, verts, 1, 5, 3), 1);
  assert.deepEqual([...ends.subarray(0, 3)], cornerAt(1));
  const along = axisOf(1, -1);
  for (let k = 0; k < 3; k++) assert.ok(Math.abs(res[k] - along[k]) < 1e-14);
});

Deno.test("boxFace() lists the corners of a face clockwise from outside", () => {
  const res = new Float64Array(12);
  for (let face = 0; face < 6; face++) {
    assert.equal(boxFace(BOX, res, face), 4);
    const all = [0, 1, 2, 3].map((i) => [...res.subarray(3 * i, 3 * i + 3)]);
    const on = [0, 1, 2, 3, 4, 5, 6, 7].filter((corner) => sides(corner)[face >> 1] === (face & 1 ? -1 : 1));
    const found = all.map((at) => on.find((corner) => cornerAt(corner).every((v, k) => Math.abs(v - at[k]) < 1e-14)));
    assert.equal(new Set(found).size, 4);
    assert.ok(!found.includes(undefined));
    const normal = axisOf(face >> 1, face & 1 ? -1 : 1);
    all.forEach((at, i) => {
      const [u, v] = [1, 2].map((next) => all[(i + next) % 4].map((x, k) => x - all[(i + next - 1) % 4][k]));
      const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      assert.ok(cross.reduce((sum, x, k) => sum + x * normal[k], 0) < 0, `face ${face} from corner ${at}`);
    });
  }
});
