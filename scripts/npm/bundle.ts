/** Bundles for browsers, with `deno bundle`. */

import { minify } from "terser";
import { HarnessError } from "../../harness/engine.ts";
import { mapLines, type SourceMap } from "./source_map.ts";

const HOME = new URL("../../", import.meta.url).pathname;

/** What to bundle. */
export interface BundleOptions {
  /** modules, as absolute paths or paths below the repository; Workers are modules of their own */
  entries: readonly string[];
}

/** The bundle as files by name. */
export async function bundle({ entries }: BundleOptions): Promise<Map<string, string>> {
  const out = await Deno.makeTempDir({ prefix: "plumbline-bundle-" });
  try {
    const args = [
      ...["bundle", "--quiet", "--platform", "browser", "--sourcemap", "external", "--code-splitting"],
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

/** What there is to make small. */
export interface Shrinkable {
  name: string;
  code: string;
  /** none where there is no source */
  map?: string;
}

/** Members that get other names. */
export interface Renamed {
  /** their names, wherever they occur */
  internals: readonly string[];
  /** the other names, which modules that work together share */
  props: object;
}

/** Makes a module small; its source map, if it has one, leads to the sources. */
export async function shrink(
  { name, code, map }: Shrinkable,
  renamed?: Renamed,
): Promise<{ code: string; map?: string }> {
  const properties = renamed === undefined ? false : { regex: new RegExp(`^(${renamed.internals.join("|")})$`) };
  const result = await minify(code, {
    module: true,
    compress: {
      ...{ ecma: 2020, passes: 3, keep_fargs: false, pure_getters: true },
      // these change nothing unless a program replaces what the language provides
      ...{ unsafe_arrows: true, unsafe_methods: true, unsafe_undefined: true },
    },
    mangle: { module: true, properties },
    nameCache: { vars: {}, props: renamed?.props ?? {} },
    // a statement is a line, so that a source map needs no columns
    format: { semicolons: false },
    ...(map === undefined ? {} : { sourceMap: { content: map, filename: name } }),
  });
  if (result.code === undefined) throw new Error(`${name}: no result`);
  if (map === undefined) return { code: result.code };
  const thin = mapLines(result.code, JSON.parse(result.map as string) as SourceMap, sourceName);
  return { code: `${thin.code}\n//# sourceMappingURL=${name}.map\n`, map: JSON.stringify(thin.map) };
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
