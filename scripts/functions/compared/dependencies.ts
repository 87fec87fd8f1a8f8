/** The files of a model on disk, beside native MuJoCo. */

import assert from "node:assert/strict";
import { python } from "./native.ts";
import { comparison, plumbline } from "./sides.ts";

const OBJ = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

const FILES: Readonly<Record<string, string>> = {
  "main.xml": `<mujoco>
    <compiler meshdir="parts/meshes"/>
    <include file="more.xml"/>
    <asset><mesh file="a.obj"/><model name="child" file="parts/child.xml"/></asset>
    <worldbody><geom type="mesh" mesh="a"/><attach model="child" prefix="c_"/></worldbody>
  </mujoco>`,
  "more.xml": `<mujoco><worldbody><geom size="1"/></worldbody></mujoco>`,
  "parts/child.xml": `<mujoco>
    <asset><mesh file="../b.obj"/></asset><worldbody><body><geom type="mesh" mesh="b"/></body></worldbody>
  </mujoco>`,
  "parts/meshes/a.obj": OBJ,
  "b.obj": OBJ,
};

comparison("getXMLDependencies() finds the files that mju_getXMLDependencies of native MuJoCo finds", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${folder}/parts/meshes`, { recursive: true });
    for (const [path, content] of Object.entries(FILES)) await Deno.writeTextFile(`${folder}/${path}`, content);
    const theirs = await python(
      ["mju_getXMLDependencies"],
      `
import json, mujoco
print(json.dumps(mujoco.mju_getXMLDependencies(${JSON.stringify(`${folder}/main.xml`)})))`,
    );
    const mine = await plumbline.getXMLDependencies(`${folder}/main.xml`);
    assert.equal(mine[0], `${folder}/main.xml`);
    assert.deepEqual(mine.sort(), (theirs as string[]).sort());
    assert.equal(mine.length, Object.keys(FILES).length);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
