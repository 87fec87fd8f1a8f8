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
