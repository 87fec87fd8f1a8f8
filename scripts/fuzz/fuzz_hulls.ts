/** The area of the fuzzer that puts large hulls into many poses. */

import { mujocoEngine } from "../../harness/engines/mujoco.ts";
import type { CaseFile } from "../../harness/golden/golden.ts";
import { generateHulls } from "./generate_hulls.ts";
import { HullPoses, type PoseTally } from "./hull_poses.ts";

/** How much to try. */
export interface HullOptions {
  /** seed of the first model; the next models have the next seeds */
  readonly seed: number;
  /** models */
  readonly cases: number;
  /** poses of each model */
  readonly poses: number;
  /** when to stop, in the time of `performance.now` */
  readonly end: number;
}

/**
 * Tries models and returns the number of those that differ; writes the first differing pose of each. Ends with a line
 * with the number of poses that were tried and that differ.
 */
export async function fuzzHulls(
  { seed, cases, poses, end }: HullOptions,
  say: (text: string) => void,
  write: (name: string, file: CaseFile, xml: string) => Promise<void>,
): Promise<number> {
  const mujoco = await mujocoEngine();
  const tally: PoseTally = { poses: 0, touching: 0, contacts: 0, differ: 0 };
  let tried = 0;
  let differ = 0;
  for (; tried < cases && performance.now() < end; tried++) {
    const at = seed + tried;
    const xml = generateHulls(at);
    const model = await HullPoses.open(mujoco, xml, at);
    const [found] = model.run(poses, tally);
    model.close();
    if (found === undefined) continue;

    differ++;
    say(`hulls ${at} pose ${found.pose}: ${found.what}`);
    const init = Object.fromEntries(Array.from(found.qpos, (value, i) => [`qpos[${i}]`, value]));
    await write(
      `hulls_${at}`,
      { kind: "trajectory", isolates: "a pose", items: ["fuzz"], drive: "forward", init },
      xml,
    );
  }
  mujoco.close();
  const { touching, contacts } = tally;
  say(
    `hulls        seeds ${seed} to ${seed + tried - 1}: ${tally.poses} poses, ${touching} of them in touch with ` +
      `${contacts} contacts, ${tally.differ} differ`,
  );
  if (tried < cases) say(`             to go on: deno task fuzz hulls --seed ${seed + tried}`);
  return differ;
}
