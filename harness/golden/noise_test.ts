import assert from "node:assert/strict";
import { mujocoEngine } from "../engines/mujoco.ts";
import type { CaseFile } from "./golden.ts";
import { mint, type Mintmaster } from "./mint.ts";
import { neighbour } from "./noise.ts";

const master: Mintmaster = { engine: await mujocoEngine(), package: "test", build: "test" };

async function mintedOf(recipe: Partial<CaseFile>, model: string) {
  const file: CaseFile = { kind: "trajectory", isolates: "a test", items: ["DYN"], ...recipe };
  const { minted, frames } = await mint(master, file, new TextEncoder().encode(model), new Map());
  return { ...minted, frames };
}

/** The largest floor of a field. */
function most(floor: number | number[] | undefined): number {
  return Math.max(0, ...[floor ?? 0].flat());
}

const PENDULUM = `<mujoco><option><flag autoreset="disable"/></option><worldbody>
  <body><joint name="a" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body>
  <body pos="1 0 0"><joint name="b" axis="0 1 0.1"/><geom size=".1" pos=".3 .1 0"/></body>
</worldbody></mujoco>`;

Deno.test("mint() takes no noise from NaN, and counts it", async () => {
  const minted = await mintedOf({ steps: 2, events: [{ step: 1, set: { "qvel[0]": NaN } }] }, PENDULUM);
  const floors = Object.values(minted.noise ?? {}).flat();
  assert.ok(floors.length > 0 && floors.every((floor) => floor >= 0 && floor < 1e-10), floors.join());
  // the second pendulum swings on beside the first
  assert.equal(minted.nan?.["next.qpos"], 1);
  assert.equal(minted.fragile, undefined);
});

const SLEEPERS = `<mujoco><option timestep="0.005" sleep_tolerance="0.01"><flag sleep="enable"/></option><worldbody>
  <geom type="plane" size="3 3 .1"/>
  <body pos="0 0 .0992"><freejoint/><geom size=".1" condim="6" friction="1 .1 .1"/></body>
  <body pos="1 0 .3"><joint axis="0 1 .2"/><geom type="capsule" fromto="0 0 0 .02 .01 -.2" size=".04"/></body>
</worldbody></mujoco>`;

Deno.test("mint() finds no more noise where a tree falls asleep than where it is awake", async () => {
  const { noise, fragile, frames } = await mintedOf({ steps: 40, fields: ["ncon", "ntree_awake", "qacc"] }, SLEEPERS);
  const awake = Array.from({ length: 40 }, (_, i) => frames.get("ntree_awake", i)?.[0]);
  assert.ok(awake.includes(2) && awake.includes(1), awake.join());
  assert.equal(fragile, undefined);
  assert.ok(most(noise?.["next.qpos"]) < 1e-14, `${noise?.["next.qpos"]}`);
  assert.ok(most(noise?.qacc) > 0);
});

Deno.test("a number that is not finite has no neighbor", () => {
  assert.deepEqual([Infinity, -Infinity, NaN].map((x) => neighbour(x, true)), [Infinity, -Infinity, NaN]);
  assert.equal(neighbour(1, true), 1 + 2 ** -52);
  assert.equal(neighbour(-1, true), -1 + 2 ** -53);
});
