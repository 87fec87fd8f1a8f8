import { deepEqual, equal, ok } from "node:assert/strict";
import { randomFrom, symmetric } from "../../harness/random.ts";
import { mujocoEngine } from "../../harness/engines/mujoco.ts";
import { compile } from "../compile/compile.ts";
import { forward } from "../forward.ts";
import { integratePos } from "../integrate/integrate_pos.ts";
import { mulTendonJ } from "../velocity/tendon_jacobian.ts";
import { tendonDot } from "../velocity/tendon_dot.ts";
import { Data } from "../data.ts";
import type { Model } from "../types/model.ts";

const MACHINE = (jacobian: string, tendon: string) =>
  `<mujoco>
  <option jacobian="${jacobian}"/>
  <worldbody>
    <site name="anchor" pos="-.3 .02 1.1"/>
    <geom name="post" type="cylinder" size=".08 .2" pos="-.1 0 1" euler="90 0 0" contype="0"/>
    <body pos="0 0 1"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".02"/>
      <geom name="ball" size=".06" pos=".1 0 .03"/><site name="mid" pos=".2 0 .1"/><site name="side" pos=".1 0 -.2"/>
      <body pos=".3 0 0"><joint type="ball"/><geom type="capsule" fromto="0 0 0 .2 0 0" size=".02"/><site name="tip" pos=".2 .03 .01"/></body>
    </body>
  </worldbody>
  <tendon>${tendon}</tendon>
</mujoco>`;

const PATHS: Record<string, string> = {
  straight: `<spatial><site site="anchor"/><site site="mid"/><site site="tip"/></spatial>`,
  sphere: `<spatial><site site="anchor"/><geom geom="ball"/><site site="tip"/></spatial>`,
  "sphere, other side": `<spatial><site site="anchor"/><geom geom="ball" sidesite="side"/><site site="tip"/></spatial>`,
  cylinder: `<spatial><site site="anchor"/><geom geom="post"/><site site="tip"/></spatial>`,
  pulleys:
    `<spatial><pulley divisor="2"/><site site="anchor"/><site site="mid"/><pulley divisor="3"/><site site="anchor"/><geom geom="ball"/><site site="tip"/></spatial>`,
};

function stateAt(m: Model, seed: number): Data {
  const d = new Data(m);
  const next = randomFrom(seed);
  integratePos(m, d.qpos, Float64Array.from({ length: m.nv }, () => 0.4 * symmetric(next)), 1);
  for (let i = 0; i < m.nv; i++) d.qvel[i] = symmetric(next);
  forward(m, d);
  return d;
}

function moved(m: Model, d: Data, direction: Float64Array, h: number): Data {
  const other = new Data(m);
  other.qpos.set(d.qpos);
  integratePos(m, other.qpos, direction, h);
  forward(m, other);
  return other;
}

for (const jacobian of ["dense", "sparse"]) {
  Deno.test(`tendon() gives the derivative of the length as ${jacobian} Jacobian`, () => {
    for (const [name, path] of Object.entries(PATHS)) {
      const m = compile(MACHINE(jacobian, path));
      const d = stateAt(m, 5);
      for (let i = 0; i < m.nv; i++) {
        const direction = new Float64Array(m.nv);
        direction[i] = 1;
        const h = 1e-6;
        const slope = (moved(m, d, direction, h).ten_length[0] - moved(m, d, direction, -h).ten_length[0]) / (2 * h);
        const product = new Float64Array(1);
        mulTendonJ(m, d, product, direction);
        const rate = product[0];
        ok(Math.abs(rate - slope) < 1e-8, `${name}, dof ${i}: ${rate} against ${slope}`);
      }
    }
  });
}

Deno.test("tendon() wraps around a sphere along tangents and a great circle", () => {
  const m = compile(`<mujoco><worldbody>
    <geom name="ball" size=".5"/><site name="p" pos="-1 0 0.3"/><site name="q" pos="1 0 0.3"/>
    <body><joint/><geom size=".1"/></body></worldbody>
    <tendon><spatial><site site="p"/><geom geom="ball"/><site site="q"/></spatial></tendon></mujoco>`);
  const d = new Data(m);
  forward(m, d);
  const r = Math.sqrt(1.09);
  const tangent = Math.sqrt(1.09 - 0.25);
  const half = Math.atan2(1, 0.3) - Math.acos(0.5 / r);
  ok(Math.abs(d.ten_length[0] - 2 * (tangent + 0.5 * half)) < 1e-14, `${d.ten_length[0]}`);
  equal(d.ten_wrapnum[0], 4);
});

