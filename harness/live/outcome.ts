/** The result for a model, in a serializable form. */

/** `incomparable` if nothing can be said about the engine: both reject the model, or MuJoCo cannot run it. */
export type Verdict = "agrees" | "differs" | "incomparable";

/** The result of a field. */
export interface FieldRow {
  readonly field: string;
  /** stage that writes it, or `compile` */
  readonly stage: string;
  /** index of the worst element, and the object it belongs to */
  readonly index: number;
  readonly owner: string;
  /** values of the worst element, as text because of NaN */
  readonly got: string;
  readonly expected: string;
  /** their difference and the allowed one; null for infinity */
  readonly delta: number | null;
  readonly allowed: number;
  /** step in which it is worst, -1 in the compiled model */
  readonly step: number;
  /** first step in which it is out of bounds, or null */
  readonly firstBad: number | null;
}

/** The first difference: in the earliest stage of the pipeline, and there in the earliest step. */
export interface Departure {
  readonly stage: string;
  /** -1 in the compiled model */
  readonly step: number;
  readonly field: string;
  /** index of the element, -1 if the difference is about a list */
  readonly index: number;
  readonly owner: string;
  /** one line that describes the difference */
  readonly message: string;
  /** the whole field, or what is around the element where it is long */
  readonly expected: string;
  readonly got: string;
}

/** One part of a comparison: the compiled model, or the steps. */
export interface Part {
  readonly compared: number;
  readonly failed: number;
  /** the first failures, each in a line or two */
  readonly failures: readonly string[];
  /** all fields that differ, in the order of the pipeline, with the worst element of each */
  readonly fields: readonly FieldRow[];
}

/** The result for a model. */
export interface ModelOutcome {
  readonly model: string;
  readonly verdict: Verdict;
  /** a short reason, if the model does not agree */
  readonly reason: string;
  /** errors of MuJoCo and of the engine about the model */
  readonly mujocoSays: string | null;
  readonly engineSays: string | null;
  readonly compiled: Part | null;
  readonly stepping: (Part & { readonly steps: number }) | null;
  readonly departure: Departure | null;
  /** remarks */
  readonly notes: readonly string[];
  readonly seconds: number;
  /** duration of each part (s) */
  readonly stages: readonly { readonly stage: string; readonly seconds: number }[];
  /** peak memory of the process (MB); null if unknown */
  readonly megabytes: number | null;
}

/** Number of values that were compared. */
export function comparedValues({ compiled, stepping }: ModelOutcome): number {
  return (compiled?.compared ?? 0) + (stepping?.compared ?? 0);
}

/** The field that is farthest beyond its bound or closest to it; null if all are equal. */
export function worstField({ compiled, stepping }: ModelOutcome): FieldRow | null {
  const rows = [...compiled?.fields ?? [], ...stepping?.fields ?? []];
  const excess = ({ delta, allowed }: FieldRow) => delta === null ? Infinity : allowed > 0 ? delta / allowed : Infinity;
  let worst: FieldRow | null = null;
  for (const row of rows) {
    if (worst === null || excess(row) > excess(worst)) worst = row;
  }
  return worst;
}

/** An outcome with nothing but a reason. */
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
