import assert from "node:assert/strict";
import { VISUAL_NUMBERS } from "../types/visual.ts";
import { randomFrom } from "../../harness/random.ts";
import { compile } from "../compile/compile.ts";
import { toMjcf } from "../compile/to_mjcf.ts";
import { copyModel } from "../copy_model.ts";
import { Data } from "../data.ts";
import { canBeWritten, goldenModels } from "../golden_models_test.ts";
import { name2id } from "../names.ts";
import { printData, printModel } from "../print.ts";
import { resetDataKeyframe } from "../reset.ts";
import { step } from "../step.ts";
import { Obj } from "../types/enums.ts";
import { ModelFileError } from "../types/errors.ts";
import { LimitError } from "../types/limits.ts";
import type { Model } from "../types/model.ts";
import { MODEL_SIZES } from "../types/model_fields.ts";
import { validate, ValidationError } from "../validate.ts";
import { loadModelBinary } from "./load_model_binary.ts";
import { BLOCK_AT, fileChecksum, Word } from "./model_file.ts";
import { saveModel } from "./save_model.ts";

const SEED = 20260302;

const MODEL = `<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="ball" pos="0 0 .2"><freejoint/><geom size="0.1"/></body>
    <body><joint/><geom type="mesh" mesh="tet"/></body>
  </worldbody>
  <asset><mesh name="tet" vertex="0 0 0  .1 0 0  0 .1 0  0 0 .1"/></asset>
  <keyframe><key name="high" qpos="0 0 3 1 0 0 0 0"/></keyframe>
</mujoco>`;

function stepped(m: Model): string {
  const d = new Data(m);
  resetDataKeyframe(m, d, 0);
  for (let k = 0; k < 3; k++) step(m, d);
  return printData(m, d);
}

/** A document may ask for what is not a number. */
function isValid(model: Model): boolean {
  try {
    validate(model);
    return true;
  } catch (error) {
    if (error instanceof ValidationError) return false;
    throw error;
  }
}

Deno.test("a loaded model holds what was saved, steps to the same bits, and can be written as MJCF", async () => {
  let count = 0;
  for await (const { name, model } of goldenModels(23)) {
    const document = canBeWritten(model);
    const loaded = loadModelBinary(saveModel(model, { document }), { validate: isValid(model) });
    assert.equal(printModel(loaded), printModel(model), name);
    assert.equal(stepped(loaded), stepped(model), name);
    if (document) assert.equal(toMjcf(loaded), toMjcf(model), name);
    count++;
  }
  assert.ok(count > 10, `${count} models`);
});

Deno.test("a loaded model has names and keyframes, and its document unless that was left out", () => {
  const m = compile(MODEL);
  const loaded = loadModelBinary(saveModel(m));
  assert.equal(name2id(loaded, Obj.BODY, "ball"), 1);
  assert.equal(loaded.key_qpos[2], 3);
  assert.equal(toMjcf(loaded), toMjcf(m));
  assert.deepEqual(saveModel(loaded), saveModel(m));

  const bare = loadModelBinary(saveModel(m, { document: false }));
  assert.throws(() => toMjcf(bare), RangeError);
});

Deno.test("models loaded from the same bytes are independent, and bytes may begin anywhere", () => {
  const m = compile(MODEL);
  const bytes = saveModel(m);
  const shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);
  const first = loadModelBinary(bytes);
  const second = loadModelBinary(bytes);
  const third = loadModelBinary(shifted.subarray(3));
  first.body_mass[1] = 5;
  for (const other of [second, third, loadModelBinary(bytes)]) assert.equal(printModel(other), printModel(m));
});

Deno.test("bytes of a large model belong to it, and say so if it has changed", () => {
  const bytes = saveModel(
    compile(`<mujoco><asset><hfield name="h" nrow="800" ncol="800" size="1 1 1 1"/></asset></mujoco>`),
  );
  const first = loadModelBinary(bytes);
  assert.equal(loadModelBinary(bytes).nhfielddata, 640000);
  first.hfield_data[1] = 5;
  assert.throws(() => loadModelBinary(bytes), { name: "ModelFileError", message: /loaded from these bytes before/ });
});

