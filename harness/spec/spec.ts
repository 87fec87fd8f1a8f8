/**
 * The specification: items, each with a claim, criteria, a tolerance table, and goldens.
 *
 * Items are in `items.ts`, the criteria of an item in `criteria/<item id>.json`, and its tolerance table in
 * `tolerances/<item id>.json`. Cases list the criteria that they prove; a criterion names its proof only if that is not
 * a golden.
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
  /** claim about an engine that conforms, in one sentence */
  readonly claim: string;
  /** its source in the seed documents */
  readonly seed: string;
  /** its fields and their tolerances */
  readonly tolerances?: ItemTable;
}

/** A testable statement of an item. */
export interface Criterion {
  /** `24.AC5` */
  readonly id: string;
  /** id of its item */
  readonly item: string;
  /** a numbered acceptance criterion, a normative rule, or a question that the seeds leave open */
  readonly kind: "ac" | "rule" | "supplement";
  /** relation of the seed's expectation to MuJoCo's behavior */
  readonly verdict: "agree" | "disagree" | "seed-extension" | "not-observable";
  /** statement */
  readonly statement: string;
  /** the seed's expectation */
  readonly expect?: string | undefined;
  /** MuJoCo's behavior, which is required */
  readonly observed?: string | undefined;
  /** anything worth knowing */
  readonly note?: string | undefined;
  /** its fields, by their names in failures */
  readonly fields?: readonly string[] | undefined;
  /** the proof, if it is not a golden case: a unit test as `path: name`, or the reason why there cannot be one */
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
  /** whether it is used with other goldens, which need not show everything */
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

/** Checks the content of a file of criteria; `place` is its name in messages. */
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

/** The state of a criterion after a run. */
export type CriterionState =
  /** all of its golden cases pass, and there is at least one; or a unit test proves it */
  | "passed"
  /** one of its golden cases fails */
  | "failed"
  /** it has no proof yet */
  | "unproven"
  /** it cannot be proved, for a stated reason */
  | "waived"
  /** one of its golden cases was not run */
  | "skipped";

/** A criterion and its state after a run. */
export interface CriterionResult {
  readonly criterion: Criterion;
  readonly state: CriterionState;
  /** ids of its golden cases */
  readonly cases: readonly string[];
}

/**
 * Derives the state of each criterion from the cases: `served` returns the ids of the cases of a criterion, and
 * `passed` whether a case passed, or undefined if it was not run.
 */
export function judgeCriteria(
  criteria: readonly Criterion[],
  served: ReadonlyMap<string, readonly string[]>,
  passed: (caseId: string) => Proof,
): CriterionResult[] {
  return criteria.map((criterion) => {
    const cases = served.get(criterion.id) ?? [];
    return { criterion, cases, state: judge(criterion, cases, passed) };
  });
}

/** Did a case pass? Undefined if it was not run, null if nobody could tell, in the precision in which it was judged. */
export type Proof = boolean | undefined | null;

function judge(
  criterion: Criterion,
  cases: readonly string[],
  passed: (id: string) => Proof,
): CriterionState {
  const proofs = cases.map(passed);
  if (proofs.includes(false)) return "failed";
  if (proofs.includes(undefined)) return "skipped";
  if (cases.length > 0) return proofs.includes(true) ? "passed" : "waived";
  if (criterion.proof === undefined) return "unproven";
  return "unit" in criterion.proof ? "passed" : "waived";
}
