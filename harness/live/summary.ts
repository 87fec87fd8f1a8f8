/** The differences found by a comparison, field by field, and the first one. */

import { diffField, type FieldDiff } from "../replay/diff.ts";
import type { Numbers, Simulation } from "../engine.ts";
import { elementOwner } from "../replay/fields.ts";
import { compareRanks, isBefore, type PartName, type Rank, rankOf, stageOfLabel } from "../replay/pipeline.ts";
import type { Failure, Observer } from "../replay/result.ts";
import { describeFailure } from "../verdict.ts";
import type { Departure, FieldRow } from "./outcome.ts";

interface Row {
  readonly field: string;
  readonly part: PartName;
  worst: FieldDiff;
  step: number;
  owner: string;
  firstBad: number | null;
}

interface Candidate {
  readonly rank: Rank;
  readonly stage: string;
  readonly step: number;
  readonly failure: Failure;
}

/** Number of values shown of a field. */
const SHOWN = 30;

/** Watches replays. */
export class Summary {
  #rows = new Map<string, Row>();
  #first: Candidate | null = null;
  /** the complete field of the first difference */
  #values: { readonly rank: Rank; readonly expected: string; readonly got: string } | null = null;
  #forgivesAbsent: boolean;

  constructor(forgivesAbsent: boolean) {
    this.#forgivesAbsent = forgivesAbsent;
  }

  /** Observes a replay whose first step is `begin`, for fields whose labels start with `only`. */
  observer(part: PartName, begin: number, only: string): Observer {
    return (relative, field, expected, got, bound) => {
      if (!field.startsWith(only)) return;
      const step = part === "compile" ? -1 : begin + relative;
      if (got === undefined || got.length < expected.length) {
        if (got !== undefined || !this.#forgivesAbsent) this.#keepValues(part, step, field, expected, got, 0);
        return;
      }
      const diff = diffField(got, expected, Math.max(relative, 0), bound);
      if (diff === null) return;
      const isBad = diff.excess > 1;
      if (isBad) this.#keepValues(part, step, field, expected, got, diff.index);
      const key = `${part} ${field}`;
      const row = this.#rows.get(key);
      if (row === undefined) {
        this.#rows.set(key, { field, part, worst: diff, step, owner: "", firstBad: isBad ? step : null });
        return;
      }
      const { worst } = row;
      if (diff.excess > worst.excess || (diff.excess === worst.excess && diff.delta > worst.delta)) {
        row.worst = diff;
        row.step = step;
      }
      if (isBad) row.firstBad ??= step;
    };
  }

  #keepValues(
    part: PartName,
    step: number,
    field: string,
    expected: Numbers,
    got: ArrayLike<number> | undefined,
    at: number,
  ): void {
    const rank = rankOf(part, step, field, true);
    if (this.#values !== null && !isBefore(rank, this.#values.rank)) return;
    this.#values = {
      rank,
      expected: valuesOf(expected, at),
      got: got === undefined ? "no such field" : valuesOf(got, at, expected.length),
    };
  }

  /** Adds the failures of a replay; steps are counted from the start of the run. */
  add(failures: readonly Failure[], part: PartName): void {
    for (const failure of failures) {
      const { field, step, diff, owner } = failure;
      const rank = rankOf(part, step, field, diff !== undefined);
      if (this.#first === null || isBefore(rank, this.#first.rank)) {
        this.#first = { rank, stage: stageOfLabel(part, field), step, failure };
      }
      const row = this.#rows.get(`${part} ${field}`);
      if (row?.step === step && row.worst.index === diff?.index) row.owner = owner ?? "";
    }
  }

  /** The first difference. The earliest stage is the most informative, because each step starts from MuJoCo's state. */
  departure(): Departure | null {
    if (this.#first === null) return null;
    const { rank, stage, step, failure } = this.#first;
    const { field, diff, owner = "" } = failure;
    const values = diff !== undefined && this.#values?.rank.join() === rank.join() ? this.#values : null;
    return {
      stage,
      step,
      field,
      index: diff?.index ?? -1,
      owner,
      message: describeFailure({ ...failure, step: -1 }).split("\n").join("  "),
      expected: values?.expected ?? "",
      got: values?.got ?? "",
    };
  }

  /** All fields that differ, in the order of the pipeline. */
  rows(part: PartName, sim: Simulation | undefined): FieldRow[] {
    return [...this.#rows.values()].filter((row) => row.part === part)
      .sort((a, b) => compareRanks(rankOf(part, 0, a.field, true), rankOf(part, 0, b.field, true)))
      .map(({ field, worst, step, owner, firstBad }) => ({
        field,
        stage: stageOfLabel(part, field),
        index: worst.index,
        owner: owner || (sim === undefined ? "" : elementOwner(sim, nameOf(field), worst.index)),
        got: String(worst.got),
        expected: String(worst.expected),
        delta: Number.isFinite(worst.delta) ? worst.delta : null,
        allowed: worst.allowed,
        step,
        firstBad,
      }));
  }
}

/** All values, or where there are many those around an element, behind the index of the first that is shown. */
function valuesOf(list: ArrayLike<number>, at: number, length = list.length): string {
  const count = Math.min(length, SHOWN);
  const begin = Math.max(0, Math.min(at - SHOWN / 2, length - count));
  const shown = Array.from({ length: count }, (_, i) => String(list[begin + i])).join(" ");
  return (begin > 0 ? `[${begin}] … ` : "") + shown + (begin + count < length ? ` … (${length})` : "");
}

/** Name of a field without the prefix that says when it was read. */
function nameOf(label: string): string {
  return label.replace(/^(next\.|free )/, "");
}
