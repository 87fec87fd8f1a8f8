/** Tolerance tables: the fields of an item, and their allowed differences from MuJoCo. */

import * as v from "valibot";
import { HarnessError } from "../engine.ts";
import { isComparedField, isExactField } from "../replay/fields.ts";

/** Default factor on MuJoCo's noise. */
export const NOISE_FACTOR = 10;

/** Maximum difference of two builds of MuJoCo that counts as noise, as a multiple of what noise allows. */
export const BUILDS_FACTOR = 10;

/** Default ceiling of noise, relative to the largest element of a field or to one. */
export const CEILING = 1e-8;

/** How much noise allows. */
export interface Noise {
  /** times MuJoCo's noise */
  readonly factor?: number | undefined;
  /** ceiling, relative to the largest element of the field or to one */
  readonly ceiling?: number | undefined;
}

/**
 * Allowed difference of a value from MuJoCo's.
 *
 * - `exact`: none.
 * - `noise`: `factor` times the change in MuJoCo's results when its input moves by one ulp, as measured by the
 *   exporter, and at most `ceiling`, relative to the largest element of the field or to one. Both have defaults.
 * - `expression`: as `noise`, and at most the value of an expression over the reference `ref`, such as `"1e-12 * max(1,
 *   norm(ref))"`.
 * - `fixed`: a bound that may be looser than the noise, with a stated cause: a number or an expression.
 */
export type Tolerance =
  | { readonly kind: "exact" }
  | ({ readonly kind: "noise" } & Noise)
  | ({ readonly kind: "expression"; readonly bound: string } & Noise)
  | { readonly kind: "fixed"; readonly bound: number | string; readonly cause: string };

/** A figure from the seed documents for a field. */
export interface SeedFigure {
  /** quotation */
  readonly says: string;
  /** where */
  readonly at: string;
}

/** An entry of a tolerance table. */
export type TableEntry = Tolerance & {
  /** reason for the bound */
  readonly reason: string;
  /** figure required by the seed documents */
  readonly seedFigure?: SeedFigure | undefined;
};

/** Tolerances by field. Other fields have the default. */
export type ToleranceTable = Readonly<Record<string, Tolerance>>;

/** The tolerance table of an item. */
export type ItemTable = Readonly<Record<string, TableEntry>>;

const Text = v.pipe(v.string(), v.nonEmpty());
const Positive = v.pipe(v.number(), v.finite(), v.gtValue(0));

const NOISE = {
  factor: v.optional(v.pipe(Positive, v.maxValue(NOISE_FACTOR))),
  ceiling: v.optional(v.pipe(Positive, v.maxValue(CEILING))),
};
const EXACT = { kind: v.literal("exact") };
const NOISY = { kind: v.literal("noise"), ...NOISE };
const EXPRESSION = { kind: v.literal("expression"), bound: Text, ...NOISE };
const FIXED = { kind: v.literal("fixed"), bound: v.union([Positive, Text]), cause: Text };

/** A tolerance as the recipe of a case gives it. */
export const ToleranceSchema = v.variant("kind", [
  v.strictObject(EXACT),
  v.strictObject(NOISY),
  v.strictObject(EXPRESSION),
  v.strictObject(FIXED),
]);

const WHY = {
  reason: Text,
  seedFigure: v.optional(v.strictObject({ says: Text, at: Text })),
};
const TableSchema = v.record(
  Text,
  v.variant("kind", [
    v.strictObject({ ...EXACT, ...WHY }),
    v.strictObject({ ...NOISY, ...WHY }),
    v.strictObject({ ...EXPRESSION, ...WHY }),
    v.strictObject({ ...FIXED, ...WHY }),
  ]),
);

/** Checks that a table has only fields that are compared, and loosens nothing without a cause. */
export function checkTable(table: unknown, place: string): void {
  if (table === undefined) return;
  const result = v.safeParse(TableSchema, table);
  if (!result.success) {
    const [issue] = result.issues;
    throw new HarnessError(`${place}: ${v.getDotPath(issue) ?? "(root)"}: ${issue.message}`);
  }
  for (const [label, { kind }] of Object.entries(result.output)) {
    if (!isComparedField(label)) throw new HarnessError(`${place}: ${label}: no such field is ever compared`);
    if (isLooser(label, kind)) throw new HarnessError(`${place}: ${label}: is exact, only 'fixed' may loosen that`);
  }
}

/** Would this allow a field that is exact by default to differ, without a cause? */
export function isLooser(label: string, kind: Tolerance["kind"]): boolean {
  return isExactField(label) && (kind === "noise" || kind === "expression");
}

/**
 * A tolerance in a few words: `exact`, `10 × noise, at most 1e-8 × scale`; the default for a field that is not in a
 * table. The scale is the largest absolute value of the field, or one.
 */
export function describeTolerance(label: string, tolerance: Tolerance | undefined): string {
  const it: Tolerance = tolerance ?? { kind: isExactField(label) ? "exact" : "noise" };
  if (it.kind === "exact") return "exact";
  if (it.kind === "fixed") return `fixed: ${it.bound}`;
  const { factor = NOISE_FACTOR, ceiling = CEILING } = it;
  const noise = `${factor} × noise, at most ${ceiling} × scale`;
  return it.kind === "noise" ? noise : `${noise} and ${it.bound}`;
}
