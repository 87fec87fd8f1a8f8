/** Meshes on threads that tests make up: what each does, and how many are started. */

import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import process from "node:process";
import { bareMessage, fullMessage } from "../../thread/bare_message.ts";
import { MeshInertia } from "../../types/enums.ts";
import { type MeshJob, type MeshJobs, type MeshResult, takeJobs } from "./mesh_jobs.ts";
import { compileOnThreads } from "./mesh_threads.ts";
import { type MeshAnswer, serveMeshes } from "./serve_meshes.ts";

const LIMITS = { vertices: 100, faces: 100, work: 1e6 };
const OBJ = new TextEncoder().encode("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");

/** Meshes, one of which has a file of so many bytes, and one too few corners. */
function jobsOf(bytes: Uint8Array = OBJ): MeshJob[] {
  const none = { normal: new Float32Array(), texcoord: new Float32Array(), face: new Int32Array() };
  const solids = [[], [0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1], [0, 0, 0, 1, 0, 0]];
  return solids.map((corners, i) => ({
    spec: {
      ...{ name: `m${i}`, contentType: "", ...none, vertex: Float32Array.from(corners) },
      ...{ refpos: [0, 0, 0], refquat: [1, 0, 0, 0], scale: [1, 1, 1], inertia: MeshInertia.LEGACY },
      ...{ smoothnormal: false, maxhullvert: -1, ...(i === 0 ? { file: { name: "m.obj", bytes } } : {}) },
    },
    hull: true,
    sdf: i === 1,
  }));
}

type Moved = readonly ArrayBuffer[];

/** Has the process offer other modules for as long as something runs. */
async function offering<T>(modules: (name: string) => unknown, work: () => Promise<T>): Promise<T> {
  const { getBuiltinModule } = process;
  Object.assign(process, { getBuiltinModule: modules });
  try {
    return await work();
  } finally {
    Object.assign(process, { getBuiltinModule });
  }
}

/** All arrays in a mesh. */
function arraysIn(value: unknown): ArrayBufferView[] {
  if (ArrayBuffer.isView(value)) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(arraysIn) : [];
}

Deno.test("a thread answers with the meshes that it takes, in memory of their own, and that there are no more", () => {
  const shared = new Uint8Array(new SharedArrayBuffer(OBJ.length));
  shared.set(OBJ);
  for (const taken of [0, 1]) {
    const next = () => Int32Array.of(taken);
    const wanted = [...takeJobs({ jobs: jobsOf(), limits: LIMITS, next: next() })];
    assert.equal(wanted.length, 2 - taken);
    const answers: MeshAnswer[] = [];
    const moved: Moved[] = [];
    serveMeshes({
      answer(answer, transfer) {
        answers.push(answer);
        moved.push(transfer);
      },
      listen: (onOrder) => onOrder({ jobs: jobsOf(shared), limits: LIMITS, next: next() }),
    });
    assert.deepEqual(answers, [...wanted, null]);
    assert.deepEqual(moved.pop(), []);
    for (const [k, buffers] of moved.entries()) {
      const arrays = arraysIn(answers[k]);
      assert.ok(arrays.length > 5);
      assert.equal(new Set(buffers).size, buffers.length);
      assert.deepEqual(arrays.map(({ buffer }) => buffer), [...buffers]);
      for (const array of arrays) assert.equal(array.byteLength, array.buffer.byteLength);
    }
  }
  assert.deepEqual([...shared], [...OBJ]);
});

/** How a thread answers an order: with a mesh, and that there are no more; with an error; or it does not even start. */
type Manner = "answers" | "fails" | "throws";

const EXTRA = { index: 77, work: 1, mesh: {} } as MeshResult;

