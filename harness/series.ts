/** The values of a field over all frames, where they stand in an array. */

import type { Numbers } from "./engine.ts";

/** Where each frame of fields of changing length begins, and how long it is: a row for each field. */
export interface Extents {
  /** `frames` for each row */
  readonly lengths: Int32Array;
  /** `frames + 1` for each row, the last being the end */
  readonly begins: Int32Array;
  /** number of frames */
  readonly frames: number;
}

/** Number of rows that stands for frames end to end, whose extents are not known yet. */
export const END_TO_END = 0;

/** The values of a field over all frames. */
export class Series {
  /** holds the values, perhaps among others */
  readonly data: Numbers;
  /** where the first frame begins */
  readonly offset: number;
  /** from one frame to the next; zero where all frames are the same */
  readonly stride: number;
  /** elements of a frame, where that is constant */
  readonly width: number;
  /** rows that are stored: one for each frame, or a single one */
  readonly rows: number;
  readonly #extents: Extents | undefined;
  readonly #row: number;

  /** Values side by side with those of other fields, or, with `extents`, end to end. */
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
