/** Equality constraints: finding their objects. */

import { Joint, Obj } from "../types/enums.ts";
import { tiedType } from "../mjcf/elements/equality.ts";
import type { FlexSpec } from "../types/flex_spec.ts";
import type { EqualitySpec, JointSpec, SpecElement } from "../types/spec.ts";
import { fail } from "./fail.ts";
import type { Lookup } from "./lookup.ts";

const KIND: Record<number, string> = {
  [Obj.JOINT]: "joint",
  [Obj.TENDON]: "tendon",
  [Obj.FLEX]: "flex",
  [Obj.SITE]: "site",
  [Obj.BODY]: "body",
};

/** Finds the objects of an equality constraint. */
export function compileEquality(equality: EqualitySpec, lookup: Lookup): void {
  const type = tiedType(equality);
  const find = (name: string): SpecElement => {
    const found = lookup.find(type, name);
    if (found === undefined) throw fail("equality", equality, `unknown ${KIND[type]} '${name}'`);
    return found;
  };
  const first = find(equality.name1);
  const second = equality.name2 === "" ? undefined : find(equality.name2);
  equality.obj1id = first.id;
  equality.obj2id = second ? second.id : type === Obj.BODY ? 0 : -1;
  if (equality.obj1id === equality.obj2id) {
    throw fail("equality", equality, `${KIND[type]} '${equality.name1}' cannot be tied to itself`);
  }
  if (type === Obj.FLEX && (first as FlexSpec).compiled?.rigid) {
    throw fail("equality", equality, `flex '${equality.name1}' is rigid already`);
  }
  if (type !== Obj.JOINT) return;
  for (const joint of [first, second] as (JointSpec | undefined)[]) {
    if (joint && joint.type !== Joint.HINGE && joint.type !== Joint.SLIDE) {
      throw fail("equality", equality, `joint '${joint.name}' must be a hinge or a slide`);
    }
  }
}
