import { equal, rejects } from "node:assert/strict";
import { loadModel } from "./load_model.ts";

/** A box as an OBJ file, with half sizes of `half`. */
function box(half: number): string {
  const corners = [[-1, -1, -1], [1, -1, -1], [1, 1, -1], [-1, 1, -1], [-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]];
  const faces = [
    "1 3 2",
    "1 4 3",
    "5 6 7",
    "5 7 8",
    "1 2 6",
    "1 6 5",
    "3 4 8",
    "3 8 7",
    "1 5 8",
    "1 8 4",
    "2 3 7",
    "2 7 6",
  ];
  return [...corners.map((c) => `v ${c.map((x) => x * half).join(" ")}`), ...faces.map((f) => `f ${f}`)].join("\n");
}

const model = (compiler: string, file: string) =>
  `<mujoco><compiler ${compiler}/><asset><mesh name="M" file="${file}"/></asset>` +
  `<worldbody><geom type="mesh" mesh="M"/></worldbody></mujoco>`;

async function inFolder(files: Record<string, string>, run: (dir: string) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(`${dir}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.writeTextFile(`${dir}/${path}`, text.replaceAll("{dir}", dir));
    }
    await run(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

Deno.test("loadModel() uses an absolute name of an asset directly, whatever meshdir says", async () => {
  await inFolder({
    "m.xml": model('meshdir="meshes"', "{dir}/box.obj"),
    "box.obj": box(0.5),
    "meshes/box.obj": box(0.2),
  }, async (dir) => {
    const m = await loadModel(`${dir}/m.xml`);
    equal(m.geom_aabb[3].toFixed(6), "0.500000");
  });
});

Deno.test("loadModel() joins a relative meshdir to the folder of the model, and takes an absolute one as it is", async () => {
  for (const meshdir of ["meshes", "meshes/", "{dir}/meshes"]) {
    await inFolder({ "m.xml": model(`meshdir="${meshdir}"`, "box.obj"), "meshes/box.obj": box(0.2) }, async (dir) => {
      const m = await loadModel(`${dir}/m.xml`);
      equal(m.geom_aabb[3].toFixed(6), "0.200000", meshdir);
    });
  }
});

Deno.test("loadModel() names every path that it tried when a file is missing", async () => {
  await inFolder({ "m.xml": model('meshdir="meshes"', "box.obj") }, async (dir) => {
    await rejects(loadModel(`${dir}/m.xml`), (error) => {
      equal((error as Error).message.includes(`${dir}/meshes/box.obj`), true, (error as Error).message);
      return true;
    });
  });
});
