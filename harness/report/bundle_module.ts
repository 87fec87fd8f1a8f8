/** Scripts for pages, with `deno bundle`. */

import { HarnessError } from "../engine.ts";

const HOME = new URL("../../", import.meta.url).pathname;

/** A module with everything that it imports, minified, in one text. */
export async function bundleModule(entry: string): Promise<string> {
  const args = ["bundle", "--quiet", "--platform", "browser", "--minify", "--format", "iife", entry];
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: HOME }).output();
  if (!success) throw new HarnessError(`deno bundle: ${new TextDecoder().decode(stderr).trim()}`);
  return new TextDecoder().decode(stdout);
}
