/** Allowed differences from MuJoCo, field by field and frame by frame. */

import { HarnessError, type Numbers } from "../engine.ts";
import { isExactField } from "./fields.ts";
import {
  BUILDS_FACTOR,
  CEILING,
  isLooser,
  type Noise,
  NOISE_FACTOR,
  type Tolerance,
  type ToleranceTable,
} from "../spec/table.ts";

/** The bound of one field. */
export interface Bound {
  /** short text for messages; `builds` is noise plus the difference between two builds of MuJoCo */
  readonly kind: Tolerance["kind"] | "builds" | "single" | "bits";
  /** difference, relative to an element, up to which it counts as equal */
  readonly slack?: number;
  /** is the field judged in a frame? In all, if this is missing. */
  judges?(frame: number): boolean;
  /** largest difference allowed in a frame, given MuJoCo's values */
  allowed(frame: number, reference: Numbers): number;
}

/** Rounding of a few operations, relative to the largest element of a field. */
export const RELATIVE_FLOOR = 1e-14;

/** Absolute ceiling of all bounds, relative to the largest element of a field or to one. */
const LOOSEST = 1e-3;

/** One unit in the last place of single precision, relative to a number. */
export const SINGLE_ULP = 2 ** -23;

/** Rounding of a few operations in single precision: the same number of units in the last place as above. */
export const SINGLE_FLOOR = RELATIVE_FLOOR * 2 ** 29;

/** Ceiling of bounds in single precision, relative to the largest element or to one: that of all bounds. */
export const SINGLE_MOST = LOOSEST;

/** No difference at all. */
export const EXACT: Bound = { kind: "exact", allowed: () => 0 };

/** No difference, as the engine promises. */
export const BITS: Bound = { kind: "bits", allowed: () => 0 };

/** Tables by item, and tolerances of cases with several items. */
export class Tables {
  #byItem: Readonly<Record<string, ToleranceTable>>;
  #known = new Map<string, ToleranceTable>();

  constructor(byItem: Readonly<Record<string, ToleranceTable>>) {
    this.#byItem = byItem;
  }

  /** The tolerances of a case with some items: the tightest of each field. */
  of(items: readonly string[]): ToleranceTable {
    const key = items.join(" ");
    let table = this.#known.get(key);
    if (table === undefined) {
      this.#known.set(key, table = combineTables(items.map((id) => this.#byItem[id] ?? {})));
    }
    return table;
  }
}

/** The tolerance of a field in several tables: the tightest one. */
export function combineTables(tables: readonly ToleranceTable[]): ToleranceTable {
  if (tables.length === 1) return tables[0];
  const out: Record<string, Tolerance> = {};
  for (const table of tables) {
    for (const [label, tolerance] of Object.entries(table)) {
      out[label] = label in out ? tighter(out[label], tolerance) : tolerance;
    }
  }
  return out;
}

function tighter(a: Tolerance, b: Tolerance): Tolerance {
  if (a.kind === "exact" || b.kind === "exact") return { kind: "exact" };
  if (a.kind === "fixed" && b.kind === "fixed") return { ...a, bound: `min(${a.bound}, ${b.bound})` };
  if (a.kind === "fixed") return b;
  if (b.kind === "fixed") return a;
  const noise = {
    factor: Math.min(a.factor ?? NOISE_FACTOR, b.factor ?? NOISE_FACTOR),
    ceiling: Math.min(a.ceiling ?? CEILING, b.ceiling ?? CEILING),
  };
  const bounds = [a, b].flatMap((it) => it.kind === "expression" ? [it.bound] : []);
  if (bounds.length === 0) return { kind: "noise", ...noise };
  return { kind: "expression", bound: bounds.length === 1 ? bounds[0] : `min(${bounds.join(", ")})`, ...noise };
}

/**
 * The tolerances of a case: those of its items, tightened by its own. It cannot loosen anything: a `fixed` bound of its
 * own must be for a field that its items allow to be fixed.
 */
export function tolerancesOfCase(id: string, items: ToleranceTable, own: ToleranceTable | undefined): ToleranceTable {
  if (own === undefined) return items;
  for (const [label, { kind }] of Object.entries(own)) {
    if (kind === "fixed" && items[label]?.kind !== "fixed") {
      throw new HarnessError(`${id}: tolerances: ${label}: 'fixed', which the table of its item does not allow`);
    }
    if (isLooser(label, kind)) throw new HarnessError(`${id}: tolerances: ${label}: '${kind}', but the field is exact`);
  }
  return combineTables([items, own]);
}

