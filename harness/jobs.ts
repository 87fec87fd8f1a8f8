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

/** Told before each case, with the number of those that were begun before. */
export type OnCase = (done: number, id: string) => void;

/** Cases that several threads share: whoever is free takes the next. */
export interface Stock {
  /** all cases */
  readonly ids: readonly string[];
  /** number of those that are taken, in shared memory */
  readonly taken: Int32Array;
}

function newStock(ids: readonly string[]): Stock {
  return { ids, taken: new Int32Array(new SharedArrayBuffer(4)) };
}

/** Leaves nothing for anybody to take. */
function empty({ ids, taken }: Stock): void {
  Atomics.store(taken, 0, ids.length);
}

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

  /** Replays cases one after the other, until there are none left. */
  async run({ ids, taken }: Stock, onCase: OnCase, observe?: (id: string) => Observer): Promise<Outcome> {
    const { engine: name, base, golden, tables, forgivesAbsent, traces: traced } = this.#job;
    const engine = this.#opened ??= await openEngine(name, base);
    const store = openStore(golden);
    const results: CaseResult[] = [];
    const absent = new Set<string>();
    const traces = new Map<string, Trace[]>();
    for (let i = Atomics.add(taken, 0, 1); i < ids.length; i = Atomics.add(taken, 0, 1)) {
      const id = ids[i];
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
    return await replayer.run(newStock(ids), onCase, observe);
  } finally {
    await replayer.close();
  }
}

/** A thread costs its start and the warming up of the engine, which this many cases repay. */
const WORTHWHILE = 200;

/** What another thread is sent. */
export interface Order {
  readonly job: Job;
  readonly stock: Stock;
  /** recipes that have been read already */
  readonly known: ReadonlyMap<string, Case>;
}

/** What it answers. */
export type Answer = { readonly outcome: Outcome } | { readonly error: string };

/** Replays cases in as many threads as are worth it, of which this is one. */
export async function runShared(
  job: Job,
  ids: readonly string[],
  onCase: OnCase,
  known: ReadonlyMap<string, Case>,
  threads: number = Math.min(navigator.hardwareConcurrency, Math.floor(ids.length / WORTHWHILE)),
): Promise<Outcome> {
  if (threads <= 1) return await runHere(job, ids, onCase, known);

  const stock = newStock(ids);
  const order: Order = { job, stock, known: new Map(ids.map((id) => [id, known.get(id) as Case])) };
  const workers = Array.from({ length: threads - 1 }, () => {
    return new Worker(new URL("worker.ts", import.meta.url), { type: "module" });
  });
  const replayer = new Replayer(job, known);
  try {
    const answers = Promise.all(workers.map((worker) => ask(worker, order)));
    const [own, others] = await Promise.all([replayer.run(stock, onCase), answers]);
    return merge([own, ...others], ids);
  } finally {
    empty(stock);
    for (const worker of workers) worker.terminate();
    await replayer.close();
  }
}

function ask(worker: Worker, order: Order): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: { data: Answer }) => {
      if ("outcome" in data) resolve(data.outcome);
      else reject(new HarnessError(data.error));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(`a thread broke: ${event.message}`));
    };
    worker.postMessage(order);
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