Deno.test("saveModel() saves changes, also of arrays that were replaced", () => {
  const m = compile(MODEL);
  m.body_mass = Float64Array.of(0, 3, 4);
  m.opt.timestep = 0.25;
  m.opt.gravity[2] = -1;
  m.narena = 1e6;
  assert.equal(printModel(loadModelBinary(saveModel(m))), printModel(m));
});

Deno.test("a flipped bit in any word, and any other length, is refused", () => {
  const bytes = saveModel(compile("<mujoco/>"));
  // 31 and 32 have no common divisor: each word, and each bit of a word
  for (let bit = 0; bit < 8 * bytes.length; bit += 31) {
    const flipped = bytes.slice();
    flipped[bit >> 3] ^= 1 << (bit & 7);
    assert.throws(() => loadModelBinary(flipped), ModelFileError, `bit ${bit}`);
  }
  for (let length = 0; length < bytes.length; length += 3) {
    assert.throws(() => loadModelBinary(bytes.slice(0, length)), ModelFileError, `length ${length}`);
  }
  const longer = new Uint8Array(bytes.length + 8);
  longer.set(bytes);
  assert.throws(() => loadModelBinary(longer), ModelFileError);
});

/** Gives a file the checksum that it should have. */
function sign(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const words = new Int32Array(bytes.buffer);
  words[Word.CHECKSUM] = fileChecksum(words);
  return bytes;
}

Deno.test("what is wrong is said, also if the checksum is right", () => {
  const good = saveModel(compile(MODEL));
  const changed = (word: number, value: number) => {
    const bytes = good.slice();
    new Int32Array(bytes.buffer)[word] = value;
    return sign(bytes);
  };
  const size = (name: typeof MODEL_SIZES[number], value: number) => changed(Word.N + MODEL_SIZES.indexOf(name), value);
  for (
    const [bytes, message] of [
      [new Uint8Array(1000), /not a saved model/],
      [new TextEncoder().encode(MODEL), /not a saved model/],
      [changed(Word.VERSION, 2), /saved in layout 2, this version reads layout 1/],
      [changed(Word.TABLES, 1), /version with other fields/],
      [changed(Word.BLOCK, -1), /bytes instead of/],
      [changed(Word.DOCUMENT, -1), /bytes instead of/],
      [size("nbody", 2147483647), /its sizes need \d+ bytes/],
      [size("ngeom", -1), /ngeom is -1/],
    ] as const
  ) assert.throws(() => loadModelBinary(bytes), { name: "ModelFileError", message });
  // a size that only data have
  assert.throws(() => loadModelBinary(size("nuserdata", 2147483647)), LimitError);
  assert.throws(() => loadModelBinary(good, { limits: { modelBytes: 100 } }), LimitError);
});

Deno.test(`forged values are found by validation, and nothing else is thrown (seed ${SEED})`, () => {
  const random = randomFrom(SEED);
  const good = saveModel(compile(MODEL));
  const hits = [-2147483648, -1, 0, 1, 2, 100, 65536, 2147483647];
  let refused = 0;
  for (let trial = 0; trial < 1500; trial++) {
    const bytes = good.slice();
    const words = new Int32Array(bytes.buffer);
    // half of them in the header, the sizes, and the numbers, the last of which are for viewers and may be anything
    const first = trial % 2 === 0 ? 0 : BLOCK_AT / 4;
    const last = trial % 2 === 0 ? BLOCK_AT / 4 - 2 * VISUAL_NUMBERS : words.length;
    const at = first + Math.floor(random() * (last - first));
    words[at] = trial % 3 === 0 ? 4294967296 * random() : hits[Math.floor(random() * hits.length)];
    sign(bytes);
    try {
      const m = loadModelBinary(bytes, { validate: true });
      step(m, new Data(m));
    } catch (error) {
      if (!(error instanceof ModelFileError || error instanceof LimitError)) {
        assert.fail(`trial ${trial}, word ${at} = ${words[at]}: ${(error as Error).stack}`);
      }
      refused++;
    }
  }
  assert.ok(refused > 500, `${refused} refused`);
});

Deno.test("a copy of a loaded model outlives the bytes", () => {
  const bytes = saveModel(compile(MODEL));
  const copy = copyModel(null, loadModelBinary(bytes));
  const before = printModel(copy);
  bytes.fill(0);
  assert.equal(printModel(copy), before);
});
