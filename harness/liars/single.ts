/**
 * An engine in a file, for `--engine FILE`, that is Plumbline in single precision. With `?geometric`, it mixes friction
 * by the geometric mean.
 */

import type { Engine, Numbers, Simulation } from "../engine.ts";
import { PLUMBLINE } from "../engines/plumbline.ts";
import { singleEngine } from "../engines/single.ts";

const isWrong = new URL(import.meta.url).search === "?geometric";

/** Friction of contacts of two geoms as the geometric mean of theirs. */
function geometric(sim: Simulation): void {
  const read = sim.read.bind(sim);
  sim.read = (field) => {
    const value = read(field);
    if (field !== "contact.friction" || typeof value !== "object") return value;
    const [geom, friction] = ["contact.geom", "geom_friction"].map((name) => read(name) as Numbers);
    return value.map((mu: number, at: number) => {
      const [a, b] = [0, 1].map((side) => friction[3 * geom[2 * Math.floor(at / 5) + side]]);
      return at % 5 === 0 && a >= 0 && b >= 0 ? Math.sqrt(a * b) : mu;
    }) as Numbers;
  };
}

const WRONG: Engine = {
  ...PLUMBLINE,
  load: async (xml, assets) => {
    const loaded = await PLUMBLINE.load(xml, assets);
    if (loaded.outcome === "loaded") geometric(loaded.simulation);
    return loaded;
  },
};

export default singleEngine(isWrong ? WRONG : PLUMBLINE);
