/** Bundles for browsers, with `deno bundle`. */

import { type FormatOptions, minify, type MinifyOptions, type MinifyOutput } from "terser";
import { HarnessError } from "../../harness/engine.ts";
import { withoutAssembled } from "../../harness/report/bundle_module.ts";
import { nameLocals, type Tree } from "./name_locals.ts";
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
    for await (const path of filesBelow(out)) {
      const text = await Deno.readTextFile(path);
      files.set(path.slice(out.length + 1), path.endsWith(".js") ? withoutAssembled(text) : text);
    }
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
  const tree = await treeOf(code, {
    module: true,
    compress: {
      ...{ ecma: 2020, passes: 3, keep_fargs: false, pure_getters: true },
      // statements that stay as they are written are alike, which a compressor likes better than short ones
      ...{ lhs_constants: false, sequences: false, conditionals: false, if_return: false },
      // these change nothing unless a program replaces what the language provides
      ...{ unsafe_arrows: true, unsafe_methods: true, unsafe_undefined: true },
    },
    mangle: { module: true, properties },
    nameCache: { vars: {}, props: renamed?.props ?? {} },
  });
  if (renamed !== undefined) await nameLocals(tree, async () => (await print(tree)).code as string);
  const result = await print(tree, map === undefined ? {} : { sourceMap: { content: map, filename: name } });
  if (result.code === undefined) throw new Error(`${name}: no result`);
  if (map === undefined) return { code: result.code };
  const thin = mapLines(result.code, JSON.parse(result.map as string) as SourceMap, sourceName);
  return { code: `${thin.code}\n//# sourceMappingURL=${name}.map\n`, map: JSON.stringify(thin.map) };
}

/** The syntax tree of a module, minified. */
async function treeOf(code: string, options: MinifyOptions): Promise<Tree> {
  const format = { ast: true, code: false } as FormatOptions;
  const { ast } = await minify(code, { ...options, format }) as { ast: Tree };
  return ast;
}

/** A field of a class that the next line would turn into an accessor. */
const ACCESSOR = /(?<=[\n{}])(?:get|set|static)$/gm;

/** The text of a module with the names that its tree has now. */
async function print(tree: Tree, options: MinifyOptions = {}): Promise<MinifyOutput> {
  // a statement is a line, so that a source map needs no columns
  const format = { ast: true, semicolons: false } as FormatOptions;
  const how = { ...options, module: true, compress: false, mangle: false, format };
  const result = await minify(tree as unknown as string, how);
  const { code } = result;
  return code === undefined ? result : { ...result, code: code.replace(ACCESSOR, "$&;") };
}

/** The path of a source from the folder of the engine. */
function sourceName(source: string): string {
  return source.replace(/^.*?\/engine\//, "").replace(/^.*?\/(?=mod\.ts$)/, "../");
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* filesBelow(`${folder}/${name}`);
    else yield `${folder}/${name}`;
  }
}
