/** Replays many cases, here or shared among threads. */

import { openStore } from "./disk.ts";
import { HarnessError } from "./engine.ts";
import { openEngine } from "./engines/engines.ts";
import { type Case, readCase, readGolden } from "./golden.ts";
import { type CaseResult, type Observer, replay } from "./replay.ts";
import { type Trace, Traces } from "./report/trace.ts";
import type { ToleranceTable } from "./spec/spec.ts";

/** What a thread needs to know to replay cases. */
export interface Job {
  /** as behind `--engine`, and the directory from which a file is meant */
  readonly engine: string;
  readonly base: string;
  /** directory of the goldens */
  readonly golden: string;
  /** tolerances by item */
  readonly tables: Readonly<Record<string, ToleranceTable>>;
  /** leave fields out that the engine does not have */
  readonly forgivesAbsent: boolean;
  /** record errors over time */
  readonly traces: boolean;
}

/** What came of the cases. */
export interface Outcome {
  /** name and version */
  readonly engine: string;
  readonly results: CaseResult[];
  /** fields that the engine does not have and that were forgiven */
  readonly absent: Set<string>;
  readonly traces: Map<string, Trace[]>;
}

/** Told before each case, or group of cases, with the number of those that are done. */
export type OnCase = (done: number, id: string) => void;

/** An engine with everything to replay cases on it. */
export class Replayer {
  #job: Job;
  #known: ReadonlyMap<string, Case>;
  #opened: Awaited<ReturnType<typeof openEngine>> | undefined;

  /** `known` are recipes that have been read already. */
  constructor(job: Job, known: ReadonlyMap<string, Case> = new Map()) {
    this.#job = job;
    this.#known = known;
  }

  /** Replays cases one after the other. */
  async run(ids: readonly string[], onCase: OnCase, observe?: (id: string) => Observer): Promise<Outcome> {
    const { engine: name, base, golden, tables, forgivesAbsent, traces: traced } = this.#job;
    const engine = this.#opened ??= await openEngine(name, base);
    const store = openStore(golden);
    const results: CaseResult[] = [];
    const absent = new Set<string>();
    const traces = new Map<string, Trace[]>();
    for (const [i, id] of ids.entries()) {
      onCase(i, id);
      const found = this.#known.get(id) ?? readCase(store, id);
      const lines = new Traces();
      const result = await replay(engine, readGolden(store, found), tables[found.file.items[0]] ?? {}, {
        observe: traced ? lines.observer(id) : observe?.(id),
        absent: forgivesAbsent ? absent : undefined,
      });
      results.push(result);
      if (traced) traces.set(id, lines.of(id, result.frames));
    }
    return { engine: `${engine.name} ${engine.version}`, results, absent, traces };
  }

  /** Releases the engine. */
  async close(): Promise<void> {
    await this.#opened?.close();
  }
}

/** Replays cases in this thread. */
export async function runHere(
  job: Job,
  ids: readonly string[],
  onCase: OnCase,
  known?: ReadonlyMap<string, Case>,
  observe?: (id: string) => Observer,
): Promise<Outcome> {
  const replayer = new Replayer(job, known);
  try {
    return await replayer.run(ids, onCase, observe);
  } finally {
    await replayer.close();
  }
}

/** A thread costs its start and the warming up of the engine, which this many cases repay. */
const WORTHWHILE = 200;

/** Cases that a thread is given at a time. */
const HANDFUL = 16;

/** What a thread answers. */
export type Answer = { readonly outcome: Outcome } | { readonly error: string };

/** Replays cases in as many threads as are worth it. */
export async function runShared(
  job: Job,
  ids: readonly string[],
  onCase: OnCase,
  known: ReadonlyMap<string, Case>,
  threads: number = Math.min(navigator.hardwareConcurrency, Math.floor(ids.length / WORTHWHILE)),
): Promise<Outcome> {
  if (threads <= 1) return await runHere(job, ids, onCase, known);

  const waiting: string[][] = [];
  for (let at = 0; at < ids.length; at += HANDFUL) waiting.push(ids.slice(at, at + HANDFUL));
  const outcomes: Outcome[] = [];
  let done = 0;
  await Promise.all(Array.from({ length: threads }, async () => {
    const worker = new Worker(new URL("worker.ts", import.meta.url), { type: "module" });
    try {
      worker.postMessage(job);
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        onCase(done, next[0]);
        const answer = await ask(worker, next);
        if ("error" in answer) throw new HarnessError(answer.error);
        outcomes.push(answer.outcome);
        done += next.length;
      }
    } finally {
      worker.terminate();
    }
  }));
  return merge(outcomes, ids);
}

function ask(worker: Worker, ids: readonly string[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(`a thread broke: ${event.message}`));
    };
    worker.postMessage(ids);
  });
}

/** Puts outcomes together, in the order of the cases. */
function merge(outcomes: readonly Outcome[], ids: readonly string[]): Outcome {
  const place = new Map(ids.map((id, i) => [id, i]));
  const rank = ({ id }: CaseResult) => place.get(id) ?? 0;
  return {
    engine: outcomes[0].engine,
    results: outcomes.flatMap(({ results }) => results).sort((a, b) => rank(a) - rank(b)),
    absent: new Set(outcomes.flatMap(({ absent }) => [...absent])),
    traces: new Map(outcomes.flatMap(({ traces }) => [...traces])),
  };
}
