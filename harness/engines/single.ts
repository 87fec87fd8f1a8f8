/** Single precision: an engine whose inputs and outputs are rounded to it, the best that any engine in it can be. */

import { MODEL_FIELDS, OPTION_FIELDS } from "../../engine/types/model_fields.ts";
import type { Argument } from "../calls/functions.ts";
import type { Assets, Engine, Loaded, Numbers, Simulation } from "../engine.ts";

/** Fields of the model that hold doubles. */
const DOUBLES: readonly string[] = [
  ...Object.entries(MODEL_FIELDS).filter(([, [dtype]]) => dtype === "f64").map(([name]) => name),
  ...Object.entries(OPTION_FIELDS).filter(([, [dtype]]) => dtype === "f64").map(([name]) => `opt.${name}`),
];

/** Rounds every number of a compiled model. */
export function roundModel(sim: Simulation): void {
  for (const name of DOUBLES) {
    const value = sim.read(name);
    if (value === undefined || (typeof value !== "number" && value.length === 0)) continue;
    sim.write(name, typeof value === "number" ? [Math.fround(value)] : Float64Array.from(value, Math.fround));
  }
}

/** The values of a field, rounded if they are doubles. */
export function rounded(value: Numbers | number | undefined): Numbers | number | undefined {
  if (typeof value === "number") return Math.fround(value);
  return value instanceof Float64Array ? Float32Array.from(value) : value;
}

/** A simulation whose model is rounded, and whatever is written to it and read from it. */
class SingleSimulation implements Simulation {
  #sim: Simulation;
  #readsExactly: boolean;

  constructor(sim: Simulation, readsExactly: boolean) {
    this.#sim = sim;
    this.#readsExactly = readsExactly;
  }

  read(field: string): Numbers | number | undefined {
    const value = this.#sim.read(field);
    return this.#readsExactly ? value : rounded(value);
  }

  write(field: string, values: ArrayLike<number>, offset?: number): void {
    this.#sim.write(field, Float64Array.from(values, Math.fround), offset);
  }

  reset(): void {
    this.#sim.reset();
  }

  resetKeyframe(key: number): void {
    this.#sim.resetKeyframe(key);
  }

  forward(): void {
    this.#sim.forward();
  }

  step(): void {
    this.#sim.step();
  }

  step1(): void {
    this.#sim.step1();
  }

  step2(): void {
    this.#sim.step2();
  }

  inverse(): void {
    this.#sim.inverse();
  }

  call(...[name, args]: Parameters<NonNullable<Simulation["call"]>>): Float64Array | undefined {
    const given = this.#sim.call?.(name, args.map(roundArgument));
    return this.#readsExactly ? given : given?.map(Math.fround);
  }

  close(): void {
    this.#sim.close();
  }
}

function roundArgument(it: Argument): Argument {
  return typeof it === "number" ? Math.fround(it) : Array.isArray(it) ? it.map(Math.fround) : it;
}

/**
 * Rounds the model of a simulation, and from now on whatever is written to it and, unless it `readsExactly`, read from
 * it.
 */
export function inSingle(sim: Simulation, { readsExactly = false } = {}): Simulation {
  roundModel(sim);
  return new SingleSimulation(sim, readsExactly);
}

/** An engine whose inputs and outputs are rounded to single precision. */
export function singleEngine(engine: Engine): Engine {
  const load = async (xml: string, assets: Assets): Promise<Loaded> => {
    const loaded = await engine.load(xml, assets);
    return loaded.outcome === "loaded" ? { outcome: "loaded", simulation: inSingle(loaded.simulation) } : loaded;
  };
  return {
    name: `${engine.name} in single precision`,
    version: engine.version,
    offers: { ...engine.offers, precision: "f32" },
    load,
    ...(engine.rewrite === undefined ? {} : { rewrite: (xml, assets) => engine.rewrite?.(xml, assets) ?? xml }),
    ...(engine.plain === undefined ? {} : { plain: singleEngine(engine.plain) }),
    ...(engine.kept === undefined ? {} : { kept: singleEngine(engine.kept) }),
    close: () => engine.close(),
  };
}
