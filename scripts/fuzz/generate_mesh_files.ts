/** Random documents in which meshes share files. */

import type { ModelFiles } from "../../harness/live/disk_assets.ts";
import { Random } from "./random.ts";

/** How a document may call its three files; some of the names mean the same file. */
const NAMES = ["part.obj", "part.obj", "part.obj", "./part.obj", "sub/../part.obj", "sub/part.obj", "sub/other.obj"];

const USES = ["collide", "collide", "seen", "seen", "field", "fit", "pair"];

/** A document with a few meshes of three files, two of which are equal, and what their geoms ask of them. */
export function generateMeshFiles(seed: number): ModelFiles {
  const r = new Random(seed);
  const encoder = new TextEncoder();
  const part = encoder.encode(objFile(r));
  const assets = new Map([["part.obj", part], ["sub/part.obj", part], ["sub/other.obj", encoder.encode(objFile(r))]]);

  const shared = r.chance(0.5) ? meshAttributes(r) : null;
  const meshes: string[] = [];
  const geoms: string[] = [];
  const pairs: string[] = [];
  const count = r.int(2, 4);
  for (let i = 0; i < count; i++) {
    meshes.push(`<mesh name="m${i}" file="${r.pick(NAMES)}"${shared ?? meshAttributes(r)}/>`);
    for (let use = r.int(0, 2); use > 0; use--) addUse(r, `m${i}`, geoms, pairs);
  }

  // with more than one thread, MuJoCo compiles meshes in any order
  const settings = [`usethread="false"`];
  if (r.chance(0.2)) settings.push(`discardvisual="true"`);
  if (r.chance(0.2)) settings.push(`strippath="true"`);
  if (r.chance(0.2)) settings.push(`meshdir="sub/.."`);
  const xml = `<mujoco>
  <compiler ${settings.join(" ")}/>
  <asset>
    ${meshes.join("\n    ")}
  </asset>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1" pos="0 0 -1"/>
    <body>
      <freejoint/>
      <geom size="0.1"/>
      ${geoms.join("\n      ")}
    </body>
  </worldbody>
  <contact>
    ${pairs.join("\n    ")}
  </contact>
</mujoco>
`;
  return { xml, assets };
}

/** A box or a dented ball, sometimes without faces. */
function objFile(r: Random): string {
  const lines = r.chance(0.4) ? boxLines(r) : ballLines(r);
  return (r.chance(0.9) ? lines : lines.filter((line) => !line.startsWith("f"))).join("\n") + "\n";
}

const SIDES = [[1, 3, 4, 2], [5, 6, 8, 7], [1, 2, 6, 5], [3, 7, 8, 4], [1, 5, 7, 3], [2, 4, 8, 6]];

function boxLines(r: Random): string[] {
  const [x, y, z] = [r.real(0.1, 0.3), r.real(0.1, 0.3), r.real(0.1, 0.3)];
  const corners = Array.from({ length: 8 }, (_, i) => `v ${i & 1 ? x : -x} ${i & 2 ? y : -y} ${i & 4 ? z : -z}`);
  if (!r.chance(0.4)) return [...corners, ...SIDES.map((side) => `f ${side.join(" ")}`)];
  const texture = corners.map(() => `vt ${r.reals(2, 0, 1)}`);
  return [...corners, ...texture, ...SIDES.map((side) => `f ${side.map((v) => `${v}/${v}`).join(" ")}`)];
}

/** Faces of an octahedron of six corners. */
const FACES = ["1 3 5", "3 2 5", "2 4 5", "4 1 5", "3 1 6", "2 3 6", "4 2 6", "1 4 6"];

function ballLines(r: Random): string[] {
  const axes = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]];
  const corners = axes.map((axis) => `v ${axis.map((x) => 0.2 * (x + r.real(-0.3, 0.3))).join(" ")}`);
  return [...corners, ...FACES.map((face) => `f ${face}`)];
}

function meshAttributes(r: Random): string {
  const some: string[] = [];
  const add = (probability: number, text: () => string) => {
    if (r.chance(probability)) some.push(text());
  };
  add(0.3, () => `scale="${r.pick(["1 1 1", "0.5 1 2", "-1 1 1", "2 2 2"])}"`);
  add(0.3, () => `inertia="${r.pick(["convex", "exact", "legacy", "shell"])}"`);
  add(0.2, () => `maxhullvert="${r.pick([-1, 4, 6, 10])}"`);
  add(0.3, () => `refpos="${r.reals(3, -0.1, 0.1)}"`);
  add(0.3, () => `refquat="${r.reals(4, -1, 1)}"`);
  add(0.3, () => `smoothnormal="true"`);
  add(0.1, () => `content_type="${r.pick(["model/obj", "model/stl", "bogus"])}"`);
  add(0.1, () => `texcoord="${r.reals(16, 0, 1)}"`);
  add(0.05, () => `normal="${r.reals(24, -1, 1)}"`);
  add(0.05, () => `vertex="${r.reals(24, -1, 1)}"`);
  return some.map((text) => ` ${text}`).join("");
}

function addUse(r: Random, mesh: string, geoms: string[], pairs: string[]): void {
  const name = `g${geoms.length}`;
  const at = `name="${name}" mesh="${mesh}" pos="${r.reals(3, -0.5, 0.5)}"`;
  const apart = ` contype="0" conaffinity="0"`;
  const use = r.pick(USES);
  if (use === "fit") {
    geoms.push(`<geom type="${r.pick(["box", "sphere", "capsule", "ellipsoid"])}" ${at}/>`);
  } else if (use === "field") {
    geoms.push(`<geom type="sdf" ${at}${r.chance(0.5) ? apart : ""}/>`);
  } else {
    geoms.push(`<geom type="mesh" ${at}${use === "collide" ? "" : apart}/>`);
    if (use === "pair") pairs.push(`<pair geom1="${name}" geom2="floor"/>`);
  }
}
