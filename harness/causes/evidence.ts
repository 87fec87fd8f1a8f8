/** Finds where a case goes wrong first: each step starts from MuJoCo's state, so the earliest stage is the cause. */

import type { Numbers, Readable } from "../engine.ts";
import type { Golden } from "../golden/golden.ts";
import { isIntegerField, shapeOf } from "../replay/fields.ts";
import { compareRanks, isBefore, type PartName, type Rank, rankOf, stageOfLabel } from "../replay/pipeline.ts";
import type { Failure } from "../replay/result.ts";
import { kindOf } from "./kinds.ts";
import { type Relation, relationsOf, type Sample } from "./relations.ts";

/** Where a case goes wrong first. */
export interface FirstCause {
  /** `load`, `compile`, a stage of the pipeline, `integration`, `call`, `free run`, or `engine` */
  readonly stage: string;
  /** the field, as in failures; empty if it is about none */
  readonly field: string;
  /** kind of failure */
  readonly reason: Failure["reason"];
  /** columns of the field that differ, empty if all do or it has only one */
  readonly columns: readonly number[];
  /** kinds of the objects whose elements differ */
  readonly kinds: readonly string[];
  /** relations that explain every difference of the field in this case */
  readonly relations: readonly Relation[];
  /** first step in which the field is wrong, or -1 */
  readonly step: number;
  /** the element that is farthest off, or -1 */
  readonly index: number;
  /** its object */
  readonly owner: string;
  /** the engine's value, as text because of NaN; empty if there is none */
  readonly got: string;
  /** MuJoCo's */
  readonly expected: string;
  /** text instead of values */
  readonly message: string;
}

/** The values of a field that differ. */
export interface Values {
  readonly sim: Readable;
  /** name of the field for the engine */
  readonly name: string;
  readonly expected: Numbers;
  readonly got: ArrayLike<number>;
}

/** Frames of a field that are kept. */
const FRAMES = 4;
/** Elements whose kinds are looked at. */
const LOOKED_AT = 64;
/** Kinds that are listed. */
const LISTED = 4;

interface Candidate {
  readonly rank: Rank;
  readonly failure: Failure;
  readonly samples: Sample[];
  readonly kinds: Set<string>;
  readonly columns: Set<number>;
  width: number;
  length: number;
}

/** Collects failures of a case and keeps what belongs to the earliest. */
export class Evidence {
  #golden: Golden;
  #part: PartName;
  #first: Candidate | null = null;

  constructor(golden: Golden) {
    this.#golden = golden;
    this.#part = golden.file.kind === "compile" ? "compile" : "steps";
  }

  /** Adds a failure, with the values that it is about. */
  add(failure: Failure, values?: Values): void {
    // the order is that of stages, not that of steps
    const rank = rankOf(this.#part, 0, failure.field, failure.diff !== undefined);
    const isFirst = this.#first === null || isBefore(rank, this.#first.rank);
    if (!isFirst && (this.#first?.failure.field !== failure.field || compareRanks(rank, this.#first.rank) !== 0)) {
      return;
    }
    if (isFirst) {
      this.#first = { rank, failure, samples: [], kinds: new Set(), columns: new Set(), width: 1, length: 0 };
    }
    if (values !== undefined && this.#first !== null && this.#first.samples.length < FRAMES) {
      this.#keep(this.#first, failure, values);
    }
  }

  #keep(candidate: Candidate, { field, step, diff }: Failure, { sim, name, expected, got }: Values): void {
    const allowed = diff?.allowed ?? 0;
    const { frames } = this.#golden;
    const frame = Math.max(step, 0);
    const before = frame > 0
      ? frames.get(field, frame - 1)
      : field.startsWith("next.")
      ? frames.get(`state.${name}`, frame)
      : undefined;
    const after = frame + 1 < frames.frames ? frames.get(field, frame + 1) : undefined;
    candidate.samples.push({
      expected: expected.slice(),
      got: Array.from({ length: expected.length }, (_, i) => got[i]),
      allowed,
      before,
      after,
      others: this.#others(field, frame, expected),
    });
    try {
      candidate.width = shapeOf(sim, name).width;
      candidate.length = expected.length;
      let seen = 0;
      for (let i = 0; i < expected.length && seen < LOOKED_AT; i++) {
        if (Math.abs(got[i] - expected[i]) <= allowed || Object.is(got[i], expected[i])) continue;
        seen++;
        candidate.columns.add(i % candidate.width);
        if (candidate.kinds.size <= LISTED) candidate.kinds.add(kindOf(sim, field, i));
      }
    } catch {
      // an engine that throws here has failed already; kinds are a courtesy
    }
  }

  /** Fields with as many values that are not the same. */
  #others(field: string, frame: number, expected: Numbers): ReadonlyMap<string, Numbers> {
    const out = new Map<string, Numbers>();
    if (expected.length < 3 || isIntegerField(field) || field.startsWith("free ")) return out;
    for (const [label, series] of this.#golden.frames.all()) {
      if (label === field || series.length(frame) !== expected.length) continue;
      if (!(series.data instanceof Float64Array)) continue;
      out.set(label, series.values(frame));
    }
    return out;
  }

  /** The first cause; undefined if nothing failed. */
  cause(): FirstCause | undefined {
    if (this.#first === null) return undefined;
    const { failure, samples, kinds, columns, width } = this.#first;
    const { field, reason, step, diff, owner = "", message = "" } = failure;
    const part = width <= MOST_COLUMNS && columns.size < width ? [...columns].sort((a, b) => a - b) : [];
    return {
      stage: isOfLoading(reason) ? "load" : stageOfLabel(this.#part, field),
      field,
      reason,
      columns: part,
      kinds: [...kinds].filter((kind) => kind !== "").slice(0, LISTED),
      relations: samples.length > 0 ? relationsOf(samples, width <= MOST_COLUMNS ? width : 1) : ofList(message),
      step,
      index: diff?.index ?? -1,
      owner,
      got: diff === undefined ? "" : String(diff.got),
      expected: diff === undefined ? "" : String(diff.expected),
      message,
    };
  }
}

/** Columns of a matrix that are worth naming. */
const MOST_COLUMNS = 12;

function isOfLoading(reason: Failure["reason"]): boolean {
  return reason === "rejects" || reason === "accepts" || reason === "unsupported";
}

/** How a list differs, from its description. */
function ofList(message: string): Relation[] {
  const kinds = [["missing", /\bmissing /], ["extra", /\btoo many /], ["order", /^order differs/]] as const;
  return kinds.filter(([, pattern]) => pattern.test(message)).map(([kind]) => ({ kind, isSure: true }));
}
