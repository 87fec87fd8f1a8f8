import assert from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { forward } from "../forward.ts";
import { kinematics } from "../forward.ts";
import { comPos } from "../position/com_pos.ts";
import { Data } from "../data.ts";
import { DisableBit, EnableBit } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { collision } from "./collision.ts";
import { spheresMeet } from "./search/filter.ts";
import { withoutKernels } from "../wasm/kernel_set.ts";
import { findNear } from "./search/near_pairs.ts";
import { PairFlag } from "./search/plan_pairs.ts";
import { randomFrom } from "../../harness/random.ts";

/** Deterministic numbers in [0, 1). */
/** Bodies of several shapes each, in a heap on a plane. */
function heap(seed: number, nbody: number): string {
  const next = randomFrom(seed);
  const coordinates = (scale: number) => [0, 0, 0].map(() => (scale * (2 * next() - 1)).toFixed(3)).join(" ");
  const shapes = [`type="sphere" size=".08"`, `type="capsule" size=".05 .1"`, `type="box" size=".06 .08 .1"`];
  let bodies = "";
  for (let b = 0; b < nbody; b++) {
    bodies += `<body pos="${coordinates(0.4)}"><freejoint/>`;
    for (let g = 0; g < 1 + b % 4; g++) {
      bodies += `<geom ${shapes[(b + g) % 3]} pos="${coordinates(0.15)}" euler="${coordinates(90)}"/>`;
    }
    bodies += "</body>";
  }
  return `<mujoco><worldbody><geom type="plane" size="2 2 1"/>${bodies}</worldbody></mujoco>`;
}

function posed(xml: string): [Model, Data] {
  const m = compile(xml);
  const d = new Data(m);
  kinematics(m, d);
  comPos(m, d);
  collision(m, d);
  return [m, d];
}

/** What there is to say about each contact. */
function contacts(d: Data): string[] {
  const { geom, dist, pos, frame, friction } = d.contact;
  return Array.from({ length: d.ncon }, (_, i) =>
    [
      geom.subarray(2 * i, 2 * i + 2),
      dist[i],
      pos.subarray(3 * i, 3 * i + 3),
      frame.subarray(9 * i, 9 * i + 9),
      friction.subarray(5 * i, 5 * i + 5),
    ].join(" "));
}

Deno.test("collision() finds the same contacts with and without bounding volume trees", () => {
  for (let seed = 1; seed <= 5; seed++) {
    const [m, d] = posed(heap(seed, 10));
    const with_ = contacts(d).toSorted();
    m.opt.disableflags |= DisableBit.MIDPHASE;
    collision(m, d);
    assert.ok(with_.length > 0, `seed ${seed}`);
    assert.deepEqual(contacts(d).toSorted(), with_, `seed ${seed}`);
  }
});

Deno.test("collision() finds the same contacts pair by pair and by a sweep over bodies", () => {
  for (let seed = 1; seed <= 5; seed++) {
    const [m, d] = posed(heap(seed, 12));
    const listed = contacts(d);
    assert.ok(m.plans.collision?.tree);
    m.plans.collision.room = 0;
    collision(m, d);
    assert.deepEqual(contacts(d), listed, `seed ${seed}`);
  }
});

Deno.test("collision() finds the same contacts however far apart everything was before", () => {
  const [m, d] = posed(heap(6, 70).replace(/<geom type="plane"[^>]*>/, ""));
  const start = d.qpos.slice();
  let swept = 0;
  for (const scale of [1, 60, 60, 1, 60, 60, 1]) {
    start.forEach((x, i) => d.qpos[i] = i % 7 < 3 ? scale * x : x);
    kinematics(m, d);
    comPos(m, d);
    const before = d.work.collision?.nearby ?? NaN;
    collision(m, d);
    if (4 * before < 70) swept++;

    const fresh = new Data(m);
    fresh.qpos.set(d.qpos);
    kinematics(m, fresh);
    comPos(m, fresh);
    collision(m, fresh);
    assert.equal(d.ncon === 0, scale > 1);
    assert.deepEqual(contacts(d), contacts(fresh));
  }
  assert.equal(swept, 4, "a step after one with nothing near is swept");
});

Deno.test("collision() keeps all its arrays once they are large enough", () => {
  const [m, d] = posed(heap(3, 12));
  const arrays = (value: unknown): unknown[] =>
    ArrayBuffer.isView(value)
      ? [value]
      : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(arrays)
      : [];
  const before = [...arrays(d.contact), ...arrays(d.work)];
  for (let k = 0; k < 10; k++) {
    d.qpos[2] += 0.001;
    kinematics(m, d);
    collision(m, d);
  }
  const after = [...arrays(d.contact), ...arrays(d.work)];
  assert.equal(after.length, before.length);
  assert.ok(before.length > 20);
  before.forEach((array, k) => assert.equal(after[k], array));
});

