/** Compiles and steps hostile documents, one after another; the process may be killed. */

import process from "node:process";
import { compile, Data, type Limits, MjcfError, step, UnsupportedError } from "../../mod.ts";
import { generateHostile, goldenFolders } from "./generate_hostile.ts";

/** The outcome of a document. */
export interface HostileResult {
  readonly seed: number;
  /** class of the error, or "loaded" */
  readonly outcome: string;
  /** message, if unexpected */
  readonly message: string;
  /** CPU time for compiling and for stepping (s) */
  readonly seconds: readonly [compile: number, step: number];
  /** peak additional memory (MB) */
  readonly megabytes: number;
}

const STEPS = 2;

/** What a server would allow: documents of odd seeds are held to this and stepped, others to the defaults. */
const STRICT: Partial<Limits> = {
  elements: 20_000,
  bodies: 1000,
  geoms: 2000,
  meshVertices: 50_000,
  meshFaces: 100_000,
  hfieldCells: 1_000_000,
  flexVertices: 1000,
  flexElements: 3000,
  iterations: 1000,
  modelBytes: 2 ** 28,
  dataBytes: 2 ** 28,
  work: 500_000_000,
};
/** What others are held to: the defaults, which let a mesh take twenty seconds, but for meshes. */
const LOOSE: Partial<Limits> = { meshVertices: 100_000, meshFaces: 200_000, work: 2e9 };

/** bytes of the arena */
const ARENA = 2 ** 26;

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
    const isStrict = seed % 2 === 1;
    const model = compile(xml, { assets, limits: isStrict ? STRICT : LOOSE });
    const data = new Data(model);
    compiled = cpu();
    data.narena = Math.min(data.narena, ARENA);
    for (let k = 0; k < (isStrict ? STEPS : 0); k++) step(model, data);
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

/** Resets the peak of the memory; returns the memory in use (MB). */
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
