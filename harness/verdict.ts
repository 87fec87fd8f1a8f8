/** From the results of cases to the verdicts on items, criteria, and the whole run. */

import type { FirstCause } from "./causes/evidence.ts";
import { type CauseGroup, type Failing, groupCauses, type Shown } from "./causes/group.ts";
import type { CaseFile, Minted } from "./golden/golden.ts";
import { printable } from "./printable.ts";
import type { Manner } from "./replay/offer.ts";
import { type CaseResult, type Failure, isFarther, type Worst } from "./replay/result.ts";
import type { RatchetVerdict } from "./spec/ratchet.ts";
import { type CriterionResult, type CriterionState, type Item, judgeCriteria, type Spec } from "./spec/spec.ts";
import { describeTolerance, type ItemTable } from "./spec/table.ts";
import { vacuousFields } from "./spec/vacuous.ts";

/** The largest deviation of a value over all cases of an item. */
export interface ItemWorst extends Omit<Worst, "excess"> {
  /** case */
  readonly case: string;
  /** difference over bound; null where the bound is zero */
  readonly excess: number | null;
}

/** The result of a field of an item, or of a field in which one of its cases differs. */
export interface ItemField {
  /** the field */
  readonly field: string;
  /** tolerance in the item's table, or the default */
  readonly bound: string;
  /** why the bound is looser than noise, null if it is not */
  readonly cause: string | null;
  /** whether it is in the table */
  readonly listed: boolean;
  /** its largest deviation, null if it is equal in all cases */
  readonly worst: ItemWorst | null;
}

/** The result of an item. */
export interface ItemReport {
  /** id of the item */
  readonly id: string;
  /** a few words */
  readonly title: string;
  /**
   * `pass` where every case passes and every criterion is proved, `part` where that is true of what was run and seen and
   * other cases or fields were not, `known` where all that fails is on the list of known failures, `empty` where none of its cases was
   * run, or it has neither cases nor criteria
   */
  readonly verdict: "pass" | "part" | "known" | "fail" | "empty";
  /** number of criteria by state */
  readonly criteria: Readonly<Record<CriterionState, number>> & { readonly total: number };
  /** cases that were run */
  readonly cases: number;
  /** cases that passed */
  readonly passed: number;
  /** failures listed in the ratchet */
  readonly known: number;
  /** frames that were run */
  readonly steps: number;
  /** values that were compared */
  readonly scalars: number;
  /** the value with the largest deviation, null if all are equal */
  readonly worst: ItemWorst | null;
  /** the fields of its table, and others that differ */
  readonly fields: readonly ItemField[];
  /** fields of its table that none of its cases tests */
  readonly vacuous: readonly string[];
  /** how many of the fields of its cases were seen, null if all were: the engine offers no others, or was not asked */
  readonly coverage: { readonly seen: number; readonly of: number } | null;
}

/** The largest deviation of a field of a case. */
export type CaseField = Omit<ItemWorst, "case">;

/** The result of a case. */
export interface CaseReport {
  /** `<item>/<case>` */
  readonly id: string;
  /** its items */
  readonly items: readonly string[];
  /** what it shows */
  readonly isolates: string;
  /** `known` is a failure listed in the ratchet; of `unseen` cases the engine offers nothing, or was not asked */
  readonly verdict: "pass" | "known" | "fail" | "unseen";
  /** kind of failure */
  readonly reason: string | null;
  /** frames that were run */
  readonly steps: number;
  /** values that were compared */
  readonly scalars: number;
  /** values that were skipped because the engine lacks their fields and is allowed to */
  readonly skipped: number;
  /** how long it took to run and compare (s); processor time, if the engine is built in */
  readonly seconds?: number;
  /** fields that were seen, if not everything was */
  readonly seen?: readonly string[];
  /** fields that were not */
  readonly unseen?: readonly string[];
  /** fields that cannot be judged in some frame, because MuJoCo's own values change too much in this precision */
  readonly unjudged?: readonly string[];
  /** the value with the largest deviation, null if all are equal */
  readonly worst: ItemWorst | null;
  /** every field that differs */
  readonly fields: readonly CaseField[];
  /** the first few failures */
  readonly failures: readonly string[];
  /** remarks beyond noise: a threshold that the case is about, fields in which builds differ */
  readonly remarks: readonly string[];
  /** where it goes wrong first, if it does */
  readonly cause?: FirstCause;
  /** the end of the engine's log, if it has a process of its own and the case fails */
  readonly log?: string;
}

