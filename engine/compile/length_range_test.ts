import assert from "node:assert/strict";
import { Data } from "../data.ts";
import { LRMode } from "../types/enums.ts";
import { MjcfError } from "../types/errors.ts";
import type { Model } from "../types/model.ts";
import { compile } from "./compile.ts";
import { DEFAULT_LENGTH_RANGE, setLengthRange, setLengthRanges } from "./length_range.ts";

function slider(limit: string): Model {
  return compile(`<mujoco>
    <compiler><lengthrange mode="none"/></compiler>
    <worldbody><body><joint name="j" type="slide" ${limit}/><geom size="0.1"/></body></worldbody>
    <actuator><motor joint="j" gear="2"/></actuator>
  </mujoco>`);
}

const ALL = { ...DEFAULT_LENGTH_RANGE, mode: LRMode.ALL, inttotal: 4, interval: 1 };

Deno.test("setLengthRanges() finds both ends of a slider by pulling", () => {
  const m = slider('range="-0.3 0.5"');
  const before = { ...m.opt };
  setLengthRanges(m, new Data(m), ALL);
  const [low, high] = m.actuator_lengthrange;
  assert.ok(Math.abs(low + 0.6) < 0.02 && Math.abs(high - 1) < 0.02, `got ${low}, ${high}`);
  assert.deepEqual({ ...m.opt }, before);
});

Deno.test("setLengthRanges() keeps a range that is there, and skips what the mode leaves out", () => {
  const m = slider('range="-0.3 0.5"');
  m.actuator_lengthrange.set([3, 4]);
  setLengthRanges(m, new Data(m), ALL);
  assert.deepEqual([...m.actuator_lengthrange], [3, 4]);
  m.actuator_lengthrange.set([4, 3]);
  setLengthRanges(m, new Data(m), { ...ALL, mode: LRMode.MUSCLE });
  assert.deepEqual([...m.actuator_lengthrange], [4, 3]);
});

Deno.test("setLengthRanges() refuses a length without ends", () => {
  const m = slider("");
  assert.throws(() => setLengthRanges(m, new Data(m), ALL), MjcfError);
  assert.equal(m.opt.disableflags, 0);
});

Deno.test("setLengthRange() refuses actuators that there are not", () => {
  const m = slider("");
  for (const index of [-1, m.nu]) assert.throws(() => setLengthRange(m, new Data(m), index, ALL), RangeError);
});

Deno.test("compile() refuses a search for a length range that would take too long", () => {
  const document = (inttotal: number) =>
    `<mujoco><compiler><lengthrange mode="all" inttotal="${inttotal}"/></compiler>
      <worldbody><body><joint name="j" type="slide" range="-1 1"/><geom size="0.1"/></body></worldbody>
      <actuator><motor joint="j"/></actuator></mujoco>`;
  compile(document(20));
  assert.throws(() => compile(document(1e6)), /a length range asks for .* elementary operations.*limits: \{ work:/s);
});
