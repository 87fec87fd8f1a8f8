/** Plumbline's dynamics with the model compiled by MuJoCo, so that differences do not come from the compiler. */

import manifest from "../../deno.json" with { type: "json" };
import type { Engine } from "../engine.ts";
import { modelFrom } from "./model_of_mujoco.ts";
import { mujocoEngine, type MujocoSimulation } from "./mujoco.ts";
import { PlumblineSimulation } from "./plumbline.ts";

/** Makes the engine. */
export async function transplantEngine(): Promise<Engine> {
  const mujoco = await mujocoEngine();
  return {
    name: "plumbline on MuJoCo's models",
    version: manifest.version,
    async load(xml, assets) {
      const loaded = await mujoco.load(xml, assets);
      if (loaded.outcome !== "loaded") return loaded;
      const source = loaded.simulation as MujocoSimulation;
      const simulation = new PlumblineSimulation(modelFrom(source.model));
      source.close();
      return { outcome: "loaded", simulation };
    },
    close: () => mujoco.close(),
  };
}
