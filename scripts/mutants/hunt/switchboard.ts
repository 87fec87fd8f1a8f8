/** What the sources of `switch_sources.ts` ask: which of their mutants is on, in this thread and those that it starts. */

import { getEnvironmentData, parentPort, setEnvironmentData } from "node:worker_threads";

/** What threads share: the mutant that is on, and notes about mutants. */
interface Shared {
  readonly now: SharedArrayBuffer;
  readonly seen: SharedArrayBuffer;
}

/** The name under which threads find what is shared. */
const NAME = "switchboard";

/** All mutants are off. */
export const OFF = -1;
/** All mutants are off, and those that would make a difference where they stand are noted. */
export const WATCH = -2;

/** The mutant that is on, or one of the above. While files are loaded, mutants are noted. */
export let now = WATCH;
/** How often the above has changed. */
export let turns = 0;

/** By mutant: 0 not run, 1 run, 2 what it computes is not what the engine computes, 3 run while it was on. */
export let seen: Uint8Array = new Uint8Array(0);
/** Mutants that were run while files were loaded, where they would make a difference. */
export const early = new Set<number>();

let shared = parentPort ? getEnvironmentData(NAME) as unknown as Shared | undefined : undefined;

/** More iterations of loops than any golden needs. */
const MOST = 1e8;
let iterations = 0;

if (shared) {
  // a thread: this listens before its program does
  seen = new Uint8Array(shared.seen);
  const { now } = shared;
  const follow = () => turn(new Int32Array(now)[0]);
  parentPort?.on("message", follow);
  follow();
}

/** Makes room for notes, when all files are loaded. */
export function open(count: number): void {
  shared = { now: new SharedArrayBuffer(4), seen: new SharedArrayBuffer(count) };
  setEnvironmentData(NAME, shared as never);
  seen = new Uint8Array(shared.seen);
  turn(OFF);
}

/** Switches one mutant on, or all off. */
export function turn(to: number): void {
  now = to;
  turns++;
  iterations = 0;
  if (shared) new Int32Array(shared.now)[0] = to;
}

/** Notes that a mutant has been run, and whether it differs there. */
export function note(mutant: number, differs: boolean): boolean {
  const level = differs ? 2 : 1;
  if (seen.length === 0 && differs) early.add(mutant);
  if (seen[mutant] < level) seen[mutant] = level;
  return true;
}

/** Notes that the mutant that is on has been run. */
export function ran(): void {
  seen[now] = 3;
}

/** Counts iterations: a mutant may never end. */
export function tick(): void {
  if (++iterations > MOST) throw new Error("a loop does not end");
}
