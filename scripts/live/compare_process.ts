/** The process that compares one model, and may be killed. */

import { isOfTheSystem } from "../../harness/disk.ts";
import { HarnessError } from "../../harness/engine.ts";
import { openEngine } from "../../harness/engines/engines.ts";
import { compareModel } from "../../harness/live/compare.ts";
import { readModelFiles } from "../../harness/live/disk_assets.ts";
import { judge } from "../../harness/live/judge.ts";
import type { ModelOutcome } from "../../harness/live/outcome.ts";
import { openMintmaster } from "../mintmaster.ts";
import { exportCase } from "./export_case.ts";
import { MARK, type Message, type Order } from "./messages.ts";
import { peakMemory } from "./peak_memory.ts";

/** Milliseconds between two messages about steps. */
const PACE = 100;

const encoder = new TextEncoder();

function say(message: Message): void {
  const bytes = encoder.encode(`\n${MARK}${JSON.stringify(message)}\n`);
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}

let last = 0;

/** The current activity, its start, and the previous ones. */
const times = { stage: "", since: performance.now(), done: new Map<string, number>() };

function onStage(stage: string, step?: number): void {
  const now = performance.now();
  if (stage !== times.stage) {
    const { done, since } = times;
    done.set(times.stage, (done.get(times.stage) ?? 0) + (now - since) / 1000);
    times.stage = stage;
    times.since = now;
    last = 0;
  }
  if (step !== undefined && now - last < PACE) return;
  last = now;
  say({ stage, step: step ?? null });
}

async function run({ model, engine: name, recipe, all, exportTo, wantsScene }: Order): Promise<void> {
  onStage("MuJoCo starts");
  const [master, engine] = await Promise.all([openMintmaster(), openEngine(name, `file://${Deno.cwd()}/`)]);
  onStage("reads the files");
  const files = readModelFiles(model, Deno.cwd());
  // other versions of MuJoCo lack some fields and have others
  const absent = name.startsWith("mujoco@") ? new Set<string>() : undefined;
  const comparison = await compareModel(master, engine, { files, recipe, all, absent, onStage });
  const judged = judge(comparison, model, engine.name);
  const notes = [...judged.notes];
  if (absent !== undefined && absent.size > 0) notes.push(`${engine.name} lacks ${[...absent].join(" ")}`);
  if (exportTo !== null) {
    onStage("exports a golden");
    // the comparison has released its files
    const again = readModelFiles(model, Deno.cwd());
    notes.push(`exported to ${await exportCase(exportTo, master, again, model, recipe, comparison)}`);
  }
  onStage("is done");
  times.done.delete("");
  const outcome: ModelOutcome = {
    ...judged,
    model,
    notes,
    seconds: performance.now() / 1000,
    stages: [...times.done].map(([stage, seconds]) => ({ stage, seconds })),
    megabytes: peakMemory(),
  };
  const { scene } = comparison;
  const names = { engine: `${engine.name} ${engine.version}`, mujoco: master.engine.version };
  say({ outcome, ...names, ...wantsScene && scene !== undefined ? { scene } : {} });
  await engine.close();
}

try {
  await run(JSON.parse(await new Response(Deno.stdin.readable).text()));
} catch (error) {
  if (!(error instanceof HarnessError || isOfTheSystem(error))) throw error;
  say({ error: error.message });
}
// anything that an engine left running must not keep the process alive
Deno.exit(0);
