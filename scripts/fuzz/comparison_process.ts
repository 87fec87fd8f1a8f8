// deno-lint-ignore-file no-console
/**
 * A process that compares models, and is killed if it does not return. Questions and answers are lines, each a value as
 * V8 serializes it.
 *
 * Arguments: name of the engine.
 */

import { HarnessError } from "../../harness/engine.ts";
import { openEngine } from "../../harness/engines/engines.ts";
import type { Engine } from "../../harness/engine.ts";
import { compareModel, type Comparison, type Took } from "../../harness/live/compare.ts";
import type { ModelFiles } from "../../harness/live/disk_assets.ts";
import { mint } from "../../harness/golden/mint.ts";
import { linesOf } from "../lines_of.ts";
import { openMintmaster } from "../mintmaster.ts";
import type { Message, Question } from "./guarded_comparison.ts";
import { readLine, writeLine } from "./value_lines.ts";

// what models make engines print is no answer
console.log = console.error;

const [name] = Deno.args;
const [master, engine] = await Promise.all([openMintmaster(), openEngine(name, `file://${Deno.cwd()}/`)]);

function tell(message: Message): void {
  const bytes = new TextEncoder().encode(`${writeLine(message)}\n`);
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}

async function answer({ ask, recipe, files }: Question): Promise<Message> {
  if (ask === "mint") {
    const { minted, arrays } = await mint(master, recipe, new TextEncoder().encode(files.xml), files.assets);
    return { minted, arrays };
  }
  const onStage = (stage: string, step?: number) => {
    if (step === undefined) tell({ stage });
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

tell("ready");
for await (const line of linesOf(Deno.stdin.readable)) {
  try {
    tell(await answer(readLine<Question>(line)));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    tell({ error: message, isPlain: error instanceof HarnessError });
  }
}
