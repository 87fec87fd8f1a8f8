/** Plants defects in a good engine: in the model that it compiles, in what it reads, and in what it is told. */

import { shapeOf } from "../../harness/replay/fields.ts";
import type { Engine, Numbers, Simulation } from "../../harness/engine.ts";

/** Spoils a simulation by replacing some of its methods. */
export type Plant = (sim: Simulation) => Partial<Simulation>;

/** Makes an engine whose simulations are spoiled. */
export function planted(good: Engine, plant: Plant): Engine {
  return {
    ...good,
    load: async (xml, assets) => {
      const loaded = await good.load(xml, assets);
      if (loaded.outcome !== "loaded") return loaded;
      const { simulation: sim } = loaded;
      return { outcome: "loaded", simulation: { ...methodsOf(sim), ...plant(sim) } };
    },
  };
}

function methodsOf(sim: Simulation): Simulation {
  return {
    read: (field) => sim.read(field),
    write: (field, values, offset) => sim.write(field, values, offset),
    reset: () => sim.reset(),
    resetKeyframe: (key) => sim.resetKeyframe(key),
    forward: () => sim.forward(),
    step: () => sim.step(),
    step1: () => sim.step1(),
    step2: () => sim.step2(),
    inverse: () => sim.inverse(),
    call: (name, args) => sim.call?.(name, args),
    close: () => sim.close(),
  };
}

/** Changes of values; `at` is the index of the element. */
type Change = (x: number, at: number, all: Numbers, sim: Simulation) => number;

/** A field of the compiled model is wrong, and everything that follows from it. */
export function inModel(field: string, change: Change): Plant {
  return (sim) => {
    const value = sim.read(field);
    if (typeof value === "number") sim.write(field, [change(value, 0, Float64Array.of(value), sim)]);
    else if (value !== undefined) {
      const before = value.slice();
      sim.write(field, Array.from(before, (x, at) => change(x, at, before, sim)));
    }
    return {};
  };
}

/** A field is wrong when it is read. */
export function inReading(field: string, change: Change): Plant {
  return (sim) => ({
    read: (name) => {
      const value = sim.read(name);
      if (name !== field || value === undefined) return value;
      if (typeof value === "number") return change(value, 0, Float64Array.of(value), sim);
      const before = value.slice();
      return before.map((_: number, at: number) => change(before[at], at, before, sim)) as Numbers;
    },
  });
}

/** Rows of `width` elements in which each column is another one. */
export function columns(...order: number[]): Change {
  const width = order.length;
  return (_, at, all) => all[at - at % width + order[at % width]];
}

/** What is read of a field is one call of `forward` old. */
export function stale(field: string): Plant {
  return (sim) => {
    let [old, now] = [copyOf(sim, field), copyOf(sim, field)];
    return {
      forward: () => {
        sim.forward();
        [old, now] = [now, copyOf(sim, field)];
      },
      read: (name) => name === field ? old : sim.read(name),
    };
  };
}

/** A part of the state stays as it was before the step. */
export function unchanged(field: string): Plant {
  return (sim) => {
    let kept: Numbers | undefined;
    return {
      step: () => {
        kept = copyOf(sim, field);
        sim.step();
      },
      forward: () => {
        kept = undefined;
        sim.forward();
      },
      read: (name) => name === field ? kept ?? sim.read(name) : sim.read(name),
    };
  };
}

/** Inputs take effect one step late. */
export function lateInput(field: string): Plant {
  return (sim) => {
    let old = copyOf(sim, field);
    let now = old;
    let isNew = true;
    const done = (work: () => void) => () => {
      work();
      isNew = true;
    };
    return {
      write: (name, values, offset) => {
        if (name !== field) return sim.write(name, values, offset);
        if (isNew) [old, now, isNew] = [now, Float64Array.from(values), false];
        sim.write(field, old);
      },
      step: done(() => sim.step()),
      step2: done(() => sim.step2()),
    };
  };
}

/** Inputs are not taken. */
export function deafTo(field: string): Plant {
  return (sim) => ({ write: (name, values, at) => name === field ? undefined : sim.write(name, values, at) });
}

/** Contacts come in another order, or not all of them. */
export function contactsAs(order: (ncon: number) => number[]): Plant {
  return (sim) => ({
    read: (name) => {
      const value = sim.read(name);
      const ncon = Number(sim.read("ncon"));
      if (name === "ncon") return order(ncon).length;
      if (!name.startsWith("contact.") || typeof value !== "object" || ncon === 0) return value;
      const { width } = shapeOf(sim, name);
      const copy = value.slice();
      for (const [to, from] of order(ncon).entries()) {
        for (let k = 0; k < width; k++) copy[to * width + k] = value[from * width + k];
      }
      return copy;
    },
  });
}

function copyOf(sim: Simulation, field: string): Numbers {
  const value = sim.read(field);
  return typeof value === "object" ? value.slice() : Float64Array.of(Number(value ?? 0));
}
