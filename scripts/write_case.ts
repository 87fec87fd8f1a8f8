/** Writes what MuJoCo said about a model as a golden case. */

import { HarnessError } from "../harness/engine.ts";
import { formatJson } from "../harness/format_json.ts";
import type { LiveResult } from "../harness/live.ts";
import type { ModelFiles } from "../harness/model_files.ts";

/** Writes the case `id` (`item/case`) below `dir`, and gives its folder. */
export async function writeCase(
  dir: string,
  id: string,
  { recipe, mint }: LiveResult,
  { xml, assets }: ModelFiles,
): Promise<string> {
  if (mint === null) throw new HarnessError("there is nothing to export: the models are too different");
  const root = dir.replace(/\/+$/, "");
  const folder = `${root}/${id}`;
  await Deno.mkdir(folder, { recursive: true });
  for (const [asset, bytes] of assets) {
    if (asset.startsWith("..")) throw new HarnessError(`${asset} lies above the model, a golden cannot hold it`);
    await Deno.mkdir(`${folder}/${asset}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeFile(`${folder}/${asset}`, bytes);
  }
  await Deno.writeTextFile(`${folder}/model.xml`, xml);
  if (mint.arrays !== undefined) await Deno.writeFile(`${folder}/trajectory.npz`, mint.arrays);
  await Deno.writeTextFile(`${folder}/case.json`, formatJson({ ...recipe, minted: mint.minted }));
  await addToManifest(root, id, mint.minted.compared);
  return folder;
}

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
