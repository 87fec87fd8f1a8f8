/**
 * A series of frames, each a set of fields, as arrays over all frames.
 *
 * A field of constant length is one array with a row for each frame, or a single row where all are the same. A field whose length
 * changes is all its frames end to end, with the lengths kept apart. A field that is zero throughout, or equal to another
 * throughout, is only named.
 */

import type { Numbers } from "./engine.ts";
import type { NdArray } from "./npz.ts";

/** Length that stands for a ragged field in the list of zero fields. */
const RAGGED = -1;

/** A series as it is stored. */
export interface Packed {
  /** arrays by field */
  readonly arrays: Map<string, NdArray>;
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
    series.push(values.slice());
  }

  /** Number of frames. */
  get frames(): number {
    return this.#frames;
  }

  /** Gives what is to be stored. */
  pack(): Packed {
    const arrays = new Map<string, NdArray>();
    const zero: Record<string, number> = {};
    const same: Record<string, string> = {};
    const byContent = new Map<string, string>();
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
      const content = `${array.shape} ${array.data.constructor.name} ${array.data.join()}`;
      const twin = byContent.get(content);
      if (twin === undefined) {
        byContent.set(content, field);
      } else {
        same[field] = twin;
        arrays.delete(field);
      }
    }
    if (ragged.length > 0) {
      arrays.set("lengths", { shape: [ragged.length, this.#frames], data: Int32Array.from(lengths) });
    }
    return { arrays, zero, ragged, same };
  }
}

function isSame(a: Numbers, b: Numbers): boolean {
  for (let i = 0; i < a.length; i++) {
    if (!Object.is(a[i], b[i])) return false;
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

/** Gives frames back. */
export class FrameReader {
  /** number of frames */
  readonly frames: number;
  #fields = new Map<string, { data: Numbers; begin: (frame: number) => number; length: (frame: number) => number }>();

  /** Reads what a writer packed. Throws where it does not fit together. */
  constructor({ arrays, zero, ragged, same }: Packed, frames: number) {
    this.frames = frames;
    const lengths = new Map<string, number[]>();
    const table = arrays.get("lengths");
    ragged.forEach((field, row) => {
      if (table === undefined) throw new Error("the array of lengths is missing");
      lengths.set(field, [...table.data.subarray(row * frames, (row + 1) * frames)]);
    });

    for (const [field, { shape, data }] of arrays) {
      if (field !== "lengths") this.#add(field, data, shape, lengths.get(field));
    }
    for (const [field, length] of Object.entries(zero)) {
      const each = lengths.get(field);
      const most = each === undefined ? length : Math.max(...each);
      this.#fields.set(field, {
        data: new Float64Array(most),
        begin: () => 0,
        length: each === undefined ? () => length : (frame) => each[frame],
      });
    }
    this.#addAliases(same);
  }

  #addAliases(same: Readonly<Record<string, string>>): void {
    for (const [field, twin] of Object.entries(same)) {
      const found = this.#fields.get(twin);
      if (found === undefined) throw new Error(`${field} is said to equal ${twin}, which is missing`);
      this.#fields.set(field, found);
    }
  }

  #add(field: string, data: Numbers, shape: readonly number[], lengths: readonly number[] | undefined): void {
    if (lengths !== undefined) {
      const begins = [0];
      for (const length of lengths) begins.push(begins[begins.length - 1] + length);
      if (begins[this.frames] !== data.length) throw new Error(`${field} does not have the length that is stated`);
      this.#fields.set(field, { data, begin: (frame) => begins[frame], length: (frame) => lengths[frame] });
      return;
    }
    const [rows, columns] = shape;
    if (shape.length !== 2 || (rows !== 1 && rows !== this.frames)) {
      throw new Error(`${field} has ${rows} rows for ${this.frames} frames`);
    }
    this.#fields.set(field, {
      data,
      begin: rows === 1 ? () => 0 : (frame) => frame * columns,
      length: () => columns,
    });
  }

  /** Names of all fields. */
  names(): string[] {
    return [...this.#fields.keys()];
  }

  /** Values of a field in a frame; undefined where it is not recorded. */
  get(field: string, frame: number): Numbers | undefined {
    const found = this.#fields.get(field);
    if (found === undefined) return undefined;
    const begin = found.begin(frame);
    return found.data.subarray(begin, begin + found.length(frame));
  }
}
