/** What the engine says: why it refuses what MuJoCo refuses, and hashes of what it writes of a model. */

import type { Assets } from "../harness/engine.ts";
import { PLUMBLINE } from "../harness/engines/plumbline.ts";
import { formatJson } from "../harness/format_json.ts";
import { type CaseFile, type GoldenStore, readCase, readGolden } from "../harness/golden/golden.ts";
import { variantOf } from "../harness/replay/replay.ts";

/** Does a case have words? */
export function hasWords({ kind, kept }: CaseFile): boolean {
  return kind === "reject" || kept !== undefined;
}

/** A recipe with the words of the engine, if it lacks them. */
export async function withWords(file: CaseFile, model: string, assets: Assets): Promise<CaseFile> {
  if (!hasWords(file) || file.says !== undefined) return file;
  const loaded = await variantOf(PLUMBLINE, file).load(model, assets);
  const says = loaded.outcome === "rejected" ? loaded.message : loaded.outcome === "loaded" ? loaded.says : undefined;
  // the engine does not refuse what it should refuse
  if (says === undefined) return file;
  const { minted, ...recipe } = file;
  return { ...recipe, says, minted };
}

/** Renews the words, and returns the ids of the cases in which they have changed. */
export async function renewWords(store: GoldenStore, ids: readonly string[]): Promise<string[]> {
  const renewed: string[] = [];
  for (const id of ids) {
    const found = readCase(store, id);
    if (!hasWords(found.file) || found.file.minted === undefined) continue;
    const { model, assets } = readGolden(store, found);
    const { says, ...silent } = JSON.parse(new TextDecoder().decode(store.read(id, "case.json"))) as CaseFile;
    const file = await withWords(silent, model, assets);
    if (file.says === says) continue;
    Deno.writeTextFileSync(`${store.name}/${id}/case.json`, formatJson(file));
    renewed.push(id);
  }
  return renewed;
}
