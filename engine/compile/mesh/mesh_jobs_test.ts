import assert from "node:assert/strict";
import { BOX_FACES, boxVertices } from "../fixtures_test.ts";
import { type MeshJob, type MeshLimits, takeJobs } from "./mesh_jobs.ts";

/** A box with a scale of its own, or what is no mesh. */
function box(scale: number, face = BOX_FACES): MeshJob {
  const none = new Float32Array(0);
  return {
    spec: {
      name: "m",
      contentType: "",
      vertex: boxVertices(scale, 2, 3),
      normal: none,
      texcoord: none,
      face,
      refpos: [0, 0, 0],
      refquat: [1, 0, 0, 0],
      scale: [1, 1, 1],
      inertia: 1,
      smoothnormal: false,
      maxhullvert: -1,
    },
    hull: true,
    sdf: false,
  };
}

function take(jobs: readonly MeshJob[], limits: Partial<MeshLimits> = {}, first = 0) {
  const next = Int32Array.of(first);
  const all = { vertices: Infinity, faces: Infinity, work: Infinity, ...limits };
  const results = [...takeJobs({ jobs, limits: all, next })];
  assert.equal(next[0], jobs.length + 1);
  return results;
}

Deno.test("takeJobs() does every job that nobody has taken, and leaves out what is no mesh", () => {
  const wrong = box(1, Int32Array.of(0, 1, 99));
  const results = take([box(1), box(2), wrong, box(4)], {}, 1);
  assert.deepEqual(results.map(({ index }) => index), [1, 3]);
  assert.deepEqual(results.map(({ mesh }) => Math.round(Math.max(...mesh.vert))), [3, 4]);
  assert.ok(results.every(({ work }) => work > 0));
});

Deno.test("takeJobs() leaves out meshes beyond a limit, and none that just reach it", () => {
  const [{ work }] = take([box(1)]);
  for (const [limits, count] of [[{ work }, 1], [{ work: work - 1 }, 0]] as const) {
    assert.equal(take([box(1)], limits).length, count);
  }
  for (
    const [limits, count] of [[{ vertices: 8 }, 1], [{ vertices: 7 }, 0], [{ faces: 12 }, 1], [
      { faces: 11 },
      0,
    ]] as const
  ) {
    assert.equal(take([box(1)], limits).length, count, JSON.stringify(limits));
  }
});

Deno.test("takeJobs() hides no other error", () => {
  const broken = { ...box(1), spec: { ...box(1).spec, vertex: null as unknown as Float32Array } };
  assert.throws(() => take([broken]), TypeError);
});
