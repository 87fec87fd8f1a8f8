/** Checks shared by several kinds of elements. */

import { Geom, Limited } from "../types/enums.ts";
import type { SpecElement } from "../types/spec.ts";
import { fail } from "./fail.ts";

/** Number of sizes of each shape. */
const SIZES: Record<number, number> = {
  [Geom.PLANE]: 3,
  [Geom.HFIELD]: 0,
  [Geom.SPHERE]: 1,
  [Geom.CAPSULE]: 2,
  [Geom.ELLIPSOID]: 3,
  [Geom.CYLINDER]: 2,
  [Geom.BOX]: 3,
  [Geom.MESH]: 0,
  [Geom.SDF]: 0,
};

/** Checks that the sizes of a shape are positive; for a plane only the last one, because planes may be infinite. */
export function checkSizes(kind: string, element: SpecElement, type: number, size: Float64Array): void {
  if (type === Geom.PLANE) {
    if (size[2] <= 0) throw fail(kind, element, `plane size(3) must be positive, got ${size[2]}`, "size");
    return;
  }
  for (let i = 0; i < SIZES[type]; i++) {
    if (size[i] <= 0) throw fail(kind, element, `size(${i + 1}) must be positive, got ${size[i]}`, "size");
  }
}

/** Without automatic limits, requires that a range comes with its `limited` attribute. */
export function checkLimited(
  kind: string,
  element: SpecElement,
  limited: number,
  range: Float64Array,
  attribute = "",
): void {
  if (limited !== Limited.AUTO || element.compiler.autolimits) return;
  if (range[0] === 0 && range[1] === 0) return;
  throw fail(
    kind,
    element,
    `'${attribute}range' without '${attribute}limited' is ambiguous, because autolimits is off`,
    `${attribute}range`,
  );
}

/** User data may be shorter than the model says: the rest of its array is zero. */
export function checkUserData(kind: string, element: SpecElement & { user: Float64Array }, nuser: number): void {
  const { user } = element;
  if (user.length > nuser) {
    throw fail(
      kind,
      element,
      `user has ${user.length} numbers, more than nuser_${SHORT[kind] ?? kind} = ${nuser}`,
      "user",
    );
  }
}

const SHORT: Record<string, string> = { joint: "jnt", camera: "cam" };
