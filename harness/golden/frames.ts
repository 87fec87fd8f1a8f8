/**
 * A series of frames, each a set of fields, as arrays over all frames.
 *
 * A field of constant length is one array with a row for each frame, or a single row if all frames are equal. A field
 * of varying length is stored end to end, with its lengths stored separately. A field that is always zero, or always
 * equal to another, is only named.
 */

import { type Columns, LENGTHS, splitColumns } from "./columns.ts";
import type { Numbers } from "../engine.ts";
import type { NdArray } from "./npz.ts";
import { END_TO_END, type Extents, Series } from "./series.ts";

/** Length that marks a ragged field in the list of zero fields. */
const RAGGED = -1;

/** A series as it is stored. */
export interface Packed {
  /** arrays by field, or tables by name */
  readonly arrays: ReadonlyMap<string, NdArray>;
  /** fields of the arrays that are tables */
  readonly columns?: Columns | undefined;
  /** fields that are zero, with their length */
  readonly zero: Record<string, number>;
  /** fields whose length changes, in the order of the rows of the array `lengths` */
  readonly ragged: string[];
  /** fields that equal another, with the name of that */
  readonly same: Record<string, string>;
}

/** Collects frames. */
export class FrameWriter {
  #series = new Map<string, Numbers[]>();
  #frames = 0;

  /** Begins the next frame. */
  next(): void {
    this.#frames++;
  }

