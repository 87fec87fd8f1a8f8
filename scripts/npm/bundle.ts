/** Bundles for browsers, with `deno bundle`. */

import { minify } from "terser";
import { HarnessError } from "../../harness/engine.ts";
import { type SourceMap, thinMap } from "./source_map.ts";

const HOME = new URL("../../", import.meta.url).pathname;

/** What to bundle. */
export interface BundleOptions {
  /** modules, as paths below the repository; Workers are modules of their own */
  entries: readonly string[];
  /** packages that stay imports */
  external?: readonly string[];
}

/** The bundle as files by name; `.js` files are minified already. */
export async function bundle({ entries, external = [] }: BundleOptions): Promise<Map<string, string>> {
  const out = await Deno.makeTempDir({ prefix: "plumbline-bundle-" });
  try {
    const args = [
      ...["bundle", "--quiet", "--platform", "browser", "--minify", "--sourcemap", "external", "--code-splitting"],
      ...external.flatMap((name) => ["--external", name]),
      ...["--outdir", out, ...entries],
    ];
    const { success, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: HOME, stdout: "null" }).output();
    if (!success) throw new HarnessError(`deno bundle: ${new TextDecoder().decode(stderr).trim()}`);
    const files = new Map<string, string>();
    for await (const path of filesBelow(out)) files.set(path.slice(out.length + 1), await Deno.readTextFile(path));
    return files;
  } finally {
    await Deno.remove(out, { recursive: true });
  }
}

/** Makes a minified module smaller still, with a source map that leads to the sources. */
export async function shrink(name: string, code: string, map: string): Promise<{ code: string; map: string }> {
  const result = await minify(code, {
    module: true,
    compress: { ecma: 2020, passes: 2 },
    sourceMap: { content: map, filename: name, url: `${name}.map` },
  });
  if (typeof result.code !== "string" || typeof result.map !== "string") throw new Error(`${name}: no result`);
  const thin = thinMap(result.code, JSON.parse(result.map) as SourceMap, sourceName);
  return { code: result.code, map: JSON.stringify(thin) };
}

/** The path of a source below the repository. */
function sourceName(source: string): string {
  return `../${source.replace(/^.*?\/(?=(engine\/|mod\.ts$))/, "")}`;
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* filesBelow(`${folder}/${name}`);
    else yield `${folder}/${name}`;
  }
}
