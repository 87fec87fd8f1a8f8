/** Plumbline as an engine under test, used through its public interface. */

import * as plumbline from "../../mod.ts";
import { assembleAnew, withoutKernels } from "../../engine/wasm/kernel_set.ts";
import { MjcfError, UnsupportedError } from "../../engine/types/errors.ts";
import type { Data } from "../../engine/data.ts";
import type { Model } from "../../engine/types/model.ts";
import manifest from "../../deno.json" with { type: "json" };
import { type Assets, type Engine, HarnessError, type Loaded, type Numbers, type Simulation } from "../engine.ts";
import { isDataField } from "../replay/fields.ts";
import type { Argument } from "../calls/functions.ts";
import { callFunction } from "../calls/make_calls.ts";
import { checkNames, checkState, keptModel, repeatStages } from "./plumbline_kept.ts";
import { functionOf } from "./plumbline_calls.ts";
import { wordsOf } from "./plumbline_words.ts";

// what is judged is the sources of kernels, which mutants change, rather than a file that is written from them
assembleAnew();

/** The functions of the engine that the harness calls. A build may lack some; then no model can be run on it. */
interface Api {
  compile(xml: string, options: { assets: Assets; strict: boolean }): Model;
  forward(m: Model, d: Data): void;
  step(m: Model, d: Data): void;
  step1(m: Model, d: Data): void;
  step2(m: Model, d: Data): void;
  inverse(m: Model, d: Data): void;
  resetData(m: Model, d: Data): void;
  resetDataKeyframe(m: Model, d: Data, key: number): void;
}

/** Options with which everything is compiled. */
const optionsOf = (assets: Assets) => ({ assets, strict: true });

/** What comes of loading a model. */
type Outcome = Exclude<Loaded, { readonly outcome: "loaded" }>;

/** The outcome that an error of the compiler stands for. Other errors are thrown again. */
function refusal(error: unknown): Outcome {
  if (error instanceof MjcfError) return { outcome: "rejected", message: error.message };
  if (error instanceof UnsupportedError) return { outcome: "unsupported", message: error.message };
  throw error;
}

/** A simulation of some kind, which says what it is asked. */
function loaded(kind: typeof PlumblineSimulation, model: Model): Loaded {
  return { outcome: "loaded", simulation: new kind(model), says: (uses) => wordsOf(model, uses) };
}

/** Loads a model into a simulation of some kind. */
function loadInto(kind: typeof PlumblineSimulation, xml: string, assets: Assets): Loaded {
  const api = plumbline as unknown as Partial<Api>;
  if (api.compile === undefined) return { outcome: "unsupported", message: "the engine exports no compile()" };
  try {
    return loaded(kind, api.compile(xml, optionsOf(assets)));
  } catch (error) {
    return refusal(error);
  }
}

/** Plumbline with simulations of some kind. */
function engineOf(kind: () => typeof PlumblineSimulation): Engine {
  return {
    name: "plumbline",
    version: manifest.version,
    offers: { precision: "bits" },
    explains: true,
    load: (xml, assets) => loadInto(kind(), xml, assets),
    rewrite: (xml, assets) => plumbline.toMjcf(plumbline.compile(xml, optionsOf(assets))),
    close() {},
  };
}

/** Plumbline with models and data that went through everything that should leave them as they are. */
function keptEngine(): Engine {
  return {
    ...engineOf(() => KeptSimulation),
    async load(xml, assets) {
      try {
        return loaded(KeptSimulation, await keptModel(xml, optionsOf(assets)));
      } catch (error) {
        return refusal(error);
      }
    },
    rewrite: async (xml, assets) => plumbline.toMjcf(await keptModel(xml, optionsOf(assets))),
  };
}

/** Plumbline in strict mode, which behaves like MuJoCo where the default mode accepts more. */
export const PLUMBLINE: Engine = {
  ...engineOf(() => PlumblineSimulation),
  plain: engineOf(() => PlainSimulation),
  kept: keptEngine(),
};

/** The location of a field: the model, the data, or a part of them. */
interface Place {
  readonly root: "model" | "data";
  readonly part: string | undefined;
  readonly name: string;
}

const NOTHING: Record<string, Numbers | number> = {};

/** Locations of requested fields. */
const places = new Map<string, Place>();

function placeOf(field: string): Place {
  let place = places.get(field);
  if (place === undefined) places.set(field, place = findPlace(field));
  return place;
}

