import assert from "node:assert/strict";
import { randomFrom, symmetric } from "../../../harness/random.ts";
import { compile } from "../../compile/compile.ts";
import { fwdPosition } from "../../forward.ts";
import { Data } from "../../data.ts";
import { DisableBit } from "../../types/enums.ts";
import type { Model } from "../../types/model.ts";

/** Pairs of what contacts are about, sorted; an element pair in either order is the same. */
function pairs(d: Data): string[] {
  const { geom, flex, elem, vert } = d.contact;
  return Array.from({ length: d.ncon }, (_, i) => {
    const sides = [0, 1].map((k) => [geom, flex, elem, vert].map((field) => field[2 * i + k]).join(" "));
    return sides.sort().join(" : ");
  }).sort();
}

function shaken(m: Model, seed: number, size: number): Data {
  const next = randomFrom(seed);
  const d = new Data(m);
  for (let i = 0; i < m.nq; i++) d.qpos[i] += size * symmetric(next);
  fwdPosition(m, d);
  return d;
}

const crumpled = (mode: string, dim: number) =>
  compile(`<mujoco><worldbody>
    <flexcomp name="F" type="grid" dim="${dim}" count="4 4 ${dim === 3 ? 3 : 1}" spacing=".05 .05 .05" radius=".01">
      <contact selfcollide="${mode}" internal="false"/>
    </flexcomp></worldbody></mujoco>`);

Deno.test("selfCollide() finds the same pairs by the tree, by a sweep and without either", () => {
  for (const dim of [2, 3]) {
    for (let seed = 0; seed < 4; seed++) {
      const [all, tree, swept] = ["narrow", "bvh", "sap"].map((mode) => pairs(shaken(crumpled(mode, dim), seed, 0.06)));
      assert.ok(all.length > 3, `seed ${seed}: ${all.length} contacts`);
      assert.deepEqual(tree, all, `seed ${seed}`);
      assert.deepEqual(swept, all, `seed ${seed}`);
    }
  }
});

Deno.test("selfCollide() keeps to elements without a common vertex, and to the outer layers of a solid", () => {
  const m = crumpled("narrow", 3);
  const d = shaken(m, 1, 0.06);
  for (let i = 0; i < d.ncon; i++) {
    const [e1, e2] = [d.contact.elem[2 * i], d.contact.elem[2 * i + 1]];
    const corners = (e: number) => new Set(m.flex_elem.subarray(4 * e, 4 * e + 4));
    assert.equal(corners(e1).intersection(corners(e2)).size, 0);
    assert.ok(m.flex_elemlayer[e1] < m.flex_activelayers[0] && m.flex_elemlayer[e2] < m.flex_activelayers[0]);
  }
});

Deno.test("collision() finds the same contacts of geoms and flexes with the midphase and without", () => {
  const xml = `<mujoco><worldbody>
    <geom type="plane" size="1 1 .1" pos="0 0 -.1"/>
    <body><freejoint/><geom type="box" size=".1 .1 .05" pos="0 0 -.06"/><geom size=".06" pos=".1 0 .05"/></body>
    <flexcomp name="rope" type="grid" dim="1" count="5 1 1" spacing=".06 .1 .1" radius=".02"/>
    <flexcomp name="sheet" type="grid" dim="2" count="4 4 1" spacing=".06 .06 .1" radius=".01" pos="0 0 .03">
      <contact selfcollide="none"/></flexcomp>
    <flexcomp name="solid" type="grid" dim="3" count="2 2 3" spacing=".06 .06 .05" radius=".01" pos="0 0 -.03">
      <contact selfcollide="none"/></flexcomp></worldbody></mujoco>`;
  for (let seed = 0; seed < 6; seed++) {
    const trees = compile(xml);
    const none = compile(xml);
    none.opt.disableflags |= DisableBit.MIDPHASE;
    const found = shaken(trees, seed, 0.02);
    const all = shaken(none, seed, 0.02);
    assert.ok(all.ncon > 20, `seed ${seed}: ${all.ncon} contacts`);
    // nothing of a flex is behind trees that all elements were not tested for
    assert.deepEqual(pairs(found), pairs(all), `seed ${seed}`);
  }
});

/** Spokes that share a hub, and pairs of edges that cross beside them, in each direction. */
function wheel(spokes: number): string {
  const sides = [[0.5, 0], [-0.5, 0], [0, 0.5], [0, -0.5]];
  const rim = Array.from({ length: spokes }, (_, k) => `1 ${0.0001 * (k % 7)} ${0.0001 * (k % 5)}`);
  const edges = sides.flatMap(([y, z], k) => [
    ...[`${0.5 + 0.1 * k} ${y} ${z}`, `${2 + 0.1 * k} ${y} ${z}`],
    ...[`${0.6 + 0.1 * k} ${y + 0.015} ${z}`, `${2.1 + 0.1 * k} ${y - 0.015} ${z}`],
  ]);
  const crossing = [0, 1, 2, 3].map(() => "left left right right").join(" ");
  const first = spokes + 1;
  const elements = [
    ...Array.from({ length: spokes }, (_, k) => `0 ${k + 1}`),
    ...Array.from({ length: 8 }, (_, k) => `${first + 2 * k} ${first + 2 * k + 1}`),
  ];
  const body = (name: string) =>
    `<body name="${name}"><joint type="slide"/><inertial mass="1" pos="0 0 0" diaginertia="1 1 1"/></body>`;
  return `<mujoco><option><flag island="disable"/></option><size memory="60M"/><worldbody>${
    ["hub", "rim", "left", "right"].map(body).join("")
  }</worldbody>
    <deformable><flex name="F" dim="1" radius=".01" body="hub ${"rim ".repeat(spokes)}${crossing}"
      vertex="0 0 0 ${rim.join(" ")} ${edges.join(" ")}" element="${elements.join(" ")}">
      <contact selfcollide="sap" internal="false"/></flex></deformable></mujoco>`;
}

Deno.test("selfCollide() stops sweeping after a million pairs that are not beside each other", () => {
  // 1414 spokes make 998,991 pairs, one more makes 1,000,405
  const few = compile(wheel(1414));
  assert.equal(pairs(shaken(few, 1, 0)).length, 4);
  const many = compile(wheel(1415));
  assert.equal(pairs(shaken(many, 1, 0)).length, 0);
});
