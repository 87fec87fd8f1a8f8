import assert from "node:assert/strict";
import { Geom, MeshInertia } from "../../types/enums.ts";
import { MjcfError } from "../../types/errors.ts";
import { BOX_FACES, boxVertices, L_FACES, L_VERTICES } from "../fixtures_test.ts";
import { compileMesh } from "./compile_mesh.ts";
import { fitGeom } from "./fit_geom.ts";
import type { CompiledMesh, MeshSpec } from "./types.ts";
import { randomFrom } from "../../../harness/random.ts";

function spec(vertex: Float32Array, face: Int32Array, more: Partial<MeshSpec> = {}): MeshSpec {
  return {
    name: "m",
    contentType: "",
    vertex,
    normal: new Float32Array(0),
    texcoord: new Float32Array(0),
    face,
    refpos: [0, 0, 0],
    refquat: [1, 0, 0, 0],
    scale: [1, 1, 1],
    inertia: MeshInertia.LEGACY,
    smoothnormal: false,
    maxhullvert: -1,
    ...more,
  };
}

const HULL = { hull: true, sdf: false };
const near = (a: number, b: number, bound = 1e-6) =>
  assert.ok(Math.abs(a - b) <= bound * Math.max(1, Math.abs(b)), `${a} for ${b}`);

Deno.test("compileMesh() finds volume, frame and inertia of a box", () => {
  const mesh = compileMesh(spec(boxVertices(1, 2, 3).map((x, i) => x + [5, 6, 7][i % 3]), BOX_FACES), HULL);
  near(mesh.volume, 48);
  for (let k = 0; k < 3; k++) near(mesh.pos[k], 5 + k);
  // decreasing inertia: the longest side last
  assert.deepEqual([...mesh.boxsz].map((x) => +x.toFixed(6)), [1, 2, 3]);
  assert.deepEqual([...mesh.aamm].map((x) => +x.toFixed(6)), [-1, -2, -3, 1, 2, 3]);
});

Deno.test("compileMesh() merges the twelve triangles of a box into six sides", () => {
  for (const hull of [true, false]) {
    const { polygons } = compileMesh(spec(boxVertices(1, 2, 3), BOX_FACES), { hull, sdf: false });
    assert.deepEqual([...polygons.vertnum], [4, 4, 4, 4, 4, 4]);
    assert.deepEqual([...polygons.mapnum], new Array(8).fill(3));
    for (let i = 0; i < 6; i++) {
      const n = polygons.normal.subarray(3 * i, 3 * i + 3);
      for (const vertex of polygons.vert.subarray(4 * i, 4 * i + 4)) {
        const along = n[0] * boxVertices(1, 2, 3)[3 * vertex] + n[1] * boxVertices(1, 2, 3)[3 * vertex + 1] +
          n[2] * boxVertices(1, 2, 3)[3 * vertex + 2];
        assert.ok(along > 0.99, `side ${i} points inward`);
      }
    }
  }
});

Deno.test("compileMesh() knows four ways to weigh a concave mesh", () => {
  const volume = (inertia: number) => compileMesh(spec(L_VERTICES, L_FACES, { inertia }), HULL).volume;
  near(volume(MeshInertia.EXACT), 1.5);
  near(volume(MeshInertia.CONVEX), 1.75);
  near(volume(MeshInertia.SHELL), 2 * 3 + 8 * 0.5);
  assert.ok(volume(MeshInertia.LEGACY) >= 1.5);
});

Deno.test("compileMesh() does not depend on the frame in which a mesh is given", () => {
  const random = randomFrom(7);
  const still = compileMesh(spec(L_VERTICES, L_FACES, { inertia: MeshInertia.EXACT }), HULL);
  for (let trial = 0; trial < 10; trial++) {
    const refquat = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
    const refpos = [random(), random(), random()];
    const moved = compileMesh(spec(L_VERTICES, L_FACES, { inertia: MeshInertia.EXACT, refpos, refquat }), HULL);
    near(moved.volume, still.volume);
    for (let k = 0; k < 3; k++) near(moved.boxsz[k], still.boxsz[k]);
    const extent = (mesh: CompiledMesh) => [0, 1, 2].map((k) => mesh.aamm[k + 3] - mesh.aamm[k]);
    extent(moved).forEach((x, k) => near(x, extent(still)[k], 1e-5));
    assert.deepEqual(moved.graph, still.graph, "seed 7: the hull is that of the file");
  }
});

