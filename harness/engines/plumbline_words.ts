/** What Plumbline says of a model and its data in formats of its own, and in uses. */

import * as plumbline from "../../mod.ts";
import type { Model } from "../../mod.ts";
import type { Words } from "../engine.ts";
import { USES } from "./plumbline_uses.ts";

/** How it prints, saves, and writes a model, and prints the data of a step; or what it says in some uses. */
export async function wordsOf(model: Model, uses: readonly string[] | undefined): Promise<Words> {
  if (uses !== undefined) return await wordsOfUses(model, uses);
  const data = new plumbline.Data(model);
  plumbline.step(model, data);
  return {
    model: plumbline.printModel(model),
    data: plumbline.printData(model, data, { digits: 3 }),
    file: plumbline.saveModel(model),
    mjcf: plumbline.toMjcf(model),
  };
}

/** What it says in each use, one after the other; of a use that it does not know, nothing. */
async function wordsOfUses(model: Model, uses: readonly string[]): Promise<Words> {
  const words: Record<string, string> = {};
  for (const name of uses) {
    const use = USES[name];
    if (use !== undefined) words[name] = `${(await use(model)).join("\n")}\n`;
  }
  return words;
}
