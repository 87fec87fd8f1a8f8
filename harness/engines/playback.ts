/** The answer of an engine in another process, presented as an engine, so that the same replay serves all engines. */

import { type Engine, EngineBroke, type Loaded, type Numbers, type Simulation } from "../engine.ts";
import { type CaseAnswer, decodeArray, type FrameAnswer, type WireFields } from "./protocol.ts";

/** An engine for a single case: inputs are ignored, and outputs come from the answer. */
export function playback(answer: CaseAnswer): Engine {
  const load = (isFree: boolean): Loaded => {
    const { outcome, message = "", error } = answer;
    if (outcome === "rejected" || outcome === "unsupported") return { outcome, message: String(message) };
    if (outcome !== "loaded") throw new EngineBroke(error ?? `the answer has no outcome '${outcome}'`);
    return { outcome, simulation: new Playback(answer, isFree) };
  };
  // a replay may start over, so a load must not depend on earlier ones
  return { name: "", version: "", load: () => load(false), loadFree: () => load(true), close() {} };
}

class Playback implements Simulation {
  readonly isRecorded = true;
  #answer: CaseAnswer;
  #isFree: boolean;
  #frame = -1;
  #current: WireFields = {};

  constructor(answer: CaseAnswer, isFree: boolean) {
    this.#answer = answer;
    this.#isFree = isFree;
  }

  read(field: string): Numbers | undefined {
    const { model = {} } = this.#answer;
    const wire = own(this.#current, field) ?? own(model, field);
    if (wire === undefined) return undefined;
    try {
      return decodeArray(wire);
    } catch (error) {
      throw new EngineBroke(`its answer is not as the protocol says: ${field}: ${(error as Error).message}`);
    }
  }

  write(): void {}
  reset(): void {}
  resetKeyframe(): void {}
  close(): void {}

  forward(): void {
    this.#frame++;
    this.#current = { ...this.#part("results"), ...this.#answer.frames?.[this.#frame]?.calls };
  }

  inverse(): void {
    this.#current = { ...this.#current, ...this.#part("inverse") };
  }

  step(): void {
    if (!this.#isFree) {
      this.#current = this.#part("next");
      return;
    }
    this.#frame++;
    const { free = [], error } = this.#answer;
    this.#current = free[this.#frame] ?? broken(error, "the free run");
  }

  step1(): void {}

  step2(): void {
    this.step();
  }

  #part(name: keyof FrameAnswer): WireFields {
    const { frames = [], error } = this.#answer;
    return frames[this.#frame]?.[name] ?? broken(error, `'${name}'`);
  }
}

function own(fields: WireFields, name: string): WireFields[string] | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function broken(error: string | undefined, part: string): never {
  throw new EngineBroke(error ?? `the answer lacks ${part} of a frame`);
}
