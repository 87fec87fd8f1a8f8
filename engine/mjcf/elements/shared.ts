/** Attributes that elements of several kinds have in common. */

import { doublesFrom } from "../../math/small_arrays.ts";
import type { Orientation } from "../../types/spec.ts";
import * as K from "../keywords.ts";
import {
  ANY,
  type Attribute,
  between,
  type Destination,
  each,
  floats,
  int,
  keyword,
  oneOf,
  real,
  reals,
  text,
  type Usual,
} from "./attribute.ts";

/** usual numbers of attributes that have to be positive */
export const POSITIVE = between(0.01, 2);
/** usual numbers of distances and of what should not dominate */
export const SMALL = between(0.001, 0.2);
/** dimensions of a contact */
export const CONDIM = oneOf(1, 3, 4, 6);

/** The name of an element, and the class that it takes its defaults from. */
export const NAMED = { name: text(""), class: text() };

/** A position. */
export function position(to: Destination = ""): Attribute<Float64Array> {
  return reals(3, [0, 0, 0], to, between(-1, 1));
}

/** A rotation, in one of five notations. */
export function rotation(to: Destination = "") {
  return {
    quat: reals(4, [1, 0, 0, 0], to, each([0.1, 1], [-1, 1], [-1, 1], [-1, 1])),
    axisangle: reals(4, [0, 0, 0, 0], "", each([0.1, 1], [-1, 1], [-1, 1], [-180, 180])),
    xyaxes: reals(6, [0, 0, 0, 0, 0, 0], "", each([1, 1], [-0.5, 0.5], [-0.5, 0.5], [-0.5, 0.5], [1, 1], [-0.5, 0.5])),
    zaxis: reals(3, [0, 0, 0], "", each([-1, 1], [-1, 1], [0.1, 1])),
    euler: reals(3, [0, 0, 0], "", between(-180, 180)),
  };
}

/** A rotation that goes to no field by itself. */
export const ROTATION = rotation();

/** No rotation. */
export function orientation(): Orientation {
  const { quat, axisangle, xyaxes, zaxis, euler } = ROTATION;
  return {
    quat: doublesFrom(quat.value),
    orientation: "",
    axisangle: doublesFrom(axisangle.value),
    xyaxes: doublesFrom(xyaxes.value),
    zaxis: doublesFrom(zaxis.value),
    euler: doublesFrom(euler.value),
  };
}

// a time constant and a damping ratio, or a negative stiffness and damping
const USUAL_SOLREF: Usual = [[[0.005, 2]], [[-1000, -1], [-100, -1]]];
const USUAL_SOLIMP = each([0.1, 0.8], [0.85, 0.99], [0.001, 0.1]);

/** How quickly a constraint recovers. */
export function solref(to: Destination = "", value: readonly number[] = [0.02, 1]): Attribute<Float64Array> {
  return reals([0, 2], value, to, USUAL_SOLREF);
}

/** How strong a constraint is, depending on how far it is violated. */
export function solimp(to: Destination = ""): Attribute<Float64Array> {
  return reals([0, 5], [0.9, 0.95, 0.001, 0.5, 2], to, USUAL_SOLIMP);
}

/** The friction of a contact in its five directions. */
export function friction5(to: Destination = ""): Attribute<Float64Array> {
  return reals([0, 5], [1, 1, 0.005, 0.0001, 0.0001], to, between(0.001, 2));
}

/** A visual group. */
export function group(to: Destination = ""): Attribute<number> {
  return int(0, to, between(0, 5));
}

/** A color. */
export function rgba(value: readonly number[] = [0.5, 0.5, 0.5, 1], to: Destination = ""): Attribute<Float64Array> {
  return floats(4, value, to, between(0, 1));
}

/** Numbers that mean something to the user. */
export function user(to: Destination): Attribute<Float64Array> {
  return reals(ANY, [], to, between(-5, 5));
}

/** The past values that delays look up. */
export function history(kind: "actuator" | "sensor") {
  return {
    nsample: int(0, [`${kind}_history`, 0]),
    interp: keyword(K.INTERP, 0, [`${kind}_history`, 1]),
    delay: real(0, `${kind}_delay`),
  };
}
