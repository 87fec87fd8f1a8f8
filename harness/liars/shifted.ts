/** Plumbline, except that the first contact and the last geom are elsewhere: for drawings of failing steps. */

import type { Engine, Simulation } from "../engine.ts";
import { PLUMBLINE } from "../engines/plumbline.ts";

/** The element that is moved, from the start or the end of the field, and by how much. */
const MOVED: Readonly<Record<string, readonly [element: number, by: number]>> = {
  "contact.pos": [0, 0.02],
  geom_xpos: [-1, 0.1],
};

function shift(simulation: Simulation): Simulation {
  return new Proxy(simulation, {
    get(target, key) {
      if (key !== "read") return Reflect.get(target, key).bind?.(target) ?? Reflect.get(target, key);
      return (field: string) => {
        const values = target.read(field);
        const moved = MOVED[field];
        if (moved === undefined || typeof values !== "object" || values.length === 0) return values;
        const copy = Float64Array.from(values);
        copy[moved[0] < 0 ? copy.length + moved[0] : moved[0]] += moved[1];
        return copy;
      };
    },
  });
}

const SHIFTED: Engine = {
  ...PLUMBLINE,
  name: "shifted",
  async load(xml, assets) {
    const loaded = await PLUMBLINE.load(xml, assets);
    return loaded.outcome === "loaded" ? { ...loaded, simulation: shift(loaded.simulation) } : loaded;
  },
};
export default SHIFTED;
