/** Height fields: elevations between 0 and 1. */

import { UnsupportedError } from "../types/errors.ts";
import type { HFieldSpec, Spec } from "../types/spec.ts";
import { fail } from "./fail.ts";

const EPS = 1e-14;

/** Loads, checks and normalises a height field. */
export function compileHField(_spec: Spec, hfield: HFieldSpec): void {
  const { size } = hfield;
  if (size.some((value) => value <= 0)) throw fail("hfield", hfield, "sizes must be positive", "size");
  if (hfield.file !== "") {
    if (hfield.nrow || hfield.ncol || hfield.elevation.length > 0) {
      throw fail("hfield", hfield, "give either a file or nrow and ncol, not both", "file");
    }
    throw new UnsupportedError([{ feature: "<hfield> file" }]);
  }
  const { nrow, ncol, elevation } = hfield;
  if (nrow < 1 || ncol < 1 || elevation.length === 0) throw fail("hfield", hfield, "it needs a file, or nrow and ncol");

  // single precision throughout
  let low = Math.fround(1e10);
  let high = Math.fround(-1e10);
  for (const value of elevation) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) throw fail("hfield", hfield, "elevations are out of range");
  const range = Math.fround(high - low);
  for (let i = 0; i < elevation.length; i++) {
    elevation[i] -= low;
    if (range > EPS) elevation[i] /= range;
  }
}
