/** One case through one engine in this process: what all ways to run a suite have in common. */

import { dumper } from "./dump.ts";
import type { Engine } from "./engine.ts";
import type { Golden } from "./golden.ts";
import type { Done } from "./lanes.ts";
import { type Observer, replay } from "./replay.ts";
import { Traces } from "./report/trace.ts";
import { ITEMS } from "./spec/items.ts";
import { Tables } from "./tolerance.ts";

/** What a run is about, apart from its cases. */
export interface Job {
  /** as behind `--engine`, and the directory from which a file is meant, as a URL */
  readonly engine: string;
  readonly base: string;
  /** directory of the goldens */
  readonly golden: string;
  /** leave fields out that the engine does not have */
  readonly forgivesAbsent: boolean;
  /** record errors over time */
  readonly traces: boolean;
  /** print the values that are compared, of one step or of all */
  readonly dump: { readonly step: number | undefined } | undefined;
}

/** What the items hold their fields to. */
const TABLES = new Tables(Object.fromEntries(ITEMS.map(({ id, tolerances }) => [id, tolerances ?? {}])));

/** Replays a case as the job asks. */
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
  const result = await replay(engine, golden, TABLES.of(golden.file.items), {
    observe,
    absent: job.forgivesAbsent ? absent : undefined,
  });
  return { result, traces: traces?.of(id, result.frames), dump, absent: [...absent] };
}