Deno.test("compileMesh() centers the mass and aligns the axes", () => {
  const mesh = compileMesh(spec(L_VERTICES, L_FACES, { inertia: MeshInertia.EXACT }), HULL);
  const again = compileMesh(
    spec(Float32Array.from(mesh.vert), mesh.face, { inertia: MeshInertia.EXACT }),
    HULL,
  );
  for (let k = 0; k < 3; k++) {
    near(again.pos[k], 0);
    near(again.boxsz[k], mesh.boxsz[k]);
  }
});

Deno.test("compileMesh() scales volume and box", () => {
  const mesh = compileMesh(spec(boxVertices(1, 1, 1), BOX_FACES, { scale: [1, 2, 3] }), HULL);
  near(mesh.volume, 48);
  const mirrored = compileMesh(spec(boxVertices(1, 1, 1), BOX_FACES, { scale: [1, -2, 3] }), HULL);
  near(mirrored.volume, 48);
  assert.throws(
    () => compileMesh(spec(boxVertices(1, 1, 1), BOX_FACES, { scale: [1, -2, 3], inertia: MeshInertia.EXACT }), HULL),
    MjcfError,
  );
});

Deno.test("compileMesh() makes unit normals, sharp or smooth", () => {
  for (const smoothnormal of [true, false]) {
    const { normal } = compileMesh(spec(L_VERTICES, L_FACES, { smoothnormal }), HULL);
    for (let i = 0; i < normal.length; i += 3) {
      near(normal[i] * normal[i] + normal[i + 1] * normal[i + 1] + normal[i + 2] * normal[i + 2], 1, 1e-5);
    }
  }
});

Deno.test("compileMesh() takes faces from the hull if there are none", () => {
  const mesh = compileMesh(spec(boxVertices(1, 2, 3), new Int32Array(0)), { hull: false, sdf: false });
  assert.equal(mesh.face.length, 36);
  assert.ok(mesh.graph.length > 0);
  near(mesh.volume, 48);
});

Deno.test("compileMesh() says what is wrong", () => {
  const cases: [RegExp, Float32Array, Int32Array, Partial<MeshSpec>?][] = [
    [/at least 4 vertices, got 3/, new Float32Array(9), new Int32Array(0)],
    [/3 coordinates each, got 13/, new Float32Array(13), new Int32Array(0)],
    [/face 0 has the vertex 8, but there are 8/, boxVertices(1, 1, 1), Int32Array.of(0, 1, 8)],
    [/no convex hull: all points coincide/, new Float32Array(12).fill(1), new Int32Array(0)],
    [/faces point inward/, boxVertices(1, 1, 1), BOX_FACES.toReversed(), { inertia: MeshInertia.EXACT }],
    [/coordinate NaN/, boxVertices(1, 1, 1).fill(NaN, 3, 4), BOX_FACES],
  ];
  for (const [message, vertex, face, more] of cases) {
    assert.throws(() => compileMesh(spec(vertex, face, more), HULL), (error) => {
      assert.ok(error instanceof MjcfError);
      assert.match(error.message, message);
      return true;
    });
  }
});

Deno.test("fitGeom() fits primitives to the inertia box and to the bounds", () => {
  const mesh = compileMesh(spec(boxVertices(3, 2, 1), BOX_FACES), HULL);
  const size = new Float64Array(3);
  const center = new Float64Array(3);
  assert.ok(fitGeom(mesh, Geom.BOX, false, 2, size, center));
  [2, 4, 6].forEach((x, k) => near(size[k], x));
  assert.ok(fitGeom(mesh, Geom.CAPSULE, true, 1, size.fill(0), center));
  [2, 1, 0].forEach((x, k) => near(size[k], x));
  assert.ok(fitGeom(mesh, Geom.SPHERE, true, 1, size.fill(0), center));
  near(size[0], 3);
  assert.equal(fitGeom(mesh, Geom.PLANE, true, 1, size, center), false);
});
