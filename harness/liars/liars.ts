/** Engines that lie. Each is MuJoCo with one fault; a harness that lets one of them pass proves nothing. */

import type { Engine, Loaded, Numbers, Simulation } from "../engine.ts";
import { neighbour } from "../golden/noise.ts";

/** Makes a faulty engine from a good one. */
export type Liar = (good: Engine) => Engine;

/** All lies, by name. */
export const LIARS: Readonly<Record<string, Liar>> = {
  "one ulp off in a margin": changing("efc_margin", (values) => values[0] = neighbour(values[0], true)),
  "one ulp off in a copied field": changing("geom_friction", (values) => values[0] = neighbour(values[0], false)),
  "wrong sign": changing("qfrc_bias", (values) => values.forEach((x, i) => values[i] = -x)),
  "two rows swapped": swapping((field) => field.startsWith("efc_"), 0, 1),
  "two contacts swapped": swapping((field) => field.startsWith("contact."), 0, 1),
  "a contact dropped": counting("ncon", -1),
  "a contact added": counting("ncon", 1),
  "a row dropped": counting("nefc", -1),
  "not a number": changing("qacc", (values) => values[0] = NaN),
  "infinite": changing("qfrc_bias", (values) => values[0] = Infinity),
  "a lost field": lacking("qacc"),
  "a short field": replacing((sim) => ({
    read: (field) => {
      const value = sim.read(field);
      return field === "qvel" && typeof value === "object" ? value.subarray(1) : value;
    },
  })),
  "a stale frame": replacing((sim) => {
    let calls = 0;
    return {
      forward: () => {
        if (calls++ === 0) sim.forward();
      },
    };
  }),
  "no integration": replacing(() => ({ step: () => {} })),
  "a step too many": replacing((sim) => ({
    step: () => {
      sim.step();
      sim.step();
    },
  })),
  "nothing is computed": replacing(() => ({ forward: () => {}, step: () => {}, inverse: () => {} })),
  "the state is not taken": replacing((sim) => ({
    write: (field, values, offset) => field === "qvel" ? undefined : sim.write(field, values, offset),
  })),
  "events are ignored": replacing((sim) => ({
    write: (field, values, offset) =>
      field.startsWith("opt.") || field.startsWith("geom_") ? undefined : sim.write(field, values, offset),
  })),
  "an error": replacing(() => ({
    step: () => {
      throw new TypeError("cannot read properties of undefined");
    },
  })),
  "everything is refused": (good) => ({
    ...shell(good),
    load: () => ({ outcome: "rejected", message: "XML Error: no" }),
  }),
  "everything is unsupported": (good) => ({
    ...shell(good),
    load: () => ({ outcome: "unsupported", message: "not today" }),
  }),
  "everything is accepted": (good) => ({
    ...shell(good),
    load: async (xml, assets) => {
      const loaded = await good.load(xml, assets);
      return loaded.outcome === "loaded" ? loaded : await good.load("<mujoco/>", new Map());
    },
  }),
  "nothing can be read": replacing((sim) => ({
    read: (field) => field.startsWith("opt.") ? sim.read(field) : undefined,
  })),
};

function shell(good: Engine): Engine {
  return { name: "liar", version: "0", load: (xml, assets) => good.load(xml, assets), close: () => {} };
}

/** Replaces methods of the simulation. */
function replacing(fault: (sim: Simulation) => Partial<Simulation>): Liar {
  return (good) => ({
    ...shell(good),
    load: async (xml, assets): Promise<Loaded> => {
      const loaded = await good.load(xml, assets);
      if (loaded.outcome !== "loaded") return loaded;
      const { simulation: sim } = loaded;
      const honest: Simulation = {
        read: (field) => sim.read(field),
        write: (field, values, offset) => sim.write(field, values, offset),
        reset: () => sim.reset(),
        resetKeyframe: (key) => sim.resetKeyframe(key),
        forward: () => sim.forward(),
        step: () => sim.step(),
        step1: () => sim.step1(),
        step2: () => sim.step2(),
        inverse: () => sim.inverse(),
        close: () => sim.close(),
      };
      return { outcome: "loaded", simulation: { ...honest, ...fault(sim) } };
    },
  });
}

/** Lacks a field. */
export function lacking(name: string): Liar {
  return replacing((sim) => ({ read: (field) => field === name ? undefined : sim.read(field) }));
}

/** Changes the values of a field. */
export function changing(name: string, change: (values: Numbers) => void): Liar {
  return replacing((sim) => ({
    read: (field) => {
      const value = sim.read(field);
      if (field !== name || typeof value !== "object" || value.length === 0) return value;
      const copy = value.slice();
      change(copy);
      return copy;
    },
  }));
}

/** Returns a wrong count, unless the count is zero. */
function counting(name: string, by: number): Liar {
  return replacing((sim) => ({
    read: (field) => {
      const value = sim.read(field);
      return field === name && Number(value) > 0 ? Number(value) + by : value;
    },
  }));
}

/** Swaps two rows of some fields. */
function swapping(isMeant: (field: string) => boolean, a: number, b: number): Liar {
  return replacing((sim) => ({
    read: (field) => {
      const value = sim.read(field);
      if (!isMeant(field) || typeof value !== "object") return value;
      const rows = Number(sim.read(field.startsWith("contact.") ? "ncon" : "nefc"));
      if (rows <= Math.max(a, b)) return value;
      const width = Math.floor(value.length / rows);
      const copy = value.slice();
      for (let i = 0; i < width; i++) {
        [copy[a * width + i], copy[b * width + i]] = [value[b * width + i], value[a * width + i]];
      }
      return copy;
    },
  }));
}
