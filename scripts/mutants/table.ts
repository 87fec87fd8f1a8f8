/** The mutants: bugs that the seed documents describe, each as an edit of one engine file. */

/** One bug. */
export interface Mutant {
  /** short name */
  readonly id: string;
  /** item that must turn red */
  readonly item: string;
  /** what is wrong */
  readonly bug: string;
  /** engine file that it lives in */
  readonly file: string;
  /** texts that occur exactly once in the file, and what they become */
  readonly edits: readonly (readonly [find: string, replace: string])[];
}

/** The mutants, item by item. */
export const MUTANTS: readonly Mutant[] = [];
