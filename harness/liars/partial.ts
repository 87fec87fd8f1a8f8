/**
 * An engine in a file, for `--engine FILE`, that is Plumbline and offers a few fields only. With `?wrong`, one of them
 * is off; with `?broken-promise`, it lacks one that it offers.
 */

import type { Engine, Loaded, Simulation } from "../engine.ts";
import { PLUMBLINE } from "../engines/plumbline.ts";

const FIELDS = ["qpos", "qvel", "qacc", "ncon", "contact.dist"];
const lie = new URL(import.meta.url).search.slice(1);

/** What is not offered is of no use to anybody but those who want to know how long it is. */
function narrow(sim: Simulation): Simulation {
  const read = (field: string) => {
    if (lie === "broken-promise" && field === "qacc") return undefined;
    const value = sim.read(field);
    if (lie === "wrong" && field === "qacc" && typeof value === "object") return value.map((x) => 1.01 * x);
    return FIELDS.includes(field) || !(value instanceof Float64Array) ? value : value.map(() => NaN);
  };
  return new Proxy(sim, {
    get: (target, name: keyof Simulation) => {
      if (name === "read") return read;
      const value = target[name];
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

const PARTIAL: Engine = {
  name: "partial",
  version: "1",
  offers: { fields: FIELDS, drives: ["step", "forward"] },
  load: async (xml, assets) => {
    const loaded: Loaded = await PLUMBLINE.load(xml, assets);
    return loaded.outcome === "loaded" ? { ...loaded, simulation: narrow(loaded.simulation) } : loaded;
  },
  close: () => PLUMBLINE.close(),
};

export default PARTIAL;
