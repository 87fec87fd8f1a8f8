/** The values of a field over all frames, in place in an array. */

import type { Numbers } from "../engine.ts";

/** Start and length of each frame of fields of varying length: a row for each field. */
export interface Extents {
  /** `frames` for each row */
  readonly lengths: Int32Array;
  /** `frames + 1` for each row, the last being the end */
  readonly begins: Int32Array;
  /** number of frames */
  readonly frames: number;
}

/** Number of rows that marks frames stored end to end whose extents are not known yet. */
export const END_TO_END = 0;

/** The values of a field over all frames. */
export class Series {
  /** contains the values, possibly among others */
  readonly data: Numbers;
  /** offset of the first frame */
  readonly offset: number;
  /** distance between frames; zero if all frames are equal */
  readonly stride: number;
  /** number of elements of a frame, if constant */
  readonly width: number;
  /** number of stored rows: one for each frame, or a single one */
  readonly rows: number;
  readonly #extents: Extents | undefined;
  readonly #row: number;

  /** Values next to those of other fields or, with `extents`, end to end. */
  constructor(
    data: Numbers,
    offset: number,
    stride: number,
    width: number,
    rows: number,
    extents?: Extents,
    row: number = 0,
  ) {
    this.data = data;
    this.offset = offset;
    this.stride = stride;
    this.width = width;
    this.rows = rows;
    this.#extents = extents;
    this.#row = row;
  }

  /** Index of the first value of a frame. */
  begin(frame: number): number {
    const extents = this.#extents;
    if (extents === undefined) return this.offset + frame * this.stride;
    return this.offset + this.stride * extents.begins[this.#row * (extents.frames + 1) + frame];
  }

  /** Number of values of a frame. */
  length(frame: number): number {
    const extents = this.#extents;
    return extents === undefined ? this.width : extents.lengths[this.#row * extents.frames + frame];
  }

  /** The values of a frame. */
  values(frame: number): Numbers {
    const begin = this.begin(frame);
    return this.data.subarray(begin, begin + this.length(frame));
  }
}