/** Hashes of everything that a verdict depends on: reports of one run agree in all of them. */
export interface Origin {
  /** hash of all recipes, which contain the hashes of everything else in the goldens */
  readonly golden: string;
  /** hash of items, criteria, tolerances, and known failures */
  readonly spec: string;
  /** hash of the sources of the harness */
  readonly harness: string;
  /** hash of the engine, as far as it is known: its sources, its file, or its own description */
  readonly engine: string;
}

/** The result of a criterion. */
export interface CriterionReport {
  /** id of the criterion */
  readonly id: string;
  /** id of its item */
  readonly item: string;
  /** its state */
  readonly state: CriterionState;
  /** its own fields in which its cases fail */
  readonly by: readonly string[];
  /** other fields in which they fail */
  readonly others: readonly string[];
}

/** The whole run. */
export interface Report {
  /** version of this format */
  readonly format: 2;
  /** version of MuJoCo */
  readonly mujoco: string;
  /** name and version of the engine under test */
  readonly engine: string;
  /** how it was judged, by what it says of itself */
  readonly manner: Manner;
  /** hashes of everything that was compared */
  readonly origin: Origin;
  /** the requested items */
  readonly items: readonly ItemReport[];
  /** the cases that were run */
  readonly cases: readonly CaseReport[];
  /** the results of criteria */
  readonly criteria: readonly CriterionReport[];
  /** what to fix first: failing cases by where they go wrong first, those that most cases begin with in front */
  readonly causes: readonly CauseGroup[];
  /** failures, compared with the list of known ones */
  readonly ratchet: RatchetVerdict;
  /** sums */
  readonly totals: {
    readonly items: number;
    readonly passed: number;
    /** items of which only a part was run and passed */
    readonly part: number;
    readonly failed: number;
    readonly cases: number;
    readonly steps: number;
    readonly scalars: number;
    /** values that were skipped: not offered, not asked for, or not to be judged in the engine's precision */
    readonly skipped: number;
  };
  /** whether every requested item passes, as far as it was requested, or fails as listed in the ratchet */
  readonly conforms: boolean;
  /** end of the report; if it is missing, the report was cut off */
  readonly footer: { readonly complete: true; readonly cases: number };
}

/** The inputs and results of a run. */
export interface Outcome {
  readonly mujoco: string;
  readonly engine: string;
  readonly manner: Manner;
  readonly spec: Spec;
  /** ids of the requested items */
  readonly items: readonly string[];
  /** recipes of all cases, by id */
  readonly files: ReadonlyMap<string, CaseFile>;
  readonly results: readonly CaseResult[];
  readonly ratchet: RatchetVerdict;
  readonly origin: Origin;
  /** requested part of the suite: complete items, some of their cases, or a shard that may lack whole items */
  readonly extent: "whole" | "part" | "shard";
}

/** Ids of the cases of each criterion. */
export function servedBy(files: ReadonlyMap<string, CaseFile>): Map<string, string[]> {
  const served = new Map<string, string[]>();
  for (const [id, file] of files) {
    for (const criterion of file.criteria ?? []) {
      const list = served.get(criterion);
      if (list === undefined) served.set(criterion, [id]);
      else list.push(id);
    }
  }
  return served;
}

/** Ids of the cases of each item. */
function casesByItem(files: ReadonlyMap<string, CaseFile>): Map<string, string[]> {
  const out = new Map<string, string[]>();
  for (const [id, { items }] of files) {
    for (const item of new Set(items)) {
      const list = out.get(item);
      if (list === undefined) out.set(item, [id]);
      else list.push(id);
    }
  }
  return out;
}

