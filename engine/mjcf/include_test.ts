import { equal, throws } from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { MjcfError } from "../types/errors.ts";

/** Compiles `main.xml` of a set of virtual files. */
function compileFiles(files: Record<string, string>): ReturnType<typeof compile> {
  return compile(files["main.xml"], { file: "main.xml", assets: (path) => new TextEncoder().encode(files[path]) });
}

Deno.test("compile() names the chain when files include each other", () => {
  const files: Record<string, string> = {
    "main.xml": `<mujoco><worldbody><include file="a.xml"/></worldbody></mujoco>`,
    "a.xml": `<x><geom size="0.1"/><include file="b.xml"/></x>`,
    "b.xml": `<x><geom size="0.1"/><include file="c.xml"/></x>`,
    "c.xml": `<x><geom size="0.1"/><include file="b.xml"/></x>`,
  };
  throws(() => compileFiles(files), (error) => {
    equal(error instanceof MjcfError, true);
    equal((error as MjcfError).file, "c.xml");
    return true;
  });
});

Deno.test("compile() keeps cameras and lights of fused bodies, at their composed pose", () => {
  const m = compile(`<mujoco>
    <compiler fusestatic="true"/>
    <worldbody>
      <body>
        <freejoint/><geom size="0.1"/>
        <body pos="1 0 0" euler="0 0 90">
          <geom size="0.1"/><camera name="cam" pos="0 0 2" fovy="30"/><light name="lig" pos="1 0 3"/>
        </body>
      </body>
    </worldbody>
  </mujoco>`);
  equal(m.nbody, 2);
  equal(m.cam_bodyid[0], 1);
  equal(m.light_bodyid[0], 1);
  const near = (got: ArrayLike<number>, expected: number[]) =>
    equal(expected.every((x, i) => Math.abs(got[i] - x) < 1e-12), true, `${[...Array.from(got)]}`);
  near(m.cam_pos, [1, 0, 2]);
  near(m.light_pos, [1, 1, 3]);
  equal(m.cam_fovy[0], 30);
});

Deno.test("compile() finds assets beside an included document, whatever the directory of meshes is", () => {
  const file = (text: string) => new TextEncoder().encode(text);
  const tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  const document = (path: string) =>
    `<mujoco>
    <compiler meshdir="meshes"/>
    <include file="${path}"/>
    <worldbody><geom type="mesh" mesh="part"/></worldbody>
  </mujoco>`;
  const included = file(`<mujoco><asset><mesh name="part" file="part.obj"/></asset></mujoco>`);
  for (const dir of ["", "parts/", "parts/more/"]) {
    const beside = new Map([[`${dir}in.xml`, included], [`${dir}part.obj`, file(tetrahedron)]]);
    equal(compile(document(`${dir}in.xml`), { assets: beside }).nmeshvert, 4);
    // the directory of meshes comes first
    const both = new Map([...beside, ["meshes/part.obj", file(tetrahedron.replace("v 1 0 0", "v 2 0 0"))]]);
    equal(Math.max(...compile(document(`${dir}in.xml`), { assets: both }).mesh_pos).toFixed(2), "0.50");
  }
});
