import assert from "node:assert/strict";
import { collision, compile, Data, forward, implicit, rnePostConstraint, RungeKutta } from "../../mod.ts";
import { mj } from "../functions/compared/sides.ts";
import { generateStaged } from "./fuzz_stages.ts";
import { compareSequence, STAGE_NAMES } from "./stage_sequences.ts";

Deno.test("stages called in any order give what MuJoCo's give", () => {
  let calls = 0;
  for (let seed = 1; seed <= 24; seed++) {
    const { agreed, difference } = compareSequence(mj, generateStaged(seed), seed, 60);
    assert.equal(difference, null, `seed ${seed}`);
    calls += agreed;
  }
  assert.ok(calls > 1000, `${calls} calls`);
});

Deno.test("every stage that is tested exists in MuJoCo", () => {
  for (const name of STAGE_NAMES) assert.equal(typeof mj[`mj_${name}`], "function", name);
});

const XML = `<mujoco>
  <worldbody><body name="b"><freejoint/><geom size=".1"/></body></worldbody>
  <equality><weld body1="world" body2="b"/></equality>
</mujoco>`;

Deno.test("integrators reject what they cannot do", () => {
  const model = compile(XML);
  const data = new Data(model);
  forward(model, data);
  assert.throws(() => RungeKutta(model, data, 2), new RangeError("RungeKutta: order must be 4, got 2"));
  assert.throws(() => implicit(model, data), /^RangeError: implicit: opt.integrator must be IMPLICIT/);
});

Deno.test("rnePostConstraint() finds no forces of rows that collision has dropped", () => {
  const model = compile(XML);
  const data = new Data(model);
  data.qpos[0] = 0.1;
  forward(model, data);
  rnePostConstraint(model, data);
  assert.notEqual(data.cfrc_ext[9], 0);
  collision(model, data);
  rnePostConstraint(model, data);
  assert.deepEqual([...data.cfrc_ext], new Array(12).fill(0));
});
