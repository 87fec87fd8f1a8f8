/** A thread that compares models; whoever asks may end it where it does not come back. */

import { HarnessError } from "../../harness/engine.ts";
import { openEngine } from "../../harness/engines/engines.ts";
import { compareModel } from "../../harness/live/compare.ts";
import { mint } from "../../harness/mint.ts";
import { openMintmaster } from "../mintmaster.ts";
import type { Message, Question } from "./guarded_comparison.ts";

const thread = self as unknown as {
  onmessage: (event: { data: Question }) => void;
  postMessage(message: Message): void;
};

const name = new URL(import.meta.url).searchParams.get("engine") ?? "plumbline";
const [master, engine] = await Promise.all([openMintmaster(), openEngine(name, `file://${Deno.cwd()}/`)]);

async function answer({ ask, recipe, xml }: Question): Promise<Message> {
  const files = { xml, assets: new Map<string, Uint8Array>() };
  if (ask === "mint") {
    const { minted, arrays } = await mint(master, recipe, new TextEncoder().encode(xml), files.assets);
    return { minted, arrays };
  }
  const onStage = (stage: string, step?: number) => {
    if (step === undefined) thread.postMessage({ stage });
  };
  return { comparison: await compareModel(master, engine, { files, recipe, onStage }) };
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
