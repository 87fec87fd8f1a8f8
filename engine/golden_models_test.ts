/** Models for tests that need a bit of everything: a sample of those of the goldens. */

import { toMjcf } from "./compile/to_mjcf.ts";
import { loadModel } from "./load_model.ts";
import { UnsupportedError } from "./types/errors.ts";
import type { Model } from "./types/model.ts";

const GOLDEN = new URL("../golden/", import.meta.url);

interface Sample {
  readonly name: string;
  readonly model: Model;
}

/** Every `stride`-th model of the goldens, in the order of their names; models that are refused are left out. */
export async function* goldenModels(stride: number): AsyncGenerator<Sample> {
  const names: string[] = [];
  for (const item of Deno.readDirSync(GOLDEN)) {
    if (!item.isDirectory) continue;
    for (const { name } of Deno.readDirSync(new URL(`${item.name}/`, GOLDEN))) names.push(`${item.name}/${name}`);
  }
  names.sort();
  for (let i = 0; i < names.length; i += stride) {
    const model = await loadModel(new URL(`${names[i]}/model.xml`, GOLDEN).pathname).catch(() => null);
    if (model !== null) yield { name: names[i], model };
  }
}

/** Some flexes cannot be written as MJCF. */
export function canBeWritten(model: Model): boolean {
  try {
    toMjcf(model);
    return true;
  } catch (error) {
    if (error instanceof UnsupportedError) return false;
    throw error;
  }
}
