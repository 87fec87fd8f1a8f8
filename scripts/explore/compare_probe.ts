/** Compares what comes of probes in the engine and in MuJoCo, bit for bit. */

import type { Simulation } from "../../harness/engine.ts";
import { mujocoEngine } from "../../harness/engines/mujoco.ts";
import { PLUMBLINE } from "../../harness/engines/plumbline.ts";
import type { CaseFile } from "../../harness/golden/golden.ts";
import { type Frame, type OracleSimulation, resultsOf, runFrames } from "../../harness/golden/mint.ts";
import { variantOf } from "../../harness/replay/replay.ts";
import { drawCalls } from "./draw_calls.ts";
import { drawJumps } from "./draw_jumps.ts";
import { type Probe, probeOf } from "./probes.ts";
import { drivable } from "./run_probe.ts";
import { seedling } from "./in_process.ts";

/** A probe, and what MuJoCo makes of it. */
export interface Answer {
  readonly probe: Probe;
  /** with what was drawn for its model */
  readonly recipe: CaseFile;
  /** undefined if MuJoCo refuses the document */
  readonly frames: readonly Frame[] | undefined;
}

/** What MuJoCo makes of the probe of a key. */
async function ask(key: string): Promise<Answer> {
  const probe = probeOf(key, seedling);
  const mujoco = await (oracle ??= mujocoEngine());
  const loaded = await mujoco.load(probe.xml, probe.assets);
  if (loaded.outcome !== "loaded") return { probe, recipe: probe.recipe, frames: undefined };
  const sim = loaded.simulation as OracleSimulation;
  try {
    const recipe = recipeOf(probe, sim);
    return { probe, recipe, frames: framesOf(recipe, sim) };
  } finally {
    sim.close();
  }
}

let oracle: ReturnType<typeof mujocoEngine> | undefined;
const answers = new Map<string, Promise<Answer>>();

/** The recipe of a probe, with the jumps and calls that are drawn for its model. */
function recipeOf({ recipe, calls, jumps }: Probe, sim: Simulation): CaseFile {
  const { fields: _fields, omit: _omit, ...rest } = recipe;
  const steps = recipe.kind === "trajectory" ? Math.min(recipe.steps ?? 4, 6) : 1;
  let file: CaseFile = { ...rest, steps, kind: "trajectory" };
  if (jumps !== undefined) file = { ...file, events: drawJumps(sim, jumps, file) };
  if (calls !== undefined) {
    sim.forward();
    file = { ...file, calls: drawCalls(sim, calls) };
  }
  return file;
}

function framesOf(recipe: CaseFile, sim: OracleSimulation): Frame[] {
  const frames: Frame[] = [];
  for (const { result, next } of runFrames(recipe, sim, resultsOf(recipe, sim))) {
    const all: Frame = new Map([...result].map(([name, values]) => [name, values.slice()]));
    for (const [name, values] of next ?? []) all.set(`next.${name}`, values.slice());
    frames.push(all);
  }
  return frames;
}

/**
 * Where the engine differs from MuJoCo in the probe of a key, or null; with `otherwise`, the engine with loops where
 * the probe has kernels, or the other way around. MuJoCo is asked once.
 */
export async function differenceOf(key: string, otherwise = false): Promise<string | null> {
  let asked = answers.get(key);
  if (asked === undefined) answers.set(key, asked = ask(key));
  const { probe: { xml, assets }, recipe, frames } = await asked;
  const loaded = await variantOf(PLUMBLINE, { plain: (recipe.plain ?? false) !== otherwise }).load(xml, assets);
  if (loaded.outcome !== "loaded") return frames === undefined ? null : loaded.outcome;
  if (frames === undefined) return "MuJoCo refuses the document";
  const sim = drivable(loaded.simulation);
  const own = framesOf(recipe, sim);
  for (const [step, frame] of frames.entries()) {
    for (const [name, x] of frame) {
      const y = own[step]?.get(name);
      if (y === undefined || x.length !== y.length) return `step ${step}: ${name}.length`;
      for (let i = 0; i < x.length; i++) {
        // zeros of either sign are the same
        if (x[i] !== y[i] && !(Number.isNaN(x[i]) && Number.isNaN(y[i]))) {
          return `step ${step}: ${name}[${i}] is ${y[i]}, not ${x[i]}`;
        }
      }
    }
  }
  return null;
}
