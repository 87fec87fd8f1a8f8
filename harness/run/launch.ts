/**
 * Processes that replay with Plumbline from a bundle. They are started first, because they take as long to start as the
 * process that gives the verdict needs to find out what it has to do, and wait for their job: nobody gives them one
 * unless what they run is the bundle of the present sources.
 */

import { hash } from "node:crypto";
import { Child } from "../engines/child.ts";
import { cacheDirectory } from "../engines/python.ts";

const HOME = new URL("../../", import.meta.url);

/** Where the bundle of this checkout is. With a folder for each state of the sources, Deno's caches would never stop growing. */
export function bundleFolder(cache: string = cacheDirectory()): string {
  return `${cache}/replayer/${hash("sha256", HOME.pathname).slice(0, 16)}`;
}

/** The module of a bundle that is run. */
export const ENTRY = "own_replayer.mjs";

/** A process, and which file it was started from. */
export interface Launched {
  readonly child: Child;
  readonly file: string;
}

/** Which file the bundle is: a new one has another number. Empty if there is none. */
export function bundleFile(): string {
  try {
    const { isFile, ino, mtime } = Deno.statSync(`${bundleFolder()}/${ENTRY}`);
    return isFile ? `${ino} ${mtime?.getTime()}` : "";
  } catch {
    return "";
  }
}

/**
 * V8 options for code that runs only a few times, such as disabling the last compiler, and for a heap that need not be
 * kept small. All processors are busy anyway, so garbage is collected without the help of other threads. V8 takes
 * compiled code out of Deno's cache only if it was compiled with the same options, so `deno task conform` has them too.
 */
export const V8_FLAGS = "--v8-flags=--no-lazy,--max-opt=2,--no-maglev-inlining,--no-maglev-loop-peeling," +
  "--min-semi-space-size=16,--max-semi-space-size=16,--initial-old-space-size=1024,--single-threaded-gc," +
  "--no-wasm-tier-up";

/** Memory that a process may take unless the user says otherwise (GiB). */
export const MEMORY = 4;

/** Starts a process that replays. */
export function startReplayer(entry: string, memory: number, options: readonly string[] = []): Child {
  const args = ["run", "--quiet", "--no-prompt", "-A", "--no-check", ...options, V8_FLAGS, entry];
  return new Child({ command: Deno.execPath(), args, memory });
}

/** Starts a replayer from the bundle, whatever that has become; undefined if there is none. */
export function launch(memory = 2 ** 30 * MEMORY): Launched | undefined {
  const file = bundleFile();
  return file === "" ? undefined : { child: startReplayer(`${bundleFolder()}/${ENTRY}`, memory), file };
}

/** Number of processes that all goldens occupy on any machine that has as many processors. */
const FEW = 4;

/** Starts processes that replay, for a run of all goldens. */
export function launchFew(): Launched[] {
  const count = Math.min(FEW, navigator.hardwareConcurrency);
  return Array.from({ length: count }, () => launch()).filter((it) => it !== undefined);
}
