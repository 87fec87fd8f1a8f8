/**
 * Distributes cases over processes, one per lane. If an engine hangs, exits, or runs out of memory, its case fails by
 * name, and the lane continues with a new process.
 */

import { HarnessError } from "../engine.ts";
import { type Cause, Gone } from "../engines/child.ts";
import { EVERYTHING, type Manner } from "../replay/offer.ts";
import type { CaseResult, Failure } from "../replay/result.ts";
import type { Trace } from "../report/trace.ts";

/** The result of a case. */
export interface Done {
  readonly result: CaseResult;
  /** errors over time, if requested */
  readonly traces?: Trace[] | undefined;
  /** compared values as text, if requested */
  readonly dump?: string | undefined;
  /** fields that the engine does not have and that were skipped */
  readonly absent: readonly string[];
}

/** Replays cases, in a process or with the help of one. */
export interface Performer {
  /** name and version of the engine */
  readonly engine: string;
  /** its description of its build */
  readonly build: string;
  /** how it is judged */
  readonly manner: Manner;
  /** Replays a case; rejects with `Gone` if the process is lost. */
  perform(id: string): Promise<Done>;
  /** Closes the engine, and returns an error message if it does not close properly. */
  close(): Promise<string | undefined>;
  /** Kills the process. */
  kill(): void;
}

/** Starts a process. Throws a `HarnessError` if the engine cannot be started. */
export type Start = () => Promise<Performer>;

/** All results of a run. */
export interface Run {
  /** name and version of the engine */
  readonly engine: string;
  /** its description of its build */
  readonly build: string;
  readonly manner: Manner;
  readonly done: ReadonlyMap<string, Done>;
  /** error after the last case */
  readonly complaints: readonly string[];
}

/** Number of consecutive lost processes after which a lane gives up. */
const STRIKES = 3;

/** Number of cases queued for a process, so that it never waits: at most this many, and few at the end. */
const MOST_AHEAD = 200;

/** Called after each case, with the number of finished cases. */
export type OnCase = (done: number, id: string) => void;

/** Runs cases in the given number of lanes. */
export class Lanes {
  #starts: Promise<Performer>[];
  #start: Start;
  #ahead: boolean;
  #stock: string[] = [];
  #done = new Map<string, Done>();
  #performers = new Set<Performer>();
  #isClosed = false;

  /** Starts the processes immediately; `ahead` says whether cases may be queued. */
  constructor(start: Start, lanes: number, ahead: boolean) {
    this.#start = start;
    this.#ahead = ahead;
    this.#starts = Array.from({ length: lanes }, () => this.#open());
    // errors are reported by `run`
    for (const begun of this.#starts) begun.catch(() => {});
  }

  /** Runs cases, in the order of `turns`, until each has a result; results are in the order of `ids`. */
  async run(ids: readonly string[], turns: readonly string[], onCase: OnCase): Promise<Run> {
    this.#stock = [...turns];
    const complaints: string[] = [];
    let engine = "";
    let build = "";
    let manner: Manner = EVERYTHING;
    const lanes = this.#starts.map(async (begun, i) => {
      const first = await begun;
      engine = first.engine;
      build = first.build;
      manner = first.manner;
      const last = await this.#lane(first, i % 2 === 0, onCase);
      const complaint = await last?.close();
      if (complaint !== undefined) complaints.push(complaint);
    });
    await Promise.all(lanes);
    // all lanes gave up
    for (const id of this.#stock.splice(0)) {
      this.#done.set(id, lost(id, "crashes", "not run: the engine was lost in too many cases, one after another"));
    }
    const ordered = ids.flatMap((id) => {
      const done = this.#done.get(id);
      return done === undefined ? [] : [[id, done] as const];
    });
    return { engine, build, manner, done: new Map(ordered), complaints };
  }

  /** Ends all processes. */
  close(): void {
    this.#isClosed = true;
    for (const performer of this.#performers) performer.kill();
    for (const begun of this.#starts) begun.then((performer) => performer.kill(), () => {});
  }

  async #open(): Promise<Performer> {
    const performer = await this.#start();
    this.#performers.add(performer);
    if (this.#isClosed) performer.kill();
    return performer;
  }

  /**
   * Neighboring cases are similar, and lanes take from both ends, so each process has to warm up less of the engine.
   * Returns the last process, if it is still running.
   */
  async #lane(first: Performer, fromFront: boolean, onCase: OnCase): Promise<Performer | undefined> {
    let performer = first;
    let strikes = 0;
    let queue: { id: string; answer: Promise<Done> }[] = [];
    for (;;) {
      const room = this.#room();
      // many at a time, because each message costs as much as a small case
      const isLow = 2 * queue.length <= room;
      while (isLow && queue.length < room && this.#stock.length > 0) {
        const id = (fromFront ? this.#stock.shift() : this.#stock.pop()) as string;
        const answer = performer.perform(id);
        answer.catch(() => {});
        queue.push({ id, answer });
      }
      const head = queue.shift();
      if (head === undefined) return performer;
      try {
        this.#tell(head.id, await head.answer, onCase);
        strikes = 0;
      } catch (error) {
        if (!(error instanceof Gone)) throw error;
        const rest = queue.map(({ id }) => id);
        if (error.isInnocent) rest.unshift(head.id);
        else this.#tell(head.id, lost(head.id, REASONS[error.kind], error.message), onCase);
        if (fromFront) this.#stock.unshift(...rest);
        else this.#stock.push(...rest.reverse());
        queue = [];
        this.#performers.delete(performer);
        if (error.kind !== "bundle" && ++strikes === STRIKES) return undefined;
        const next = await this.#reopen();
        if (next === undefined) return undefined;
        performer = next;
      }
    }
  }

  /** A new process; undefined if the engine can no longer be started. */
  async #reopen(): Promise<Performer | undefined> {
    try {
      return await this.#open();
    } catch (error) {
      if (!(error instanceof HarnessError)) throw error;
      return undefined;
    }
  }

  #room(): number {
    if (!this.#ahead) return 1;
    return Math.max(2, Math.min(MOST_AHEAD, Math.ceil(this.#stock.length / (4 * this.#starts.length))));
  }

  #tell(id: string, done: Done, onCase: OnCase): void {
    this.#done.set(id, done);
    onCase(this.#done.size, id);
  }
}

/** The kind of failure of a case whose process was lost. */
const REASONS: Readonly<Record<Cause, Failure["reason"]>> = {
  exit: "crashes",
  bundle: "crashes",
  memory: "crashes",
  protocol: "crashes",
  time: "hangs",
};

function lost(id: string, reason: Failure["reason"], message: string): Done {
  const failure: Failure = { reason, step: -1, field: "", message };
  return {
    result: {
      id,
      passed: false,
      failures: [failure],
      failed: 1,
      worst: null,
      fields: [],
      frames: 0,
      compared: 0,
      skipped: 0,
      contacts: null,
    },
    absent: [],
  };
}

/** Number of cases that repay the cost of starting a process and warming up the engine, or of making a bundle of it. */
export const WORTHWHILE = 200;

/** Number of processes for a given number of cases. */
export function lanesFor(cases: number, cores: number = navigator.hardwareConcurrency): number {
  return Math.max(1, Math.min(cores, Math.floor(cases / WORTHWHILE)));
}
