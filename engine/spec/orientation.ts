/** Orientations in the notations of MJCF. */

import { resolveOrientation as resolve } from "../mjcf/orientation.ts";
import { copy4 } from "../math/quat.ts";
import { MjcfError } from "../types/errors.ts";

/** An orientation in one of the notations of MJCF besides quaternions. */
export type SpecOrientation =
  | { readonly axisangle: ArrayLike<number> }
  | { readonly xyaxes: ArrayLike<number> }
  | { readonly zaxis: ArrayLike<number> }
  | { readonly euler: ArrayLike<number> };

/** Notations, and how many numbers each has. */
const NOTATIONS = [["axisangle", 4], ["xyaxes", 6], ["zaxis", 3], ["euler", 3]] as const;

/**
 * quat = an orientation in another notation. `degree`: 1 if its angles are in degrees, as they are in documents;
 * `sequence`: the axes of euler angles, as in `<compiler eulerseq>`.
 *
 * @example Half a turn about x
 * ```ts
 * import { resolveOrientation } from "@plumbline/sim";
 * import assert from "node:assert/strict";
 *
 * const quat = new Float64Array(4);
 * resolveOrientation(quat, 0, 1, "xyz", { euler: [180, 0, 0] });
 * assert.ok(Math.abs(quat[1] - 1) < 1e-15);
 * ```
 */
export function resolveOrientation(
  quat: Float64Array,
  q: number,
  degree: 0 | 1,
  sequence: string,
  orientation: SpecOrientation,
): void {
  const target = { quat: Float64Array.of(1, 0, 0, 0), orientation: "" } as Parameters<typeof resolve>[0];
  for (const [name, count] of NOTATIONS) {
    if (!(name in orientation)) continue;
    const values = Float64Array.from((orientation as Record<string, ArrayLike<number>>)[name]);
    if (values.length !== count) {
      throw new RangeError(`resolveOrientation: ${name} needs ${count} numbers, got ${values.length}`);
    }
    target.orientation = name;
    target[name] = values;
  }
  resolve(target, degree, sequence, (what) => new MjcfError(`resolveOrientation: ${what}`));
  copy4(quat, q, target.quat, 0);
}
