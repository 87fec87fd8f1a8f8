/** How the commands end: 0 or 1 by what they find, 2 with one line where they could not tell. */

import { CommanderError, InvalidArgumentError } from "@commander-js/extra-typings";
import { isOfTheSystem } from "../harness/disk.ts";
import { HarnessError } from "../harness/engine.ts";

/** Runs a command and sets the exit code. What the user can put right is told in a line. */
export async function runCommand(main: () => Promise<number>): Promise<void> {
  try {
    Deno.exitCode = await main();
  } catch (error) {
    // the command line library has said what is wrong
    if (error instanceof CommanderError) {
      Deno.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    if (!(error instanceof HarnessError || isOfTheSystem(error))) throw error;
    Deno.stderr.writeSync(new TextEncoder().encode(`error: ${error.message}\n`));
    Deno.exitCode = 2;
  }
}

/** An option that counts. */
export function wholeNumber(text: string): number {
  const n = Number(text);
  if (text.trim() === "" || !Number.isInteger(n) || n < 0) throw new InvalidArgumentError("expected a whole number");
  return n;
}

/** An option that counts from 1. */
export function positive(text: string): number {
  const n = Number(text);
  if (!Number.isInteger(n) || n < 1) throw new InvalidArgumentError("expected a whole number from 1 up");
  return n;
}
