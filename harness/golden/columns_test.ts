import { deepEqual, throws } from "node:assert/strict";
import { joinColumns, LENGTHS, splitColumns } from "./columns.ts";
import type { NdArray } from "./npz.ts";

const ARRAYS = new Map<string, NdArray>([
  ["qpos", { shape: [2, 3], data: Float64Array.of(1, 2, 3, 4, 5, 6) }],
  ["qvel", { shape: [2, 1], data: Float64Array.of(7, 8) }],
  ["mass", { shape: [1, 2], data: Float64Array.of(9, 10) }],
  ["ncon", { shape: [2, 1], data: Int32Array.of(1, 0) }],
  ["efc_J", { shape: [4], data: Float64Array.of(1, 1, 2, 2) }],
  ["lengths", { shape: [1, 2], data: Int32Array.of(3, 1) }],
]);

Deno.test("splitColumns() gives back what joinColumns() joined", () => {
  const { arrays, columns } = joinColumns(ARRAYS);
  deepEqual([...arrays.keys()].sort(), ["each_f64", "each_i32", "lengths", "once_f64", "ragged_f64"]);
  deepEqual(columns.each_f64, ["qpos:3", "qvel:1"]);
  deepEqual([...arrays.get("each_f64")?.data ?? []], [1, 2, 3, 7, 4, 5, 6, 8]);
  const fields = splitColumns(arrays, columns);
  deepEqual([...fields.keys()].sort(), [...ARRAYS.keys()].filter((name) => name !== LENGTHS).sort());
  for (const [name, series] of fields) {
    const { shape, data } = ARRAYS.get(name) as NdArray;
    const rows = shape.length === 1 ? 1 : shape[0];
    deepEqual(series.width, data.length / rows, name);
    const values = Array.from({ length: rows }, (_, row) => [...series.values(row)]).flat();
    deepEqual(values, [...data], name);
    deepEqual(series.data.constructor, data.constructor, name);
  }
});

Deno.test("splitColumns() refuses tables that do not fit their fields", () => {
  const { arrays, columns } = joinColumns(ARRAYS);
  throws(() => splitColumns(arrays, { ...columns, each_f64: ["qpos:3"] }), /wider/);
  throws(() => splitColumns(arrays, { ...columns, each_f64: ["qpos:3", "qvel:2"] }), /narrower/);
  throws(() => splitColumns(arrays, { ...columns, each_f32: ["x:1"] }), /missing/);
});
