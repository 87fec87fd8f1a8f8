import assert from "node:assert/strict";
import { compile } from "../../compile/compile.ts";
import { Data } from "../../data.ts";
import { forward } from "../../forward.ts";
import { step } from "../../step.ts";
import { withoutKernels } from "../../wasm/kernel_set.ts";
import { primalMemory } from "./memory.ts";
import { ALL_DOFS, patternOf } from "./pattern.ts";

Deno.test("patternOf() knows an island again when its number changes", () => {
  const ball = (x: number) => `<body pos="${x} 0 .099"><freejoint/><geom size=".1"/></body>`;
  const m = compile(
    `<mujoco><worldbody><geom type="plane" size="9 9 1"/>${ball(0)}${ball(1)}${ball(2)}</worldbody></mujoco>`,
  );
  const d = new Data(m);
  const pattern = (island: number) => patternOf(m, d, { list: d.map_idof2dof, first: d.island_idofadr[island] });

  forward(m, d);
  assert.equal(d.nisland, 3);
  const before = [pattern(0), pattern(1), pattern(2)];
  assert.equal(new Set([...before, patternOf(m, d, ALL_DOFS)]).size, 4, "every problem has its own");

  d.qpos[2] = 1;
  forward(m, d);
  assert.equal(d.nisland, 2);
  assert.deepEqual([pattern(0) === before[1], pattern(1) === before[2]], [true, true]);
});

Deno.test("an island whose rows are those of the step before has a plan of its own if its other dofs are", () => {
  // a ball that rests on the first link of a chain, or of a tree with two branches: the same rows, another inertia
  const link = (pos: string, inner: string) =>
    `<body pos="${pos}"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 1 0 0" size=".05" mass="1"/>${inner}</body>`;
  const chain = link("0 0 0", link("1 0 0", link("1 0 0", "")));
  const branches = link("0 5 0", link("1 0 0", "") + link("1 .2 0", ""));
  for (const solver of ["Newton", "CG"]) {
    for (const jacobian of ["dense", "sparse"]) {
      const m = compile(
        `<mujoco><option solver="${solver}" jacobian="${jacobian}"/><worldbody>
        <body pos=".5 0 .14"><freejoint/><geom size=".1"/></body>${chain}${branches}
        <body pos="9 9 0"><joint/><geom size=".1" contype="0" conaffinity="0"/></body></worldbody></mujoco>`,
      );
      const d = new Data(m);
      const seen: number[][] = [];
      for (const y of [0, 5, 0]) {
        d.qpos[1] = y;
        forward(m, d);
        assert.deepEqual([d.nisland, d.nidof, d.ncon], [1, 9, 1]);
        seen.push([...d.efc_type.subarray(0, d.nefc)]);
        const plain = withoutKernels(() => new Data(m));
        plain.qpos.set(d.qpos);
        withoutKernels(() => forward(m, plain));
        const fresh = new Data(m);
        fresh.qpos.set(d.qpos);
        forward(m, fresh);
        assert.deepEqual(fresh.qacc, plain.qacc, `${solver}, ${jacobian}, ${y}`);
        // begins where new data do
        d.qacc_warmstart.fill(0);
        forward(m, d);
        assert.deepEqual(d.qacc, plain.qacc, `${solver}, ${jacobian}, ${y}: after another island`);
      }
      assert.deepEqual(seen[1], seen[0]);
    }
  }
});

Deno.test("large problems with thin profiles have kernels for their Hessians, others loops, and both give the same bits", () => {
  const balls = (n: number, body: (i: number) => string) => Array.from({ length: n }, (_, i) => body(i)).join("");
  const ball = (x: number, z: number) => `<body pos="${x} 0 ${z}"><freejoint/><geom size=".1"/></body>`;
  // a row of balls on a plane that push each other, and balls on a tray, which touches all of them
  const row = `<geom type="plane" size="9 9 1"/>${balls(24, (i) => ball(0.19 * i, 0.099))}`;
  const tray =
    `<geom type="plane" size="9 9 1" pos="0 0 -.099"/><body><freejoint/><geom type="box" size="9 1 .1"/></body>${
      balls(60, (i) => ball(0.25 * i - 8, 0.199))
    }`;
  for (const [world, isThin] of [[row, true], [tray, false]] as const) {
    for (const cone of ["pyramidal", "elliptic"]) {
      const m = compile(`<mujoco><option cone="${cone}" jacobian="sparse"/><worldbody>${world}</worldbody></mujoco>`);
      const d = new Data(m);
      const plain = withoutKernels(() => new Data(m));
      forward(m, d);
      const memory = primalMemory(m, d);
      assert.equal(d.nisland, 1);
      assert.equal(memory.problem.hessian === memory.profileHessian, isThin, cone);
      for (let i = 0; i < 12; i++) {
        for (const data of [d, plain]) data.qvel[(7 * i) % m.nv] += 0.5;
        step(m, d);
        withoutKernels(() => step(m, plain));
        assert.deepEqual(d.qacc, plain.qacc, `${cone}, thin: ${isThin}, step ${i}`);
      }
    }
  }
});
