import assert from "node:assert/strict";
import { randomFrom, symmetric } from "../../harness/random.ts";
import { compile } from "../compile/compile.ts";
import { fwdKinematics } from "../forward.ts";
import { mulMatVec3 } from "../math/mat3.ts";
import { axisAngle2Quat, quat2Mat } from "../math/quat.ts";
import { Data } from "../data.ts";
import { DisableBit } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { comVel } from "./com_vel.ts";
import { edgeVelocity } from "./moving_lengths.ts";
import { passive } from "./passive.ts";

const grid = (count: string, dim: number, inside: string, dof = "full") =>
  `<flexcomp name="F" type="grid" count="${count}" spacing=".1 .12 .08" radius=".01" mass="1" dim="${dim}" dof="${dof}">
    ${inside}</flexcomp>`;
const elasticity = (elastic2d: string) =>
  `<elasticity young="1e4" poisson=".3" damping=".01" thickness=".02" elastic2d="${elastic2d}"/>`;

const FLEXES: Record<string, string> = {
  "a rope of springs": grid("5 1 1", 1, `<edge stiffness="100" damping="2"/>`),
  "a plate that bends": grid("3 4 1", 2, elasticity("bend")),
  "a plate that stretches": grid("3 4 1", 2, elasticity("stretch")),
  "a solid": grid("3 3 3", 3, elasticity("none")),
  "an interpolated solid": grid("3 3 3", 3, `${elasticity("none")}<contact selfcollide="none"/>`, "trilinear"),
};

function load(flex: string): { m: Model; d: Data } {
  const m = compile(`<mujoco><option gravity="0 0 0"/><worldbody>${flex}</worldbody></mujoco>`);
  return { m, d: new Data(m) };
}

function forces(m: Model, d: Data): void {
  fwdKinematics(m, d);
  edgeVelocity(m, d);
  comVel(m, d);
  d.qfrc_spring.fill(NaN);
  d.qfrc_damper.fill(NaN);
  passive(m, d);
}

/** Sum of the forces on all bodies, each of which has three slides along the axes of the world. */
function sum(force: Float64Array): number[] {
  return [0, 1, 2].map((axis) => force.reduce((total, f, i) => total + (i % 3 === axis ? f : 0), 0));
}

for (const [name, flex] of Object.entries(FLEXES)) {
  Deno.test(`passive() has no force on ${name} at rest, and none that sums up when it is deformed`, () => {
    const { m, d } = load(flex);
    forces(m, d);
    for (const f of [...d.qfrc_spring, ...d.qfrc_damper]) assert.ok(Math.abs(f) < 1e-9, `${f} at rest`);

    const next = randomFrom(1);
    for (let i = 0; i < m.nq; i++) d.qpos[i] = 0.02 * symmetric(next);
    for (let i = 0; i < m.nv; i++) d.qvel[i] = symmetric(next);
    forces(m, d);
    const largest = Math.max(...d.qfrc_spring.map(Math.abs));
    assert.ok(largest > 1e-3);
    for (const f of [...sum(d.qfrc_spring), ...sum(d.qfrc_damper)]) assert.ok(Math.abs(f) < 1e-12 * m.nv * largest);
  });

  Deno.test(`passive() pulls ${name} back to rest`, () => {
    const { m, d } = load(flex);
    const next = randomFrom(2);
    for (let i = 0; i < m.nq; i++) d.qpos[i] = 0.001 * symmetric(next);
    forces(m, d);
    const work = d.qfrc_spring.reduce((total, f, i) => total + f * d.qpos[i], 0);
    assert.ok(work < 0, `work ${work}`);
  });

  Deno.test(`passive() turns forces on ${name} as it turns`, () => {
    const { m, d } = load(flex);
    const turn = new Float64Array(9);
    const quat = new Float64Array(4);
    axisAngle2Quat(quat, 0, Float64Array.of(0.6, 0, 0.8), 0, 0.7);
    quat2Mat(turn, 0, quat, 0);
    const next = randomFrom(3);
    for (let i = 0; i < m.nq; i++) d.qpos[i] = 0.01 * symmetric(next);
    forces(m, d);

    // the same shape, turned about the origin
    const before = d.qfrc_spring.slice();
    const turned = new Data(m);
    const bodies = m.nq / 3;
    const point = new Float64Array(3);
    for (let b = 0; b < bodies; b++) {
      mulMatVec3(point, 0, turn, 0, d.xpos, 3 * (m.nbody - bodies + b));
      for (let k = 0; k < 3; k++) {
        turned.qpos[3 * b + k] = d.qpos[3 * b + k] + point[k] - d.xpos[3 * (m.nbody - bodies + b) + k];
      }
    }
    forces(m, turned);
    const largest = Math.max(...before.map(Math.abs));
    for (let b = 0; b < bodies; b++) {
      mulMatVec3(point, 0, turn, 0, before, 3 * b);
      for (let k = 0; k < 3; k++) assert.ok(Math.abs(turned.qfrc_spring[3 * b + k] - point[k]) < 1e-8 * largest);
    }
  });
}

Deno.test("passive() leaves out what flags turn off", () => {
  const { m, d } = load(FLEXES["a plate that bends"]);
  const next = randomFrom(4);
  for (let i = 0; i < m.nq; i++) d.qpos[i] = 0.02 * symmetric(next);
  for (let i = 0; i < m.nv; i++) d.qvel[i] = symmetric(next);
  const isZero = (values: Float64Array) => values.every((value) => value === 0);
  m.opt.disableflags = DisableBit.SPRING;
  forces(m, d);
  assert.ok(isZero(d.qfrc_spring) && !isZero(d.qfrc_damper));
  m.opt.disableflags = DisableBit.DAMPER;
  forces(m, d);
  assert.ok(!isZero(d.qfrc_spring) && isZero(d.qfrc_damper));
});

Deno.test("passive() has springs along edges without dampers, and dampers without springs", () => {
  for (const [stiffness, damping] of [[1, 0], [0, 1], [2, 0], [0, 2], [1, 1], [0, 0]]) {
    const { m, d } = load(grid("3 1 1", 1, `<edge stiffness="${stiffness}" damping="${damping}"/>`));
    d.qpos[0] = -0.125;
    d.qvel[3] = 0.5;
    forces(m, d);
    // the first edge is longer by what its first vertex has moved; the second vertex moves toward the third
    const spring = stiffness * 0.125;
    const damper = damping * 0.5;
    const close = (values: Float64Array, expected: number[]) =>
      expected.forEach((x, k) => assert.ok(Math.abs(values[3 * k] - x) < 1e-12, `${stiffness} ${damping}: ${values}`));
    close(d.qfrc_spring, [spring, -spring, 0]);
    close(d.qfrc_damper, [damper, -2 * damper, damper]);
  }
});
