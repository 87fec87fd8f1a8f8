/** Scripts that measure in a process of their own, and print what they find as JSON. */

import { HarnessError } from "../harness/engine.ts";

/** A run of a script. */
export interface Apart {
  /** its address */
  readonly script: URL;
  readonly args: readonly string[];
  /** options of Deno */
  readonly options?: readonly string[];
  /** what is measured, for errors */
  readonly what: string;
}

/** Runs a script, and returns what it prints. */
export async function runApart<T>({ script, args, options = [], what }: Apart): Promise<T> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", ...options, script.pathname, ...args],
  }).output();
  const decoder = new TextDecoder();
  if (code !== 0) throw new HarnessError(`${what}: ${decoder.decode(stderr).trim()}`);
  return JSON.parse(decoder.decode(stdout));
}
