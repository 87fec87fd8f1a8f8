/** The first steps of a process, with everything that precedes them. */

import { modelOf, type StepScene } from "./bench_step_scenes.ts";
import { runApart } from "./run_apart.ts";

const SIDE = new URL("bench_cold_side.ts", import.meta.url);
const TRIALS = 3;

/** What has passed since the start of the program (ms). */
export interface ColdTimes {
  loaded: number;
  compiled: number;
  /** after the first step, 100, and 1000 */
  first: number;
  hundred: number;
  thousand: number;
}

/** Result of one scene. */
export interface ColdRow {
  scene: string;
  about: string;
  plumbline: ColdTimes;
  mujoco: ColdTimes;
  native?: ColdTimes;
}

/** Measures a scene: the median of processes that take turns. `imports` is an import map for Plumbline's. */
export async function measureCold(
  scene: StepScene,
  library: string | undefined,
  imports: string | undefined,
): Promise<ColdRow> {
  const file = await Deno.makeTempFile({ suffix: ".xml" });
  await Deno.writeTextFile(file, await modelOf(scene));
  const sides = ["plumbline", "mujoco", ...(library === undefined ? [] : ["native"])];
  const times = new Map<string, number[][]>(sides.map((side) => [side, []]));
  // the first trial fills Deno's cache of compiled code
  for (let trial = 0; trial <= TRIALS; trial++) {
    for (const side of sides) {
      const options = side === "plumbline" && imports !== undefined ? ["--import-map", imports] : [];
      const args = [side, file, String(scene.drive), library ?? ""];
      const found = await runApart<number[]>({ script: SIDE, args, options, what: side });
      if (trial > 0) times.get(side)?.push(found);
    }
  }
  await Deno.remove(file);
  const of = (side: string): ColdTimes => {
    const runs = times.get(side) ?? [];
    const [loaded, compiled, first, hundred, thousand] = [0, 1, 2, 3, 4].map((k) => median(runs.map((run) => run[k])));
    return { loaded, compiled, first, hundred, thousand };
  };
  return {
    scene: scene.name,
    about: scene.about,
    plumbline: of("plumbline"),
    mujoco: of("mujoco"),
    ...(library === undefined ? {} : { native: of("native") }),
  };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}
