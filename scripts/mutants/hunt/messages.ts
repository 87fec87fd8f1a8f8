/** What a hunt and its process say to each other. */

import type { CaseFile } from "../../../harness/golden/golden.ts";

/** What is to be done: goldens are asked first, then random documents, of which those that show something are made small. */
export interface Order {
  /** by mutant: the function that it is in, and the file */
  readonly symbols: readonly string[];
  readonly files: readonly string[];
  /** mutants that goldens have not been asked about */
  readonly untested: readonly number[];
  /** mutants that no golden notices */
  readonly survivors: readonly number[];
  /** the goldens that mutants are tried on */
  readonly goldens: readonly string[];
  /** goldens that a mutant is tried on at most */
  readonly most: number;
  /** mutants that a document shows, whose key follows */
  readonly shown: readonly (readonly [mutant: number, key: string])[];
  /** are documents to be weighed by all that they show, rather than made small */
  readonly dense: boolean;
  /** the generators of documents; all, and variations of goldens, if it is empty */
  readonly areas: readonly string[];
  /** by mutant: how many documents show it, as far as they have been weighed */
  readonly hits: readonly (readonly [mutant: number, count: number])[];
  /** CPU time for random documents (s) */
  readonly seconds: number;
  readonly seed: number;
  /** where what goldens run is kept for another process */
  readonly notes: string;
}

/** A message of the process. */
export type Message =
  /** from here on, silence means an endless loop */
  | { readonly says: "ready" }
  /** `spent` is the CPU time of the search so far (s) */
  | { readonly says: "tries"; readonly mutant: number; readonly key?: string; readonly spent?: number }
  /** the golden that notices a mutant; if none does, the quickest of those that run it */
  | { readonly says: "judged"; readonly mutant: number; readonly by: string | null; readonly runs: readonly string[] }
  /** no golden notices a mutant, but it would also have run while files were loaded */
  | { readonly says: "early"; readonly mutant: number }
  /** a mutant leaves something behind that changes what comes after it */
  | { readonly says: "spoiled"; readonly mutant: number; readonly by: string }
  | { readonly says: "shown"; readonly mutant: number; readonly key: string; readonly field: string }
  /** a document, its CPU time, and the mutants that it shows */
  | { readonly says: "weighed"; readonly key: string; readonly ms: number; readonly mutants: readonly number[] }
  | { readonly says: "searched"; readonly documents: number }
  | {
    readonly says: "small";
    readonly mutants: readonly number[];
    readonly recipe: CaseFile;
    readonly xml: string;
    readonly assets: Readonly<Record<string, string>>;
  }
  | { readonly says: "lost"; readonly mutant: number }
  | { readonly says: "done" };
