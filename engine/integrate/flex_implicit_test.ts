import assert from "node:assert/strict";
import { randomFrom, symmetric } from "../../harness/random.ts";
import { compile } from "../compile/compile.ts";
import { step } from "../step.ts";
import { Data } from "../data.ts";
import { Integrator } from "../types/enums.ts";
import type { Model } from "../types/model.ts";

function load(young: number): { m: Model; d: Data } {
  const m = compile(`<mujoco><option gravity="0 0 0"/><worldbody>
    <flexcomp name="F" type="grid" count="3 3 3" spacing=".1 .12 .08" radius=".01" mass="2" dim="3" dof="trilinear">
      <contact selfcollide="none" internal="false"/><elasticity young="${young}" poisson=".3" damping=".01"/>
    </flexcomp></worldbody></mujoco>`);
  const d = new Data(m);
  const next = randomFrom(1);
  for (let i = 0; i < m.nq; i++) d.qpos[i] = 0.01 * symmetric(next);
  for (let i = 0; i < m.nv; i++) d.qvel[i] = symmetric(next);
  return { m, d };
}

for (
  const [name, integrator] of [["implicit", Integrator.IMPLICIT], ["implicitfast", Integrator.IMPLICITFAST]] as const
) {
  Deno.test(`${name}() conserves the momentum of an interpolated flex`, () => {
    const { m, d } = load(1e4);
    m.opt.integrator = integrator;
    const momentum = () =>
      [0, 1, 2].map((axis) =>
        d.qvel.reduce((sum, v, i) => i % 3 === axis ? sum + m.body_mass[m.dof_bodyid[i]] * v : sum, 0)
      );
    const before = momentum();
    for (let k = 0; k < 20; k++) step(m, d);
    momentum().forEach((p, axis) =>
      assert.ok(Math.abs(p - before[axis]) < 1e-12, `momentum ${p}, was ${before[axis]}`)
    );
  });

  Deno.test(`${name}() holds an interpolated flex that is too stiff for an explicit step`, () => {
    const { m, d } = load(1e8);
    m.opt.integrator = integrator;
    for (let k = 0; k < 50; k++) step(m, d);
    assert.ok(d.qvel.every((v) => Math.abs(v) < 2), "it explodes");
    assert.equal(d.warning.number.reduce((sum, n) => sum + n, 0), 0);
  });

  Deno.test(`${name}() moves flexes of different sizes side by side as each by itself`, () => {
    const flex = (name: string, count: string, dof: string, young: number) =>
      `<flexcomp name="${name}" type="grid" count="${count}" spacing=".1 .12 .08" radius=".01" mass="2" dim="3" dof="${dof}">
        <contact selfcollide="none" internal="false"/><elasticity young="${young}" poisson=".3" damping=".02"/></flexcomp>`;
    const parts = [
      flex("A", "5 5 5", "quadratic", 2e4),
      flex("B", "3 3 3", "trilinear", 3e4),
      `<body><freejoint/><geom size=".1"/></body>`,
    ];
    const run = (bodies: string, speeds: (nv: number) => Float64Array) => {
      const m = compile(
        `<mujoco><option integrator="${name}"><flag contact="disable"/></option><worldbody>${bodies}</worldbody></mujoco>`,
      );
      const d = new Data(m);
      d.qvel.set(speeds(m.nv));
      for (let k = 0; k < 3; k++) step(m, d);
      return [...d.qvel];
    };
    const next = randomFrom(7);
    const given: number[] = [];
    const alone = parts.flatMap((part) =>
      run(part, (nv) => {
        const speeds = Float64Array.from({ length: nv }, () => symmetric(next));
        given.push(...speeds);
        return speeds;
      })
    );
    const together = run(parts.join(""), () => Float64Array.from(given));
    together.forEach((v, i) => assert.ok(Math.abs(v - alone[i]) < 1e-10, `dof ${i}: ${v}, alone ${alone[i]}`));
  });

  Deno.test(`${name}() becomes the explicit step as steps get shorter`, () => {
    const differences = [1e-4, 1e-5].map((timestep) => {
      const [one, two] = [load(1e4), load(1e4)];
      for (const { m } of [one, two]) m.opt.timestep = timestep;
      one.m.opt.integrator = integrator;
      two.m.opt.integrator = Integrator.EULER;
      step(one.m, one.d);
      step(two.m, two.d);
      return Math.max(...one.d.qvel.map((v, i) => Math.abs(v - two.d.qvel[i])));
    });

    // an explicit step differs by the square of its length
    assert.ok(differences[0] > 1e-9 && differences[1] < differences[0] / 50, `${differences}`);
  });
}
