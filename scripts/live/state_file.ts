/**
 * The results of a run so far, in a file from which it can be resumed: a line for the parameters, then one for each
 * model.
 */

import { HarnessError } from "../../harness/engine.ts";
import { appendText, readIfThere } from "../../harness/disk.ts";
import type { ModelOutcome } from "../../harness/live/outcome.ts";

/** A line about a model. */
interface Entry {
  readonly outcome: ModelOutcome;
  readonly engine: string;
  readonly mujoco: string;
  /** whether the process completed */
  readonly isFinished: boolean;
}

/** The file of a run. */
export class StateFile {
  #path: string;
  #known = new Map<string, Entry>();

  /** Opens or creates the file of a run; `what` contains everything on which its outcomes depend. */
  constructor(path: string, what: unknown) {
    this.#path = path;
    const head = JSON.stringify({ live: 1, what });
    const bytes = readIfThere(path);
    const lines = new TextDecoder().decode(bytes ?? new Uint8Array()).split("\n").filter((line) => line !== "");
    if (lines.length === 0) {
      appendText(path, `${head}\n`);
      return;
    }
    if (lines[0] !== head) throw new HarnessError(`${path}: belongs to a run with other options`);
    for (const line of lines.slice(1)) {
      const entry = parse(line);
      if (entry !== undefined) this.#known.set(entry.outcome.model, entry);
    }
    // a line that was cut off must not corrupt the next one
    if (!new TextDecoder().decode(bytes).endsWith("\n")) appendText(path, "\n");
  }

  /** The result of a model; undefined if it was not completed. */
  get(model: string): Entry | undefined {
    const entry = this.#known.get(model);
    return entry?.isFinished ? entry : undefined;
  }

  /** Adds the result of a model. */
  add(entry: Entry): void {
    appendText(this.#path, `${JSON.stringify(entry)}\n`);
  }
}

function parse(line: string): Entry | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
