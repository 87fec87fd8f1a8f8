import assert from "node:assert/strict";
import { MeshBuiltin } from "../../types/enums.ts";
import { MjcfError } from "../../types/errors.ts";
import { BOX_FACES, boxVertices } from "../fixtures_test.ts";
import { builtinMesh } from "./builtin_mesh.ts";
import { compileMesh } from "./compile_mesh.ts";
import { loadMesh } from "./load_mesh.ts";
import type { MeshSpec } from "./types.ts";
import { randomFrom } from "../../../harness/random.ts";

function fromFile(name: string, bytes: Uint8Array, scale = [1, 1, 1]): MeshSpec {
  return {
    name: "m",
    file: { name, bytes },
    contentType: "",
    vertex: new Float32Array(0),
    normal: new Float32Array(0),
    texcoord: new Float32Array(0),
    face: new Int32Array(0),
    refpos: [0, 0, 0],
    refquat: [1, 0, 0, 0],
    scale,
    inertia: 1,
    smoothnormal: false,
    maxhullvert: -1,
  };
}

const text = (lines: string) => new TextEncoder().encode(lines);

function stl(vert: Float32Array, face: Int32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(84 + 50 * face.length / 3));
  view.setInt32(80, face.length / 3, true);
  face.forEach((vertex, i) => {
    const at = 96 + 50 * Math.floor(i / 3) + 12 * (i % 3);
    for (let k = 0; k < 3; k++) view.setFloat32(at + 4 * k, vert[3 * vertex + k], true);
  });
  return new Uint8Array(view.buffer);
}

function msh(vert: Float32Array, face: Int32Array): Uint8Array {
  const words = new Int32Array(4 + vert.length + face.length);
  words.set([vert.length / 3, 0, 0, face.length / 3]);
  new Float32Array(words.buffer, 16, vert.length).set(vert);
  words.set(face, 4 + vert.length);
  return new Uint8Array(words.buffer);
}

function obj(vert: Float32Array, face: Int32Array): Uint8Array {
  let lines = "";
  for (let i = 0; i < vert.length; i += 3) lines += `v ${vert[i]} ${vert[i + 1]} ${vert[i + 2]}\n`;
  for (let i = 0; i < face.length; i += 3) lines += `f ${face[i] + 1} ${face[i + 1] + 1} ${face[i + 2] + 1}\n`;
  return text(lines);
}

Deno.test("loadMesh() reads the same mesh from every format", () => {
  const vert = boxVertices(1, 2, 3);
  const expected = compileMesh(fromFile("m.msh", msh(vert, BOX_FACES)), { hull: true, sdf: false });
  for (const [name, bytes] of [["m.STL", stl(vert, BOX_FACES)], ["m.obj", obj(vert, BOX_FACES)]] as const) {
    const mesh = compileMesh(fromFile(name, bytes), { hull: true, sdf: false });
    assert.equal(mesh.vert.length, 24, name);
    assert.ok(Math.abs(mesh.volume - expected.volume) < 1e-9);
    assert.deepEqual(mesh.boxsz, expected.boxsz);
  }
});

Deno.test("loadMesh() turns the faces of mirrored files", () => {
  const vert = boxVertices(1, 2, 3);
  const files = [["m.stl", stl], ["m.obj", obj], ["m.msh", msh]] as const;
  for (const [name, write] of files) {
    const mesh = compileMesh(fromFile(name, write(vert, BOX_FACES), [1, 1, -1]), { hull: true, sdf: false });
    assert.ok(Math.abs(mesh.volume - 48) < 1e-9, name);
  }
});

Deno.test("loadMesh() reads indices of OBJ files in all their forms", () => {
  const vertices = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt .5 .25\nvn 0 0 1\n";
  const { face, facenormal, facetexcoord, texcoord } = loadMesh(
    fromFile("m.obj", text(`${vertices}f 1 3/1 2/1/1\nf -4//-1 -3 -1\n`)),
  );
  assert.deepEqual([...face], [0, 2, 1, 0, 1, 3]);
  assert.deepEqual([...facenormal], [-1, -1, 0, 0, -1, -1]);
  assert.deepEqual([...facetexcoord], [-1, 0, 0, -1, -1, -1]);
  assert.deepEqual([...texcoord], [0.5, 0.75]);
});

Deno.test("loadMesh() cuts polygons of OBJ files into triangles that cover them", () => {
  const random = randomFrom(10);
  for (let trial = 0; trial < 50; trial++) {
    const corners = 3 + Math.floor(random() * 9);
    let lines = "";
    let area = 0;
    const points: number[][] = [];
    for (let i = 0; i < corners; i++) {
      const radius = 1 + random();
      const angle = 2 * Math.PI * (i + 0.5 * random()) / corners;
      points.push([radius * Math.cos(angle), radius * Math.sin(angle)]);
      lines += `v ${points[i][0]} 1 ${points[i][1]}\n`;
    }
    points.forEach(([x, z], i) => {
      const [x2, z2] = points[(i + 1) % corners];
      area += 0.5 * (x * z2 - x2 * z);
    });
    lines += "v 0 0 0\nf " + points.map((_, i) => i + 1).join(" ") + "\n";
    const { face, vert } = loadMesh(fromFile("m.obj", text(lines)));
    assert.equal(face.length, 3 * (corners - 2), `seed 10 trial ${trial}`);
    let covered = 0;
    for (let f = 0; f < face.length; f += 3) {
      const [a, b, c] = [3 * face[f], 3 * face[f + 1], 3 * face[f + 2]];
      covered += 0.5 *
        ((vert[b] - vert[a]) * (vert[c + 2] - vert[a + 2]) - (vert[c] - vert[a]) * (vert[b + 2] - vert[a + 2]));
    }
    assert.ok(Math.abs(covered - area) < 1e-5, `seed 10 trial ${trial}: ${covered} of ${area}`);
  }
});

