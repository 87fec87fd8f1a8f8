/** In which words the engine refuses what MuJoCo refuses. */

import type { Assets } from "../harness/engine.ts";
import { PLUMBLINE } from "../harness/engines/plumbline.ts";
import { formatJson } from "../harness/format_json.ts";
import { type CaseFile, type GoldenStore, readCase, readGolden } from "../harness/golden/golden.ts";

/** A recipe with the words of its refusal, if it has none; one whose model the engine accepts stays without. */
export async function withWords(file: CaseFile, model: string, assets: Assets): Promise<CaseFile> {
  if (file.kind !== "reject" || file.says !== undefined) return file;
  const loaded = await PLUMBLINE.load(model, assets);
  if (loaded.outcome !== "rejected") return file;
  const { minted, ...recipe } = file;
  return { ...recipe, says: loaded.message, minted };
}

/** Renews the words of refusals, and returns the ids of the cases in which they have changed. */
export async function renewWords(store: GoldenStore, ids: readonly string[]): Promise<string[]> {
  const renewed: string[] = [];
  for (const id of ids) {
    const found = readCase(store, id);
    if (found.file.kind !== "reject") continue;
    const { model, assets } = readGolden(store, found);
    const { says, ...silent } = JSON.parse(new TextDecoder().decode(store.read(id, "case.json"))) as CaseFile;
    const file = await withWords(silent, model, assets);
    if (file.says === says) continue;
    Deno.writeTextFileSync(`${store.name}/${id}/case.json`, formatJson(file));
    renewed.push(id);
  }
  return renewed;
}
