/** The area of the fuzzer that calls single stages in random order. */

import { mujocoEngine } from "../../harness/engines/mujoco.ts";
import { generateFlexes } from "./generate_flexes.ts";
import { generateScene } from "./generate_scene.ts";
import { generateSmooth } from "./generate_smooth.ts";
import { compareSequence } from "./stage_sequences.ts";

/** How much to try. */
export interface StageOptions {
  /** seed of the first model and of its calls; the next have the next seeds */
  readonly seed: number;
  /** models */
  readonly cases: number;
  /** when to stop, in the time of `performance.now` */
  readonly end: number;
}

/** Calls on each model. */
const CALLS = 80;

const GEOMS = ["sphere", "capsule", "box", "cylinder", "ellipsoid", "mesh"];

/** Models whose stages are called, by turns. */
const KINDS = [
  (seed: number) => generateScene(seed, { contacts: true, geoms: GEOMS, constraints: true, drives: true }),
  generateSmooth,
  generateFlexes,
];

/** The document of a seed. */
export function generateStaged(seed: number): string {
  return KINDS[seed % KINDS.length](seed);
}

/** Tries models, and returns the number of those that differ. */
export async function fuzzStages(
  { seed, cases, end }: StageOptions,
  say: (text: string) => void,
): Promise<number> {
  let mujoco = await mujocoEngine();
  let tried = 0;
  let calls = 0;
  let differ = 0;
  for (; tried < cases && performance.now() < end; tried++) {
    const { agreed, difference, isBroken } = compareSequence(
      mujoco.module,
      generateStaged(seed + tried),
      seed + tried,
      CALLS,
    );
    if (isBroken) {
      mujoco.close();
      mujoco = await mujocoEngine();
    }
    calls += agreed;
    if (difference === null) continue;
    differ++;
    say(`stages ${seed + tried}: ${difference}`);
  }
  mujoco.close();
  say(`stages       seeds ${seed} to ${seed + tried - 1}: ${calls} calls agree, ${differ} models differ`);
  if (tried < cases) say(`             to go on: deno task fuzz stages --seed ${seed + tried}`);
  return differ;
}
