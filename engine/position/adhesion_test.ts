import assert from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { Data } from "../data.ts";
import { forward } from "../forward.ts";

const BOXES = `
  <mujoco>
    <worldbody>
      <geom type="plane" size="9 9 1"/>
      <body name="climber" pos="0 0 0.099"><freejoint/><geom type="box" size="0.2 0.1 0.1"/></body>
      <replicate count="12" offset="0.5 0 0">
        <body pos="-3 1 0.099"><freejoint/><geom type="box" size="0.2 0.1 0.1"/></body>
      </replicate>
    </worldbody>
    <actuator><adhesion body="climber" ctrlrange="0 1" gain="3"/></actuator>
  </mujoco>`;

Deno.test("adhesion() pulls on nothing while the rows of contacts do not fit into the arena", () => {
  const m = compile(BOXES);
  const d = new Data(m);
  forward(m, d);
  assert.ok(d.nefc > 0 && d.moment_rownnz[0] > 0);

  d.narena = 100_000;
  d.actuator_moment.fill(NaN);
  forward(m, d);
  assert.ok(d.ncon > 0 && d.nefc === 0, `${d.ncon} contacts, ${d.nefc} rows`);
  assert.equal(d.moment_rownnz[0], 0);
  assert.equal(d.actuator_velocity[0], 0);
});