Deno.test("loadMesh() reads numbers of OBJ files in all their spellings", () => {
  const { vert } = loadMesh(fromFile("m.obj", text("v 1e2 -.5 +3.\nv 1.5E-1 0x7 -\nv 0.1 1e x\nv 2\n")));
  assert.deepEqual([...vert], [100, -0.5, 3, Math.fround(0.15), 0, 0, Math.fround(0.1), 0, 0, 2, 0, 0]);
});

Deno.test("loadMesh() joins equal vertices of STL files, positive and negative zero alike", () => {
  const { vert, face } = loadMesh(
    fromFile(
      "m.stl",
      stl(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, -0, -0, 1, -0, 0, -0), Int32Array.of(0, 1, 2, 4, 3, 1)),
    ),
  );
  assert.equal(vert.length, 12);
  assert.deepEqual([...face], [0, 1, 2, 0, 3, 1]);
});

Deno.test("compileMesh() answers damaged files with an error of the model, or not at all", () => {
  const random = randomFrom(11);
  const vert = boxVertices(1, 2, 3);
  const files: [string, Uint8Array][] = [
    ["m.stl", stl(vert, BOX_FACES)],
    ["m.obj", obj(vert, BOX_FACES)],
    ["m.msh", msh(vert, BOX_FACES)],
  ];
  for (let trial = 0; trial < 600; trial++) {
    const [name, good] = files[trial % 3];
    const bad = random() < 0.2 ? good.slice(0, Math.floor(random() * good.length)) : good.slice();
    for (let i = Math.floor(random() * 8); i >= 0; i--) bad[Math.floor(random() * bad.length)] = 256 * random();
    try {
      compileMesh(fromFile(name, bad), { hull: true, sdf: trial % 100 === 0 });
    } catch (error) {
      assert.ok(error instanceof MjcfError, `seed 11 trial ${trial}: ${(error as Error).stack}`);
    }
  }
});

Deno.test("builtinMesh() makes closed shapes of the right size", () => {
  const volume = (kind: number, params: number[]) => {
    const shape = builtinMesh(kind, params);
    const { file: _, ...rest } = fromFile("", new Uint8Array(0));
    return compileMesh({ ...rest, ...shape }, { hull: true, sdf: false }).volume;
  };
  const near = (found: number, expected: number, part: number) =>
    assert.ok(Math.abs(found - expected) < part * expected, `${found} for ${expected}`);
  near(volume(MeshBuiltin.SPHERE, [4]), 4 / 3 * Math.PI, 0.01);
  near(volume(MeshBuiltin.HEMISPHERE, [10]), 2 / 3 * Math.PI, 0.02);
  near(volume(MeshBuiltin.CONE, [100, 0]), 2 / 3 * Math.PI, 0.01);
  near(volume(MeshBuiltin.CONE, [4, 1]), 4, 0.01);
  near(volume(MeshBuiltin.SUPERSPHERE, [40, 1, 1]), 4 / 3 * Math.PI, 0.01);
  near(volume(MeshBuiltin.SUPERTORUS, [40, 0.25, 1, 1]), 2 * Math.PI * Math.PI / 16, 0.02);
});

Deno.test("builtinMesh() refuses parameters out of range", () => {
  const bad: [number, number[]][] = [
    [MeshBuiltin.NONE, []],
    [MeshBuiltin.SPHERE, []],
    [MeshBuiltin.SPHERE, [5]],
    [MeshBuiltin.HEMISPHERE, [-1]],
    [MeshBuiltin.SUPERSPHERE, [2, 1, 1]],
    [MeshBuiltin.SUPERTORUS, [10, 2, 1, 1]],
    [MeshBuiltin.WEDGE, [1, 1, 200, 10, 0]],
    [MeshBuiltin.PLATE, [0, 3]],
    [MeshBuiltin.CONE, [NaN, 1]],
  ];
  for (const [kind, params] of bad) assert.throws(() => builtinMesh(kind, params), MjcfError);
});

Deno.test("builtinMesh() says how much it will make before it does", () => {
  const shapes: [kind: number, params: number[], vertices: number, faces: number][] = [
    [MeshBuiltin.CONE, [7, 0], 14, 0],
    [MeshBuiltin.CONE, [7, 0.5], 14, 0],
    [MeshBuiltin.SUPERSPHERE, [9, 1, 1], 81, 162],
    [MeshBuiltin.SUPERTORUS, [9, 0.5, 1, 1], 81, 162],
    [MeshBuiltin.WEDGE, [4, 5, 60, 45, 0], 20, 0],
    [MeshBuiltin.PLATE, [4, 5], 20, 40],
  ];
  for (const [kind, params, vertices, faces] of shapes) {
    const announced: number[][] = [];
    const { vertex, face } = builtinMesh(kind, params, (...numbers) => announced.push(numbers));
    assert.deepEqual(announced, [[vertices, faces]], `kind ${kind}`);
    assert.ok(vertex.length <= 3 * vertices && face.length <= 3 * faces, `kind ${kind}`);
    assert.throws(() => builtinMesh(kind, params, () => assert.fail("too large")), /too large/);
  }
});
