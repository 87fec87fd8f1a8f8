import { deepEqual, equal } from "node:assert/strict";
import { compile } from "./compile/compile.ts";
import { resetData } from "./reset.ts";
import { step } from "./step.ts";
import { Data } from "./data.ts";
import { DATA_COUNTS, DATA_FIELDS } from "./types/data_fields.ts";
import { Warning } from "./types/enums.ts";

const SCENE = `<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 0.09"><freejoint/><geom type="sphere" size="0.1"/></body>
    <body mocap="true" pos="1 0 0"><geom type="sphere" size="0.05" contype="0" conaffinity="0"/></body>
    <body pos="2 0 1"><joint name="h" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/></body>
  </worldbody>
  <equality><joint joint1="h" active="false"/></equality>
  <actuator><general joint="h" dyntype="integrator"/></actuator>
  <sensor><clock/><jointpos joint="h"/></sensor>
  <keyframe><key qpos="0 0 2 1 0 0 0 0.5"/></keyframe>
</mujoco>`;

/** Everything in the data that a user can see, apart from what is sized by a count, which is empty. */
function visible(d: Data): Record<string, unknown> {
  const out: Record<string, unknown> = { time: d.time, energy: [...d.energy], warning: [...d.warning.number] };
  for (const name of Object.keys(DATA_COUNTS) as (keyof typeof DATA_COUNTS)[]) out[name] = d[name];
  for (const [name, [, rows]] of Object.entries(DATA_FIELDS)) {
    if (!(rows in DATA_COUNTS)) out[name] = [...d[name as keyof typeof DATA_FIELDS]];
  }
  return out;
}

Deno.test("resetData() restores state and inputs and clears results when everything is dirty", () => {
  const m = compile(SCENE);
  const fresh = visible(new Data(m));
  const d = new Data(m);
  d.ctrl[0] = 1;
  for (let i = 0; i < 5; i++) step(m, d);
  equal(d.ncon, 1, "the sphere touches the floor");
  for (const name of Object.keys(DATA_FIELDS) as (keyof typeof DATA_FIELDS)[]) {
    if (DATA_FIELDS[name][3] === "state") d[name].fill(1);
  }
  d.warning.number[Warning.BADQPOS] = 3;
  Object.assign(d, { flg_energypos: 1, flg_energyvel: 1, flg_subtreevel: 1, flg_rnepost: 1 });

  resetData(m, d);

  deepEqual(visible(d), fresh);
  deepEqual([d.flg_energypos, d.flg_energyvel, d.flg_subtreevel, d.flg_rnepost], [0, 0, 0, 0]);
});

Deno.test("step() returns to qpos0 rather than to a keyframe when a position is bad", () => {
  const m = compile(SCENE.replace('pos="0 0 0.09"', 'pos="0 0 0.3"'));
  const d = new Data(m);
  d.qpos.set(m.key_qpos);
  d.qpos[0] = NaN;

  step(m, d);

  equal(d.warning.number[Warning.BADQPOS], 1);
  // half a step of fall below the 0.3 of qpos0, far from the 2 of the keyframe
  equal(Math.abs(d.qpos[2] - 0.3) < 1e-4, true);
  equal(Math.abs(d.qpos[7]) < 1e-3, true);
});