/** Sums up a run. */
export function report(outcome: Outcome): Report {
  const { spec, files, results, ratchet } = outcome;
  const byId = new Map(results.map((result) => [result.id, result]));
  const criteria = judgeCriteria(spec.criteria, servedBy(files), (id) => {
    const result = byId.get(id);
    if (result !== undefined && isUnjudged(result)) return null;
    return result === undefined || isUnseen(result) ? undefined : result.passed;
  });
  const known = new Set(ratchet.known);
  const serving = casesByItem(files);
  const items = spec.items.filter(({ id }) => outcome.items.includes(id)).map((item) => {
    const all = serving.get(item.id) ?? [];
    const mine = all.map((id) => byId.get(id)).filter((result) => result !== undefined);
    const vacuous = spec.isForeign ? [] : vacuousFields(item.tolerances ?? {}, all.map((id) => files.get(id)));
    return itemReport(
      item,
      mine,
      all.length,
      criteria.filter(({ criterion }) => criterion.item === item.id),
      known,
      vacuous,
    );
  });
  const count = (verdict: ItemReport["verdict"]) => items.filter((item) => item.verdict === verdict).length;
  const passed = count("pass");
  const part = count("part");
  return {
    format: 2,
    mujoco: outcome.mujoco,
    engine: outcome.engine,
    manner: outcome.manner,
    origin: outcome.origin,
    items,
    cases: results.map((result) => caseReport(result, files.get(result.id), known)),
    criteria: criteria.filter(({ criterion }) => outcome.items.includes(criterion.item))
      .map((it) => criterionReport(it, byId)),
    causes: groupCauses(failingOf(results, files), shownIn(files)),
    ratchet,
    totals: {
      items: items.length,
      passed,
      part,
      failed: items.length - passed - part,
      cases: results.length,
      steps: sum(results, ({ frames }) => frames),
      scalars: sum(results, ({ compared }) => compared),
      skipped: sum(results, ({ skipped }) => skipped),
    },
    conforms: results.length > 0 && items.length > 0 &&
      items.every(({ verdict }) => SUFFICES[outcome.extent].has(verdict)) &&
      ratchet.broken.length === 0 && ratchet.stale.length === 0 && ratchet.gone.length === 0,
    footer: { complete: true, cases: results.length },
  };
}

/** The failing cases whose first cause is known. */
function failingOf(results: readonly CaseResult[], files: ReadonlyMap<string, CaseFile>): Failing[] {
  return results.flatMap(({ id, passed, cause }) => {
    const file = files.get(id);
    if (passed || cause === undefined || file === undefined) return [];
    return [{ id, scalars: file.minted?.compared ?? 0, isModel: file.kind !== "trajectory", cause }];
  });
}

/** In how many cases the values of a field are there and not all zero. */
function shownIn(files: ReadonlyMap<string, CaseFile>): Shown {
  return {
    count: (field, isModel) => {
      let count = 0;
      for (const { kind, minted } of files.values()) {
        if ((kind === "compile") === isModel && minted !== undefined && isShown(minted, field)) count++;
      }
      return count;
    },
  };
}

function isShown({ columns = {}, same = {}, sizes = {}, scalars = {} }: Minted, field: string): boolean {
  const marked = `${field}:`;
  return field in same || field in sizes || field in scalars || `${field}[0]` in scalars || field === "contact" ||
    Object.values(columns).some((list) => list.some((it) => it.startsWith(marked)));
}

/** Verdicts of items with which a run conforms, by requested part of the suite. */
const SUFFICES: Readonly<Record<Outcome["extent"], ReadonlySet<ItemReport["verdict"]>>> = {
  whole: new Set(["pass", "known"]),
  part: new Set(["pass", "known", "part"]),
  shard: new Set(["pass", "known", "part", "empty"]),
};

/** Finds the fields in which the cases of a criterion fail. */
function criterionReport(
  { criterion: { id, item, fields = [] }, state, cases }: CriterionResult,
  results: ReadonlyMap<string, CaseResult>,
): CriterionReport {
  const by = new Set<string>();
  if (state === "failed") {
    for (const name of cases) {
      for (const { field, excess } of results.get(name)?.fields ?? []) if (!(excess <= 1)) by.add(field);
    }
  }
  const own = [...by].filter((field) => fields.includes(field));
  return { id, item, state, by: own, others: [...by].filter((field) => !own.includes(field)) };
}

