/**
 * The ratchet: the list of cases that are known to fail. It can only shrink: a failing case that is not listed is a
 * regression, and a listed case that passes must be removed.
 */

import * as v from "valibot";
import { HarnessError } from "../engine.ts";
import type { CaseResult, Reason } from "../replay/result.ts";

/** Ids of known failures, each with the kind of failure. */
export type Ratchet = Readonly<Record<string, Reason>>;

const RatchetSchema = v.record(
  v.string(),
  v.picklist(["unsupported", "rejects", "accepts", "differs", "lacks", "crashes", "hangs"]),
);

/** Reads a ratchet file. */
export function parseRatchet(text: string, place: string): Ratchet {
  try {
    return v.parse(RatchetSchema, JSON.parse(text));
  } catch (error) {
    throw new HarnessError(`${place}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Results compared with the ratchet. */
export interface RatchetVerdict {
  /** fail, as listed */
  readonly known: readonly string[];
  /** fail, and are not listed */
  readonly broken: readonly string[];
  /** pass, and are still listed */
  readonly stale: readonly string[];
  /** listed, but there is no such case */
  readonly gone: readonly string[];
}

/** Compares results with the ratchet; `all` has the ids of all cases. */
export function holdAgainst(
  ratchet: Ratchet,
  results: readonly CaseResult[],
  all: ReadonlySet<string>,
): RatchetVerdict {
  const failing = results.filter(({ passed }) => !passed).map(({ id }) => id);
  return {
    known: failing.filter((id) => id in ratchet),
    broken: failing.filter((id) => !(id in ratchet)),
    stale: results.filter(({ id, passed }) => passed && id in ratchet).map(({ id }) => id),
    gone: Object.keys(ratchet).filter((id) => !all.has(id)),
  };
}

/** The ratchet after a run: without the cases that pass or no longer exist, and with new failures only if requested. */
export function turn(
  ratchet: Ratchet,
  results: readonly CaseResult[],
  verdict: RatchetVerdict,
  acceptNew: boolean,
): Ratchet {
  const drop = new Set([...verdict.stale, ...verdict.gone]);
  const entries = Object.entries(ratchet).filter(([id]) => !drop.has(id));
  const reasons = new Map(results.map(({ id, failures }) => [id, failures[0]?.reason ?? "differs"]));
  const kept = entries.map(([id, reason]) => [id, reasons.get(id) ?? reason] as const);
  const added = acceptNew ? verdict.broken.map((id) => [id, reasons.get(id) ?? "differs"] as const) : [];
  return Object.fromEntries([...kept, ...added].sort(([a], [b]) => a < b ? -1 : 1));
}
