import assert from "node:assert/strict";
import { randomFrom } from "../harness/random.ts";
import { compile } from "./compile/compile.ts";
import { toMjcf } from "./compile/to_mjcf.ts";
import { copyData } from "./copy_data.ts";
import { copyModel } from "./copy_model.ts";
import { Data } from "./data.ts";
import { canBeWritten, goldenModels } from "./golden_models_test.ts";
import { printData, printModel } from "./print.ts";
import { step } from "./step.ts";
import { CONTACT_FIELDS, DATA_FIELDS } from "./types/data_fields.ts";
import type { Model } from "./types/model.ts";

const SEED = 20260301;

/** Data after a few steps with random controls and velocities. */
function moved(m: Model, seed: number): Data {
  const random = randomFrom(seed);
  const d = new Data(m);
  for (let i = 0; i < m.nv; i++) d.qvel[i] = random() - 0.5;
  for (let i = 0; i < m.nu; i++) d.ctrl[i] = random() - 0.5;
  for (let k = 0; k < 3; k++) step(m, d);
  return d;
}

/** Makes everything in data wrong that a copy must overwrite. */
function poison(d: Data): void {
  for (const name of Object.keys(DATA_FIELDS) as (keyof typeof DATA_FIELDS)[]) d[name].fill(NaN);
  for (const name of Object.keys(CONTACT_FIELDS) as (keyof typeof CONTACT_FIELDS)[]) d.contact[name].fill(NaN);
  for (const statistic of Object.values(d.solver)) statistic.fill(NaN);
  d.time = NaN;
  d.energy.fill(NaN);
  d.warning.number.fill(77);
}

Deno.test(`copyData() copies everything, and copies step to the same bits (seed ${SEED})`, async () => {
  let count = 0;
  for await (const { name, model } of goldenModels(89)) {
    const d = moved(model, SEED + count);
    const fresh = copyData(null, model, d);
    const used = moved(model, SEED - 1 - count);
    poison(used);
    assert.equal(copyData(used, model, d), used);
    const text = printData(model, d);
    assert.equal(printData(model, fresh), text, name);
    assert.equal(printData(model, used), text, name);

    for (let k = 0; k < 2; k++) for (const data of [d, fresh, used]) step(model, data);
    const later = printData(model, d);
    assert.equal(printData(model, fresh), later, name);
    assert.equal(printData(model, used), later, name);
    count++;
  }
  assert.ok(count > 10, `${count} models`);
});

Deno.test(`copyModel() copies everything, and copies step to the same bits (seed ${SEED})`, async () => {
  let count = 0;
  for await (const { name, model } of goldenModels(83)) {
    const copy = copyModel(null, model);
    assert.equal(printModel(copy), printModel(model), name);
    if (canBeWritten(model)) assert.equal(toMjcf(copy), toMjcf(model), name);
    assert.equal(printData(copy, moved(copy, SEED + count)), printData(model, moved(model, SEED + count)), name);
    count++;
  }
  assert.ok(count > 10, `${count} models`);
});

const PENDULUM = `<mujoco><worldbody>
  <body name="a"><joint name="j" type="hinge"/><geom size="0.1" pos="0.3 0 0"/></body>
  <body name="b"><joint type="slide"/><geom type="box" size="0.1 0.1 0.1"/></body>
</worldbody></mujoco>`;

Deno.test("copyModel() into a model overwrites its numbers and keeps the data that belong to it", () => {
  const m = compile(PENDULUM);
  const other = compile(PENDULUM.replace(`size="0.1"`, `size="0.2"`));
  const d = moved(other, 1);
  copyModel(other, m);
  assert.equal(printModel(other), printModel(m));
  step(other, d);
  const expected = copyData(null, m, moved(compile(PENDULUM.replace(`size="0.1"`, `size="0.2"`)), 1));
  step(m, expected);
  assert.equal(printData(other, d), printData(m, expected));

  m.body_mass[1] = 9;
  assert.notEqual(other.body_mass[1], 9, "they share no memory");
});

Deno.test("copyModel() refuses a model of other sizes or another structure, before it writes", () => {
  const m = compile(PENDULUM);
  for (
    const [other, message] of [
      [compile(PENDULUM.replace(`type="slide"`, `type="ball"`)), /nq must be 2, got 5/],
      [compile(PENDULUM.replace(`type="slide"`, `type="hinge"`)), /body_simple\[2\] must be 2, got 1/],
      [compile(PENDULUM.replace(`type="box"`, `type="ellipsoid"`)), /geom_type\[1\] must be 6, got 4/],
    ] as const
  ) {
    const before = printModel(other);
    assert.throws(() => copyModel(other, m), { name: "RangeError", message });
    assert.equal(printModel(other), before);
  }
});

Deno.test("copyData() refuses data of another model, before it writes", () => {
  const m = compile(PENDULUM);
  const other = compile("<mujoco><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>");
  const d = new Data(other);
  const before = printData(other, d);
  assert.throws(() => copyData(d, m, new Data(m)), { name: "RangeError", message: /qpos must have length 2/ });
  assert.equal(printData(other, d), before);
});

Deno.test("copyData() of data to themselves changes nothing", () => {
  const m = compile(PENDULUM);
  const d = moved(m, 5);
  const before = printData(m, d);
  copyData(d, m, d);
  assert.equal(printData(m, d), before);
});
