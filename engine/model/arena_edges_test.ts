/** Where the memory of a step ends, to the byte: what fits just so fits in MuJoCo too, and what lacks a byte does not. */

import assert from "node:assert/strict";
import { type MujocoEngine, mujocoEngine } from "../../harness/engines/mujoco.ts";
import { compile } from "../compile/compile.ts";
import { Data } from "../data.ts";
import { resetData } from "../reset.ts";
import { step } from "../step.ts";

const SPHERES = `<geom type="plane" size="5 5 1"/>
  <replicate count="5" offset=".19 .02 0"><body pos="0 0 .09"><freejoint/><geom size=".1"/></body></replicate>`;
const TREES = `<geom type="plane" size="5 5 1"/>
  <body pos="0 .003 .093"><freejoint/>
    <replicate count="3" offset=".1 .01 0"><geom type="box" size=".06 .05 .1"/></replicate></body>
  <body pos=".05 .007 .187"><freejoint/>
    <replicate count="4" offset=".12 .01 0"><geom type="capsule" size=".06 .1"/></replicate></body>`;
const CHAINS = `<default><geom contype="0" conaffinity="0"/></default>
  <worldbody><replicate count="14" offset="1 0 0">
    <body><joint axis="0 1 0" frictionloss=".1" range="-1 -.1" limited="true"/><geom size=".05" pos=".1 0 0"/>
      <body pos=".2 0 0"><joint type="slide" axis="1 0 .1" frictionloss=".2"/><geom size=".05"/></body></body>
  </replicate></worldbody>`;
const SHEETS =
  `<body name="a" pos=".013 .027 .0053"><flexcomp name="f" type="grid" dim="2" count="4 4 1" spacing=".1 .1 .1"
    radius=".02" mass="1"><contact selfcollide="sap"/></flexcomp></body>
  <body name="b" pos=".033 .047 .0253"><flexcomp name="g" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1"
    radius=".02" mass="1"/></body>
  <body pos="0 .017 .0313"><freejoint/><geom type="box" size=".2 .2 .03"/><geom size=".05" pos=".1 .1 -.02"/></body>`;

const world = (contents: string) => `<worldbody>${contents}</worldbody>`;

/** Documents, and the memory from and to which they are tried. */
const SCENES: Readonly<Record<string, readonly [text: string, from: number, to: number]>> = {
  "contacts and dense rows": [`<option jacobian="dense"/>${world(SPHERES)}`, 29e3, 60e3],
  "contacts and sparse rows": [`<option jacobian="sparse" cone="elliptic"/>${world(SPHERES)}`, 29e3, 60e3],
  "rows without islands": [`<option jacobian="dense"><flag island="disable"/></option>${CHAINS}`, 10e3, 60e3],
  "rows of islands": [`<option jacobian="sparse"/>${CHAINS}`, 10e3, 60e3],
  "a dense dual problem": [`<option jacobian="dense" solver="PGS"/>${CHAINS}`, 10e3, 90e3],
  "a sparse dual problem": [`<option jacobian="sparse" solver="PGS"/>${world(SPHERES)}`, 29e3, 60e3],
  "a dual problem beside a primal one": [`<option noslip_iterations="2"/>${world(SPHERES)}`, 29e3, 60e3],
  "trees of geoms": [world(TREES), 29e3, 60e3],
  "stages of Runge and Kutta": [`<option integrator="RK4"/>${world(SPHERES)}`, 29e3, 60e3],
  "sheets": [world(SHEETS), 40e3, 90e3],
};

/** Places where memory is tried, between which what is left out is looked for. */
const PLACES = 8;

const COUNTS = ["ncon", "nefc", "nisland", "nA"] as const;

let oracle: Promise<MujocoEngine> | undefined;

/** What a step has room for in MuJoCo; undefined if its stack is too small, which ends the program. */
async function inMujoco(text: string, bytes: number): Promise<string | undefined> {
  const mujoco = await (oracle ??= mujocoEngine());
  const loaded = await mujoco.load(`<mujoco><size memory="${bytes}"/>${text}</mujoco>`, new Map());
  if (loaded.outcome !== "loaded") return undefined;
  const { simulation } = loaded;
  try {
    simulation.step();
    return [...COUNTS.map((name) => simulation.read(name)), simulation.read("warning")].join();
  } catch {
    return undefined;
  } finally {
    simulation.close();
  }
}

for (const [name, [text, from, to]] of Object.entries(SCENES)) {
  Deno.test(`a step has room for as much as in MuJoCo: ${name}`, async () => {
    const m = compile(`<mujoco>${text}</mujoco>`);
    const d = new Data(m);
    const known = new Map<number, string>();
    const roomIn = (bytes: number): string => {
      let found = known.get(bytes);
      if (found !== undefined) return found;
      resetData(m, d);
      d.narena = bytes;
      step(m, d);
      known.set(bytes, found = [...COUNTS.map((name) => d[name]), d.warning.number].join());
      return found;
    };

    // the first byte from which on more fits, between two sizes of memory
    const edges: number[] = [];
    const place = (k: number) => Math.round(from + (to - from) * k / PLACES);
    for (let k = 0; k < PLACES; k++) {
      let [low, high] = [place(k), place(k + 1)];
      if (roomIn(low) === roomIn(high)) continue;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (roomIn(middle) === roomIn(low)) low = middle;
        else high = middle;
      }
      edges.push(high);
    }
    let compared = 0;
    for (const edge of edges) {
      for (const bytes of [edge - 1, edge]) {
        const expected = await inMujoco(text, bytes);
        if (expected === undefined) continue;
        compared++;
        assert.equal(roomIn(bytes), expected, `${bytes} bytes`);
      }
    }
    assert.ok(compared > 0, `memory ends nowhere: ${edges}`);
  });
}
