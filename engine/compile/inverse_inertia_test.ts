import assert from "node:assert/strict";
import { forward } from "../forward.ts";
import { dot } from "../math/vec.ts";
import { jacBodyCom } from "../motion/jacobian.ts";
import { solveM } from "../linear/ltdl.ts";
import { Data } from "../data.ts";
import { compile } from "./compile.ts";
import { DofSpans } from "./inverse_inertia.ts";

const chain = (depth: number): string =>
  depth === 0
    ? ""
    : `<body pos=".3 .1 0"><joint axis="0 1 .3"/><geom size=".1" pos=".1 0 0"/>${chain(depth - 1)}</body>`;

for (const depths of [[1, 2, 3], [5, 1, 7, 2], [4, 4], [3, 6]]) {
  Deno.test(`DofSpan.diagonal() has the bits of a solution with all dofs, chains of ${depths.join(", ")}`, () => {
    const m = compile(`<mujoco><worldbody>${depths.map(chain).join("")}</worldbody></mujoco>`);
    const d = new Data(m);
    forward(m, d);
    const { nv, nbody } = m;
    const spans = new DofSpans(m, d);
    const rows = new Float64Array(6 * nv);
    const solved = new Float64Array(6 * nv);
    const diagonal = new Float64Array(6);

    for (let body = 1; body < nbody; body++) {
      const dof = m.body_dofadr[body];
      const span = spans.of(dof, dof);
      span.jacobian(m, d, rows, body);
      span.diagonal(diagonal, rows, 6);

      jacBodyCom(m, d, rows, 0, rows, 3 * nv, body);
      solveM(m, d, solved, 0, rows, 0, 6);
      for (let k = 0; k < 6; k++) assert.equal(diagonal[k], dot(rows, k * nv, solved, k * nv, nv), `body ${body}`);
    }
  });
}
