/** Replays many cases, here or shared among threads. */

import { openStore } from "./disk.ts";
import { HarnessError } from "./engine.ts";
import { openEngine } from "./engines/engines.ts";
import { type Case, readCase, readGolden } from "./golden.ts";
import { type CaseResult, type Observer, replay } from "./replay.ts";
import { type Trace, Traces } from "./report/trace.ts";
import type { ToleranceTable } from "./spec/table.ts";
import { Tables } from "./tolerance.ts";

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

/**
 * Cases that several threads share. Neighbours are alike, and each thread takes from one end: so it meets, and has
 * to warm up to, less of what an engine can do.
 */
export interface Stock {
  /** all cases */
  readonly ids: readonly string[];
  /** number of those that are taken: in all, from the front, and from the back; in shared memory */
  readonly taken: Int32Array;
}

/** The end of the stock from which a thread takes. */
export type End = "front" | "back";

function newStock(ids: readonly string[]): Stock {
  return { ids, taken: new Int32Array(new SharedArrayBuffer(12)) };
}

/** Takes a case, or gives nothing where none is left. */
function take({ ids, taken }: Stock, end: End): string | undefined {
  if (Atomics.add(taken, 0, 1) >= ids.length) return undefined;
  return end === "front" ? ids[Atomics.add(taken, 1, 1)] : ids[ids.length - 1 - Atomics.add(taken, 2, 1)];
}

/** Leaves nothing for anybody to take. */
function empty({ ids, taken }: Stock): void {
  Atomics.store(taken, 0, ids.length);
}

/** Replays cases one after the other, until there are none left. `known` are recipes that have been read already. */
export async function work(
  { job, stock, end }: Order,
  known: ReadonlyMap<string, Case>,
  onCase: OnCase,
  observe?: (id: string) => Observer,
): Promise<Outcome> {
  const { golden, tables, forgivesAbsent, traces: traced } = job;
  const engine = await openEngine(job.engine, job.base);
  try {
    const store = openStore(golden);
    const tolerances = new Tables(tables);
    const results: CaseResult[] = [];
    const absent = new Set<string>();
    const traces = new Map<string, Trace[]>();
    for (let id = take(stock, end); id !== undefined; id = take(stock, end)) {
      onCase(stock.taken[0] - 1, id);
      const found = known.get(id) ?? readCase(store, id);
      const lines = new Traces();
      const result = await replay(engine, readGolden(store, found), tolerances.of(found.file.items), {
        observe: traced ? lines.observer(id) : observe?.(id),
        absent: forgivesAbsent ? absent : undefined,
      });
      results.push(result);
      if (traced) traces.set(id, lines.of(id, result.frames));
    }
    return { engine: `${engine.name} ${engine.version}`, results, absent, traces };
  } finally {
    await engine.close();
  }
}

/** A thread costs its start and the warming up of the engine, which this many cases repay. */
const WORTHWHILE = 200;

/** Number of threads that so many cases are worth. */
export function threadsFor(cases: number, cores: number = navigator.hardwareConcurrency): number {
  return Math.max(1, Math.min(cores, Math.floor(cases / WORTHWHILE)));
}

/** What another thread is sent. */
export interface Order {
  readonly job: Job;
  readonly stock: Stock;
  readonly end: End;
}

/** What it answers. */
export type Answer = { readonly outcome: Outcome } | { readonly error: string };

/** Threads that replay cases, of which this is one. */
export class Crew {
  #workers: Worker[] = [];
  #begun: { job: Job; stock: Stock; answers: Promise<Outcome>[] } | undefined;

  /** Lets all threads but this one begin. */
  begin(job: Job, ids: readonly string[], threads: number): void {
    const stock = newStock(ids);
    const answers: Promise<Outcome>[] = [];
    for (let i = 1; i < threads; i++) {
      const worker = new Worker(new URL("worker.ts", import.meta.url), { type: "module" });
      const answer = ask(worker, { job, stock, end: i % 2 === 1 ? "back" : "front" });
      // what went wrong is told when this thread is through
      answer.catch(() => {});
      this.#workers.push(worker);
      answers.push(answer);
    }
    this.#begun = { job, stock, answers };
  }

  /** Takes part until everything is replayed. `known` are recipes that have been read already. */
  async run(
    known: ReadonlyMap<string, Case>,
    onCase: OnCase,
    observe?: (id: string) => Observer,
  ): Promise<Outcome> {
    if (this.#begun === undefined) throw new Error("there is nothing to run");
    const { job, stock, answers } = this.#begun;
    const own = work({ job, stock, end: "front" }, known, onCase, observe);
    try {
      return merge(await Promise.all([own, ...answers]), stock.ids);
    } finally {
      empty(stock);
    }
  }

  /** Ends the other threads. */
  close(): void {
    for (const worker of this.#workers) worker.terminate();
    this.#workers = [];
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
