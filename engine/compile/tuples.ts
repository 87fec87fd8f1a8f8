/** Tuples: lists of objects. */

import { Obj } from "../types/enums.ts";
import type { GeomSpec, TupleSpec } from "../types/spec.ts";
import { fail } from "./fail.ts";
import type { Lookup } from "./lookup.ts";

/** Finds the objects of a tuple; geoms among them do not count as visual. */
export function resolveTuple(tuple: TupleSpec, lookup: Lookup): void {
  if (tuple.elements.length === 0) throw fail("tuple", tuple, "it is empty");
  for (const item of tuple.elements) {
    item.obj = lookup.find(item.objtype, item.objname);
    if (item.obj === undefined) throw fail("tuple", tuple, `unknown object '${item.objname}'`);
    if (item.objtype === Obj.GEOM) (item.obj as GeomSpec).visual = false;
  }
}
