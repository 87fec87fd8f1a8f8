/** What the process that runs unit tests on mutants is asked, and what it says. */

/** What is to be done: tests are run without mutants, then on each. */
export interface Order {
  /** by mutant: the function that it is in, and the file */
  readonly symbols: readonly string[];
  readonly files: readonly string[];
  /** mutants that are to be tried, by their numbers */
  readonly untested: readonly number[];
  /** files of unit tests, as URLs */
  readonly tests: readonly string[];
  /** CPU time for a mutant (s) */
  readonly seconds: number;
  /** where what tests run is kept for another process */
  readonly notes: string;
}

/** A message of the process. */
export type Message =
  /** a test fails without any mutant, so it is not asked */
  | { readonly says: "unfit"; readonly test: string; readonly why: string }
  /** from here on, silence means an endless loop */
  | { readonly says: "ready"; readonly tests: number }
  | { readonly says: "tries"; readonly mutant: number }
  /** the test that notices a mutant, if any does within the time */
  | { readonly says: "judged"; readonly mutant: number; readonly by: string | null }
  /** no test notices a mutant, but it has not been run while it was on: what it computes was computed before */
  | { readonly says: "early"; readonly mutant: number }
  /** a mutant leaves something behind that makes a test fail without it */
  | { readonly says: "spoiled"; readonly mutant: number; readonly by: string }
  | { readonly says: "done" };
