import assert from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { step } from "../step.ts";
import { Data } from "../data.ts";
import { Solver } from "../types/enums.ts";
import type { Model } from "../types/model.ts";
import { withoutKernels } from "../wasm/kernel_set.ts";

/** Balls, sticks and boxes that fall on each other, and a walker of `legs` legs; they form and leave islands. */
function scene(option: string, bodies: number, legs: number): Model {
  const leg = (i: number) =>
    `<body pos="${Math.cos(i) / 5} ${Math.sin(i) / 5} 0">
      <joint axis="0 1 0" limited="true" range="-40 10" frictionloss=".05"/><joint axis="1 .2 0" damping=".1"/>
      <geom type="capsule" fromto="0 0 0 .1 .05 -.2" size=".03"/>
      <body pos=".1 .05 -.2"><joint axis="0 1 .1" stiffness="2"/><geom type="capsule" fromto="0 0 0 0 0 -.2" size=".02"/></body>
    </body>`;
  const body = (i: number) =>
    `<body pos="${0.17 * (i % 3) + 1} ${0.01 * i} ${0.15 + 0.16 * i}" euler="${7 * i} ${11 * i} 0"><freejoint/>
      ${["<geom size='.1'/>", "<geom type='capsule' size='.06 .1'/>", "<geom type='box' size='.1 .08 .06'/>"][i % 3]}
    </body>`;
  const list = (n: number, write: (i: number) => string) => Array.from({ length: n }, (_, i) => write(i)).join("");
  return compile(`<mujoco>
    <option timestep=".005" ${option}/>
    <worldbody>
      <geom type="plane" size="3 3 .1" condim="4"/>
      <body pos="0 0 .5"><freejoint/><geom type="box" size=".15 .15 .05"/>${list(legs, leg)}</body>
      ${list(bodies, body)}
    </worldbody>
  </mujoco>`);
}

const OPTIONS = ["Newton", "CG"].flatMap((solver) =>
  ["dense", "sparse"].flatMap((jacobian) =>
    ["pyramidal", "elliptic"].map((cone) => `solver="${solver}" jacobian="${jacobian}" cone="${cone}"`)
  )
);

/** Positions over some steps. */
function run(m: Model, d: Data, steps: number): number[] {
  const path: number[] = [];
  for (let i = 0; i < steps; i++) {
    step(m, d);
    path.push(...d.qpos);
  }
  return path;
}

const STEPS = 50;

/** A chain of `links` that falls on a floor, one island or, beside another chain, two. */
function chains(option: string, links: number, count: number): Model {
  const chain = (i: number): string =>
    `<body pos="${i === 0 ? "0 0 .12" : ".2 0 0"}">
      <joint axis="0 1 .1" limited="true" range="-90 40" frictionloss=".02"/>
      <geom type="capsule" fromto="0 0 0 .2 .02 0" size=".03"/>
      ${i + 1 < links ? chain(i + 1) : ""}
    </body>`;
  const both = Array.from(
    { length: count },
    (_, i) => `<frame pos="0 ${i} 0" euler="0 0 ${50 * i}">${chain(0)}</frame>`,
  );
  return compile(`<mujoco>
    <option timestep=".005" ${option}/>
    <worldbody><geom type="plane" size="3 3 .1"/>${both.join("")}</worldbody>
  </mujoco>`);
}

/** Steps with kernels, then without. */
function bothWays(m: Model, message: string, steps = STEPS): void {
  const fast = run(m, new Data(m), steps);
  withoutKernels(() => assert.deepEqual(run(m, new Data(m), steps), fast, message));
}

Deno.test("step() gives the same bits with kernels and with loops", () => {
  for (const option of OPTIONS) bothWays(scene(option, 5, 3), option);
});

Deno.test("step() gives the same bits with kernels and with loops, however few dofs there are", () => {
  for (const option of OPTIONS) {
    for (let links = 1; links <= 8; links++) {
      for (const count of [1, 2]) bothWays(chains(option, links, count), `${option}: ${count} times ${links} dofs`);
    }
  }
});

Deno.test("step() gives the same bits with kernels and with loops, however many dofs there are", () => {
  for (const solver of ["Newton", "CG"]) {
    for (const cone of ["pyramidal", "elliptic"]) {
      const option = `solver="${solver}" cone="${cone}"`;
      bothWays(chains(`${option} iterations="5"`, 130, 1), option, 12);
    }
  }
});

Deno.test("step() gives the same bits with kernels and with loops where Jacobians of flexes overlap", () => {
  for (const count of [5, 60]) {
    const m = compile(`<mujoco><option jacobian="sparse"/><worldbody><geom type="plane" size="9 9 1" pos="0 0 -.1"/>
      <flexcomp name="a" dim="1" count="7 1 1"><edge equality="true"/></flexcomp>
      <flexcomp name="b" count="4 3 1" pos="1 0 .1"/>
      <flexcomp name="c" dim="1" count="${count} 1 1" pos="0 1 0" euler="9 40 7"><edge stiffness="27"/><pin id="0"/></flexcomp>
    </worldbody></mujoco>`);
    const d = new Data(m);
    step(m, d);
    const [first, second] = d.efc_J_colind.subarray(d.efc_J_rowadr[0] + 2);
    assert.ok(second <= first, "columns do not increase");
    bothWays(m, `${count} vertices`, 5);
  }
});

Deno.test("step() gives the same bits with kernels and with loops when the solver changes", () => {
  const m = scene(`jacobian="sparse"`, 4, 2);
  const alternate = (d: Data): number[] =>
    Array.from({ length: STEPS }, (_, i) => {
      m.opt.solver = i & 1 ? Solver.CG : Solver.NEWTON;
      return run(m, d, 1);
    }).flat();
  const fast = alternate(new Data(m));
  withoutKernels(() => assert.deepEqual(alternate(new Data(m)), fast));
});

Deno.test("step() gives the same bits with kernels in memory that grew while they were off", () => {
  const m = chains(`solver="Newton" iterations="3"`, 150, 1);
  const slow = withoutKernels(() => run(m, new Data(m), 3));
  assert.deepEqual(run(m, new Data(m), 3), slow);
});

Deno.test("step() of data in turn gives the bits of each alone", () => {
  const models = OPTIONS.map((option, i) => scene(option, 2 + i % 4, 1 + i % 3));
  const alone = models.map((m) => run(m, new Data(m), STEPS));
  const pairs = models.map((m) => [new Data(m), new Data(m)]);
  const paths = models.map((): number[] => []);

  // the second data of each model are some steps ahead
  models.forEach((m, i) => run(m, pairs[i][1], 7));
  for (let s = 0; s < STEPS; s++) {
    models.forEach((m, i) => {
      const [d, other] = pairs[i];
      step(m, d);
      step(m, other);
      paths[i].push(...d.qpos);
    });
  }
  assert.deepEqual(paths, alone);
});
