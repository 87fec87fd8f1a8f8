/** Bundles for browsers, with `deno bundle`. */

import { minify } from "terser";
import { HarnessError } from "../../harness/engine.ts";
import { mapLines, type SourceMap } from "./source_map.ts";

const HOME = new URL("../../", import.meta.url).pathname;

/** What to bundle. */
export interface BundleOptions {
  /** modules, as paths below the repository; Workers are modules of their own */
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
    return linkBriefly(files);
  } finally {
    await Deno.remove(out, { recursive: true });
  }
}

/** Gives short names to what modules of a bundle export for each other alone; no line moves. */
function linkBriefly(files: ReadonlyMap<string, string>): Map<string, string> {
  const short = new Map<string, string>();
  const nameOf = (name: string): string => {
    const known = short.get(name) ?? `$${short.size.toString(36)}`;
    short.set(name, known);
    return known;
  };
  const rename = (names: string, part: number) =>
    names.replace(/([\w$]+)(?: as ([\w$]+))?/g, (_, from, to = from) => {
      return part === 0 ? `${nameOf(from)} as ${to}` : `${from} as ${nameOf(to)}`;
    });
  return new Map([...files].map(([name, code]) => {
    const imports = code.replace(
      /^import \{([^}]*)\}(?= from "[./]+chunk-)/gm,
      (_, names) => `import {${rename(names, 0)}}`,
    );
    if (!/^chunk-.*\.js$/.test(name)) return [name, imports];
    return [name, imports.replace(/^export \{([^}]*)\};$/gm, (_, names) => `export {${rename(names, 1)}};`)];
  }));
}

/** Makes a module of a bundle small, with a source map that leads to the sources. */
export async function shrink(name: string, code: string, map: string): Promise<{ code: string; map: string }> {
  const result = await minify(code, {
    module: true,
    compress: {
      ...{ ecma: 2020, passes: 3, keep_fargs: false, pure_getters: true },
      // these change nothing unless a program replaces what the language provides
      ...{ unsafe_arrows: true, unsafe_methods: true, unsafe_undefined: true },
    },
    // a statement is a line, so that a source map needs no columns
    format: { semicolons: false },
    sourceMap: { content: map, filename: name },
  });
  if (typeof result.code !== "string" || typeof result.map !== "string") throw new Error(`${name}: no result`);
  const thin = mapLines(result.code, JSON.parse(result.map) as SourceMap, sourceName);
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
