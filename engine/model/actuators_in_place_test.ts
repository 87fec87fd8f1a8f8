import assert from "node:assert/strict";
import { randomFrom, symmetric } from "../../harness/random.ts";
import { compile } from "../compile/compile.ts";
import { Data } from "../data.ts";
import { step } from "../step.ts";
import type { Model } from "../types/model.ts";
import { withoutKernels } from "../wasm/kernel_set.ts";
import { actuatorsInPlace } from "./actuators_in_place.ts";

type Random = () => number;

/** A branched chain with tendons, and actuators with random curves on its joints and tendons. */
function machine(random: Random): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const real = (low: number, high: number) => (low + (high - low) * random()).toFixed(3);
  const joints = 2 + Math.floor(random() * 5);
  const link = (i: number): string => {
    const force = random() < 0.3 ? `actuatorfrcrange="-${real(0, 1)} ${real(0, 1)}"` : "";
    const next = i + 1 < joints ? link(i + 1) : "";
    return `<body pos="0.2 0 0"><joint name="j${i}" axis="${pick(["0 1 0", "1 0 0", "0 0 1"])}" damping="${real(0, 1)}"
      ${force}/><geom size="0.05" pos="0.1 0 0.02"/><site name="s${i}" pos="0.1 0 0.06"/>${next}</body>`;
  };
  const tendons = `<spatial name="t0" damping="${pick([0, 0.3])}"><site site="s0"/><site site="s${
    joints - 1
  }"/></spatial>
    <fixed name="t1" damping="0.2"><joint joint="j0" coef="0.5"/><joint joint="j1" coef="-2"/></fixed>`;
  const actuator = () => {
    const on = pick([`joint="j${Math.floor(random() * joints)}"`, `tendon="t0"`, `tendon="t1"`]);
    const limits = `${random() < 0.5 ? `ctrlrange="-0.3 0.4"` : ""} ${random() < 0.5 ? `forcerange="-1 0.5"` : ""}`;
    const prm = () => [real(-2, 2), real(-2, 2), real(-2, 2)].join(" ");
    const dyntype = pick(["none", "integrator", "filter", "filterexact", "muscle"]);
    const state = dyntype === "none" ? "" : `actearly="${pick(["true", "false"])}" actrange="-0.2 0.3"`;
    return pick([
      `<muscle ${on} lengthrange="${real(-1, 0.1)} ${real(0.2, 1)}" force="${real(-1, 9)}" range="0.7 1.1"
        tausmooth="${pick([0, 0.3])}" ctrlrange="-1 1"/>`,
      `<general ${on} ${limits} gaintype="${pick(["fixed", "affine"])}" gainprm="${prm()}" dyntype="${dyntype}"
        dynprm="0.02 0.03 0" biastype="${pick(["none", "affine"])}" biasprm="${prm()}" ${state}/>`,
    ]);
  };
  const actuators = Array.from({ length: 1 + Math.floor(random() * 6) }, actuator).join("");
  const jacobian = pick(["dense", "sparse"]);
  const flag = pick([``, `<flag clampctrl="disable"/>`, `<flag damper="disable"/>`, `<flag actuation="disable"/>`]);
  return `<mujoco><option integrator="${
    pick(["implicitfast", "implicit", "Euler"])
  }" jacobian="${jacobian}">${flag}</option>
    <worldbody>${link(0)}</worldbody><tendon>${tendons}</tendon><actuator>${actuators}</actuator></mujoco>`;
}

/** What steps make of random controls, some of which are no numbers. */
function results(m: Model, seed: number): number[][] {
  const random = randomFrom(seed);
  const d = new Data(m);
  for (let i = 0; i < m.nq; i++) d.qpos[i] = symmetric(random);
  const found: number[][] = [];
  for (let k = 0; k < 4; k++) {
    for (let i = 0; i < m.nv; i++) d.qvel[i] = 3 * symmetric(random);
    for (let i = 0; i < m.nu; i++) d.ctrl[i] = symmetric(random);
    for (let i = 0; i < m.na; i++) d.act[i] = symmetric(random);
    if (seed % 8 === 0) d.ctrl[0] = NaN;
    if (seed % 9 === 0) d.qvel[0] = Infinity;
    step(m, d);
    found.push([...d.act_dot, NaN, ...d.actuator_force, NaN, ...d.qfrc_actuator, NaN, ...d.qDeriv, NaN, ...d.qvel]);
  }
  return found;
}

Deno.test("kernels of actuators give the bits of the loops", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const m = compile(machine(randomFrom(seed)));
    assert.deepEqual(results(m, seed), withoutKernels(() => results(m, seed)), `seed ${seed}`);
  }
});

Deno.test("actuatorsInPlace() gives kernels, unless they are off or an array was replaced", () => {
  const m = compile(machine(randomFrom(1)));
  const d = new Data(m);
  assert.ok(actuatorsInPlace(m, d));
  assert.equal(withoutKernels(() => actuatorsInPlace(m, d)), null);
  const { actuator_gainprm } = m;
  m.actuator_gainprm = actuator_gainprm.slice();
  assert.equal(actuatorsInPlace(m, d), null);
  m.actuator_gainprm = actuator_gainprm;
  d.ctrl = d.ctrl.slice();
  assert.equal(actuatorsInPlace(m, d), null);
});
