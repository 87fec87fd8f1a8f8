import assert from "node:assert/strict";
import { randomFrom } from "../../../harness/random.ts";
import { MeshInertia } from "../../types/enums.ts";
import { saveModel } from "../../file/save_model.ts";
import { compile, compileOnThreads as compileModel } from "../compile.ts";
import { compileMesh } from "./compile_mesh.ts";
import { faceTree } from "./face_tree.ts";
import type { MeshJob } from "./mesh_jobs.ts";
import { compileOnThreads } from "./mesh_threads.ts";

const SEED = 20260305;
const NO_LIMITS = { vertices: Infinity, faces: Infinity, work: Infinity };

/** A binary STL file of a dented ball. */
function stl(seed: number, rings: number): Uint8Array {
  const random = randomFrom(seed);
  const [dent, waves] = [0.1 + 0.2 * random(), 1 + Math.floor(5 * random())];
  const point = (i: number, j: number): number[] => {
    const polar = Math.PI * j / rings;
    const angle = Math.PI * (i % (2 * rings)) / rings;
    const radius = 0.1 * (1 + dent * Math.sin(waves * angle) * Math.sin(polar) ** 2);
    return [Math.sin(polar) * Math.cos(angle), Math.sin(polar) * Math.sin(angle), 1.5 * Math.cos(polar)].map((x) =>
      radius * x
    );
  };
  const corners: number[][] = [];
  for (let j = 0; j < rings; j++) {
    for (let i = 0; i < 2 * rings; i++) {
      if (j > 0) corners.push(point(i, j), point(i, j + 1), point(i + 1, j));
      if (j < rings - 1) corners.push(point(i + 1, j), point(i, j + 1), point(i + 1, j + 1));
    }
  }
  const bytes = new Uint8Array(84 + 50 * corners.length / 3);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, corners.length / 3, true);
  corners.forEach((corner, c) => {
    const at = 84 + 50 * Math.floor(c / 3) + 12 + 12 * (c % 3);
    corner.forEach((x, k) => view.setFloat32(at + 4 * k, x, true));
  });
  return bytes;
}

function job(index: number, bytes: Uint8Array, scale = 1): MeshJob {
  const none = new Float32Array(0);
  return {
    spec: {
      name: `mesh ${index}`,
      path: `${index}.stl`,
      file: { name: `${index}.stl`, bytes },
      contentType: "",
      vertex: none,
      normal: none,
      texcoord: none,
      face: new Int32Array(0),
      refpos: [0.1, 0, 0],
      refquat: [1, 0, 0, 0],
      scale: [scale, scale, scale],
      inertia: MeshInertia.LEGACY,
      smoothnormal: false,
      maxhullvert: -1,
    },
    hull: index % 2 === 0,
    sdf: index === 3,
  };
}

Deno.test(`meshes are the same on several threads, and those with errors are left out (seed ${SEED})`, async () => {
  const jobs = Array.from({ length: 12 }, (_, i) => job(i, stl(SEED + i, 6 + i)));
  jobs[5] = job(5, new Uint8Array(10));
  jobs[8] = job(8, stl(SEED, 40));
  const results = await compileOnThreads(jobs, { ...NO_LIMITS, faces: 5000 }, 1);
  results.sort((a, b) => a.index - b.index);
  assert.deepEqual(results.map(({ index }) => index), [0, 1, 2, 3, 4, 6, 7, 9, 10, 11]);
  for (const { index, mesh, work } of results) {
    let spent = 0;
    const { spec, hull, sdf } = jobs[index];
    const expected = compileMesh(spec, { hull, sdf, spend: (more) => spent += more });
    expected.bvh = faceTree(expected.vert, expected.face);
    assert.deepEqual(mesh, expected, `mesh ${index}`);
    assert.equal(work, spent, `mesh ${index}`);
  }
});

Deno.test("few bytes stay on this thread", async () => {
  assert.deepEqual(await compileOnThreads([job(0, stl(1, 5)), job(1, stl(2, 5))], NO_LIMITS), []);
});

Deno.test("a model with large meshes is the same as that of compile(), and so are its errors", async () => {
  const count = 4;
  const assets: Record<string, Uint8Array> = {};
  for (let i = 0; i < count; i++) assets[`${i}.stl`] = stl(SEED + i, 64);
  const xml = (last: string) =>
    `<mujoco>
      <asset>
        ${Array.from({ length: count }, (_, i) => `<mesh name="m${i}" file="${i}.stl"/>`).join("")}
        <mesh name="again" file="0.stl"/><mesh name="large" file="0.stl" scale="2 2 2"/>${last}
      </asset>
      <worldbody>
        ${Array.from({ length: count }, (_, i) => `<geom type="mesh" mesh="m${i}" pos="${i} 0 0"/>`).join("")}
        <geom type="mesh" mesh="again"/><geom type="mesh" mesh="large"/>
      </worldbody>
    </mujoco>`;
  const model = await compileModel(xml(""), { assets });
  assert.deepEqual(saveModel(model), saveModel(compile(xml(""), { assets })));

  assets["bad.stl"] = new Uint8Array(10);
  const bad = xml(`<mesh name="bad" file="bad.stl"/>`);
  const caught = (error: unknown) => error as Error;
  const expected = await Promise.resolve().then(() => compile(bad, { assets })).catch(caught) as Error;
  const got = await compileModel(bad, { assets }).catch(caught) as Error;
  assert.deepEqual([got.name, got.message], [expected.name, expected.message]);
  assert.match(got.message, /bad\.stl/);
});
