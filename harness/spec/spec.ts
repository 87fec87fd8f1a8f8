/**
 * The specification: items, each one claim with its criteria, its tolerance table and its goldens.
 *
 * Items stand in `items.ts`, the criteria of an item in `criteria/<item id>.json`, its tolerance table in
 * `tolerances/<item id>.json`. Which golden cases prove a criterion is said by the cases (their `criteria` list); a
 * criterion names its proof only where that is not a golden.
 */

import * as v from "valibot";
import { HarnessError } from "../engine.ts";
import { ITEMS } from "./items.ts";
import { checkTable, type ItemTable } from "./table.ts";

/** One item of the specification. */
export interface Item {
  /** short name, also the name of its folder of goldens: `24`, `IM`, `L4` */
  readonly id: string;
  /** a few words */
  readonly title: string;
  /** what is true of an engine that conforms, in one sentence */
  readonly claim: string;
  /** the part of the seed documents that it comes from */
  readonly seed: string;
  /** the fields that it is about, and how far they may be from MuJoCo's */
  readonly tolerances?: ItemTable;
}

/** One statement of an item that can be shown to hold or not. */
export interface Criterion {
  /** `24.AC5` */
  readonly id: string;
  /** id of the item that it belongs to */
  readonly item: string;
  /** a numbered acceptance criterion, a normative rule, or what the seeds leave open and an engine must decide */
  readonly kind: "ac" | "rule" | "supplement";
  /** how the seed's expectation relates to what MuJoCo does */
  readonly verdict: "agree" | "disagree" | "seed-extension" | "not-observable";
  /** what is stated */
  readonly statement: string;
  /** what the seed expects */
  readonly expect?: string | undefined;
  /** what MuJoCo does, which is what is asked for */
  readonly observed?: string | undefined;
  /** anything worth knowing */
  readonly note?: string | undefined;
  /** the fields that it speaks of, as failures call them */
  readonly fields?: readonly string[] | undefined;
  /** the proof, where it is not a golden case: a unit test as `path: name`, or the reason that there can be none */
  readonly proof?: { readonly unit: string } | { readonly none: string } | undefined;
}

const CriterionSchema = v.strictObject({
  id: v.string(),
  item: v.string(),
  kind: v.picklist(["ac", "rule", "supplement"]),
  verdict: v.picklist(["agree", "disagree", "seed-extension", "not-observable"]),
  statement: v.string(),
  expect: v.optional(v.string()),
  observed: v.optional(v.string()),
  note: v.optional(v.string()),
  fields: v.optional(v.array(v.string())),
  proof: v.optional(v.union([v.strictObject({ unit: v.string() }), v.strictObject({ none: v.string() })])),
});

/** The whole specification. */
export interface Spec {
  readonly items: readonly Item[];
  /** in the order of the items */
  readonly criteria: readonly Criterion[];
  /** is it held against goldens of others, which need not show everything that it speaks of */
  readonly isForeign?: boolean;
}

/** Reads and checks the whole specification. */
export async function loadSpec(items: readonly Item[] = ITEMS): Promise<Spec> {
  const criteria = await Promise.all(items.map((item) => loadCriteria(item.id)));
  const spec = { items, criteria: criteria.flat() };
  checkSpec(spec);
  return spec;
}

async function loadCriteria(item: string): Promise<Criterion[]> {
  const name = `criteria/${item}.json`;
  let json: unknown;
  try {
    json = (await import(new URL(name, import.meta.url).href, { with: { type: "json" } })).default;
  } catch (error) {
    throw new HarnessError(`harness/spec/${name}: ${error instanceof Error ? error.message : error}`);
  }
  return parseCriteria(json, `harness/spec/${name}`);
}

/** Checks what a file of criteria holds; `place` is how messages call the file. */
function parseCriteria(json: unknown, place: string): Criterion[] {
  const result = v.safeParse(v.array(CriterionSchema), json);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new HarnessError(`${place}: ${v.getDotPath(issue) ?? "(root)"}: ${issue.message}`);
}

function checkSpec({ items, criteria }: Spec): void {
  for (const { id, tolerances } of items) checkTable(tolerances, `harness/spec/tolerances/${id}.json`);
  const known = new Set(items.map(({ id }) => id));
  if (known.size < items.length) throw new HarnessError("harness/spec/items.ts: two items have the same id");
  const seen = new Set<string>();
  for (const { id, item } of criteria) {
    if (!known.has(item)) {
      throw new HarnessError(`harness/spec: criterion ${id} belongs to item ${item}, which is unknown`);
    }
    if (seen.has(id)) throw new HarnessError(`harness/spec: criterion ${id} is there twice`);
    seen.add(id);
  }
}

/** What is known about a criterion after a run. */
export type CriterionState =
  /** every golden case that serves it passes, and there is at least one; or a unit test proves it */
  | "passed"
  /** a golden case that serves it fails */
  | "failed"
  /** nothing proves it yet */
  | "unproven"
  /** nothing can prove it, for a stated reason */
  | "waived"
  /** a golden case that serves it was not run */
  | "skipped";

/** A criterion and what the run says about it. */
export interface CriterionResult {
  readonly criterion: Criterion;
  readonly state: CriterionState;
  /** ids of the golden cases that serve it */
  readonly cases: readonly string[];
}

/**
 * Derives what is known about each criterion from the cases: `served` gives the ids of the cases that serve a criterion,
 * `passed` tells whether a case passed, and gives nothing for a case that was not run.
 */
export function judgeCriteria(
  criteria: readonly Criterion[],
  served: ReadonlyMap<string, readonly string[]>,
  passed: (caseId: string) => boolean | undefined,
): CriterionResult[] {
  return criteria.map((criterion) => {
    const cases = served.get(criterion.id) ?? [];
    return { criterion, cases, state: judge(criterion, cases, passed) };
  });
}

function judge(
  criterion: Criterion,
  cases: readonly string[],
  passed: (id: string) => boolean | undefined,
): CriterionState {
  if (cases.some((id) => passed(id) === false)) return "failed";
  if (cases.some((id) => passed(id) === undefined)) return "skipped";
  if (cases.length > 0) return "passed";
  if (criterion.proof === undefined) return "unproven";
  return "unit" in criterion.proof ? "passed" : "waived";
}
