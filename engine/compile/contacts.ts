/** Contact pairs and exclusions. */

import { Obj } from "../types/enums.ts";
import type { ExcludeSpec, GeomSpec, PairSpec } from "../types/spec.ts";
import type { BodySpec } from "../types/spec.ts";
import { fail } from "./fail.ts";
import type { Lookup } from "./lookup.ts";

/** Checks a pair and finds its geoms, which then do not count as visual. */
export function compilePair(pair: PairSpec, lookup: Lookup): void {
  const { condim } = pair;
  if (condim !== 1 && condim !== 3 && condim !== 4 && condim !== 6) {
    throw fail("pair", pair, `condim must be 1, 3, 4, or 6, got ${condim}`, "condim");
  }
  for (const geom of resolvePair(pair, lookup)) geom.visual = false;
}

/** Finds the geoms of a pair; the one with the lower body id comes first. */
export function resolvePair(pair: PairSpec, lookup: Lookup): [GeomSpec, GeomSpec] {
  const one = findGeom(pair, pair.geom1, "geom1", lookup);
  const other = findGeom(pair, pair.geom2, "geom2", lookup);
  const [first, second] = one.body.id > other.body.id ? [other, one] : [one, other];
  pair.first = first;
  pair.second = second;
  pair.signature = (first.body.id << 16) + second.body.id;
  return [first, second];
}

function findGeom(pair: PairSpec, name: string, attribute: string, lookup: Lookup): GeomSpec {
  const geom = lookup.find(Obj.GEOM, name);
  if (geom === undefined) throw fail("pair", pair, `unknown geom '${name}'`, attribute);
  return geom as GeomSpec;
}

/** Finds the bodies of an exclusion. */
export function compileExclude(exclude: ExcludeSpec, lookup: Lookup): void {
  const ids = [exclude.body1, exclude.body2].map((name, i) => {
    const body = lookup.find(Obj.BODY, name);
    if (body === undefined) throw fail("exclude", exclude, `unknown body '${name}'`, `body${i + 1}`);
    return (body as BodySpec).id;
  });
  exclude.signature = (Math.min(...ids) << 16) + Math.max(...ids);
}

/** Sorts pairs or exclusions by their bodies and renumbers them. */
export function sortBySignature(list: (PairSpec | ExcludeSpec)[]): void {
  list.sort((a, b) => a.signature - b.signature);
  list.forEach((item, i) => item.id = i);
}
