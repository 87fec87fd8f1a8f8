/** Runs probes with a mutant on, and compares what they give. */

import { PLUMBLINE } from "../../../harness/engines/plumbline.ts";
import type { CaseFile } from "../../../harness/golden/golden.ts";
import { resultsOf, runFrames } from "../../../harness/golden/mint.ts";
import { variantOf } from "../../../harness/replay/replay.ts";
import { drawCalls } from "../../explore/draw_calls.ts";
import { drawJumps } from "../../explore/draw_jumps.ts";
import type { Probe } from "../../explore/probes.ts";
import { drivable } from "../../explore/run_probe.ts";
import { OFF, seen, turn, WATCH } from "./switchboard.ts";

/** More degrees of freedom than a golden should have. */
const MANY = 150;

type Frames = readonly ReadonlyMap<string, ArrayLike<number>>[];

/** All results of a probe, or why there are none. */
export interface Run {
  readonly frames: Frames | string;
  readonly recipe: CaseFile;
}

/** Runs a probe with a mutant on. */
export async function run({ recipe, xml, assets, calls, jumps }: Probe, mutant: number): Promise<Run> {
  const { fields: _fields, omit: _omit, ...rest } = recipe;
  const steps = recipe.kind === "trajectory" ? Math.min(recipe.steps ?? 4, 6) : 1;
  let file: CaseFile = { ...rest, steps, kind: "trajectory" };
  turn(mutant);
  try {
    const engine = variantOf(PLUMBLINE, { plain: recipe.plain });
    const made = await engine.load(xml, assets);
    if (made.outcome !== "loaded") return { frames: made.outcome, recipe: file };
    const sim = drivable(made.simulation);
    if (Number(sim.read("nv")) > MANY) return { frames: "large", recipe: file };
    if (jumps !== undefined) file = { ...file, events: drawJumps(sim, jumps, file) };
    if (calls !== undefined) {
      sim.forward();
      file = { ...file, calls: drawCalls(sim, calls) };
    }
    const frames: Map<string, ArrayLike<number>>[] = [];
    for (const { result, next } of runFrames(file, sim, resultsOf(file, sim))) {
      const all = new Map<string, ArrayLike<number>>(result);
      for (const [name, values] of next ?? []) all.set(`next.${name}`, values.slice());
      frames.push(all);
    }
    return { frames, recipe: file };
  } catch (error) {
    return { frames: `throws ${error}`, recipe: file };
  } finally {
    turn(OFF);
  }
}

/** The first field in which two runs differ; zeros are equal regardless of sign. */
export function differing({ frames: a }: Run, { frames: b }: Run): string | null {
  if (typeof a === "string" || typeof b === "string") {
    return a === b ? null : String(typeof b === "string" ? b : "runs");
  }
  for (let f = 0; f < a.length; f++) {
    for (const [name, x] of a[f]) {
      const y = b[f]?.get(name);
      if (y === undefined || x.length !== y.length) return name;
      for (let i = 0; i < x.length; i++) {
        if (x[i] !== y[i] && !(Number.isNaN(x[i]) && Number.isNaN(y[i]))) return `${name}[${i}]`;
      }
    }
  }
  return null;
}

/** Mutants among some that would make a difference in a probe. */
export async function touched(probe: Probe, some: Iterable<number>): Promise<number[]> {
  seen.fill(0);
  await run(probe, WATCH);
  return [...some].filter((k) => seen[k] === 2);
}
