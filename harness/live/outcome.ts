/** What came of a model, in a form that goes through pipes and into files. */

/** `incomparable` where nothing can be said about the engine: both refuse the model, or MuJoCo cannot run it. */
export type Verdict = "agrees" | "differs" | "incomparable";

/** What a field came to. */
export interface FieldRow {
  readonly field: string;
  /** part of the pipeline that writes it, or `compile` */
  readonly stage: string;
  /** index of the worst element, and what that belongs to */
  readonly index: number;
  readonly owner: string;
  /** values of the worst element, as text, which knows NaN */
  readonly got: string;
  readonly expected: string;
  /** their difference and what was allowed; null for infinity */
  readonly delta: number | null;
  readonly allowed: number;
  /** step in which it is worst, -1 in the compiled model */
  readonly step: number;
  /** first step in which it is out of bounds, or null */
  readonly firstBad: number | null;
}

/** Where the engine departs: the earliest stage of the pipeline, there the earliest step. */
export interface Departure {
  readonly stage: string;
  /** -1 in the compiled model */
  readonly step: number;
  readonly field: string;
  /** the element that tells, -1 where it is about a list */
  readonly index: number;
  readonly owner: string;
  /** one line that says what differs */
  readonly message: string;
  /** the whole field, or what is around the element where it is long */
  readonly expected: string;
  readonly got: string;
}

/** One part of a comparison: the compiled model, or the steps. */
export interface Part {
  readonly compared: number;
  readonly failed: number;
  /** the first of what is wrong, each a line or two */
  readonly failures: readonly string[];
  /** fields that differ at all, in the order of the pipeline; the worst element of each */
  readonly fields: readonly FieldRow[];
}

/** What came of a model. */
export interface ModelOutcome {
  readonly model: string;
  readonly verdict: Verdict;
  /** a few words that say why, where it does not agree */
  readonly reason: string;
  /** what MuJoCo and the engine said against the model */
  readonly mujocoSays: string | null;
  readonly engineSays: string | null;
  readonly compiled: Part | null;
  readonly stepping: (Part & { readonly steps: number }) | null;
  readonly departure: Departure | null;
  /** what else is worth knowing */
  readonly notes: readonly string[];
  readonly seconds: number;
  /** what took how long, seconds */
  readonly stages: readonly { readonly stage: string; readonly seconds: number }[];
  /** the most memory that the process had, megabytes; null where it is unknown */
  readonly megabytes: number | null;
}

/** Number of values that were compared. */
export function comparedValues({ compiled, stepping }: ModelOutcome): number {
  return (compiled?.compared ?? 0) + (stepping?.compared ?? 0);
}

/** The field that went farthest beyond its bound, or came closest to it; null where all are equal. */
export function worstField({ compiled, stepping }: ModelOutcome): FieldRow | null {
  const rows = [...compiled?.fields ?? [], ...stepping?.fields ?? []];
  const excess = ({ delta, allowed }: FieldRow) => delta === null ? Infinity : allowed > 0 ? delta / allowed : Infinity;
  let worst: FieldRow | null = null;
  for (const row of rows) {
    if (worst === null || excess(row) > excess(worst)) worst = row;
  }
  return worst;
}

/** An outcome of which there is nothing but a reason. */
export function incomparable(model: string, reason: string, said: Partial<ModelOutcome> = {}): ModelOutcome {
  return {
    model,
    verdict: "incomparable",
    reason,
    mujocoSays: null,
    engineSays: null,
    compiled: null,
    stepping: null,
    departure: null,
    notes: [],
    seconds: 0,
    stages: [],
    megabytes: null,
    ...said,
  };
}

/** 1 if any model differs, 2 if not one could be compared, else 0. */
export function exitCode(outcomes: readonly Pick<ModelOutcome, "verdict">[]): number {
  if (outcomes.some(({ verdict }) => verdict === "differs")) return 1;
  return outcomes.some(({ verdict }) => verdict === "agrees") ? 0 : 2;
}
