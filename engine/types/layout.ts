/**
 * Arrays side by side in one block of memory: V8-5. Models and data have hundreds of arrays.
 */

import type { ArrayOf, Dtype } from "./model_fields.ts";

const BYTES: Readonly<Record<Dtype, number>> = { f64: 8, f32: 4, i32: 4, u8: 1, i8: 1 };

/** Shared empty arrays: most fields of most models are empty. */
const EMPTY = {
  f64: new Float64Array(0),
  f32: new Float32Array(0),
  i32: new Int32Array(0),
  u8: new Uint8Array(0),
  i8: new Int8Array(0),
} as const;

/** The empty array of a type. */
export function emptyArray<D extends Dtype>(dtype: D): ArrayOf<D>;
export function emptyArray(dtype: Dtype): ArrayOf<Dtype> {
  return EMPTY[dtype];
}

/** Bytes that an array occupies in a block, where each array starts at a multiple of eight. */
export function bytesOf(dtype: Dtype, length: number): number {
  return Math.ceil(BYTES[dtype] * length / 8) * 8;
}

/** Memory that exists already, from a multiple of eight on. */
export interface Memory {
  readonly buffer: ArrayBufferLike;
  readonly at: number;
}

/** Memory, zeroed unless it exists already, handed out from front to back. */
export class Block {
  private readonly buffer: ArrayBufferLike;
  private at: number;

  constructor(bytes: number, memory?: Memory) {
    this.buffer = memory?.buffer ?? new ArrayBuffer(bytes);
    this.at = memory?.at ?? 0;
  }

  /** Takes the next array. */
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
  /** number of columns: this size of the model, if not empty, times the factor */
  readonly size: string;
  readonly factor: number;
}

type Sizes = Readonly<Record<string, number>>;

/** Fields with the same number of rows, which are skipped together when that number is 0. */
interface Group {
  readonly rows: string;
  readonly fields: Field[];
  /** bytes of a row of those fields that have doubles in a fixed number of columns */
  doubles: number;
  /** the others */
  readonly others: Field[];
}

/** The layout of the fields of a table in a block. */
export class Layout {
  private readonly groups: readonly Group[];
  // the nonempty fields of the current object, and their lengths
  private readonly present: Field[] = [];
  private readonly lengths: number[] = [];

  constructor(table: Readonly<Record<string, Row>>) {
    const groups = new Map<string, Group>();
    for (const [name, [dtype, rows, columns]] of Object.entries(table)) {
      const [size, factor] = typeof columns === "number" ? ["", columns] : columns.split("*");
      const field = { name, dtype, size, factor: Number(factor ?? 1) };
      const group = groups.get(rows) ?? { rows, fields: [], doubles: 0, others: [] };
      groups.set(rows, group);
      group.fields.push(field);
      if (dtype === "f64" && field.size === "") group.doubles += bytesOf(dtype, field.factor);
      else group.others.push(field);
    }
    this.groups = [...groups.values()];
  }

  /** Total size in bytes of the fields whose rows `counts` gives, and the name of the largest field. */
  measure(counts: Sizes): { bytes: number; largest: string } {
    let bytes = 0;
    let most = 0;
    let largest = "";
    for (const { rows, fields } of this.groups) {
      const count = counts[rows];
      if (!(count > 0)) continue;
      for (const field of fields) {
        const size = BYTES[field.dtype] * count * lengthOf(field, counts);
        bytes += size;
        if (size <= most) continue;
        most = size;
        largest = field.name;
      }
    }
    return { bytes, largest };
  }

  /** Size in bytes of the block that `fill` makes for these counts. */
  blockBytes(counts: Sizes): number {
    let bytes = 0;
    for (const { rows, doubles, others } of this.groups) {
      const count = counts[rows];
      if (!(count > 0)) continue;
      bytes += doubles * count;
      for (const field of others) bytes += bytesOf(field.dtype, count * lengthOf(field, counts));
    }
    return bytes;
  }

  /**
   * Adds zeroed arrays to an object for the fields whose rows `counts` gives; `sizes` gives their columns. Returns the
   * block, which has `more` bytes left. With `memory`, the arrays are views of it, with its contents.
   */
  fill(
    object: Record<string, unknown>,
    counts: Sizes,
    more = 0,
    sizes: Sizes = counts,
    memory?: Memory,
  ): Block {
    const { groups, present, lengths } = this;
    let bytes = more;
    let n = 0;
    for (const { rows, fields } of groups) {
      const count = counts[rows];
      if (!(count > 0)) continue;
      for (const field of fields) {
        const length = count * lengthOf(field, sizes);
        bytes += bytesOf(field.dtype, length);
        present[n] = field;
        lengths[n++] = length;
      }
    }
    const block = new Block(bytes, memory);
    for (let i = 0; i < n; i++) {
      const { name, dtype } = present[i];
      object[name] = block.take(dtype, lengths[i]);
    }
    return block;
  }
}

function lengthOf({ size, factor }: Field, sizes: Sizes): number {
  return size === "" ? factor : factor * (sizes[size] ?? 0);
}
