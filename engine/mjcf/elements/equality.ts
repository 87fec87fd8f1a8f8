/** Equality constraints. */

import { Eq, Obj } from "../../types/enums.ts";
import { bool, real, reals, type RecordOf, required, text } from "./attribute.ts";
import { NAMED, solimp, solref } from "./shared.ts";

/** Attributes of every equality constraint, in classes too. */
export const EQUALITY = {
  active: bool(1, "eq_active0"),
  solref: solref("eq_solref"),
  solimp: solimp("eq_solimp"),
};

/** The values of a record's attributes. */
export type EqualityAttributes = RecordOf<typeof EQUALITY>;

const SHARED = { ...NAMED, ...EQUALITY };
const BODIES = { body1: text(), body2: text() };
const SITES = { site1: text(), site2: text() };
const POLYNOMIAL = { polycoef: reals([0, 5]) };

/** The grammar of `<equality>`; what an element has of its own becomes names and `eq_data`. */
export const EQUALITY_ELEMENT = {
  connect: { ...SHARED, ...BODIES, anchor: reals(3), ...SITES },
  weld: {
    ...SHARED,
    ...BODIES,
    relpose: reals(7),
    anchor: reals(3),
    ...SITES,
    torquescale: real(),
  },
  joint: { ...SHARED, joint1: required(text()), joint2: text(), ...POLYNOMIAL },
  tendon: { ...SHARED, tendon1: required(text()), tendon2: text(), ...POLYNOMIAL },
  flex: { ...SHARED, flex: required(text()) },
  flexvert: { ...SHARED, flex: required(text()) },
};

/** Types of equality constraints, by element. */
export const EQUALITY_TYPE: Readonly<Record<keyof typeof EQUALITY_ELEMENT, number>> = {
  connect: Eq.CONNECT,
  weld: Eq.WELD,
  joint: Eq.JOINT,
  tendon: Eq.TENDON,
  flex: Eq.FLEX,
  flexvert: Eq.FLEXVERT,
};

const TIED: Readonly<Record<number, number>> = {
  [Eq.JOINT]: Obj.JOINT,
  [Eq.TENDON]: Obj.TENDON,
  [Eq.FLEX]: Obj.FLEX,
  [Eq.FLEXVERT]: Obj.FLEX,
};

/** The type of the objects that a constraint ties; those of the others are bodies or sites. */
export function tiedType({ type, objtype }: { type: number; objtype: number }): number {
  return TIED[type] ?? objtype;
}
