/** Declaration files of a module and of everything that its types mention. */

import ts from "typescript";

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  declaration: true,
  emitDeclarationOnly: true,
  stripInternal: true,
  skipLibCheck: true,
  types: [],
};

/** Tables whose comments are repeated by the interfaces that are generated from them. */
const TABLES = /\/elements\/|_fields\.d\.ts$/;

/** The declarations that `root` needs, by path below `home`; their imports end in `.js`. */
export function declarations(home: string, root: string): Map<string, string> {
  const emitted = new Map<string, string>();
  ts.createProgram([home + root], { ...OPTIONS, rootDir: home, outDir: home }).emit(undefined, (path, text) => {
    emitted.set(path.slice(home.length), text);
  });
  const needed = new Map<string, string>();
  const open = [root.replace(/\.ts$/, ".d.ts")];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (needed.has(path)) continue;
    const text = emitted.get(path);
    if (text === undefined) throw new Error(`${path} was not emitted`);
    needed.set(path, concise(path, text));
    for (const [, name] of text.matchAll(/(?:from |import\()"(\.[^"]+)\.ts"/g)) {
      open.push(new URL(`${name}.d.ts`, `file:///${path}`).pathname.slice(1));
    }
  }
  return needed;
}

/** Without what editors do not show, examples, and the comments of tables. */
function concise(path: string, text: string): string {
  return text
    .replace(/\/\*\*[\s\S]*?\*\//g, (comment) => {
      if (TABLES.test(path)) return "";
      const short = comment.replace(/\n\s*\*\s*@example[\s\S]*?(?=\n\s*\*\s*@|\n\s*\*\/)/g, "");
      return short.replace(/(\n\s*\*\s*)+(?=\n\s*\*\/)/g, "");
    })
    .replace(/\n\s*\n/g, "\n")
    .replace(/^ +/gm, (indent) => " ".repeat(indent.length / 2))
    .replace(/((?:from |import\()"\.[^"]+)\.ts"/g, '$1.js"');
}