/** The threads that are started, and what comes of them. */
async function started(jobs: readonly MeshJob[], processors: number, perThread?: number, manner: Manner = "answers") {
  const ends: boolean[] = [];
  const orders: MeshJobs[] = [];
  class Thread extends EventEmitter {
    readonly number: number;
    constructor(readonly url: URL) {
      super();
      if (manner === "throws") throw new Error("no threads");
      assert.match(`${url}`, /mesh_worker\.ts$/);
      this.number = ends.push(false) - 1;
    }
    postMessage(order: unknown, moved: Moved): void {
      assert.deepEqual(moved, []);
      orders.push(fullMessage(order) as MeshJobs);
      if (manner === "fails") return queueMicrotask(() => void this.emit("error", new Error("it")));
      // later than this thread is done
      setTimeout(() => {
        this.emit("message", bareMessage(EXTRA));
        this.emit("message", null);
      }, 0);
    }
    terminate(): void {
      ends[this.number] = true;
    }
  }
  const modules = (name: string) =>
    name === "node:os" ? { availableParallelism: () => processors } : { Worker: Thread };
  const results = await offering(modules, () => compileOnThreads(jobs, LIMITS, perThread));
  return { count: ends.length, ends, orders, indices: results.map(({ index }) => index) };
}

Deno.test("as many threads are started as meshes, bytes, and processors are there for, at most 15", async () => {
  const count = async (jobs: readonly MeshJob[], processors: number, perThread?: number) => {
    const { count, indices } = await started(jobs, processors, perThread);
    assert.equal(indices.length > 0, count > 0, "alone, it leaves all meshes");
    return count;
  };
  const three = jobsOf();
  assert.equal(await count(three, 9, 1), 2);
  assert.equal(await count(three, 2, 1), 1);
  assert.equal(await count(three, 1, 1), 0);
  assert.equal(await count(three.slice(0, 1), 9, 1), 0);
  assert.equal(await count(three, 9, OBJ.length / 2), 2);
  assert.equal(await count(three, 9, OBJ.length), 1);
  assert.equal(await count(three, 9, OBJ.length + 1), 0);
  const many = Array.from({ length: 12 }, () => jobsOf()).flat();
  assert.equal(await count(many, 40, 1), 15);
  assert.equal(await count(many, 40, 4 * OBJ.length), 3);
  // all bytes of files count; by default 16 million for each thread
  const large = (bytes: number) => jobsOf(new Uint8Array(bytes));
  assert.equal(await count([...large(8e6), ...large(8e6)], 9), 1);
  assert.equal(await count([...large(8e6), ...large(8e6 - 1)], 9), 0);
});

Deno.test("threads get files on shared memory, give meshes, and end", async () => {
  const { ends, orders, indices } = await started(jobsOf(), 3, 1);
  assert.deepEqual(ends, [true, true]);
  assert.deepEqual(indices.toSorted((a, b) => a - b), [0, 1, 77, 77]);
  for (const { jobs, limits, next } of orders) {
    assert.deepEqual(limits, LIMITS);
    assert.ok(next.buffer instanceof SharedArrayBuffer && next[0] >= jobs.length);
    assert.equal(next.buffer, orders[0].next.buffer);
    const { file } = jobs[0].spec;
    assert.ok(file?.bytes.buffer instanceof SharedArrayBuffer);
    assert.deepEqual([file.name, ...file.bytes], ["m.obj", ...OBJ]);
    assert.deepEqual(jobs.slice(1), jobsOf().slice(1));
  }
});

Deno.test("this thread compiles all meshes where others fail or do not start, and leaves it where memory is not shared", async () => {
  for (const manner of ["fails", "throws"] as const) {
    const { ends, indices } = await started(jobsOf(), 3, 1, manner);
    assert.deepEqual(ends, manner === "fails" ? [true, true] : []);
    assert.deepEqual(indices, [0, 1]);
  }
  const { Worker, SharedArrayBuffer } = globalThis;
  Object.assign(globalThis, { Worker: undefined });
  try {
    const os = (name: string) => name === "node:os" ? { availableParallelism: () => 3 } : undefined;
    const results = await offering(os, () => compileOnThreads(jobsOf(), LIMITS, 1));
    assert.deepEqual(results.map(({ index }) => index), [0, 1]);
    Object.assign(globalThis, { SharedArrayBuffer: undefined });
    assert.deepEqual(await offering(os, () => compileOnThreads(jobsOf(), LIMITS, 1)), []);
  } finally {
    Object.assign(globalThis, { Worker, SharedArrayBuffer });
  }
});
