import assert from "node:assert/strict";
import { compile } from "../../compile/compile.ts";
import { Data } from "../../data.ts";
import { forward } from "../../forward.ts";
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
