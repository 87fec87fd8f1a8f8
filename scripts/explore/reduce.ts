/** Makes a probe smaller while it still takes some ways. */

import type { CaseFile } from "../../harness/golden/golden.ts";
import { shrink } from "../fuzz/shrink.ts";
import type { Probe } from "./probes.ts";

/** A document with its files, and what is done with it. */
export type Case = Pick<Probe, "recipe" | "xml" | "assets">;

type Change = (it: CaseFile) => CaseFile;

/** A recipe without some of its parts. */
const without = (...names: (keyof CaseFile)[]): Change => (it) => {
  const entries = Object.entries(it).filter(([name]) => !names.includes(name as keyof CaseFile));
  return Object.fromEntries(entries) as unknown as CaseFile;
};
const DRIVING = ["init", "ctrl", "forces", "events", "drive", "steps", "calls", "plain"] as const;
const steps = (count: number): Change => (it) => (it.steps ?? 10) > count ? { ...it, steps: count } : it;

const SIMPLER: readonly Change[] = [
  (it) => ({ ...without(...DRIVING, "rewritten")(it), kind: "compile" }),
  (it) => ({ ...without(...DRIVING)(it), kind: "compile" }),
  ...(["calls", "plain", "kept", "rewritten", "events", "forces", "init", "ctrl", "drive"] as const).map((name) =>
    without(name)
  ),
  ...[steps(1), steps(2), steps(3)],
];

/** Tries at most this many smaller documents. */
const TRIES = 100;

/** The smallest case for which `holds` is true, as far as it is found. */
export async function reduce(it: Case, holds: (it: Case) => Promise<boolean>): Promise<Case> {
  let { recipe, assets } = it;
  for (const change of SIMPLER) {
    if (recipe.kind !== "trajectory") break;
    const tried = change(recipe);
    if (JSON.stringify(tried) !== JSON.stringify(recipe) && await holds({ ...it, recipe: tried })) recipe = tried;
  }
  const xml = await shrink(it.xml, (text) => holds({ recipe, xml: text, assets }), TRIES);
  for (const path of assets.keys()) {
    const fewer = new Map([...assets].filter(([name]) => name !== path));
    if (await holds({ recipe, xml, assets: fewer })) assets = fewer;
  }
  return { recipe, xml, assets };
}
