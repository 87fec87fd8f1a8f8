/** Makes the calls of a recipe, on any engine that supports them. */

import { HarnessError, type Numbers, type Simulation } from "../engine.ts";
import { usedLength } from "../replay/fields.ts";
import { type Argument, FUNCTIONS } from "./functions.ts";

/** The calls of a recipe: for each function, in order, the arguments of each call. */
export type Calls = Readonly<Record<string, readonly (readonly Argument[])[]>>;

/** The outputs of a function in all its calls, end to end; undefined if the engine does not have it. */
export function makeCalls(sim: Simulation, name: string, calls: Calls[string]): Float64Array | undefined {
  const parts: ArrayLike<number>[] = [];
  for (const args of calls) {
    const given = sim.call?.(name, args);
    if (given === undefined) return undefined;
    parts.push(given);
  }
  return joined(parts);
}

/** The engine's form of an argument of a call. */
export type Bound =
  | { readonly kind: "model" }
  | { readonly kind: "data" }
  | { readonly kind: "given"; readonly value: Argument }
  | { readonly kind: "written" | "scratch"; readonly values: Float64Array | Int32Array };

/**
 * Calls a function: `invoke` receives its arguments and fills those that are outputs. Returns the return value, the
 * outputs, and the fields that show its effects, end to end.
 */
export function callFunction(
  sim: Simulation,
  name: string,
  args: readonly Argument[],
  invoke: (bound: readonly Bound[]) => unknown,
): Float64Array {
  const signature = FUNCTIONS[name];
  if (signature === undefined) throw new HarnessError(`calls: '${name}' is not a function that a recipe can call`);
  const left = [...args];
  const next = (): Argument => {
    const value = left.shift();
    if (value === undefined) throw new HarnessError(`calls: ${name} is given too few arguments`);
    return value;
  };
  const size = (field: string) => Number(sim.read(field));
  const bound = signature.parameters.map((parameter): Bound => {
    if (parameter === "model") return { kind: "model" };
    if (parameter === "data") return { kind: "data" };
    if (parameter === "given") return { kind: "given", value: next() };
    if (parameter === "changed") return { kind: "written", values: Float64Array.from(next() as number[]) };
    if ("field" in parameter) return { kind: "given", value: [...sim.read(parameter.field) as Float64Array] };
    const isScratch = "scratch" in parameter;
    const length = (isScratch ? parameter.scratch : parameter.out)(size, args, sim);
    const values = parameter.isWhole ? new Int32Array(length).fill(-1) : new Float64Array(length).fill(NaN);
    return { kind: isScratch ? "scratch" : "written", values };
  });
  if (left.length > 0) throw new HarnessError(`calls: ${name} is given too many arguments`);
  const before = signature.restores ? signature.reads.map((field) => readUsed(sim, field)) : [];
  const result = invoke(bound);
  const given = joined([
    returned(result),
    ...bound.map((it) => it.kind === "written" ? it.values : []),
    ...signature.reads.map((field) => readUsed(sim, field)),
  ]);
  before.forEach((values, i) => sim.write(signature.reads[i], values));
  return given;
}

/** A returned number, or the character codes of a returned text. */
function returned(value: unknown): number[] {
  if (typeof value === "string") return Array.from(value, (letter) => letter.codePointAt(0) ?? 0);
  return typeof value === "number" ? [value] : [];
}

/** The part of a field that is in use. */
function readUsed(sim: Simulation, field: string): ArrayLike<number> {
  const value = sim.read(field);
  if (value === undefined || typeof value === "number") return value === undefined ? [] : [value];
  return (value as Numbers).slice(0, usedLength(sim, field, value.length));
}

function joined(parts: readonly ArrayLike<number>[]): Float64Array {
  const out = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
