/** Contacts between two geoms, before they get parameters and are copied to `data.contact`. */

import { newDoubles } from "../../math/small_arrays.ts";
import { MAXCONPAIR } from "../../types/constants.ts";
import type { Data } from "../../data.ts";
import type { Model } from "../../types/model.ts";

/** Buffer that a pair function fills from row 0 on. It has room for `MAXCONPAIR` rows. */
export interface PairContacts {
  /** input, one number: contacts farther apart than this are not reported */
  margin: Float64Array;
  /** distance between the surfaces, negative in penetration */
  dist: Float64Array;
  /** point midway between the surfaces, three numbers per row, global frame */
  pos: Float64Array;
  /** six numbers per row: normal from the first geom to the second, then a hint for the y axis, or zeros */
  frame: Float64Array;
  /** set by functions that fill the frame of the first row only, because all rows share it; cleared by their callers */
  oneFrame: boolean;
}

/**
 * Finds the contacts between two geoms whose types are in ascending order; returns their number.
 *
 * Doubles are passed in typed arrays: V8-2.
 */
export type CollidePair = (con: PairContacts, m: Model, d: Data, g1: number, g2: number) => number;

/** Allocates the buffer. */
export function newPairContacts(): PairContacts {
  return {
    margin: newDoubles(1),
    dist: newDoubles(MAXCONPAIR),
    pos: newDoubles(3 * MAXCONPAIR),
    frame: newDoubles(6 * MAXCONPAIR),
    oneFrame: false,
  };
}
