/** The first load of a robot of meshes in a process. */

import { drawRobot } from "./bench_robots.ts";
import { runApart } from "./run_apart.ts";

const SIDE = new URL("bench_meshes_side.ts", import.meta.url);
const TRIALS = 5;

/** The robots, by the number of their parts. */
export const ROBOTS = [10, 60].map((parts) => ({ name: `robot-${parts}`, parts }));

/** Time of a load (ms). */
export interface LoadTimes {
  /** what passes */
  wall: number;
  /** of all processors */
  cpu: number;
}

/** Result of one robot. */
export interface MeshesRow {
  robot: string;
  triangles: number;
  plumbline: LoadTimes;
  native: LoadTimes;
}

/** Measures a robot: the medians of processes that take turns. */
export async function measureMeshes(
  { name, parts }: typeof ROBOTS[number],
  seed: number,
  library: string,
): Promise<MeshesRow> {
  const folder = await Deno.makeTempDir();
  for (const [file, bytes] of Object.entries(drawRobot(parts, seed))) await Deno.writeFile(`${folder}/${file}`, bytes);
  const times = { plumbline: [] as LoadTimes[], native: [] as LoadTimes[] };
  let triangles = 0;
  // the first trial fills Deno's cache of compiled code, and the system's of files
  for (let trial = 0; trial <= TRIALS; trial++) {
    for (const side of ["plumbline", "native"] as const) {
      const args = [side, `${folder}/robot.xml`, library];
      const found = await runApart<LoadTimes & { triangles: number }>({ script: SIDE, args, what: side });
      if (trial > 0) times[side].push(found);
      triangles ||= found.triangles;
    }
  }
  await Deno.remove(folder, { recursive: true });
  return { robot: name, triangles, plumbline: median(times.plumbline), native: median(times.native) };
}

function median(times: readonly LoadTimes[]): LoadTimes {
  const of = (key: keyof LoadTimes) => times.map((time) => time[key]).toSorted((a, b) => a - b)[times.length >> 1];
  return { wall: of("wall"), cpu: of("cpu") };
}
