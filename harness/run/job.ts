/** One case through one engine in this process: the core of all ways to run a suite. */

import { dumper } from "../commands/dump.ts";
import type { Engine } from "../engine.ts";
import type { Golden } from "../golden/golden.ts";
import type { Done } from "./lanes.ts";
import { EVERYTHING, type Offer, viewOf } from "../replay/offer.ts";
import { replay } from "../replay/replay.ts";
import type { Observer } from "../replay/result.ts";
import { Traces } from "../report/trace.ts";
import { ITEMS } from "../spec/items.ts";
import { Tables } from "../replay/tolerance.ts";

/** The parameters of a run, apart from its cases. */
export interface Job {
  /** the value of `--engine`, and the directory to which files are relative, as a URL */
  readonly engine: string;
  readonly base: string;
  /** directory of the goldens */
  readonly golden: string;
  /** does the pin cover their recipes? Without it no result counts, so nobody else has to check them */
  readonly isPinned?: boolean | undefined;
  /** may answers wait for each other? They are lost together, if the process is */
  readonly gathers?: boolean | undefined;
  /** is the processor time of each case told? To ask for it takes a thirtieth of an ordinary case */
  readonly isTimed: boolean;
  /** what the engine offers, and at which level it is asked; everything by default */
  readonly offer?: Offer | undefined;
  /** omit fields that the engine does not have */
  readonly forgivesAbsent: boolean;
  /** record errors over time */
  readonly traces: boolean;
  /** print the compared values, of one step or of all */
  readonly dump: { readonly step: number | undefined } | undefined;
}

/** The tolerances of the items. */
const TABLES = new Tables(Object.fromEntries(ITEMS.map(({ id, tolerances }) => [id, tolerances ?? {}])));

/** Replays a case according to the job; how long that takes is for others to say. */
export async function perform(job: Job, engine: Engine, golden: Golden): Promise<Done> {
  const { id } = golden;
  const absent = new Set<string>();
  let dump: string | undefined;
  let observe: Observer | undefined;
  const traces = job.traces ? new Traces() : undefined;
  if (traces !== undefined) observe = traces.observer(id);
  if (job.dump !== undefined) {
    dump = "";
    observe = dumper(id, job.dump.step, (text) => dump += text);
  }
  const offer = job.offer ?? EVERYTHING;
  const result = await replay(engine, golden, TABLES.of(golden.file.items), {
    observe,
    absent: job.forgivesAbsent ? absent : undefined,
    view: viewOf(offer),
    precision: offer.precision,
    contacts: offer.contacts,
  });
  return {
    result,
    traces: traces?.of(id, result.frames),
    dump,
    absent: [...absent],
  };
}

/** A time, to a tenth of a millisecond (s). */
export function roundTime(seconds: number): number {
  return Math.round(1e4 * seconds) / 1e4;
}