/** A number for all frames, or one for each. */
export type Floor = number | readonly number[];

/**
 * Makes the bound of a field from its tolerance, the measured noise, and the difference of another build of MuJoCo if
 * that exceeds the noise.
 */
export function boundOf(
  label: string,
  tolerance: Tolerance | undefined,
  noise: Floor | undefined,
  builds?: Floor | undefined,
): Bound {
  if (tolerance === undefined) return isExactField(label) ? EXACT : noiseBound(noise ?? 0, {}, builds);
  switch (tolerance.kind) {
    case "exact":
      return EXACT;
    case "noise":
      return noiseBound(noise ?? 0, tolerance, builds);
    case "expression": {
      const { allowed } = noiseBound(noise ?? 0, tolerance, builds);
      const limit = expressionOf(tolerance.bound);
      return {
        kind: "expression",
        allowed: (frame, reference) => Math.min(allowed(frame, reference), limit(reference)),
      };
    }
    case "fixed": {
      const { bound } = tolerance;
      const limit = typeof bound === "number" ? () => bound : expressionOf(bound);
      return {
        kind: "fixed",
        allowed: (_, reference) => Math.min(limit(reference), LOOSEST * Math.max(1, largest(reference))),
      };
    }
  }
}

/**
 * Thrown when an expression must be evaluated before the parser is loaded: it takes long to load, and is needed only if
 * a value differs.
 */
export class ExpressionsMissing extends Error {}

let compile: ((text: string) => (reference: Numbers) => number) | undefined;

/** Loads the parser of expressions. */
export async function loadExpressions(): Promise<void> {
  compile ??= (await import("./expression.ts")).compileExpression;
}

function expressionOf(text: string): (reference: Numbers) => number {
  let evaluate: ((reference: Numbers) => number) | undefined;
  return (reference) => {
    if (compile === undefined) throw new ExpressionsMissing(text);
    evaluate ??= compile(text);
    return evaluate(reference);
  };
}

/**
 * A multiple of the noise floor, at least the rounding of a few operations, at most the ceiling. The difference between
 * two builds is allowed in addition, up to a multiple of that.
 */
export function noiseBound(
  floor: Floor,
  { factor = NOISE_FACTOR, ceiling = CEILING }: Noise = {},
  builds?: Floor | undefined,
): Bound {
  return {
    kind: builds === undefined ? "noise" : "builds",
    allowed: (frame, reference) => {
      const scale = largest(reference);
      const own = Math.max(factor * floorOf(floor, frame), RELATIVE_FLOOR * scale);
      const apart = builds === undefined ? 0 : Math.min(floorOf(builds, frame), BUILDS_FACTOR * own);
      return Math.min(Math.max(own, apart), ceiling * Math.max(1, scale));
    },
  };
}

function floorOf(floor: Floor, frame: number): number {
  return typeof floor === "number" ? floor : floor[frame];
}

function largest(values: Numbers): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i]);
    if (size > most && size < Infinity) most = size;
  }
  return most;
}

/**
 * The bound of a field in single precision, from the change of MuJoCo's own values when its inputs are rounded to that.
 * Whole numbers are exact; what is copied may be rounded, and no more unless MuJoCo's own copy changes; what is computed
 * may differ by a multiple of the change, at least by the rounding of a few operations.
 */
export function singleBound(label: string, values: Numbers, change: SingleChange | undefined): Bound {
  const at = (frame: number) =>
    change === undefined ? 0 : Array.isArray(change) ? change[frame] : change as number | null;
  const judges = (frame: number) => at(frame) !== null;
  if (!isReal(values)) return { kind: "exact", allowed: () => 0, judges };
  const floor = isExactField(label) ? 0 : SINGLE_FLOOR;
  return {
    kind: "single",
    slack: SINGLE_ULP,
    judges,
    allowed: (frame, reference) => {
      const scale = largest(reference);
      return Math.min(Math.max(NOISE_FACTOR * (at(frame) ?? 0), floor * scale), SINGLE_MOST * Math.max(1, scale));
    },
  };
}

/** Does an array hold real numbers rather than whole ones? */
export function isReal(values: Numbers): boolean {
  return values instanceof Float64Array || values instanceof Float32Array;
}

/** MuJoCo's change, for all frames or for each; null where a field is not judged. */
export type SingleChange = number | null | readonly (number | null)[];
