/** Machines of the field: MuJoCo's and the engine's move alike, and seeds draw different ones. */

import assert from "node:assert/strict";
import { compile, Data, step } from "@plumbline/sim";
import load from "mujoco";
import { control } from "../bench_steps.ts";
import { drawField } from "./field.ts";

const STEPS = 2;
// MuJoCo takes seconds to compile larger models, which the bench compares
const MOST_DOFS = 1000;

Deno.test("drawField() draws machines that move as in MuJoCo, without warnings", async () => {
  const mj = await load();
  for (const { name, model, drive: amplitude } of drawField(1)) {
    const m = compile(model);
    const d = new Data(m);
    const drive = (ctrl: Float64Array, time: number) => {
      for (let k = 0; k < m.nu; k++) ctrl[k] = control(k, time, amplitude);
    };
    for (let i = 0; i < STEPS; i++) {
      drive(d.ctrl, d.time);
      step(m, d);
    }
    assert.ok(d.warning.number.every((count) => count === 0), `${name}: there is a warning`);
    if (m.nv > MOST_DOFS) continue;

    mj.FS.writeFile("/field.xml", model);
    const fm = mj.MjModel.mj_loadXML("/field.xml");
    const fd = new mj.MjData(fm);
    for (let i = 0; i < STEPS; i++) {
      drive(fd.ctrl, fd.time);
      mj.mj_step(fm, fd);
    }
    const differing = d.qpos.findIndex((value, i) => !Object.is(value, fd.qpos[i]));
    assert.equal(differing, -1, `${name}: qpos[${differing}] differs from MuJoCo's`);
    fd.delete();
    fm.delete();
  }
});

Deno.test("drawField() draws other machines by the same names with another seed", () => {
  const [first, second] = [drawField(1), drawField(2)];
  const names = first.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  assert.deepEqual(second.map(({ name }) => name), names);
  const same = first.filter(({ model }, i) => model === second[i].model);
  assert.deepEqual(same.map(({ name }) => name), []);
});
