/** Runs a probe through the engine. */

import { HarnessError, type Numbers, type Simulation } from "../../harness/engine.ts";
import { PLUMBLINE } from "../../harness/engines/plumbline.ts";
import type { CaseFile } from "../../harness/golden/golden.ts";
import { type OracleSimulation, resultsOf, runFrames } from "../../harness/golden/mint.ts";
import { variantOf } from "../../harness/replay/replay.ts";
import { drawCalls } from "./draw_calls.ts";
import { drawJumps } from "./draw_jumps.ts";
import type { Probe } from "./probes.ts";

/** What came of a probe. */
export interface Outcome {
  /** whether the engine loads the document; `breaks`: it throws an error of another kind */
  readonly loads: "loaded" | "rejected" | "unsupported" | "breaks";
  /** the recipe that was run; undefined if it does not fit the model */
  readonly recipe: CaseFile | undefined;
}

/** More degrees of freedom than a golden should have. */
const MANY = 400;

/** A simulation that can be driven by a recipe. */
export function drivable(sim: Simulation): OracleSimulation {
  return Object.assign(sim, {
    sibling: () => {
      throw new Error("there is one only");
    },
    dispose: () => {},
    integratePos: (velocity: Float64Array, time: number) => {
      const moved = sim.call?.("integratePos", [[...sim.read("qpos") as Numbers], [...velocity], time]);
      sim.write("qpos", moved ?? []);
    },
  });
}

/** Runs a probe. */
export async function runProbe({ recipe, xml, assets, calls, jumps }: Probe): Promise<Outcome> {
  const engine = variantOf(PLUMBLINE, { plain: recipe.plain });
  try {
    const loaded = await engine.load(xml, assets);
    if (loaded.outcome !== "loaded") return { loads: loaded.outcome, recipe };
    const sim = drivable(loaded.simulation);
    if (recipe.rewritten) await engine.load(await PLUMBLINE.rewrite?.(xml, assets) ?? "", assets);
    if (recipe.kind === "compile") return { loads: "loaded", recipe };
    if (Number(sim.read("nv")) > MANY) return { loads: "loaded", recipe: undefined };
    let file = recipe;
    if (jumps !== undefined) file = { ...file, events: drawJumps(sim, jumps, file) };
    if (calls !== undefined) {
      sim.forward();
      file = { ...file, calls: drawCalls(sim, calls) };
    }
    for (const _ of runFrames(file, sim, resultsOf(file, sim)));
    return { loads: "loaded", recipe: file };
  } catch (error) {
    return error instanceof HarnessError ? { loads: "loaded", recipe: undefined } : { loads: "breaks", recipe };
  }
}
