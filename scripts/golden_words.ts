/** What the engine says: why it refuses what MuJoCo refuses, what it writes of a model, and what comes of uses. */

import type { Assets, Words } from "../harness/engine.ts";
import { PLUMBLINE } from "../harness/engines/plumbline.ts";
import { formatJson } from "../harness/format_json.ts";
import {
  type CaseFile,
  type GoldenStore,
  isWords,
  readCase,
  readGolden,
  sha256,
  wordsPath,
} from "../harness/golden/golden.ts";
import { variantOf } from "../harness/replay/replay.ts";
import { hashesOf, namesIn } from "../harness/replay/words.ts";

/** A recipe with its words, and the text of uses. */
export interface Spoken {
  readonly file: CaseFile;
  readonly words: Words;
}

/** Does a recipe lack words that it should have? */
export function lacksWords({ kind, kept, uses, says }: CaseFile): boolean {
  if (says === undefined) return kind === "reject" || kept === true || uses !== undefined;
  return uses !== undefined && namesIn(says).join() !== uses.join();
}

/** A recipe with the words of the engine, if it lacks them. */
export async function withWords(file: CaseFile, model: string, assets: Assets): Promise<Spoken> {
  if (!lacksWords(file)) return { file, words: {} };
  const loaded = await variantOf(PLUMBLINE, file).load(model, assets);
  const { minted, says: _says, ...recipe } = file;
  const { uses } = recipe;
  const said = (says: string, words: Words) => ({ file: { ...recipe, says, minted }, words });
  if (loaded.outcome === "rejected") return said(loaded.message, {});
  // the engine does not refuse what it should refuse
  if (loaded.outcome !== "loaded" || file.kind === "reject") return { file, words: {} };
  const words = await loaded.says?.(uses) ?? {};
  const unknown = uses?.find((use) => !(use in words));
  if (unknown !== undefined) throw new Error(`the engine knows of no use '${unknown}'`);
  return said(hashesOf(words), uses === undefined ? {} : words);
}

/** Writes the text of uses, and deletes that of others; returns whether anything is new. */
export function writeWords(store: GoldenStore, id: string, words: Words): boolean {
  const folder = `${store.name}/${id}`;
  const texts = new Map(Object.entries(words).map(([use, said]) => [wordsPath(use), said as string]));
  const old = store.files(id).filter(isWords);
  const changed = [...texts].filter(([path, text]) => sha256(store.read(id, path) ?? "") !== sha256(text));
  const obsolete = old.filter((path) => !texts.has(path));
  if (texts.size > 0) Deno.mkdirSync(`${folder}/words`, { recursive: true });
  for (const [path, text] of changed) Deno.writeTextFileSync(`${folder}/${path}`, text);
  for (const path of obsolete) Deno.removeSync(`${folder}/${path}`);
  return changed.length + obsolete.length > 0;
}

/** Renews the words, and returns the ids of the cases in which they have changed. */
export async function renewWords(store: GoldenStore, ids: readonly string[]): Promise<string[]> {
  const renewed: string[] = [];
  for (const id of ids) {
    const found = readCase(store, id);
    if (found.file.says === undefined || found.file.minted === undefined) continue;
    const { model, assets } = readGolden(store, found);
    const { says, ...silent } = JSON.parse(new TextDecoder().decode(store.read(id, "case.json"))) as CaseFile;
    const { file, words } = await withWords(silent, model, assets);
    const isOther = writeWords(store, id, words);
    if (file.says !== says) Deno.writeTextFileSync(`${store.name}/${id}/case.json`, formatJson(file));
    if (isOther || file.says !== says) renewed.push(id);
  }
  return renewed;
}
