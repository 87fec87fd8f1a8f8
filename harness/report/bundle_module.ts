/** Modules with all that they import, made by `deno bundle`: scripts for pages, and programs that start sooner. */

import { HarnessError } from "../engine.ts";

const HOME = new URL("../../", import.meta.url).pathname;

/** A module with everything that it imports, minified, in one text. */
export async function bundleModule(entry: string): Promise<string> {
  const args = ["bundle", "--quiet", "--platform", "browser", "--minify", "--format", "iife", entry];
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: HOME }).output();
  if (!success) throw new HarnessError(`deno bundle: ${new TextDecoder().decode(stderr).trim()}`);
  return withoutAssembled(new TextDecoder().decode(stdout));
}

/** Modules of kernels, as `engine/wasm/assembled.ts` has them: in base64, all of them begin alike. */
const ASSEMBLED = /\{\s*"?[\w+]+"?:\s*\[\s*"AGFzbQEAAAAB[^{}]*\}/;

/** A bundle that assembles its kernels, which is less to download. Lines keep their numbers. */
export function withoutAssembled(code: string): string {
  return code.replace(ASSEMBLED, (table) => `{${table.replace(/[^\n]/g, "")}}`);
}

/** Time after which a bundle cannot be made, such as where Deno would have to download its bundler (ms). */
const PATIENCE = 60_000;

/**
 * Modules for this machine with everything that each imports, except one that stays `apart`, as texts by entry;
 * undefined if they cannot be made.
 */
export async function bundleModules(
  entries: readonly string[],
  apart: string,
): Promise<Map<string, string> | undefined> {
  const out = await Deno.makeTempDir({ prefix: "plumbline-bundle-" });
  try {
    const options = ["--quiet", "--platform", "deno", "--external", `*/${apart.split("/").at(-1)}`, "--outdir", out];
    const command = new Deno.Command(Deno.execPath(), {
      args: ["bundle", ...options, ...entries],
      cwd: HOME,
      stdout: "null",
      stderr: "null",
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (!(await command.output()).success) return undefined;
    return new Map(
      entries.map((entry) => [entry, withoutAssembled(Deno.readTextFileSync(`${out}/${entry.replace(/ts$/, "js")}`))]),
    );
  } catch {
    return undefined;
  } finally {
    await Deno.remove(out, { recursive: true });
  }
}
