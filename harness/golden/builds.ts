/**
 * Differences between two builds of MuJoCo. They are usually within the noise of the minting build. If they are not,
 * but not far beyond, the field gets a floor of its own; larger differences are not noise, and the scene must be moved.
 */

import { type Engine, HarnessError } from "../engine.ts";
import type { Golden } from "./golden.ts";
import { compact, largestDifference } from "./noise.ts";
import { EVERYTHING, viewOf } from "../replay/offer.ts";
import { replay } from "../replay/replay.ts";
import { BUILDS_FACTOR, type ToleranceTable } from "../spec/table.ts";
import { describeFailure } from "../verdict.ts";

/** Floors by field name, as in failures: one for all frames if they are equal, otherwise one for each. */
export type Floors = Record<string, number | number[]>;

/**
 * Replays a golden in another build, and returns floors for the fields that differ by more than the noise; undefined if
 * there are none. Throws if the builds differ too much.
 */
export async function floorsOfBuilds(
  engine: Engine,
  golden: Golden,
  table: ToleranceTable,
): Promise<Floors | undefined> {
  const { minted } = golden;
  const { native: _, ...own } = minted;
  const view = viewOf({ ...EVERYTHING, functions: engine.offers?.functions });
  const beyond = new Map<string, number[]>();
  await replay(engine, { ...golden, minted: own }, table, {
    view,
    observe: (step, field, expected, got, bound) => {
      if (got === undefined || bound.kind === "exact" || bound.kind === "fixed") return;
      const frame = Math.max(step, 0);
      const difference = largestDifference(expected, got);
      if (difference <= bound.allowed(frame, expected)) return;
      const list = beyond.get(field) ?? new Array<number>(Math.max(minted.frames, 1)).fill(0);
      list[frame] = difference;
      beyond.set(field, list);
    },
  });
  const floors = Object.fromEntries([...beyond].map(([field, list]) => [field, compact(list)]));
  const native = beyond.size > 0 ? floors : undefined;
  const { failures: [failure] } = await replay(engine, { ...golden, minted: { ...own, native } }, table, { view });
  if (failure !== undefined) {
    throw new HarnessError(
      `${engine.name} differs by more than ${BUILDS_FACTOR} times what noise excuses; move the scene: ` +
        describeFailure(failure).split("\n").join(" "),
    );
  }
  return native;
}
