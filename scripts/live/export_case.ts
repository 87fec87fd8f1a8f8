/** Writes MuJoCo's results for a model as a golden case. */

import type { CaseFile } from "../../harness/golden/golden.ts";
import type { Comparison } from "../../harness/live/compare.ts";
import type { ModelFiles } from "../../harness/live/disk_assets.ts";
import { mint, type Mintmaster } from "../../harness/golden/mint.ts";
import { HarnessError } from "../../harness/engine.ts";
import { writeCase } from "../write_case.ts";

/** Mints a golden of a model and writes it below `dir`; returns its folder. */
export async function exportCase(
  dir: string,
  master: Mintmaster,
  files: ModelFiles,
  path: string,
  recipe: CaseFile,
  { mujoco, compiled, stepping }: Comparison,
): Promise<string> {
  const named: CaseFile = { ...recipe, isolates: `live: ${path}` };
  const refused: CaseFile = { kind: "reject", isolates: named.isolates, items: named.items };
  if (mujoco.outcome !== "rejected" && mujoco.outcome !== "loaded") {
    throw new HarnessError("there is nothing to export: MuJoCo does not run the model");
  }
  if (mujoco.outcome === "loaded" && compiled !== null && stepping === null) {
    throw new HarnessError("there is nothing to export: the models are too different");
  }
  const file = mujoco.outcome === "rejected" ? refused : named;
  const minted = await mint(master, file, new TextEncoder().encode(files.xml), files.assets);
  return await writeCase(dir, `live/${caseName(path)}`, { recipe: file, mint: minted }, files);
}

/** A model in a file with a generic name is named after its folder. */
export function caseName(path: string): string {
  const parts = path.replace(/\.(xml|urdf)$/i, "").split("/").filter((part) => part !== "" && part !== ".");
  const last = parts[parts.length - 1];
  const generic = /^(model|scene)$/.test(last) && parts.length > 1;
  return (generic ? parts[parts.length - 2] : last).replace(/\W+/g, "_").toLowerCase();
}