Deno.test("collision() follows types and affinities that change between steps", () => {
  const [m, d] = posed(`<mujoco><worldbody>
    <geom size=".1"/><body pos="0 0 .15"><freejoint/><geom size=".1"/></body></worldbody></mujoco>`);
  assert.equal(d.ncon, 1);
  m.geom_contype[1] = 0;
  m.geom_conaffinity[1] = 0;
  collision(m, d);
  assert.equal(d.ncon, 0);
  m.geom_conaffinity[1] = 1;
  collision(m, d);
  assert.equal(d.ncon, 1);
});

Deno.test("collision() with contacts or constraints disabled finds nothing and forgets what was", () => {
  const [m, d] = posed(heap(1, 4));
  assert.ok(d.ncon > 0);
  for (const bit of [DisableBit.CONTACT, DisableBit.CONSTRAINT]) {
    m.opt.disableflags = bit;
    d.ncon = 3;
    d.nefc = 12;
    collision(m, d);
    assert.deepEqual([d.ncon, d.nefc], [0, 0]);
  }
});

Deno.test("collision() with the global margin ignores the margins of geoms, in the broadphase too", () => {
  // a gap of 0.05 between two free balls whose own margins reach farther
  const [m, d] = posed(`<mujoco><worldbody>
    <body><freejoint/><geom size=".1" margin=".1"/></body>
    <body pos=".25 0 0"><freejoint/><geom size=".1" margin=".1"/></body></worldbody></mujoco>`);
  assert.equal(d.ncon, 1);
  m.opt.enableflags |= EnableBit.OVERRIDE;
  for (const [margin, count] of [[0.02, 0], [0.06, 1]]) {
    m.opt.o_margin = margin;
    collision(m, d);
    assert.equal(d.ncon, count);
    const { collision: plan } = m.plans;
    assert.ok(plan);
    const { room } = plan;
    plan.room = 0;
    collision(m, d);
    assert.equal(d.ncon, count);
    plan.room = room;
  }
  assert.equal(d.contact.includemargin[0], 0.06);
});

Deno.test("collision() of an explicit pair of static geoms leaves the rest of the scene in order", () => {
  const xml = (pair: string) =>
    `<mujoco><worldbody>
    <geom name="floor" type="box" size="1 1 .1"/><body pos="0 0 .15"><geom name="block" type="box" size=".1 .1 .1"/></body>
    <body pos="0 0 .34"><freejoint/><geom size=".1"/></body></worldbody><contact>${pair}</contact></mujoco>`;
  const plain = compile(xml(""));
  const paired = compile(xml(`<pair geom1="floor" geom2="block"/>`));
  const d = new Data(plain);
  const e = new Data(paired);
  forward(plain, d);
  forward(paired, e);
  assert.ok(e.ncon > d.ncon);
  assert.deepEqual([...e.qacc], [...d.qacc]);
});

Deno.test("sweepBodies() of bodies in a row lists neighbors only", () => {
  const count = 150;
  const row = Array.from(
    { length: count },
    (_, k) => `<body pos="${0.19 * k} 0 0"><freejoint/><geom size=".1"/></body>`,
  );
  const [m, d] = posed(`<mujoco><worldbody>${row.join("")}</worldbody></mujoco>`);
  const { collision: plan } = m.plans;
  const { collision: work } = d.work;
  assert.ok(plan && work);
  assert.equal(d.ncon, count - 1);
  plan.room = 0;
  collision(m, d);
  assert.equal(work.bodies.pairs.count, count - 1);
  assert.equal(d.ncon, count - 1);
});

Deno.test("findNear() finds all pairs whose spheres meet, and no others", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const [m, d] = posed(heap(seed, 12));
    m.geom_contype[seed % m.ngeom] = 0;
    m.geom_conaffinity[seed % m.ngeom] = 0;
    m.geom_rbound[1 + (seed + 5) % (m.ngeom - 1)] = 0;
    if (seed % 2 === 0) m.geom_margin.fill(0.01 * seed);
    if (seed % 5 === 0) d.geom_xpos[3 * (1 + (seed + 2) % (m.ngeom - 1))] = NaN;
    collision(m, d);
    const { collision: plan } = m.plans;
    const { collision: work } = d.work;
    assert.ok(plan?.tree && work?.near.tree);
    const { tree: list } = plan;
    const { tree: near } = work.near;

    const margin = new Float64Array(1);
    const expected = [...list.g1.keys()].filter((k) => {
      const [g1, g2] = [list.g1[k], list.g2[k]];
      margin[0] = m.geom_margin[g1] + m.geom_margin[g2];
      const live = [g1, g2].every((g) => m.geom_contype[g] !== 0 || m.geom_conaffinity[g] !== 0);
      return (list.flags[k] & PairFlag.EXPLICIT) !== 0 || (live && spheresMeet(m, d, g1, g2, margin));
    });
    const find = () => {
      const count = findNear(near, m, d, list);
      return [...near.near.subarray(0, count)];
    };
    assert.deepEqual(find(), expected, `seed ${seed}: kernels`);
    assert.deepEqual(withoutKernels(find), expected, `seed ${seed}: loops`);
  }
});
