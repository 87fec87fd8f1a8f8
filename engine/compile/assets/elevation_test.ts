import assert from "node:assert/strict";
import { MjcfError } from "../../types/errors.ts";
import { type ElevationSource, readElevation } from "./elevation.ts";

function spec(more: Partial<ElevationSource>): ElevationSource {
  return { name: "h", contentType: "", nrow: 0, ncol: 0, size: [1, 1, 1, 1], elevation: new Float32Array(0), ...more };
}

function binary(nrow: number, ncol: number, data: number[]): Uint8Array {
  const bytes = new Uint8Array(8 + 4 * data.length);
  new Int32Array(bytes.buffer, 0, 2).set([nrow, ncol]);
  new Float32Array(bytes.buffer, 8).set(data);
  return bytes;
}

Deno.test("readElevation() scales elevations to the range from 0 to 1", () => {
  const { data } = readElevation(spec({ nrow: 1, ncol: 3, elevation: Float32Array.of(-2, 0, 2) }));
  assert.deepEqual([...data], [0, 0.5, 1]);
});

Deno.test("readElevation() makes a flat field of zeros", () => {
  const { data } = readElevation(spec({ nrow: 2, ncol: 1, elevation: Float32Array.of(7, 7) }));
  assert.deepEqual([...data], [0, 0]);
});

Deno.test("readElevation() reads dimensions and elevations from a file", () => {
  const file = { name: "h.bin", bytes: binary(2, 3, [0, 1, 2, 3, 4, 5]) };
  const { nrow, ncol, data } = readElevation(spec({ file }));
  assert.deepEqual([nrow, ncol], [2, 3]);
  assert.deepEqual(data, Float32Array.of(0, 0.2, 0.4, 0.6, 0.8, 1));
});

Deno.test("readElevation() refuses what is no height field", () => {
  const bad: Partial<ElevationSource>[] = [
    {},
    { nrow: 2, ncol: 2, elevation: new Float32Array(3) },
    { nrow: 1, ncol: 1, elevation: new Float32Array(1), size: [1, 1, 0, 1] },
    { file: { name: "h.bin", bytes: binary(2, 3, [1, 2]) } },
    { file: { name: "h.bin", bytes: binary(-1, -1, [1]) } },
    { file: { name: "h.bin", bytes: binary(1, 1, [NaN]) } },
    { file: { name: "h.bin", bytes: new Uint8Array(3) } },
    { file: { name: "h.obj", bytes: binary(1, 1, [1]) } },
  ];
  for (const more of bad) assert.throws(() => readElevation(spec(more)), MjcfError);
});
