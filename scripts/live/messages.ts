/** Messages to and from the process that compares a model. */

import type { CaseFile } from "../../harness/golden/golden.ts";
import type { Scene } from "../../harness/replay/scene.ts";
import type { ModelOutcome } from "../../harness/live/outcome.ts";

/** The request, the only line of the process's input. */
export interface Order {
  readonly model: string;
  readonly engine: string;
  readonly recipe: CaseFile;
  /** report every field that differs */
  readonly all: boolean;
  /** directory to which a golden is written */
  readonly exportTo: string | null;
  /** send the first failing step as a picture */
  readonly wantsScene: boolean;
}

/** Messages, each in a line that starts with {@link MARK}. */
export type Message =
  | { readonly stage: string; readonly step: number | null }
  | { readonly outcome: ModelOutcome; readonly engine: string; readonly mujoco: string; readonly scene?: Scene }
  /** an error that the user can fix */
  | { readonly error: string };

/** Prefix of each message; all other output comes from the engine. */
export const MARK = "\x1e";