Deno.test("tendon() stays straight when it does not meet its geom", () => {
  const m = compile(`<mujoco><worldbody>
    <geom name="ball" size=".5"/><site name="p" pos="-1 0 1"/><site name="q" pos="1 0 1"/>
    <body><joint/><geom size=".1"/></body></worldbody>
    <tendon><spatial><site site="p"/><geom geom="ball"/><site site="q"/></spatial></tendon></mujoco>`);
  const d = new Data(m);
  forward(m, d);
  equal(d.ten_length[0], 2);
  equal(d.ten_wrapnum[0], 2);
});

Deno.test("tendonDot() is the rate at which the Jacobian changes along the motion", () => {
  const m = compile(MACHINE("dense", PATHS.straight));
  const d = stateAt(m, 8);
  const rate = new Float64Array(m.nv).fill(NaN);
  tendonDot(m, d, 0, rate);
  const h = 1e-6;
  const plus = moved(m, d, d.qvel, h).ten_J;
  const minus = moved(m, d, d.qvel, -h).ten_J;
  for (let i = 0; i < m.nv; i++) {
    const slope = (plus[i] - minus[i]) / (2 * h);
    ok(Math.abs(rate[i] - slope) < 1e-7, `dof ${i}: ${rate[i]} against ${slope}`);
  }
});

/** Tendons between points of a lattice, around geoms that touch some of these: where decisions are close. */
function lattice(seed: number, count: number): string {
  const random = randomFrom(seed);
  const pick = <T>(values: readonly T[]) => values[Math.floor(values.length * random())];
  const near = [-1, -0.5, 0, 0.5, 1];
  const point = () => [pick(near), pick(near), pick([0, 0, 0.25])].join(" ");
  // just beside a line through the center
  const thin = () => `${pick([-1, 1])} ${pick([0, 1e-8, 2e-8, 1e-7])} 0`;
  let world = "";
  let tendons = "";
  for (let i = 0; i < count; i++) {
    const isThin = random() < 0.1;
    const radius = isThin ? pick([1e-9, 1e-16]) : pick([0.25, 0.5, 0.5, 1]);
    const [type, size] = pick([["sphere", `${radius}`], ["cylinder", `${radius} 1`]]);
    const sides = [["a", isThin ? thin() : point()], ["b", isThin ? thin() : point()], ["s", pick(["0 0 0", point()])]];
    world += `<geom name="g${i}" type="${type}" size="${size}" contype="0" conaffinity="0"/>`;
    for (const [name, pos] of sides) world += `<site name="${name}${i}" pos="${pos}"/>`;
    const side = random() < 0.7 ? `sidesite="s${i}"` : "";
    tendons += `<spatial><site site="a${i}"/><geom geom="g${i}" ${side}/><site site="b${i}"/></spatial>`;
  }
  return `<mujoco><worldbody>${world}<body><joint/><geom size=".1" contype="0" conaffinity="0"/></body></worldbody>
    <tendon>${tendons}</tendon></mujoco>`;
}

Deno.test("tendon() decides as MuJoCo where ends are on geoms, segments touch them, and ways are as long", async () => {
  const mujoco = await mujocoEngine();
  for (const seed of [1, 2, 3]) {
    const xml = lattice(seed, 150);
    const loaded = await mujoco.load(xml, new Map());
    ok(loaded.outcome === "loaded", `seed ${seed}`);
    const m = compile(xml);
    const d = new Data(m);
    forward(m, d);
    loaded.simulation.forward();
    for (const name of ["ten_length", "ten_wrapnum", "ten_wrapadr", "wrap_obj"] as const) {
      deepEqual([...d[name]], [...loaded.simulation.read(name) as Iterable<number>], `seed ${seed}: ${name}`);
    }
    const end = d.ten_wrapadr[m.ntendon - 1] + d.ten_wrapnum[m.ntendon - 1];
    const points = [...loaded.simulation.read("wrap_xpos") as Iterable<number>].slice(0, 3 * end);
    deepEqual([...d.wrap_xpos.subarray(0, 3 * end)], points, `seed ${seed}`);
    ok(new Set(d.ten_wrapnum).size === 2);
    loaded.simulation.close();
  }
});
