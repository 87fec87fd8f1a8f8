/** Mutants without observable effect, each reviewed by hand. */

import type { Address, Site } from "./sites.ts";

/** A mutant and the reason why it has no effect. */
export interface Equivalent extends Omit<Address, "occurrence"> {
  /** which of several equal ones, from 0; all of them by default */
  readonly occurrence?: number;
  readonly reason: string;
}

/** Reads the list. */
export function readEquivalents(): Equivalent[] {
  return JSON.parse(Deno.readTextFileSync(new URL("equivalent.json", import.meta.url))) as Equivalent[];
}

/** Does an entry refer to a mutant? */
export function isAbout(entry: Equivalent, site: Site): boolean {
  return entry.symbol === site.symbol && entry.operator === site.operator && entry.before === site.before &&
    entry.after === site.after && (entry.occurrence === undefined || entry.occurrence === site.occurrence);
}

/** Splits the list into entries by id of existing mutants, and entries that no longer match any. */
export function match(
  entries: readonly Equivalent[],
  sites: readonly Site[],
): { reasons: Map<string, string>; lost: Equivalent[] } {
  const bySymbol = Map.groupBy(sites, ({ symbol }) => symbol);
  const reasons = new Map<string, string>();
  const lost: Equivalent[] = [];
  for (const entry of entries) {
    const alike = (bySymbol.get(entry.symbol) ?? []).filter((site) => isAbout(entry, site));
    // a function that has moved keeps its name
    const here = alike.filter(({ file }) => file === entry.file);
    const found = here.length > 0 ? here : new Set(alike.map(({ file }) => file)).size === 1 ? alike : [];
    if (found.length === 0) lost.push(entry);
    for (const { id } of found) reasons.set(id, entry.reason);
  }
  return { reasons, lost };
}
