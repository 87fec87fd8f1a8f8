/** The results of a run over several models. */

import { comparedValues, exitCode, type ModelOutcome, type Verdict, worstField } from "../../harness/live/outcome.ts";
import type { Skipped } from "./find_models.ts";

/** The whole run. */
export interface LiveReport {
  /** version of this format */
  readonly format: 1;
  /** name and version of the engine */
  readonly engine: string;
  /** version of MuJoCo */
  readonly mujoco: string;
  readonly models: readonly ModelOutcome[];
  /** skipped files, and the reasons */
  readonly skipped: readonly Skipped[];
  readonly totals: Readonly<Record<Verdict, number>> & { readonly models: number; readonly values: number };
  /** exit code of the command */
  readonly exitCode: number;
  /** end of the report; if it is missing, the report was cut off */
  readonly footer: { readonly complete: true; readonly models: number };
}

/** Sums up a run. */
export function reportOf(
  engine: string,
  mujoco: string,
  models: readonly ModelOutcome[],
  skipped: readonly Skipped[],
): LiveReport {
  const count = (verdict: Verdict) => models.filter((it) => it.verdict === verdict).length;
  return {
    format: 1,
    engine,
    mujoco,
    models,
    skipped,
    totals: {
      models: models.length,
      agrees: count("agrees"),
      differs: count("differs"),
      incomparable: count("incomparable"),
      values: models.reduce((sum, it) => sum + comparedValues(it), 0),
    },
    exitCode: exitCode(models),
    footer: { complete: true, models: models.length },
  };
}

/** The report in JSON, for programs. */
export function renderJson(report: LiveReport): string {
  return `${JSON.stringify(report, null, 1)}\n`;
}

/** Verdicts as text. */
export const VERDICT: Readonly<Record<Verdict, string>> = {
  agrees: "agrees",
  differs: "DIFFERS",
  incomparable: "NOT COMPARED",
};

/** One line that sums up everything. */
export function headline({ totals: { models, agrees, differs, incomparable, values } }: LiveReport): string {
  const rest = incomparable > 0 ? `, ${incomparable} could not be compared` : "";
  return `${agrees} / ${models} models agree, ${differs} ${
    differs === 1 ? "differs" : "differ"
  }${rest}; ${values} values compared`;
}

/** The worst difference of a model, in a few words. */
export function worstText(outcome: ModelOutcome): string {
  const worst = worstField(outcome);
  if (worst === null) return "";
  const { field, index, owner, delta, step } = worst;
  const where = step < 0 ? "" : ` step ${step}`;
  return `${field}[${index}]${owner ? ` (${owner})` : ""} |Δ| ${delta === null ? "∞" : delta.toExponential(1)}${where}`;
}

/** Models that do not agree, those that differ first. */
export function oddOnes({ models }: LiveReport): ModelOutcome[] {
  const having = (verdict: Verdict) => models.filter((it) => it.verdict === verdict);
  return [...having("differs"), ...having("incomparable")];
}

/** The details of a model that does not agree: the reason, messages, and the first failures. */
export function complaints({ reason, mujocoSays, engineSays, compiled, stepping, departure }: ModelOutcome): string[] {
  const lines = [reason];
  if (mujocoSays !== null) lines.push(`MuJoCo: ${mujocoSays.split("\n").join(" ")}`);
  if (engineSays !== null) lines.push(`the engine: ${engineSays.split("\n")[0]}`);
  if (departure !== null) lines.push(departureText(departure));
  for (const failure of [...compiled?.failures ?? [], ...stepping?.failures ?? []].slice(0, 3)) lines.push(failure);
  return lines;
}

/** The first difference of an engine, in one line. */
export function departureText({ stage, step, message }: NonNullable<ModelOutcome["departure"]>): string {
  return `departs ${step < 0 ? "in the compiled model" : `at stage ${stage}, step ${step}`}: ${message}`;
}
