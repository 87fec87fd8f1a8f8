/** All mutants of the engine. */

import { type Equivalent, match, readEquivalents } from "./equivalent.ts";
import { type Site, sitesOf } from "./sites.ts";
import { engineFiles, program, type Source } from "./sources.ts";

/** All mutants, and their known outcomes. */
export interface Stock {
  readonly sources: readonly Source[];
  readonly sites: readonly Site[];
  readonly reasons: ReadonlyMap<string, string>;
  readonly lost: readonly Equivalent[];
}

/** Lists all mutants. */
export function openSites(): Stock {
  const { sources, types } = program(engineFiles());
  const sites = sources.flatMap((source) => sitesOf(source, types));
  return { sources, sites, ...match(readEquivalents(), sites) };
}
