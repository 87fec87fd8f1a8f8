/** Bounds as expressions over the reference, such as `1e-12 * max(1, norm(ref))`. Loaded only when a table has one. */

import {
  absDependencies,
  addDependencies,
  create,
  divideDependencies,
  type FactoryFunctionMap,
  maxDependencies,
  minDependencies,
  multiplyDependencies,
  parseDependencies,
  powDependencies,
  sqrtDependencies,
  subtractDependencies,
  unaryMinusDependencies,
} from "mathjs";
import { HarnessError, type Numbers } from "../engine.ts";

const math = create({
  absDependencies,
  addDependencies,
  divideDependencies,
  maxDependencies,
  minDependencies,
  multiplyDependencies,
  parseDependencies,
  powDependencies,
  sqrtDependencies,
  subtractDependencies,
  unaryMinusDependencies,
} as FactoryFunctionMap);

/**
 * Compiles an expression in `ref`, MuJoCo's values, with nonfinite ones replaced by zero; `norm` is Euclidean,
 * `largest` the largest absolute value.
 */
export function compileExpression(text: string): (reference: Numbers) => number {
  let code;
  try {
    if (math.parse === undefined) throw new Error("the parser is missing");
    code = math.parse(text).compile();
  } catch (error) {
    throw new HarnessError(`tolerance '${text}': ${error instanceof Error ? error.message : error}`);
  }
  return (reference) => {
    const value: unknown = code.evaluate({
      ref: Array.from(reference, (x) => Number.isFinite(x) ? x : 0),
      norm,
      largest,
    });
    if (typeof value !== "number" || !(value >= 0 && value < Infinity)) {
      throw new HarnessError(`tolerance '${text}' gives ${value}, not a finite number from zero up`);
    }
    return value;
  };
}

function largest(values: readonly number[]): number {
  let most = 0;
  for (const x of values) most = Math.max(most, Number.isFinite(x) ? Math.abs(x) : 0);
  return most;
}

function norm(values: readonly number[]): number {
  let sum = 0;
  for (const x of values) sum += x * x;
  return Math.sqrt(sum);
}
