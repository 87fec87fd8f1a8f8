/** Exit codes of commands: 0 or 1 by their result, 2 with one line if they could not tell. */

import { CommanderError, InvalidArgumentError } from "@commander-js/extra-typings";
import { isOfTheSystem } from "../harness/disk.ts";
import { HarnessError } from "../harness/engine.ts";

/** Runs a command and sets the exit code. Errors that the user can fix are printed in one line. */
export async function runCommand(main: () => Promise<number>): Promise<void> {
  try {
    Deno.exitCode = await main();
  } catch (error) {
    // the command line library has already reported the error
    if (error instanceof CommanderError) {
      Deno.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    if (!(error instanceof HarnessError || isOfTheSystem(error))) throw error;
    Deno.stderr.writeSync(new TextEncoder().encode(`error: ${error.message}\n`));
    Deno.exitCode = 2;
  }
}

/** A nonnegative integer option. */
export function wholeNumber(text: string): number {
  const n = Number(text);
  if (text.trim() === "" || !Number.isInteger(n) || n < 0) throw new InvalidArgumentError("expected a whole number");
  return n;
}

/** A positive integer option. */
export function positive(text: string): number {
  const n = Number(text);
  if (!Number.isInteger(n) || n < 1) throw new InvalidArgumentError("expected a whole number from 1 up");
  return n;
}