function findPlace(field: string): Place {
  if (field === "warning") return { root: "data", part: "warning", name: "number" };
  const dot = field.indexOf(".");
  if (dot < 0) return { root: isDataField(field) ? "data" : "model", part: undefined, name: field };
  const part = field.slice(0, dot);
  return { root: part === "opt" || part === "stat" ? "model" : "data", part, name: field.slice(dot + 1) };
}

/**
 * The same number, stored by V8 as an integer if it is whole: elements of a list with fractions are stored as doubles,
 * and code compiled for a field of integers is discarded when it receives a double.
 */
function plain(value: number): number {
  const whole = value | 0;
  return Object.is(whole, value) ? whole : value;
}

/** A model and its data in Plumbline. */
export class PlumblineSimulation implements Simulation {
  #api: Partial<Api>;
  #model: Model;
  #data: Data;
  #turn = 0;

  constructor(model: Model, data = new plumbline.Data(model)) {
    this.#api = plumbline as unknown as Partial<Api>;
    this.#model = model;
    this.#data = data;
  }

  /** Does the stages of `forward` again, one by one. */
  repeatStages(): void {
    repeatStages(this.#model, this.#data);
  }

  /** Throws if the model or the data are not valid, names do not lead to them, or copies differ. */
  validate(): void {
    plumbline.validate(this.#model, this.#data);
    checkNames(this.#model, this.#data);
    checkState(this.#model, this.#data);
  }

  #owner({ root, part }: Place): Record<string, Numbers | number> {
    const whole = (root === "data" ? this.#data : this.#model) as unknown;
    if (part === undefined) return whole as Record<string, Numbers | number>;
    return (whole as Record<string, Record<string, Numbers | number>>)[part] ?? NOTHING;
  }

  read(field: string): Numbers | number | undefined {
    const place = placeOf(field);
    return this.#owner(place)[place.name];
  }

  write(field: string, values: ArrayLike<number>, offset = 0): void {
    const place = placeOf(field);
    const owner = this.#owner(place);
    const { name } = place;
    const current = owner[name];
    if (typeof current === "number") owner[name] = plain(values[0]);
    else if (ArrayBuffer.isView(current)) current.set(values, offset);
    else throw new HarnessError(`Plumbline has no field ${field} to write to`);
  }

  #call(name: Exclude<keyof Api, "compile" | "resetDataKeyframe">): void {
    const call = this.#api[name];
    if (call === undefined) throw new UnsupportedError([{ feature: `${name}()` }]);
    call(this.#model, this.#data);
  }

  reset(): void {
    this.#call("resetData");
  }

  resetKeyframe(key: number): void {
    if (this.#api.resetDataKeyframe === undefined) throw new UnsupportedError([{ feature: "resetDataKeyframe()" }]);
    this.#api.resetDataKeyframe(this.#model, this.#data, key);
  }

  forward(): void {
    this.#takeTurns("forward");
  }

  step(): void {
    this.#takeTurns("step");
  }

  /** Every third call is done by loops, which give the same bits as kernels. */
  #takeTurns(name: "forward" | "step"): void {
    if (this.#turn++ % 3 === 1) withoutKernels(() => this.#call(name));
    else this.#call(name);
  }

  step1(): void {
    this.#call("step1");
  }

  step2(): void {
    this.#call("step2");
  }

  inverse(): void {
    this.#call("inverse");
  }

  call(name: string, args: readonly Argument[]): Float64Array | undefined {
    const called = functionOf(name);
    if (called === undefined) return undefined;
    return callFunction(this, name, args, (bound) =>
      called(...bound.map((it) => {
        if (it.kind === "model") return this.#model;
        if (it.kind === "data") return this.#data;
        if (it.kind !== "given") return it.values;
        return Array.isArray(it.value) ? Float64Array.from(it.value) : it.value;
      })));
  }

  close(): void {}
}

/** Runs loops alone, as on machines without WebAssembly. */
class PlainSimulation extends PlumblineSimulation {
  override forward(): void {
    withoutKernels(() => super.forward());
  }

  override step(): void {
    withoutKernels(() => super.step());
  }
}

/** Runs what has been saved, loaded, and copied, and checks it before and after each frame. */
class KeptSimulation extends PlumblineSimulation {
  constructor(model: Model) {
    super(model, plumbline.copyData(null, model, new plumbline.Data(model)));
  }

  override forward(): void {
    this.validate();
    super.forward();
    this.repeatStages();
    this.validate();
  }
}
