/** What is found while a case is replayed: failures, deviations, and how much was compared. */

import { Evidence, type Values } from "../causes/evidence.ts";
import type { Golden } from "../golden/golden.ts";
import type { FieldDiff } from "./diff.ts";
import type { View } from "./offer.ts";
import { type CaseResult, type ContactLists, type Failure, isFarther, type Worst } from "./result.ts";
import type { Scene } from "./scene.ts";

/** Collects what is found. */
export class Findings {
  /** frames that were run */
  frames = 0;
  /** scalars that were compared, and those that were skipped */
  compared = 0;
  skipped = 0;
  readonly seen = new Set<string>();
  readonly unseen = new Set<string>();
  readonly unjudged = new Set<string>();
  /** the contacts of the first failing step */
  contacts: ContactLists | null = null;
  /** that step as a picture */
  scene: Scene | undefined;
  readonly #golden: Golden;
  readonly #keep: number;
  readonly #evidence: Evidence;
  readonly #failures: Failure[] = [];
  #failed = 0;
  #farthest: Worst | null = null;
  readonly #worst = new Map<string, Worst>();

  /** Keeps the first `keep` failures. */
  constructor(golden: Golden, keep: number) {
    this.#golden = golden;
    this.#keep = keep;
    this.#evidence = new Evidence(golden);
  }

  /** Has anything failed? */
  get hasFailed(): boolean {
    return this.#failed > 0;
  }

  /** The first failures, in order of occurrence. */
  get failures(): readonly Failure[] {
    return this.#failures;
  }

  /** Takes down a failure, with the values that it is about. */
  fail(failure: Failure, values?: Values): false {
    const { field, step, diff } = failure;
    this.#evidence.add(failure, values);
    // values that cannot be compared are infinitely far off
    if (diff === undefined && field !== "") {
      this.#note({ field, step, delta: Infinity, allowed: 0, excess: Infinity });
    }
    this.#failed++;
    if (this.#failures.length < this.#keep) this.#failures.push(failure);
    return false;
  }

  /** Takes down how far a field deviates, within its bound or not. */
  deviates(field: string, step: number, { delta, allowed, excess }: FieldDiff): void {
    const found = { field, step, delta, allowed, excess };
    if (this.#farthest === null || excess > this.#farthest.excess) this.#farthest = found;
    this.#note(found);
  }

  #note(found: Worst): void {
    const known = this.#worst.get(found.field);
    if (known === undefined || isFarther(found, known)) this.#worst.set(found.field, found);
  }

  /** The result of the case, of which `view` shows how much is seen; null for everything. */
  result(view: View | null): CaseResult {
    const { id, minted } = this.#golden;
    // the sizes of what is not seen may be unknown; everything else is
    if (view !== null) this.skipped = minted.compared - this.compared;
    // a case that compared less than MuJoCo recorded was not fully run
    if (!this.hasFailed && (this.compared + this.skipped !== minted.compared || this.frames !== minted.frames)) {
      const message = `compared ${this.compared} scalars in ${this.frames} frames, ` +
        `the golden has ${minted.compared} in ${minted.frames}`;
      this.fail({ reason: "lacks", step: -1, field: "", message });
    }
    return {
      id,
      passed: !this.hasFailed,
      failures: this.#failures,
      failed: this.#failed,
      worst: this.#farthest,
      fields: [...this.#worst.values()],
      frames: this.frames,
      compared: this.compared,
      skipped: this.skipped,
      contacts: this.contacts,
      ...(this.scene === undefined ? {} : { scene: this.scene }),
      cause: this.#evidence.cause(),
      ...(this.unjudged.size === 0 ? {} : { unjudged: [...this.unjudged] }),
      ...(view === null ? {} : { seen: [...this.seen], unseen: [...this.unseen] }),
    };
  }
}
