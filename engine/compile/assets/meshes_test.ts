import assert from "node:assert/strict";
import process from "node:process";
import { openSpec } from "../compile.ts";
import { compileMeshes, prepareMeshes } from "./meshes.ts";

/** A file so large that another thread takes part: a solid, and a comment. */
function file(...tips: string[]): Uint8Array {
  const solid = `v 0 0 0\nv 1 0 0\nv 0 1 0\n${
    tips.map((tip) => `v ${tip}\n`).join("")
  }f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n`;
  const bytes = new Uint8Array(9e6).fill(35);
  bytes.set(new TextEncoder().encode(solid));
  return bytes;
}

Deno.test("prepareMeshes() keeps what came of each file with its first mesh", async () => {
  const assets = new Map([["a.obj", file("0 0 1")], ["b.obj", file("0 0 2", ".1 .1 .1")]]);
  const { spec } = openSpec(
    `<mujoco><asset><mesh name="d" builtin="sphere" params="1"/><mesh file="a.obj"/><mesh name="c" file="a.obj" scale="2 2 2"/>
      <mesh file="b.obj"/></asset></mujoco>`,
    { assets },
  );
  // no thread can be started, so this one does it all
  class Refused {
    constructor() {
      throw new Error("no threads");
    }
  }
  const { getBuiltinModule } = process;
  Object.assign(process, { getBuiltinModule: () => ({ availableParallelism: () => 2, Worker: Refused }) });
  const preparing = prepareMeshes(spec);
  Object.assign(process, { getBuiltinModule });
  const prepared = await preparing;

  const [builtin, a, again, b] = spec.meshes;
  assert.equal(prepared.get(builtin), undefined);
  assert.equal(prepared.get(a)?.result?.index, 0);
  assert.equal(prepared.get(b)?.result?.index, 1);
  assert.ok(prepared.get(again) !== undefined && prepared.get(again)?.result === undefined);
  const compiled = compileMeshes(spec, prepared, new Map() as never);
  assert.equal(compiled.get(a), prepared.get(a)?.result?.mesh);
  assert.equal(compiled.get(b), prepared.get(b)?.result?.mesh);
  assert.deepEqual([a, again, b].map((mesh) => compiled.get(mesh)?.scale[0]), [1, 2, 1]);
});
