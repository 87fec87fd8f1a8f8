/** Compiles and steps hostile documents, one after the other; whoever asks may end the process. */

import process from "node:process";
import { compile, Data, MjcfError, step, UnsupportedError } from "../../mod.ts";
import { generateHostile, goldenFolders } from "./generate_hostile.ts";

/** What became of a document. */
export interface HostileResult {
  readonly seed: number;
  /** class of the error, or "loaded" */
  readonly outcome: string;
  /** what it says where that is not expected */
  readonly message: string;
  /** seconds of the processor, until compiled, and for the steps */
  readonly seconds: readonly [compile: number, step: number];
  /** megabytes at most, beyond those that the process had before */
  readonly megabytes: number;
}

const STEPS = 2;

function main(): void {
  const [root, first, last] = Deno.args;
  const folders = goldenFolders(root);
  for (let seed = Number(first); seed <= Number(last); seed++) {
    write({ begins: seed });
    write(run(seed, folders));
  }
}

function run(seed: number, folders: readonly string[]): HostileResult {
  const { xml, assets } = generateHostile(seed, folders);
  const before = resetPeak();
  const begin = cpu();
  let compiled = begin;
  let outcome = "loaded";
  let message = "";
  try {
    const model = compile(xml, { assets });
    const data = new Data(model);
    compiled = cpu();
    for (let k = 0; k < STEPS; k++) step(model, data);
  } catch (error) {
    if (compiled === begin) compiled = cpu();
    outcome = error instanceof Error ? error.name : "nothing";
    const typed = error instanceof MjcfError || error instanceof UnsupportedError;
    if (!typed) message = error instanceof Error ? `${error.stack}` : String(error);
    else if (/not suffice|stack of this thread|too large for memory/.test(error.message)) message = error.message;
  }
  const seconds = [compiled - begin, cpu() - compiled] as const;
  return { seed, outcome, message, seconds, megabytes: peak() - before };
}

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Lets the peak of the memory begin anew; megabytes that are in use. */
function resetPeak(): number {
  Deno.writeTextFileSync("/proc/self/clear_refs", "5");
  return peak();
}

function peak(): number {
  const kilobytes = /^VmHWM:\s*(\d+) kB/m.exec(Deno.readTextFileSync("/proc/self/status"))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

function write(value: unknown): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(value)}\n`));
}

main();
