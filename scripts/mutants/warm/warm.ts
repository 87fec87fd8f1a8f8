/** Unit tests on mutants that no golden notices: in one process, with one of them on at a time. */

import { HarnessError } from "../../../harness/engine.ts";
import { runAgain, type Talk } from "../hunt/run_again.ts";
import { switchedTogether } from "../hunt/switch_sources.ts";
import { unitTests } from "../order.ts";
import type { Site } from "../sites.ts";
import { ROOT } from "../sources.ts";
import type { Stock } from "../stock.ts";
import type { Message, Order } from "./messages.ts";

/** CPU time of tests for a mutant; a test that began may take longer (s). */
export const SECONDS = 8;
/** CPU time after which a silent process counts as stuck (s). */
const PATIENCE = 40;
/** More memory than tests need (MB). */
const MEMORY = 3000;

/** The state of the tests, across processes. */
class Trial implements Talk<Message> {
  readonly untested: Set<number>;
  isReady = false;
  #current = -1;
  readonly #spoilers = new Set<number>();

  constructor(
    readonly sites: readonly Site[],
    readonly note: (site: Site, by: string | null) => void,
    readonly tell: (text: string) => void,
    readonly tests: readonly string[],
  ) {
    this.untested = new Set(sites.keys());
  }

  order(notes: string): Order {
    return {
      symbols: this.sites.map(({ symbol }) => symbol),
      files: this.sites.map(({ file }) => file),
      untested: [...this.untested],
      tests: this.tests.map((file) => new URL(file, ROOT).href),
      seconds: SECONDS,
      notes,
    };
  }

  hear(message: Message): boolean {
    switch (message.says) {
      case "unfit":
        this.tell(`fails without any mutant, and is not asked: ${message.test}: ${message.why}`);
        break;
      case "ready":
        this.isReady = true;
        this.tell(`${message.tests} tests; ${this.untested.size} mutants to be tried on them`);
        break;
      case "tries":
        this.#current = message.mutant;
        break;
      case "judged":
        this.#judged(message.mutant, message.by);
        break;
      case "spoiled":
        // only the first test of a process fails because of the mutant for certain
        if (this.#spoilers.has(message.mutant)) this.#judged(message.mutant, message.by);
        this.#spoilers.add(message.mutant);
        this.#current = -1;
        break;
      case "early":
        this.untested.delete(message.mutant);
        this.#current = -1;
        break;
      case "done":
        return true;
    }
    return false;
  }

  blame(errors: string): void {
    if (this.#current < 0 && !this.isReady) throw new HarnessError(`tests do not run with switches: ${errors}`);
    if (this.#current >= 0) this.#judged(this.#current, "does not end");
    this.isReady = false;
  }

  #judged(mutant: number, by: string | null): void {
    this.untested.delete(mutant);
    this.#current = -1;
    this.note(this.sites[mutant], by);
  }
}

/** Runs those tests on mutants in which they make a difference; `note` is told of all that can be switched on. */
export async function tryTests(
  stock: Stock,
  candidates: readonly Site[],
  note: (site: Site, by: string | null) => void,
  tell: (text: string) => void,
  tests: readonly string[] = unitTests(),
): Promise<void> {
  const { sites, texts } = switchedTogether(stock.sources, candidates);
  if (sites.length === 0) return;
  const script = new URL("process.ts", import.meta.url);
  const child = { script, texts, patience: PATIENCE, memory: MEMORY };
  await runAgain(child, new Trial(sites, note, tell, tests), 2 * sites.length);
}
