/** Tolerance tables: which fields an item is about, and how far each may be from MuJoCo's. */

import * as v from "valibot";
import { HarnessError } from "../engine.ts";
import { isComparedField, isExactField } from "../fields.ts";

/** Differences are measured against this many times the noise of MuJoCo against itself. */
export const NOISE_FACTOR = 10;

/** The difference of two builds of MuJoCo counts as noise up to this many times what noise excuses. */
export const BUILDS_FACTOR = 10;

/** No noise excuses more than this, relative to the largest element of a field, or to one. */
export const CEILING = 1e-8;

/** How much noise excuses. */
export interface Noise {
  /** times what MuJoCo differs from itself */
  readonly factor?: number | undefined;
  /** relative to the largest element of the field, or to one */
  readonly ceiling?: number | undefined;
}

/**
 * How far a value may be from MuJoCo's.
 *
 * - `exact`: not at all.
 * - `noise`: `factor` times what MuJoCo differs from itself when its input moves by one ulp, as the exporter found, and
 *   no more than `ceiling`, relative to the largest element of the field or to one. Both have defaults.
 * - `expression`: as `noise`, and no more than an expression over the reference `ref`, such as
 *   `"1e-12 * max(1, norm(ref))"`.
 * - `fixed`: a bound that may be looser than the noise, with a stated cause: a number or an expression.
 */
export type Tolerance =
  | { readonly kind: "exact" }
  | ({ readonly kind: "noise" } & Noise)
  | ({ readonly kind: "expression"; readonly bound: string } & Noise)
  | { readonly kind: "fixed"; readonly bound: number | string; readonly cause: string };

/** A figure that the seed documents give for a field. */
export interface SeedFigure {
  /** in their words */
  readonly says: string;
  /** where */
  readonly at: string;
}

/** What an item says about a field. */
export type TableEntry = Tolerance & {
  /** why the bound is what it is */
  readonly reason: string;
  /** what the seed documents ask for */
  readonly seedFigure?: SeedFigure | undefined;
};

/** Tolerances by field. Fields that are not named follow the default. */
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

/** Checks that a table speaks of fields that are compared, and does not loosen anything without a cause. */
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

/** Would this let a field differ that is exact by default, without a cause? */
export function isLooser(label: string, kind: Tolerance["kind"]): boolean {
  return isExactField(label) && (kind === "noise" || kind === "expression");
}

/**
 * A tolerance in a few words: `exact`, `10 × noise, at most 1e-8 × scale`; of a field that no table names, the default.
 * The scale is the largest absolute value of the field, or one.
 */
export function describeTolerance(label: string, tolerance: Tolerance | undefined): string {
  const it: Tolerance = tolerance ?? { kind: isExactField(label) ? "exact" : "noise" };
  if (it.kind === "exact") return "exact";
  if (it.kind === "fixed") return `fixed: ${it.bound}`;
  const { factor = NOISE_FACTOR, ceiling = CEILING } = it;
  const noise = `${factor} × noise, at most ${ceiling} × scale`;
  return it.kind === "noise" ? noise : `${noise} and ${it.bound}`;
}
