import assert from "node:assert/strict";
import { randomFrom, symmetric } from "../harness/random.ts";
import { Data } from "./data.ts";
import { goldenModels } from "./golden_models_test.ts";
import { step } from "./step.ts";
import { stepTogether, takesTurns } from "./step_together.ts";
import { DATA_FIELDS } from "./types/data_fields.ts";
import type { Model } from "./types/model.ts";
import { withoutKernels } from "./wasm/kernel_set.ts";

const SEED = 20261120;
const STEPS = 4;
const COUNT = 3;

/** Data of a model that differ in velocities and controls. */
function several(m: Model): Data[] {
  const random = randomFrom(SEED);
  return Array.from({ length: COUNT }, () => {
    const d = new Data(m);
    for (let i = 0; i < m.nv; i++) d.qvel[i] = symmetric(random);
    for (let i = 0; i < m.nu; i++) d.ctrl[i] = symmetric(random);
    return d;
  });
}

/** All fields, as text that tells NaN and −0. */
function fieldsOf(d: Data): Record<string, string> {
  const fields = d as unknown as Record<string, ArrayLike<number> | number>;
  const names = [...Object.keys(DATA_FIELDS), "time", "ncon", "nefc", "nisland"];
  return Object.fromEntries(names.map((name) => {
    const value = fields[name];
    const numbers = typeof value === "number" ? [value] : Array.from(value ?? []);
    return [name, numbers.map((x) => Object.is(x, -0) ? "-0" : x).join(" ")];
  }));
}

Deno.test(`stepTogether() gives the bits of step() with and without kernels (seed ${SEED})`, async () => {
  let count = 0;
  for await (const { name, model } of goldenModels(7)) {
    if (!takesTurns(model)) continue;
    count++;
    const compare = () => {
      const [together, alone] = [several(model), several(model)];
      for (let t = 0; t < STEPS; t++) {
        stepTogether(model, together, COUNT);
        for (const d of alone) step(model, d);
      }
      together.forEach((d, k) => assert.deepEqual(fieldsOf(d), fieldsOf(alone[k]), `${name}, data ${k}`));
    };
    compare();
    if (count % 5 === 0) withoutKernels(compare);
  }
  assert.ok(count > 50, `${count} models`);
});
