/** A thread that compares models, and is terminated if it does not return. */

import { HarnessError } from "../../harness/engine.ts";
import { openEngine } from "../../harness/engines/engines.ts";
import type { Engine } from "../../harness/engine.ts";
import { compareModel, type Comparison, type Took } from "../../harness/live/compare.ts";
import type { ModelFiles } from "../../harness/live/disk_assets.ts";
import { mint } from "../../harness/golden/mint.ts";
import { openMintmaster } from "../mintmaster.ts";
import type { Message, Question } from "./guarded_comparison.ts";

const thread = self as unknown as {
  onmessage: (event: { data: Question }) => void;
  postMessage(message: Message): void;
};

const name = new URL(import.meta.url).searchParams.get("engine") ?? "plumbline";
const [master, engine] = await Promise.all([openMintmaster(), openEngine(name, `file://${Deno.cwd()}/`)]);

async function answer({ ask, recipe, files }: Question): Promise<Message> {
  if (ask === "mint") {
    const { minted, arrays } = await mint(master, recipe, new TextEncoder().encode(files.xml), files.assets);
    return { minted, arrays };
  }
  const onStage = (stage: string, step?: number) => {
    if (step === undefined) thread.postMessage({ stage });
  };
  if (ask === "load") return { comparison: await loadBoth(files, onStage) };
  return { comparison: await compareModel(master, engine, { files, recipe, onStage }) };
}

/** Loads a model on either side, and compares nothing. */
async function loadBoth(files: ModelFiles, onStage: (stage: string) => void): Promise<Comparison> {
  const take = async (name: string, { load }: Pick<Engine, "load">): Promise<Took> => {
    onStage(`${name} loads the model`);
    try {
      const loaded = await load(files.xml, files.assets);
      if (loaded.outcome !== "loaded") return loaded;
      loaded.simulation.close();
      return { outcome: "loaded" };
    } catch (error) {
      return { outcome: "breaks", message: error instanceof Error ? error.message : String(error) };
    }
  };
  const mujoco = await take("MuJoCo", { load: (xml, assets) => master.engine.load(xml, assets) });
  const ours = await take(engine.name, { load: (xml, assets) => engine.load(xml, assets) });
  return { mujoco, engine: ours, compiled: null, stepping: null, departure: null, broke: null, notes: [] };
}

thread.onmessage = async ({ data }) => {
  try {
    thread.postMessage(await answer(data));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    thread.postMessage({ error: message, isPlain: error instanceof HarnessError });
  }
};
thread.postMessage("ready");
