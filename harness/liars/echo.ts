/** An engine that repeats a golden except for one value, which is off by a given amount. */

import { OPTION_FIELDS, STATISTIC_FIELDS } from "../../engine/types/model_fields.ts";
import type { Engine, Loaded, Numbers, Simulation } from "../engine.ts";
import { COMPILED_SIZES } from "../replay/fields.ts";
import type { Golden } from "../golden/golden.ts";

/** One value that is not MuJoCo's. */
export interface Lie {
  /** field name, as in failures: `qacc`, `next.qpos`, `free qvel`, `geom_size` */
  readonly label: string;
  readonly frame: number;
  readonly index: number;
  readonly value: number;
}

/** Makes the engine. Events have nothing to change. */
export function echo(golden: Golden, lie?: Lie): Engine {
  const load = (isFree: boolean): Loaded => {
    if (golden.file.kind === "reject") return { outcome: "rejected", message: "no" };
    return { outcome: "loaded", simulation: new Echo(golden, lie, isFree) };
  };
  return { name: "echo", version: "1", load: () => load(false), loadFree: () => load(true), close: () => {} };
}

class Echo implements Simulation {
  #golden: Golden;
  #lie: Lie | undefined;
  #isFree: boolean;
  #frame: number;
  #prefix = "";
  /** functions that were called in this frame */
  #called = new Set<string>();

  constructor(golden: Golden, lie: Lie | undefined, isFree: boolean) {
    this.#golden = golden;
    this.#lie = lie;
    this.#isFree = isFree;
    this.#frame = golden.file.kind === "compile" ? 0 : -1;
  }

  read(field: string): Numbers | number | undefined {
    const { frames } = this.#golden;
    const values = frames.get(this.#prefix + field, this.#frame) ?? this.#compiled(field);
    const label = this.#isFree ? `free ${field}` : this.#prefix + field;
    const lie = this.#lie;
    if (values === undefined || lie === undefined || label !== lie.label || this.#frame !== lie.frame) return values;
    const copy = Float64Array.from(values);
    copy[lie.index] = lie.value;
    return copy;
  }

  /** Sizes, options and statistics, which are not recorded as fields. */
  #compiled(field: string): Numbers | undefined {
    const { minted: { sizes = {}, scalars = {} }, file } = this.#golden;
    if (file.kind !== "compile") return undefined;
    if ((COMPILED_SIZES as readonly string[]).includes(field)) return Int32Array.of(sizes[field] ?? 0);
    const length = LENGTHS.get(field);
    if (length === undefined) return undefined;
    const out = new Float64Array(Math.max(1, length));
    for (let i = 0; i < out.length; i++) out[i] = Number(scalars[`${field}[${i}]`] ?? 0);
    if (field in scalars) out[0] = Number(scalars[field]);
    return out;
  }

  /**
   * The outputs of all calls of a function are recorded end to end: the first call returns everything, the others
   * nothing.
   */
  call(name: string): Float64Array {
    if (this.#called.has(name)) return new Float64Array();
    this.#called.add(name);
    this.#prefix = "";
    return Float64Array.from(this.read(`call.${name}`) as Numbers);
  }

  forward(): void {
    this.#frame++;
    this.#prefix = "";
    this.#called.clear();
  }

  step(): void {
    if (this.#isFree) this.#frame++;
    this.#prefix = "next.";
  }

  step2(): void {
    this.step();
  }

  step1(): void {}
  inverse(): void {}
  write(): void {}
  reset(): void {}
  resetKeyframe(): void {}
  close(): void {}
}

/** Length of each option and statistic, zero for a number. */
const LENGTHS = new Map<string, number>([
  ...Object.entries(OPTION_FIELDS).map(([name, [, length]]): [string, number] => [`opt.${name}`, length]),
  ...Object.entries(STATISTIC_FIELDS).map(([name, [, length]]): [string, number] => [`stat.${name}`, length]),
]);
