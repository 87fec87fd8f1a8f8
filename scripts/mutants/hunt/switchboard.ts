/** What the sources of `switch_sources.ts` ask: which of their mutants is on. */

/** All mutants are off. */
export const OFF = -1;
/** All mutants are off, and those that would make a difference where they stand are noted. */
export const WATCH = -2;

/** The mutant that is on, or one of the above. While files are loaded, mutants are noted. */
export let now = WATCH;
/** How often the above has changed. */
export let turns = 0;

/** By mutant: 0 not run, 1 run, 2 what it computes is not what the engine computes. */
export let seen = new Uint8Array(0);
/** Mutants that were run while files were loaded, where they would make a difference. */
export const early = new Set<number>();

/** More iterations of loops than any golden needs. */
const MOST = 1e8;
let iterations = 0;

/** Makes room for notes, when all files are loaded. */
export function open(count: number): void {
  seen = new Uint8Array(count);
  turn(OFF);
}

/** Switches one mutant on, or all off. */
export function turn(to: number): void {
  now = to;
  turns++;
  iterations = 0;
}

/** Notes that a mutant has been run, and whether it differs there. */
export function note(mutant: number, differs: boolean): boolean {
  const level = differs ? 2 : 1;
  if (seen.length === 0 && differs) early.add(mutant);
  if (seen[mutant] < level) seen[mutant] = level;
  return true;
}

/** Counts iterations: a mutant may never end. */
export function tick(): void {
  if (++iterations > MOST) throw new Error("a loop does not end");
}