/** Was nothing of a case compared, because nothing of it could be seen? */
function isUnseen({ passed, compared, skipped }: CaseResult): boolean {
  return passed && compared === 0 && skipped > 0;
}

/** Was nothing of a case compared, because MuJoCo's own values change too much in this precision? */
function isUnjudged(result: CaseResult): boolean {
  return isUnseen(result) && result.unjudged !== undefined && (result.unseen ?? []).length === 0;
}

/** How many fields of some cases were seen; null if all were. */
function coverageOf(results: readonly CaseResult[]): ItemReport["coverage"] {
  if (results.every(({ unseen }) => unseen === undefined)) return null;
  const seen = new Set(results.flatMap((result) => result.seen ?? []));
  const all = new Set([...seen, ...results.flatMap((result) => result.unseen ?? [])]);
  return { seen: seen.size, of: all.size };
}

function itemReport(
  { id, title, tolerances = {} }: Item,
  run: readonly CaseResult[],
  all: number,
  criteria: readonly CriterionResult[],
  known: ReadonlySet<string>,
  vacuous: readonly string[],
): ItemReport {
  const count = (state: CriterionState) => criteria.filter((it) => it.state === state).length;
  const results = run.filter((result) => !isUnseen(result));
  const passed = results.filter((result) => result.passed).length;
  const isEmpty = results.length === 0 && (all > 0 || criteria.length === 0);
  const holds = all > 0 && passed === results.length && count("failed") + count("unproven") + vacuous.length === 0;
  const coverage = coverageOf(run);
  const isWhole = results.length + run.filter(isUnjudged).length === all && count("skipped") === 0 && coverage === null;
  const isKnown = results.some((result) => !result.passed) && count("unproven") === 0 &&
    results.every((result) => result.passed || known.has(result.id));
  return {
    id,
    title,
    verdict: isEmpty ? "empty" : isKnown ? "known" : !holds ? "fail" : isWhole ? "pass" : "part",
    criteria: {
      passed: count("passed"),
      failed: count("failed"),
      unproven: count("unproven"),
      waived: count("waived"),
      skipped: count("skipped"),
      total: criteria.length,
    },
    cases: results.length,
    passed,
    known: results.filter((result) => known.has(result.id)).length,
    steps: sum(results, ({ frames }) => frames),
    scalars: sum(results, ({ compared }) => compared),
    worst: worstOf(results),
    fields: itemFields(tolerances, results),
    vacuous,
    coverage,
  };
}

/** The fields of a table in their order, and after them others that differ. */
function itemFields(table: ItemTable, results: readonly CaseResult[]): ItemField[] {
  const worst = new Map<string, (Worst & { case: string }) | null>(Object.keys(table).map((field) => [field, null]));
  for (const { id, fields } of results) {
    for (const found of fields) {
      const known = worst.get(found.field) ?? null;
      if (known === null || isFarther(found, known)) worst.set(found.field, { ...found, case: id });
    }
  }
  return [...worst].map(([field, it]) => {
    const entry = table[field];
    return {
      field,
      bound: describeTolerance(field, entry),
      cause: entry?.kind === "fixed" ? entry.cause : null,
      listed: entry !== undefined,
      worst: it && finite(it, it.case),
    };
  });
}

function worstOf(results: readonly CaseResult[]): ItemWorst | null {
  let most: ItemWorst | null = null;
  let excess = -1;
  for (const { id, worst } of results) {
    if (worst === null || worst.excess <= excess) continue;
    excess = worst.excess;
    most = finite(worst, id);
  }
  return most;
}

function finite(worst: Worst, id: string): ItemWorst {
  return { ...worst, excess: finiteOrNull(worst.excess), case: id };
}

function finiteOrNull(x: number): number | null {
  return Number.isFinite(x) ? x : null;
}

