/** The list of stages that are measured alone. */

import assert from "node:assert/strict";
import { compile } from "@plumbline/sim";
import { stagesOf } from "./bench_stages.ts";

/** Stages of a model with a hinge, an actuator, and options. */
function stagesWith(option: string): string[] {
  const m = compile(`
    <mujoco>
      <option ${option}/>
      <worldbody><body><joint name="hinge"/><geom size="0.1"/></body></worldbody>
      <actuator><motor joint="hinge"/></actuator>
    </mujoco>`);
  return stagesOf(m).map((stages) => stages.join(" + "));
}

Deno.test("a model is measured in the stages that it has", () => {
  const stages = stagesWith("");
  assert.ok(stages.includes("fwdActuation"));
  assert.ok(!stages.includes("tendon"));
  assert.ok(!stages.includes("sensorAcc"));
  assert.equal(new Set(stages).size, stages.length);
  assert.equal(stages.at(-1), "step");
});

Deno.test("the integrator of a model is measured, unless it is Runge–Kutta, which is several steps", () => {
  const integrators = ["Euler", "implicit"];
  const found = (integrator: string) =>
    stagesWith(`integrator="${integrator}"`).filter((stage) => integrators.includes(stage));
  assert.deepEqual(found("Euler"), ["Euler"]);
  assert.deepEqual(found("implicit"), ["implicit"]);
  assert.deepEqual(found("implicitfast"), ["implicit"]);
  assert.deepEqual(found("RK4"), []);
});

Deno.test("the matrix of the dual problem is measured where there is one, after the rows", () => {
  const dual = "makeConstraint + projectConstraint";
  assert.ok(!stagesWith("").includes(dual));
  assert.ok(stagesWith(`solver="PGS"`).includes(dual));
  assert.ok(stagesWith(`noslip_iterations="2"`).includes(dual));
});
