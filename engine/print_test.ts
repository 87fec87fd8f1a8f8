import assert from "node:assert/strict";
import { compile } from "./compile/compile.ts";
import { Data } from "./data.ts";
import { goldenModels } from "./golden_models_test.ts";
import { printData, printModel } from "./print.ts";
import { step } from "./step.ts";
import { CONTACT_FIELDS, DATA_COUNTS, DATA_FIELDS } from "./types/data_fields.ts";
import { MODEL_FIELDS, MODEL_SIZES, OPTION_FIELDS, STATISTIC_FIELDS } from "./types/model_fields.ts";

const FALLING = `<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="ball" pos="0 0 .0999"><freejoint/><geom size="0.1"/></body>
  </worldbody>
</mujoco>`;

Deno.test("printModel() and printData() mention every field that is not empty", async () => {
  for await (const { name, model } of goldenModels(401)) {
    const d = new Data(model);
    step(model, d);
    const lines = new Set(`${printModel(model)}${printData(model, d)}`.split("\n").map((line) => line.split(":")[0]));
    const arrays = { ...model, ...d } as unknown as Record<string, Float64Array>;
    const fields = [...Object.keys(MODEL_FIELDS), ...Object.keys(DATA_FIELDS)];
    const counted = ["nefc", "nJ", "nA", "nisland", "nidof"];
    for (const field of fields) {
      const rows = { ...MODEL_FIELDS, ...DATA_FIELDS }[field as keyof typeof DATA_FIELDS][1];
      const used = counted.includes(rows) ? Number(arrays[rows]) : arrays[field].length;
      assert.equal(lines.has(field), used > 0, `${name}: ${field}`);
    }
    const numbers = [MODEL_SIZES, DATA_COUNTS, OPTION_FIELDS, STATISTIC_FIELDS];
    for (const table of numbers) {
      for (const field of Array.isArray(table) ? table : Object.keys(table)) assert.ok(lines.has(`  ${field}`), field);
    }
    for (const field of Object.keys(CONTACT_FIELDS)) assert.equal(lines.has(`contact.${field}`), d.ncon > 0, field);
  }
});

Deno.test("printData() prints what the step uses, with the names of objects", () => {
  const m = compile(FALLING);
  const d = new Data(m);
  step(m, d);
  const text = printData(m, d);
  assert.match(text, /\nxfrc_applied: nbody × 6\n {2}0 world: 0 0 0 0 0 0\n {2}1 ball: 0 0 0 0 0 0\n/);
  assert.match(text, /\ncontact\.geom: ncon × 2\n {2}0: 0 1\n/);
  assert.match(text, /\nefc_type: nefc\n {2}0: \d+\n {2}1: \d+\n {2}2: \d+\n {2}3: \d+\n[a-z]/);
  assert.match(text, /\nsolver\.nactive\[0\]: [\d ]+\n/);
});

Deno.test("printModel() tells numbers from their neighbors, and fewer digits do not", () => {
  const m = compile(FALLING);
  const exact = printModel(m);
  const rounded = printModel(m, { digits: 6 });
  m.body_mass[1] *= 1 + 2 ** -52;
  assert.notEqual(printModel(m), exact);
  assert.equal(printModel(m, { digits: 6 }), rounded);
  m.body_mass[1] = -0;
  assert.match(printModel(m), / 1 ball: -0\n/);
});

Deno.test("printModel() takes from one to a hundred digits", () => {
  const m = compile(`<mujoco><option timestep="0.0123"/></mujoco>`);
  assert.match(printModel(m, { digits: 1 }), /0\.01\b/);
  assert.ok(printModel(m, { digits: 100 }).includes(m.opt.timestep.toPrecision(100)));
  for (const digits of [0, 101, 1.5, NaN]) {
    assert.throws(
      () => printModel(m, { digits }),
      new RangeError(`digits must be a whole number from 1 to 100, got ${digits}`),
    );
  }
});
