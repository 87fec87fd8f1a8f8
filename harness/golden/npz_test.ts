import assert from "node:assert/strict";
import { FrameReader, FrameWriter } from "./frames.ts";
import { readNpz } from "./npz.ts";
import { writeNpz } from "./write_npz.ts";

const ARRAYS = new Map([
  ["a", { shape: [2, 3], data: Float64Array.of(1, -0, NaN, Infinity, 5e-324, 0.1) }],
  ["next.b", { shape: [4], data: Int32Array.of(1, -2, 3, 2147483647) }],
  ["c", { shape: [1000, 2], data: new Float64Array(2000).fill(0.3) }],
  ["d", { shape: [1, 2], data: Uint8Array.of(0, 255) }],
  ["e", { shape: [1, 1], data: Float32Array.of(0.1) }],
]);

Deno.test("readNpz() gives back what writeNpz() was given", () => {
  const back = readNpz(writeNpz(ARRAYS));
  assert.deepEqual([...back.keys()], [...ARRAYS.keys()]);
  for (const [name, { shape, data }] of ARRAYS) {
    assert.deepEqual(back.get(name)?.shape, shape);
    assert.deepEqual(back.get(name)?.data, data);
  }
});

Deno.test("writeNpz() gives the same bytes each time", () => {
  assert.deepEqual(writeNpz(ARRAYS), writeNpz(ARRAYS));
});

Deno.test("readNpz() refuses bytes that were cut off anywhere", () => {
  const bytes = writeNpz(ARRAYS);
  for (let length = 0; length < bytes.length; length += 37) {
    assert.throws(() => readNpz(bytes.subarray(0, length)), Error, `cut at ${length}`);
  }
});

Deno.test("FrameReader gives back the frames of FrameWriter", () => {
  const frames = [0, 1, 2].map((t) => ({
    moving: Float64Array.of(t, t + 0.5),
    constant: Float64Array.of(7, 8),
    zero: new Float64Array(3),
    ragged: Float64Array.from({ length: t }, (_, i) => 10 * t + i),
    twin: Float64Array.of(t, t + 0.5),
    raggedZero: new Float64Array(2 - t),
    empty: new Float64Array(0),
  }));
  const writer = new FrameWriter();
  for (const frame of frames) {
    writer.next();
    for (const [name, values] of Object.entries(frame)) writer.add(name, values);
  }
  const packed = writer.pack();
  assert.deepEqual(packed.same, { twin: "moving" });
  assert.deepEqual(packed.arrays.get("constant")?.shape, [1, 2]);

  const reader = new FrameReader({ ...packed, arrays: readNpz(writeNpz(packed.arrays)) }, 3);
  for (const [t, frame] of frames.entries()) {
    for (const [name, values] of Object.entries(frame)) {
      assert.deepEqual(reader.get(name, t) ?? new Float64Array(0), values, `${name} in frame ${t}`);
    }
  }
});
