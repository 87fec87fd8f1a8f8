/** An engine that loads one model only once, however often it is asked to. */

import type { Assets, Engine, Loaded, Simulation } from "../engine.ts";

/** Returns the same simulation each time, in its initial state. */
export class KeptEngine implements Engine {
  readonly name: string;
  readonly version: string;
  #engine: Engine;
  #loaded: Loaded | undefined;
  /** whether the next run continues from the end of the last one */
  continues = false;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.name = engine.name;
    this.version = engine.version;
  }

  async load(xml: string, assets: Assets): Promise<Loaded> {
    if (this.#loaded === undefined) this.#loaded = await this.#engine.load(xml, assets);
    else if (this.#loaded.outcome === "loaded" && !this.continues) this.#loaded.simulation.reset();
    if (this.#loaded.outcome !== "loaded") return this.#loaded;
    return { outcome: "loaded", simulation: kept(this.#loaded.simulation) };
  }

  /** The simulation, if the model was loaded. */
  get simulation(): Simulation | undefined {
    return this.#loaded?.outcome === "loaded" ? this.#loaded.simulation : undefined;
  }

  /** Releases the model; the engine stays open. */
  close(): void {
    this.simulation?.close();
    this.#loaded = undefined;
  }
}

/** A simulation that its users do not close. */
export function kept(simulation: Simulation): Simulation {
  return {
    read: (field) => simulation.read(field),
    write: (field, values, offset) => simulation.write(field, values, offset),
    reset: () => simulation.reset(),
    resetKeyframe: (key) => simulation.resetKeyframe(key),
    forward: () => simulation.forward(),
    step: () => simulation.step(),
    step1: () => simulation.step1(),
    step2: () => simulation.step2(),
    inverse: () => simulation.inverse(),
    close: () => {},
  };
}
