/** Writes MuJoCo's results for a model as a golden case. */

import { HarnessError } from "../harness/engine.ts";
import { formatJson } from "../harness/format_json.ts";
import type { CaseFile } from "../harness/golden/golden.ts";
import type { ModelFiles } from "../harness/live/disk_assets.ts";
import type { Mint } from "../harness/golden/mint.ts";

/** A recipe and MuJoCo's results. */
export interface MintedCase {
  readonly recipe: CaseFile;
  readonly mint: Pick<Mint, "minted" | "arrays">;
}

/** Writes the case `id` (`item/case`) below `dir`, and returns its folder. */
export async function writeCase(
  dir: string,
  id: string,
  { recipe, mint }: MintedCase,
  { xml, assets }: ModelFiles,
): Promise<string> {
  const root = dir.replace(/\/+$/, "");
  const folder = `${root}/${id}`;
  for (const asset of assets.keys()) {
    if (/^(\.\.)?\//.test(asset)) {
      throw new HarnessError(`${asset} lies outside the model's folder, a golden cannot hold it`);
    }
    if (RESERVED.includes(asset)) throw new HarnessError(`${asset} is a name that a golden needs for itself`);
  }
  await Deno.mkdir(folder, { recursive: true });
  for (const [asset, bytes] of assets) {
    await Deno.mkdir(`${folder}/${asset}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeFile(`${folder}/${asset}`, bytes);
  }
  await Deno.writeTextFile(`${folder}/model.xml`, xml);
  if (mint.arrays !== undefined) await Deno.writeFile(`${folder}/trajectory.npz`, mint.arrays);
  await Deno.writeTextFile(`${folder}/case.json`, formatJson({ ...recipe, minted: mint.minted }));
  await addToManifest(root, id, mint.minted.compared);
  return folder;
}

const RESERVED = ["model.xml", "case.json", "trajectory.npz"];

async function addToManifest(root: string, id: string, compared: number): Promise<void> {
  const path = `${root}/manifest.json`;
  let manifest: Record<string, number> = {};
  try {
    manifest = JSON.parse(await Deno.readTextFile(path));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  manifest[id] = compared;
  const sorted = Object.entries(manifest).sort(([a], [b]) => a < b ? -1 : 1);
  await Deno.writeTextFile(path, formatJson(Object.fromEntries(sorted)));
}
