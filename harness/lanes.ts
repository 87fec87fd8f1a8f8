/**
 * Shares cases among processes, one lane for each. A case whose engine hangs, ends or dies of memory fails by name; its
 * lane begins again with a new process and goes on.
 */

import { HarnessError } from "./engine.ts";
import { type Cause, Gone } from "./engines/child.ts";
import type { CaseResult, Failure } from "./replay.ts";
import type { Trace } from "./report/trace.ts";

/** What came of a case. */
export interface Done {
  readonly result: CaseResult;
  /** errors over time, where they were asked for */
  readonly traces?: Trace[] | undefined;
  /** values that were compared, as text, where they were asked for */
  readonly dump?: string | undefined;
  /** fields that the engine does not have and that were forgiven */
  readonly absent: readonly string[];
}

/** Replays cases, in a process or with the help of one. */
export interface Performer {
  /** name and version of the engine */
  readonly engine: string;
  /** what it says about its build */
  readonly build: string;
  /** Replays a case; rejects with `Gone` where the process is lost. */
  perform(id: string): Promise<Done>;
  /** Lets the engine close, and says what is wrong if it does not. */
  close(): Promise<string | undefined>;
  /** Ends the process at once. */
  kill(): void;
}

/** Starts a process. Throws a `HarnessError` where the engine cannot be had. */
export type Start = () => Promise<Performer>;

/** Everything that came of a run. */
export interface Run {
  /** name and version of the engine */
  readonly engine: string;
  /** what it says about its build */
  readonly build: string;
  readonly done: ReadonlyMap<string, Done>;
  /** what went wrong after the last case */
  readonly complaints: readonly string[];
}

/** A lane that loses its process so often, with no case between, gives up. */
const STRIKES = 3;

/** Cases on their way to a process, so that it never waits: at most this many, and at the end few. */
const MOST_AHEAD = 200;

/** Told after each case, with the number of those that are through. */
export type OnCase = (done: number, id: string) => void;

/** Runs cases in so many lanes. */
export class Lanes {
  #starts: Promise<Performer>[];
  #start: Start;
  #ahead: boolean;
  #stock: string[];
  #done = new Map<string, Done>();
  #performers = new Set<Performer>();
  #isClosed = false;

  /** Starts the processes at once; `ahead` tells whether cases may queue up before one. */
  constructor(start: Start, ids: readonly string[], lanes: number, ahead: boolean) {
    this.#start = start;
    this.#ahead = ahead;
    this.#stock = [...ids];
    this.#starts = Array.from({ length: lanes }, () => this.#open());
    // what goes wrong is told by `run`
    for (const begun of this.#starts) begun.catch(() => {});
  }

  /** Runs until every case has a result. */
  async run(onCase: OnCase): Promise<Run> {
    const ids = [...this.#stock];
    const complaints: string[] = [];
    let engine = "";
    let build = "";
    const lanes = this.#starts.map(async (begun, i) => {
      const first = await begun;
      engine = first.engine;
      build = first.build;
      const last = await this.#lane(first, i % 2 === 0, onCase);
      const complaint = await last?.close();
      if (complaint !== undefined) complaints.push(complaint);
    });
    await Promise.all(lanes);
    // lanes that gave up leave the rest to the others, and nobody is left
    for (const id of this.#stock.splice(0)) {
      this.#done.set(id, lost(id, "crashes", "not run: the engine was lost in too many cases, one after another"));
    }
    const ordered = ids.flatMap((id) => {
      const done = this.#done.get(id);
      return done === undefined ? [] : [[id, done] as const];
    });
    return { engine, build, done: new Map(ordered), complaints };
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
   * Neighbors are alike, and lanes take from both ends: so each meets, and has to warm up to, less of what an engine can
   * do. Gives the last process, if it is still there.
   */
  async #lane(first: Performer, fromFront: boolean, onCase: OnCase): Promise<Performer | undefined> {
    let performer = first;
    let strikes = 0;
    let queue: { id: string; answer: Promise<Done> }[] = [];
    for (;;) {
      const room = this.#room();
      while (queue.length < room && this.#stock.length > 0) {
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
        if (++strikes === STRIKES) return undefined;
        const next = await this.#reopen();
        if (next === undefined) return undefined;
        performer = next;
      }
    }
  }

  /** A new process; none where the engine can no longer be had, although it could. */
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

/** Why a case fails whose process was lost, in a word. */
const REASONS: Readonly<Record<Cause, Failure["reason"]>> = {
  exit: "crashes",
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

/** A process costs its start and the warming up of the engine, which this many cases repay. */
const WORTHWHILE = 200;

/** Number of processes that so many cases are worth. */
export function lanesFor(cases: number, cores: number = navigator.hardwareConcurrency): number {
  return Math.max(1, Math.min(cores, Math.floor(cases / WORTHWHILE)));
}
