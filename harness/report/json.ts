/** The report for programs. */

import * as v from "valibot";
import { HarnessError } from "../engine.ts";
import { sha256 } from "../golden/golden.ts";
import { PRECISIONS } from "../replay/offer.ts";
import type { Report } from "../verdict.ts";

/** Infinite numbers are written as null. */
const Far = v.nullable(v.number());
const CASE_FIELD = { field: v.string(), step: v.number(), delta: Far, allowed: Far, excess: Far };
const Worst = v.nullable(v.object({ ...CASE_FIELD, case: v.string() }));

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const Names = v.array(v.string());
const Precision = v.picklist(PRECISIONS);
const Contacts = v.picklist(["ordered", "unordered"]);
const State = v.picklist(["passed", "failed", "unproven", "waived", "skipped"]);

const Step = v.pipe(v.number(), v.integer(), v.minValue(-1));
const RELATION = { kind: v.string(), value: v.optional(v.number()), name: v.optional(v.string()) };
const PLACE = {
  step: Step,
  index: Step,
  owner: v.string(),
  got: v.string(),
  expected: v.string(),
  message: v.string(),
};
const CAUSE = {
  stage: v.string(),
  field: v.string(),
  reason: v.string(),
  columns: v.array(Count),
  kinds: Names,
};

/** What a report in JSON looks like. */
export const ReportSchema = v.object({
  format: v.literal(2),
  mujoco: v.string(),
  engine: v.string(),
  manner: v.object({ precision: Precision, contacts: Contacts }),
  origin: v.object({ golden: v.string(), spec: v.string(), harness: v.string(), engine: v.string() }),
  items: v.array(v.object({
    id: v.string(),
    title: v.string(),
    verdict: v.picklist(["pass", "part", "known", "fail", "empty"]),
    criteria: v.object({
      passed: Count,
      failed: Count,
      unproven: Count,
      waived: Count,
      skipped: Count,
      seconds: v.optional(v.pipe(v.number(), v.minValue(0))),
      total: Count,
    }),
    cases: Count,
    passed: Count,
    known: Count,
    steps: Count,
    scalars: Count,
    worst: Worst,
    fields: v.array(v.object({
      field: v.string(),
      bound: v.string(),
      cause: v.nullable(v.string()),
      listed: v.boolean(),
      worst: Worst,
    })),
    vacuous: v.array(v.string()),
    coverage: v.nullable(v.object({ seen: Count, of: Count })),
  })),
  cases: v.array(v.object({
    id: v.string(),
    items: v.array(v.string()),
    isolates: v.string(),
    verdict: v.picklist(["pass", "known", "fail", "unseen"]),
    reason: v.nullable(v.string()),
    steps: Count,
    scalars: Count,
    skipped: Count,
    seen: v.optional(Names),
    unseen: v.optional(Names),
    unjudged: v.optional(Names),
    worst: Worst,
    fields: v.array(v.object(CASE_FIELD)),
    failures: v.array(v.string()),
    remarks: Names,
    cause: v.optional(v.object({
      ...CAUSE,
      ...PLACE,
      relations: v.array(v.object({ ...RELATION, isSure: v.boolean() })),
    })),
    log: v.optional(v.string()),
  })),
  criteria: v.array(v.object({ id: v.string(), item: v.string(), state: State, by: Names, others: Names })),
  causes: v.array(v.object({
    ...CAUSE,
    relation: v.nullable(v.object({ ...RELATION, text: v.string(), cases: Count, of: Count })),
    follows: Names,
    step: Step,
    cases: v.pipe(Names, v.minLength(1)),
    example: v.object({ case: v.string(), ...PLACE }),
  })),
  ratchet: v.object({
    known: v.array(v.string()),
    broken: v.array(v.string()),
    stale: v.array(v.string()),
    gone: v.array(v.string()),
  }),
  totals: v.object({
    items: Count,
    passed: Count,
    part: Count,
    failed: Count,
    cases: Count,
    steps: Count,
    scalars: Count,
    skipped: Count,
  }),
  conforms: v.boolean(),
  footer: v.object({ complete: v.literal(true), cases: Count, seal: v.string() }),
});

/** Writes a report. Differences that are infinite become null. */
export function renderJson(report: Report): string {
  const { footer, ...body } = report;
  return `${JSON.stringify({ ...body, footer: { ...footer, seal: seal(body) } }, null, 1)}\n`;
}

/** Hash of everything before the footer, to detect edited reports. */
function seal(body: object): string {
  return sha256(JSON.stringify(body));
}

/** Reads a report, and rejects one that was cut off. */
export function parseReport(text: string, place: string): Report {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new HarnessError(`${place}: not a whole report, it was cut off`);
  }
  const result = v.safeParse(ReportSchema, json);
  if (!result.success) {
    const [issue] = result.issues;
    throw new HarnessError(`${place}: ${v.getDotPath(issue) ?? "(root)"}: ${issue.message}`);
  }
  if (result.output.footer.cases !== result.output.cases.length) {
    throw new HarnessError(`${place}: the footer speaks of ${result.output.footer.cases} cases`);
  }
  const { footer, ...body } = json as Report & { footer: { seal: string } };
  if (footer.seal !== seal(body)) throw new HarnessError(`${place}: was changed after it was written`);
  return json as Report;
}
