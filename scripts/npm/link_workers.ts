/** Workers that import what they need from the one module of a package, which has it once. */

import ts from "typescript";
import type { WorkerModule } from "./workers.ts";

/** Workers, and what the one module has to offer them. */
export interface LinkedWorkers {
  /** statements of the one module, with exports under names that no program writes: `$0`, `$1`, … */
  exports: string;
  /** the code of each Worker, which is beside the one module, by the path of its source */
  workers: ReadonlyMap<string, string>;
}

/** Links Workers below `home` to the module `main`. */
export async function linkWorkers(
  home: string,
  modules: readonly WorkerModule[],
  main: string,
): Promise<LinkedWorkers> {
  const names = new Map<string, string>();
  const nameOf = (file: string, name: string): string => {
    const key = `${name} ${file}`;
    names.set(key, names.get(key) ?? `$${names.size}`);
    return names.get(key) as string;
  };
  const workers = new Map<string, string>();
  for (const { module } of modules) {
    const text = importFrom(await Deno.readTextFile(home + module), module, main, nameOf);
    const { outputText } = ts.transpileModule(text, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    });
    workers.set(module, outputText);
  }
  const exports = [...names].map(([key, name]) => {
    const [original, file] = key.split(" ");
    return `export { ${original} as ${name} } from ${JSON.stringify(home + file)};\n`;
  });
  return { exports: exports.join(""), workers };
}

/** A module whose imports of values come from the module `main`. */
function importFrom(
  text: string,
  module: string,
  main: string,
  nameOf: (file: string, name: string) => string,
): string {
  const file = ts.createSourceFile(module, text, ts.ScriptTarget.Latest, true);
  return file.statements.filter(ts.isImportDeclaration).reduceRight((code, statement) => {
    const { importClause: clause, moduleSpecifier } = statement;
    if (clause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return code;
    const bindings = clause?.namedBindings;
    if (clause?.name || !bindings || !ts.isNamedImports(bindings)) throw new Error(`${module}: imports names alone`);
    const from = new URL((moduleSpecifier as ts.StringLiteral).text, `file:///${module}`).pathname.slice(1);
    const values = bindings.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ propertyName, name }) =>
      `${nameOf(from, (propertyName ?? name).text)} as ${name.text}`
    );
    const changed = `import { ${values.join(", ")} } from "./${main}";`;
    return code.slice(0, statement.getStart()) + changed + code.slice(statement.end);
  }, text);
}
