/** Where the arena ends for contacts, to the byte, while pairs, trees, and flexes are visited: as in MuJoCo. */

import assert from "node:assert/strict";
import { type MujocoEngine, mujocoEngine } from "../../../harness/engines/mujoco.ts";
import { compile } from "../../compile/compile.ts";
import { Data } from "../../data.ts";
import { forward } from "../../forward.ts";
import { Warning } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";
import { collision } from "../collision.ts";
import type { CollisionWork } from "../collision_work.ts";
import { setRoomOfSweep } from "./room.ts";

/** A grid of vertices. */
const grid = (name: string, at: string, contact: string, count = "3 3 1", dim = 2) =>
  `<body name="at_${name}" pos="${at}"><flexcomp name="${name}" type="grid" dim="${dim}" count="${count}"
    spacing=".2 .2 .2" radius=".09" mass="1"><contact ${contact}/></flexcomp></body>`;
const ALONE = `selfcollide="none" internal="false"`;

/** Triangles of which `near` lie on each other, and `far` beside them. */
const stack = (name: string, at: string, contact: string, near: number, far = 0) => {
  const corners = Array.from({ length: near + far }, (_, k) => {
    const [x, z] = k < near ? [0.013 * k, 0.02 * k] : [2 * k, 0];
    return `${x} 0 ${z} ${x + 0.2} ${0.01 * k} ${z} ${x} 0.2 ${z}`;
  });
  return `<body name="at_${name}" pos="${at}"><flexcomp name="${name}" type="direct" dim="2" radius=".015" mass="1"
    point="${corners.join(" ")}" element="${corners.map((_, k) => `${3 * k} ${3 * k + 1} ${3 * k + 2}`).join(" ")}">
    <contact ${contact}/></flexcomp></body>`;
};

const SCENES: Readonly<Record<string, string>> = {
  "geoms of bodies": `<geom type="plane" size="5 5 1"/>
    <replicate count="4" offset=".19 .02 0"><body pos="0 0 .09"><freejoint/><geom size=".1"/></body></replicate>`,
  "trees of bodies": `<body><freejoint/><replicate count="3" offset=".19 .01 0"><geom size=".1"/></replicate></body>
    <body pos=".05 .007 .15"><freejoint/><replicate count="5" offset=".17 .01 0"><geom size=".1"/></replicate></body>`,
  "a tree of a body, and one of a flex": `${grid("f", "0 0 .1", ALONE)}
    <body pos=".03 .02 .2"><freejoint/><geom size=".1"/><geom size=".07" pos=".1 .02 0"/></body>`,
  "a plane and a flex": `<geom type="plane" size="5 5 1"/><body name="stiff" pos="0 0 .05"><freejoint/>
    <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
    <flexcomp name="f" type="grid" dim="2" count="9 9 1" spacing=".2 .2 .2" radius=".09" mass="1" rigid="true">
      <contact ${ALONE}/></flexcomp></body>`,
  "trees of two flexes": grid("f", "0 0 0", ALONE) + grid("g", ".03 .02 .09", ALONE, "2 3 1"),
  "a tree of a flex": stack("f", "0 0 0", `selfcollide="bvh" internal="false"`, 4, 2),
  "a sweep of a flex": stack("f", "0 0 0", `selfcollide="sap" internal="false"`, 4, 3),
  "one flex after another": stack("f", "0 0 0", `selfcollide="sap" internal="false"`, 3) +
    stack("g", "0 0 1", `selfcollide="bvh" internal="false"`, 3),
};

let oracle: Promise<MujocoEngine> | undefined;

/** Numbers of contacts, and of warnings about them, in MuJoCo; undefined if its stack is too small. */
async function inMujoco(text: string, bytes: number): Promise<number[] | undefined> {
  const mujoco = await (oracle ??= mujocoEngine());
  const loaded = await mujoco.load(`<mujoco><size memory="${bytes}"/>${text}</mujoco>`, new Map());
  if (loaded.outcome !== "loaded") return undefined;
  const { simulation } = loaded;
  try {
    simulation.forward();
    return [Number(simulation.read("ncon")), (simulation.read("warning") as ArrayLike<number>)[Warning.CONTACTFULL]];
  } catch {
    return undefined;
  } finally {
    simulation.close();
  }
}

for (const [name, contents] of Object.entries(SCENES)) {
  Deno.test(`there is room for as many contacts as in MuJoCo: ${name}`, async () => {
    const text = `<worldbody>${contents}</worldbody>`;
    const m = compile(`<mujoco>${text}</mujoco>`);
    const d = new Data(m);
    forward(m, d);
    const all = d.ncon;
    assert.ok(all > 1, `${all} contacts`);
    const roomIn = (bytes: number): number[] => {
      d.narena = bytes;
      d.warning.number.fill(0);
      collision(m, d);
      return [d.ncon, d.warning.number[Warning.CONTACTFULL]];
    };

    let compared = 0;
    for (const least of new Set([1, Math.ceil(all / 2), all])) {
      // the first byte from which on there are so many
      let [low, high] = [1000, 1e6];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (roomIn(middle)[0] < least) low = middle;
        else high = middle;
      }
      for (const bytes of [low, high]) {
        const expected = await inMujoco(text, bytes);
        if (expected === undefined) continue;
        compared++;
        assert.deepEqual(roomIn(bytes), expected, `${bytes} bytes, for ${least} of ${all} contacts`);
      }
    }
    assert.ok(compared > 0, "nothing is compared");
  });
}

Deno.test("a list of bodies that does not fit leaves room for contacts, and one that just fits takes it", () => {
  const bodies = 200;
  const m = compile(`<mujoco><worldbody><geom type="plane" size="1 1 1"/>
    <body pos="0 0 .09"><freejoint/><geom size=".1"/></body>
    <replicate count="${bodies - 2}"><body><geom size=".1" contype="0" conaffinity="0"/></body></replicate>
    </worldbody></mujoco>`);
  assert.equal(m.nbody, bodies);
  const d = new Data(m);
  forward(m, d);
  // four bytes for each pair, behind the frame of a function
  const list = 2 * bodies * (bodies - 1) + 12;
  for (const [bytes, count] of [[list - 4, 1], [list, 1], [list + 4, 0], [list + 60 * 576, 1]]) {
    d.narena = bytes;
    d.warning.number.fill(0);
    collision(m, d);
    assert.deepEqual([d.ncon, d.warning.number[Warning.CONTACTFULL]], [count, 1 - count], `${bytes} bytes`);
  }
});

Deno.test("a sweep of elements has room for a million pairs", () => {
  const d = new Data(compile("<mujoco/>"));
  const work = { room: 0 } as CollisionWork;
  const m = { nbody: 1, nflex: 1, flex_elemnum: Int32Array.of(2000) } as Partial<Model> as Model;
  /** the first byte from which on there is room */
  const bytesFor = (count: number) => {
    let [low, high] = [0, 1e8];
    while (high - low > 1) {
      d.narena = (low + high) >> 1;
      setRoomOfSweep(m, d, work, 0, count);
      if (work.room < 0) low = d.narena;
      else high = d.narena;
    }
    return high;
  };
  // four bytes for a pair, and twice 48 for an element
  assert.equal(bytesFor(1412) - bytesFor(1408), 4 * (1412 * 1411 - 1408 * 1407) / 2 + 4 * 96);
  assert.equal(bytesFor(1416) - bytesFor(1412), 4 * (1e6 - 1412 * 1411 / 2) + 4 * 96);
  assert.equal(bytesFor(1500) - bytesFor(1416), 84 * 96);
});