  /** Adds a field to the current frame; the values are copied. */
  add(field: string, values: Numbers): void {
    let series = this.#series.get(field);
    if (series === undefined) this.#series.set(field, series = []);
    if (series.length !== this.#frames - 1) throw new Error(`${field} is missing in a frame`);
    series.push(withOneNaN(values));
  }

  /** Number of frames. */
  get frames(): number {
    return this.#frames;
  }

  /** Returns the series to be stored. */
  pack(): Packed {
    const arrays = new Map<string, NdArray>();
    const zero: Record<string, number> = {};
    const same: Record<string, string> = {};
    const byContent = new Map<string, string[]>();
    const ragged: string[] = [];
    const lengths: number[] = [];
    for (const [field, series] of this.#series) {
      const length = series[0].length;
      const isRagged = series.some((values) => values.length !== length);
      if (isRagged) {
        ragged.push(field);
        for (const values of series) lengths.push(values.length);
      } else if (length === 0) {
        continue;
      }

      if (series.every((values) => values.every((x: number) => Object.is(x, 0)))) {
        zero[field] = isRagged ? RAGGED : length;
      } else if (isRagged) {
        const data = join(series);
        arrays.set(field, { shape: [data.length], data });
      } else {
        const rows = series.every((values) => isSame(values, series[0])) ? series.slice(0, 1) : series;
        arrays.set(field, { shape: [rows.length, length], data: join(rows) });
      }
      const array = arrays.get(field);
      if (array === undefined || isRagged) continue;
      const content = `${array.shape} ${array.data.constructor.name} ${hashOf(array.data)}`;
      const alike = byContent.get(content);
      const twin = alike?.find((other) => isAlike(array.data, arrays.get(other)?.data));
      if (twin !== undefined) {
        same[field] = twin;
        arrays.delete(field);
      } else if (alike === undefined) {
        byContent.set(content, [field]);
      } else {
        alike.push(field);
      }
    }
    if (ragged.length > 0) {
      arrays.set(LENGTHS, { shape: [ragged.length, this.#frames], data: Int32Array.from(lengths) });
    }
    return { arrays, zero, ragged, same };
  }
}

/** A copy in which every NaN has the same bits, because machines produce different ones. */
function withOneNaN(values: Numbers): Numbers {
  const out = values.slice();
  for (let i = 0; i < out.length; i++) {
    if (Number.isNaN(out[i])) out[i] = NaN;
  }
  return out;
}

function isSame(a: Numbers, b: Numbers): boolean {
  for (let i = 0; i < a.length; i++) {
    if (!Object.is(a[i], b[i])) return false;
  }
  return true;
}

const number = new Float64Array(1);
const halves = new Int32Array(number.buffer);

/** A key that is equal for equal arrays. */
function hashOf(data: Numbers): number {
  let hash = 0;
  for (let i = 0; i < data.length; i++) {
    number[0] = data[i] + 0;
    hash = Math.imul(hash ^ halves[0], 0x01000193) + halves[1] | 0;
  }
  return hash;
}

/** Are all numbers equal? Zeros of either sign are equal, and NaN equals NaN. */
function isAlike(a: Numbers, b: Numbers | undefined): boolean {
  if (b === undefined || a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i] && !(Number.isNaN(a[i]) && Number.isNaN(b[i]))) return false;
  }
  return true;
}

function join(series: readonly Numbers[]): Numbers {
  const length = series.reduce((sum, values) => sum + values.length, 0);
  const out = series[0].constructor === Float64Array
    ? new Float64Array(length)
    : new (series[0].constructor as new (length: number) => Numbers)(length);
  let at = 0;
  for (const values of series) {
    out.set(values, at);
    at += values.length;
  }
  return out;
}

/** Reads frames. */
export class FrameReader {
  /** number of frames */
  readonly frames: number;
  #fields: Map<string, Series>;

  /** Reads what a writer packed. Throws if it is inconsistent. */
  constructor({ arrays, columns = {}, zero, ragged, same }: Packed, frames: number) {
    this.frames = frames;
    const fields = this.#fields = splitColumns(arrays, columns);
    const extents = ragged.length > 0 ? extentsOf(arrays.get(LENGTHS), ragged.length, frames) : undefined;
    for (const [row, field] of ragged.entries()) {
      const series = fields.get(field);
      if (series === undefined) continue;
      const { data, offset, width, rows } = series;
      const end = extents?.begins[(row + 1) * (frames + 1) - 1];
      if (rows !== END_TO_END || end !== width) throw new Error(`${field} does not have the length that is stated`);
      fields.set(field, new Series(data, offset, 1, width, frames, extents, row));
    }
    for (const [field, { rows }] of fields) {
      if (rows !== 1 && rows !== frames) throw new Error(`${field} has ${rows} rows for ${frames} frames`);
    }

    for (const [field, length] of Object.entries(zero)) {
      const row = length === RAGGED ? ragged.indexOf(field) : -1;
      if (row < 0 && length < 0) throw new Error(`${field} has ${length} elements`);
      if (row < 0) fields.set(field, new Series(zeros(length), 0, 0, length, 1));
      else fields.set(field, new Series(zeros(longest(extents, row)), 0, 0, 0, 1, extents, row));
    }
    for (const [field, twin] of Object.entries(same)) {
      const found = fields.get(twin);
      if (found === undefined) throw new Error(`${field} is said to equal ${twin}, which is missing`);
      fields.set(field, found);
    }
  }

  /** Names of all fields. */
  names(): string[] {
    return [...this.#fields.keys()];
  }

  /** All fields by name. */
  all(): ReadonlyMap<string, Series> {
    return this.#fields;
  }

  /** A field in all frames; undefined if it is not recorded. */
  series(field: string): Series | undefined {
    return this.#fields.get(field);
  }

  /** Values of a field in a frame; undefined if it is not recorded. */
  get(field: string, frame: number): Numbers | undefined {
    return this.#fields.get(field)?.values(frame);
  }
}

function extentsOf(table: NdArray | undefined, rows: number, frames: number): Extents {
  if (table === undefined) throw new Error("the array of lengths is missing");
  const lengths = Int32Array.from(table.data);
  if (lengths.length !== rows * frames) {
    throw new Error("the array of lengths does not have a row for each ragged field");
  }
  const begins = new Int32Array(rows * (frames + 1));
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < frames; i++) {
      const at = row * (frames + 1) + i;
      begins[at + 1] = begins[at] + lengths[row * frames + i];
    }
  }
  return { lengths, begins, frames };
}

function longest(extents: Extents | undefined, row: number): number {
  let most = 0;
  if (extents === undefined) return most;
  const { lengths, frames } = extents;
  for (let i = 0; i < frames; i++) most = Math.max(most, lengths[row * frames + i]);
  return most;
}

let shared = new Float64Array(256);

/** Shared arrays of zeros. */
function zeros(length: number): Float64Array {
  if (length > shared.length) shared = new Float64Array(2 * length);
  return shared;
}