function caseReport(result: CaseResult, file: CaseFile | undefined, known: ReadonlySet<string>): CaseReport {
  const { id, passed, failures, worst } = result;
  return {
    id,
    items: file?.items ?? [],
    isolates: printable(file?.isolates ?? ""),
    verdict: isUnseen(result) ? "unseen" : passed ? "pass" : known.has(id) ? "known" : "fail",
    reason: failures[0]?.reason ?? null,
    steps: result.frames,
    scalars: result.compared,
    skipped: result.skipped,
    ...(result.seconds === undefined ? {} : { seconds: result.seconds }),
    ...(result.unjudged === undefined ? {} : { unjudged: result.unjudged }),
    ...(result.unseen === undefined ? {} : { seen: result.seen ?? [], unseen: result.unseen }),
    worst: worst && finite(worst, id),
    fields: result.fields.map((field) => ({ ...field, excess: finiteOrNull(field.excess) })),
    failures: failures.map((failure) => printable(describeFailure(failure))),
    remarks: file === undefined ? [] : remarksOn(file).map(printable),
    ...(result.cause === undefined ? {} : { cause: printableCause(result.cause) }),
    ...(result.log ? { log: printable(result.log) } : {}),
  };
}

/** A cause whose texts come from an engine. */
function printableCause(cause: FirstCause): FirstCause {
  return { ...cause, message: printable(cause.message), owner: printable(cause.owner) };
}

/** Remarks about the bounds of a case beyond noise. */
function remarksOn({ threshold, minted }: CaseFile): string[] {
  const out: string[] = [];
  if (threshold !== undefined) out.push(`stands on a threshold on purpose: ${threshold}`);
  const fields = Object.keys(minted?.native ?? {});
  if (fields.length > 0) out.push(`builds of MuJoCo differ by more than noise explains: ${fields.join(" ")}`);
  return out;
}

function sum<T>(list: readonly T[], value: (it: T) => number): number {
  return list.reduce((total, it) => total + value(it), 0);
}

/** Describes a failure in one or two lines. */
export function describeFailure({ reason, step, field, message, owner, diff, tolerance }: Failure): string {
  const where = step >= 0 ? `step ${step}  ` : "";
  if (diff === undefined) {
    const verb =
      { rejects: "rejected: ", accepts: "accepted: ", crashes: "crashed: ", unsupported: "" }[reason as string] ?? "";
    return `${where}${field}${field && message ? ": " : ""}${verb}${(message ?? "").split("\n").join(" ")}`;
  }
  const { index, got, expected, delta, allowed } = diff;
  return `${where}${field}[${index}]${owner ? ` (${owner})` : ""}\n` +
    `got ${got}   MuJoCo ${expected}   |Δ| ${short(delta)}   allowed ${short(allowed)} (${tolerance})`;
}

/** Number of items that passed, completely or in part. */
export function describeTotals({ passed, part, items }: Report["totals"]): string {
  return `${passed} / ${items} items passed${part > 0 ? `, ${part} as far as they were run` : ""}`;
}

/** Number of criteria that hold, out of those that can be proved, and of those that cannot; empty if there are none. */
export function describeCriteria({ passed, waived, total }: ItemReport["criteria"]): string {
  if (total === 0) return "";
  return `${passed}/${total - waived}${waived > 0 ? `, ${waived} waived` : ""}`;
}

/** How many fields of an item were seen; empty if all were. */
export function describeCoverage({ coverage }: ItemReport): string {
  return coverage === null ? "" : `${coverage.seen} of ${coverage.of} fields`;
}

/** A deviation in units of its bound. */
export function describeRatio({ excess, delta, allowed }: ItemWorst): string {
  if (excess !== null) return `${short(excess)} (${short(delta)} of ${short(allowed)})`;
  return Number.isFinite(delta) ? `${short(delta)} where none is allowed` : "cannot be compared";
}

/** A number in readable form. */
export function short(x: number): string {
  if (x === 0 || !Number.isFinite(x)) return String(x);
  const size = Math.abs(x);
  return size >= 1e-3 && size < 1e5 ? String(Number(x.toPrecision(4))) : x.toExponential(1).replace("e+", "e");
}
