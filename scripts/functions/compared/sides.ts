/**
 * The two sides of a comparison: the package, and MuJoCo. Whatever a comparison calls is noted, and any function can be
 * replaced by one that lies: a comparison that does not notice proves nothing about it.
 */

import * as mod from "../../../mod.ts";

/** The bindings, which are generated. */
// deno-lint-ignore no-explicit-any
export type Foreign = any;

type AnyFunction = (...args: unknown[]) => unknown;

const { Worker } = globalThis;
const { default: load } = await import("mujoco");
const bindings: Foreign = await load({ print: () => {}, printErr: () => {} });
globalThis.Worker = Worker;

/** What was called on each side, and what it returned last. */
export interface Trace {
  readonly ours: Map<string, unknown>;
  readonly theirs: Map<string, unknown>;
}

/** A function that lies. */
export interface Lie {
  readonly side: "ours" | "theirs";
  readonly name: string;
  /** what it returned when it did not lie */
  readonly returned: unknown;
  /** what it leaves undone: everything, or what it says and writes to arrays */
  readonly how: "nothing" | "wrong";
}

let trace: Trace | null = null;
let lie: Lie | null = null;
let lies = 0;

/** Lies after which a comparison is not expected to end. */
const MANY = 100_000;

/** Notes what is called in a comparison. */
export async function traced(run: Comparison["run"]): Promise<Trace> {
  const noted: Trace = { ours: new Map(), theirs: new Map() };
  trace = noted;
  try {
    await run();
  } finally {
    trace = null;
  }
  return noted;
}

/** Does a comparison notice that a function lies? */
export async function notices(run: Comparison["run"], told: Lie): Promise<boolean> {
  lie = told;
  lies = 0;
  const restore = told.side === "ours" ? replaceMember(told) : () => {};
  try {
    await run();
    return false;
  } catch {
    return true;
  } finally {
    restore();
    lie = null;
  }
}

/** A call of either side, which may be noted or answered by a lie. */
export function called(side: Lie["side"], name: string, call: AnyFunction, args: unknown[]): unknown {
  if (lie?.side === side && lie.name === name) return lied(call, args, lie);
  const returned = call(...args);
  trace?.[side].set(name, returned ?? trace[side].get(name));
  return returned;
}

/** What a function that lies returns. */
function lied(call: AnyFunction, args: unknown[], { how, returned }: Lie): unknown {
  if (++lies > MANY) throw new Error("the comparison does not end");
  if (how === "nothing") return returned;
  const arrays = args.filter((it) => ArrayBuffer.isView(it)) as Float64Array[];
  const before = arrays.map((array) => array.slice());
  const wrong = off(call(...args));
  arrays.forEach((array, i) => array.set(before[i]));
  return wrong;
}

/** Something of the same kind that is not the same. */
function off(value: unknown): unknown {
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) ? value + (Math.abs(value) + 1) / 16 : 1;
    case "boolean":
      return !value;
    case "string":
      return value.replace(/\d/g, (digit) => `${9 - Number(digit)}`) + "?";
    case "undefined":
      return undefined;
    default:
      return {};
  }
}

/** The module, whose functions are called through `called`. */
function side(name: Lie["side"], functions: Foreign): Foreign {
  const wrapped = new Map<string, AnyFunction>();
  return new Proxy({}, {
    get(_, key: string) {
      const value = functions[key];
      if (typeof value !== "function" || !CALLED[name](key, value)) {
        trace?.[name].set(key, value);
        return lie?.side === name && lie.name === key ? off(value) : value;
      }
      const known = wrapped.get(key);
      if (known !== undefined) return known;
      const wrapper: AnyFunction = (...args) => called(name, key, (...given) => functions[key](...given), args);
      wrapped.set(key, wrapper);
      return wrapper;
    },
    set: (_, key, value) => Reflect.set(functions, key, value),
    has: (_, key) => key in functions,
    ownKeys: () => Reflect.ownKeys(functions),
    getOwnPropertyDescriptor: (_, key) => ({ ...Reflect.getOwnPropertyDescriptor(functions, key), configurable: true }),
  });
}

/** Functions, but not classes, which are called otherwise. */
const CALLED: Readonly<Record<Lie["side"], (name: string, value: AnyFunction) => boolean>> = {
  ours: (_, value) => !/^class\b/.test(String(value)),
  theirs: (name) => /^mj[a-z]*_/.test(name),
};

/** The package. */
export const plumbline: typeof mod = side("ours", mod);

/** MuJoCo in WebAssembly. */
export const mj: Foreign = side("theirs", bindings);

/** The owner of a member of a class of the package, such as `SpecBody.addBody`. */
function ownerOf(name: string): { owner: object; member: string } | null {
  const [root, member] = name.split(".");
  const start = (mod as Foreign)[root];
  if (member === undefined || typeof start !== "function") return null;
  if (Object.hasOwn(start, member) && typeof start[member] === "function") return { owner: start, member };
  for (let owner = start.prototype; owner; owner = Object.getPrototypeOf(owner)) {
    if (Object.hasOwn(owner, member)) return { owner, member };
  }
  return null;
}

/** Replaces a member by one that lies; returns what undoes it. */
function replaceMember({ name }: Lie): () => void {
  const found = ownerOf(name);
  if (found === null) return () => {};
  const { owner, member } = found;
  const original = Object.getOwnPropertyDescriptor(owner, member) as PropertyDescriptor;
  const changed = { ...original };
  if (original.value !== undefined) changed.value = () => undefined;
  if (original.get !== undefined) changed.get = () => undefined;
  if (original.set !== undefined) changed.set = () => {};
  Object.defineProperty(owner, member, changed);
  return () => Object.defineProperty(owner, member, original);
}

/** A comparison of both sides. */
export interface Comparison {
  readonly title: string;
  readonly run: () => void | Promise<void>;
  /** functions of MuJoCo that stand for members of classes */
  readonly members: readonly string[];
}

/** All comparisons. */
export const COMPARISONS: Comparison[] = [];

/** Adds a comparison. */
export function comparison(title: string, run: Comparison["run"], members: readonly string[] = []): void {
  COMPARISONS.push({ title, run, members });
}
