/**
 * Arrays side by side in one block of memory. A typed array that brings its own memory takes ten times as long to make
 * as a view, and models and data have hundreds.
 */

import type { ArrayOf, Dtype } from "./model_fields.ts";

const BYTES: Readonly<Record<Dtype, number>> = { f64: 8, f32: 4, i32: 4, u8: 1, i8: 1 };

/** Most fields of most models are empty: they share these. */
const EMPTY = {
  f64: new Float64Array(0),
  f32: new Float32Array(0),
  i32: new Int32Array(0),
  u8: new Uint8Array(0),
  i8: new Int8Array(0),
} as const;

/** The array without elements. */
export function emptyArray<D extends Dtype>(dtype: D): ArrayOf<D>;
export function emptyArray(dtype: Dtype): ArrayOf<Dtype> {
  return EMPTY[dtype];
}

/** Bytes that an array takes in a block, where each begins at a multiple of eight. */
export function bytesOf(dtype: Dtype, length: number): number {
  return Math.ceil(BYTES[dtype] * length / 8) * 8;
}

/** Zeroed memory that is handed out from front to back. */
export class Block {
  private readonly buffer: ArrayBuffer;
  private at = 0;

  constructor(bytes: number) {
    this.buffer = new ArrayBuffer(bytes);
  }

  /** The next array. */
  take<D extends Dtype>(dtype: D, length: number): ArrayOf<D>;
  take(dtype: Dtype, length: number): ArrayOf<Dtype> {
    if (length === 0) return EMPTY[dtype];
    const { buffer, at } = this;
    this.at += bytesOf(dtype, length);
    switch (dtype) {
      case "f64":
        return new Float64Array(buffer, at, length);
      case "f32":
        return new Float32Array(buffer, at, length);
      case "i32":
        return new Int32Array(buffer, at, length);
      case "u8":
        return new Uint8Array(buffer, at, length);
      case "i8":
        return new Int8Array(buffer, at, length);
    }
  }
}

/** `[dtype, rows, columns]`: rows is a size, columns is a number, a size, or a size times a number. */
type Row = readonly [dtype: Dtype, rows: string, columns: number | string, ...rest: string[]];

interface Field {
  readonly name: string;
  readonly dtype: Dtype;
  /** the columns are this size, if there is one, times the factor */
  readonly size: string;
  readonly factor: number;
}

type Sizes = Readonly<Record<string, number>>;

/** How the fields of a table lie in a block. */
export class Layout {
  /** fields with the same rows stand together, so that those without rows are passed over at once */
  private readonly groups = new Map<string, Field[]>();

  constructor(table: Readonly<Record<string, Row>>) {
    for (const [name, [dtype, rows, columns]] of Object.entries(table)) {
      const [size, factor] = typeof columns === "number" ? ["", columns] : columns.split("*");
      const group = this.groups.get(rows);
      const field = { name, dtype, size, factor: Number(factor ?? 1) };
      if (group) group.push(field);
      else this.groups.set(rows, [field]);
    }
  }

  /** Bytes of the fields that have rows by `counts`; `sizes` tells their columns. */
  bytes(counts: Sizes, sizes: Sizes = counts): number {
    let bytes = 0;
    for (const [rows, fields] of this.groups) {
      const count = counts[rows];
      if (!(count > 0)) continue;
      for (const { dtype, size, factor } of fields) bytes += bytesOf(dtype, count * lengthOf(size, factor, sizes));
    }
    return bytes;
  }

  /** Puts the fields that have rows on an object, zeroed. */
  fill(object: Record<string, unknown>, block: Block, counts: Sizes, sizes: Sizes = counts): void {
    for (const [rows, fields] of this.groups) {
      const count = counts[rows];
      if (!(count > 0)) continue;
      for (const { name, dtype, size, factor } of fields) {
        object[name] = block.take(dtype, count * lengthOf(size, factor, sizes));
      }
    }
  }
}

function lengthOf(size: string, factor: number, sizes: Sizes): number {
  return size === "" ? factor : factor * sizes[size];
}
