/**
 * Many small arrays as a few tables, for storage: one file per field would consist mostly of headers.
 *
 * - `each_f64`: a row for each frame, the fields side by side;
 * - `once_f64`: a single row of fields that are the same in every frame;
 * - `ragged_f64`: fields whose length changes, end to end.
 *
 * The same for the other element types. `columns` lists the fields of a table in order, as `name:length`.
 */

import type { Numbers } from "../engine.ts";
import type { NdArray } from "./npz.ts";
import { END_TO_END, Series } from "./series.ts";

/** Fields of each table. */
export type Columns = Record<string, string[]>;

const DTYPES = [
  ["f64", Float64Array],
  ["f32", Float32Array],
  ["i32", Int32Array],
  ["u8", Uint8Array],
  ["i8", Int8Array],
] as const;

/** The array of the lengths of ragged fields: a row for each, in the order of a list. It is stored separately. */
export const LENGTHS = "lengths";

/** Joins arrays of fields into tables. */
export function joinColumns(arrays: ReadonlyMap<string, NdArray>): { arrays: Map<string, NdArray>; columns: Columns } {
  const groups = new Map<string, [field: string, array: NdArray][]>();
  const out = new Map<string, NdArray>();
  for (const [field, array] of arrays) {
    if (field === LENGTHS) {
      out.set(field, array);
      continue;
    }
    const table = tableOf(array);
    const group = groups.get(table);
    if (group === undefined) groups.set(table, [[field, array]]);
    else group.push([field, array]);
  }

  const columns: Columns = {};
  for (const [table, group] of groups) {
    columns[table] = group.map(([field, { shape }]) => `${field}:${shape[shape.length - 1]}`);
    out.set(table, join(group.map(([, array]) => array)));
  }
  return { arrays: out, columns };
}

function tableOf({ shape, data }: NdArray): string {
  const dtype = DTYPES.find(([, type]) => data instanceof type)?.[0];
  return `${shape.length === 1 ? "ragged" : shape[0] === 1 ? "once" : "each"}_${dtype}`;
}

/** Arrays with the same number of rows, side by side. */
function join(arrays: readonly NdArray[]): NdArray {
  const rows = arrays[0].shape.length === 1 ? 1 : arrays[0].shape[0];
  const widths = arrays.map(({ shape }) => shape[shape.length - 1]);
  const width = widths.reduce((sum, x) => sum + x, 0);
  const data = newLike(arrays[0].data, rows * width);
  let at = 0;
  arrays.forEach((array, i) => {
    for (let row = 0; row < rows; row++) {
      data.set(array.data.subarray(row * widths[i], (row + 1) * widths[i]), row * width + at);
    }
    at += widths[i];
  });
  return { shape: arrays[0].shape.length === 1 ? [width] : [rows, width], data };
}

/** Splits tables into fields, without copying. Arrays that are not tables are fields already. */
export function splitColumns(tables: ReadonlyMap<string, NdArray>, columns: Columns): Map<string, Series> {
  const out = new Map<string, Series>();
  for (const [name, table] of tables) {
    if (name === LENGTHS) continue;
    const fields = columns[name];
    if (fields === undefined) out.set(name, seriesOf(table, 0, table.shape[table.shape.length - 1]));
    else split(out, name, table, fields);
  }
  for (const name of Object.keys(columns)) if (!tables.has(name)) throw new Error(`the table ${name} is missing`);
  return out;
}

/** Some columns of an array or, if it is flat, some of its elements, which are frames end to end. */
function seriesOf({ shape, data }: NdArray, begin: number, width: number): Series {
  if (shape.length === 1) return new Series(data, begin, 1, width, END_TO_END);
  const [rows, columns] = shape;
  return new Series(data, begin, rows === 1 ? 0 : columns, width, rows);
}

function split(out: Map<string, Series>, name: string, table: NdArray, fields: readonly string[]): void {
  const { shape } = table;
  const columns = shape[shape.length - 1];
  let at = 0;
  for (const entry of fields) {
    const colon = entry.lastIndexOf(":");
    const width = Number(entry.slice(colon + 1));
    if (!(at + width <= columns)) throw new Error(`the table ${name} is narrower than its fields`);
    out.set(entry.slice(0, colon), seriesOf(table, at, width));
    at += width;
  }
  if (at !== columns) throw new Error(`the table ${name} is wider than its fields`);
}

function newLike(data: Numbers, length: number): Numbers {
  return new (data.constructor as new (length: number) => Numbers)(length);
}
