/** The end of every script: an exit code, whatever happens. */

import { HarnessError } from "../harness/engine.ts";

/**
 * Runs a script and sets the exit code of the process to what it returns. Misuse and what cannot be read end with a
 * message and 2, help and version with 0.
 */
export async function runMain(main: () => Promise<number>): Promise<void> {
  try {
    Deno.exitCode = await main();
  } catch (error) {
    if (error instanceof HarnessError) {
      Deno.stderr.writeSync(new TextEncoder().encode(`error: ${error.message}\n`));
      Deno.exitCode = 2;
    } else if (error instanceof Error && "exitCode" in error) {
      Deno.exitCode = Number(error.exitCode) === 0 ? 0 : 2;
    } else {
      throw error;
    }
  }
}
