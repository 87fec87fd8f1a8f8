/**
 * A complete example of testing your own engine: `deno task conform --engine ./examples/my_engine.ts`.
 *
 * This one forwards every call to Plumbline. Replace it with yours: load a model, and let every field be read and
 * written by MuJoCo's name.
 */

import { compile, Data, forward, inverse, MjcfError, type Model, resetData, resetDataKeyframe } from "@plumbline/sim";
import { step, step1, step2, UnsupportedError } from "@plumbline/sim";
import type { Assets, Engine, Loaded, Numbers, Simulation } from "@plumbline/sim/harness";

type Fields = Record<string, Numbers | number | undefined>;

function simulate(model: Model): Simulation {
  const data = new Data(model);

  /** The object that has a field, and the field's name there: `contact.dist` is `dist` of `data.contact`. */
  function find(field: string): [Fields, string] {
    const [owner, name] = field.includes(".") ? field.split(".") : ["", field];
    if (field === "warning") return [data.warning as unknown as Fields, "number"];
    if (owner === "contact") return [data.contact as unknown as Fields, name];
    if (owner === "opt" || owner === "stat") return [model[owner] as unknown as Fields, name];
    return [(name in data ? data : model) as unknown as Fields, name];
  }

  return {
    read(field) {
      const [owner, name] = find(field);
      return owner[name];
    },
    write(field, values, offset = 0) {
      const [owner, name] = find(field);
      const current = owner[name];
      if (typeof current === "object") current.set(values, offset);
      else owner[name] = values[0];
    },
    reset: () => resetData(model, data),
    resetKeyframe: (key) => resetDataKeyframe(model, data, key),
    forward: () => forward(model, data),
    step: () => step(model, data),
    step1: () => step1(model, data),
    step2: () => step2(model, data),
    inverse: () => inverse(model, data),
    close: () => {},
  };
}

const MY_ENGINE: Engine = {
  name: "my engine",
  version: "1.0",
  load(xml: string, assets: Assets): Loaded {
    try {
      return { outcome: "loaded", simulation: simulate(compile(xml, { assets, strict: true })) };
    } catch (error) {
      // invalid models and models that need unsupported features get different verdicts
      if (error instanceof MjcfError) return { outcome: "rejected", message: error.message };
      if (error instanceof UnsupportedError) return { outcome: "unsupported", message: error.message };
      throw error;
    }
  },
  close: () => {},
};

export default MY_ENGINE;
