/** What the process that compares a model is told, and what it says. */

import type { CaseFile } from "../../harness/golden.ts";
import type { ModelOutcome } from "../../harness/live/outcome.ts";

/** What is asked, as the one line of the process's input. */
export interface Order {
  readonly model: string;
  readonly engine: string;
  readonly recipe: CaseFile;
  /** tell every field that differs at all */
  readonly all: boolean;
  /** directory to which a golden is written */
  readonly exportTo: string | null;
}

/** What is said, a line each behind {@link MARK}. */
export type Message =
  | { readonly stage: string; readonly step: number | null }
  | { readonly outcome: ModelOutcome; readonly engine: string; readonly mujoco: string }
  /** something that the user can put right */
  | { readonly error: string };

/** Begins each line that is a message; whatever else is printed comes from the engine. */
export const MARK = "\x1e";
