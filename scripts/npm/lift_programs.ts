/**
 * Programs of threads, taken out of the module that their Workers import: a bundler that follows the addresses of
 * Workers would otherwise find Workers that start themselves.
 */

import ts from "typescript";

/** A module without its programs, and one that completes it. */
export interface Lifted {
  /** the module; objects without members take the place of programs */
  code: string;
  /** the module that fills these objects, and exports what the other one does */
  main: string;
}

/** Takes every top-level object with an address of a Worker out of the module named `core`. */
export function liftPrograms(code: string, core: string): Lifted {
  const file = ts.createSourceFile("core.js", code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const found = file.statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .filter(({ initializer }) => initializer !== undefined && /\bimport\.meta\.url\b/.test(initializer.getText()));
  let rest = code;
  for (const { initializer } of found.toReversed()) {
    if (initializer === undefined || !ts.isObjectLiteralExpression(initializer)) {
      throw new Error("a program is an object");
    }
    // what follows stays at its line, for source maps
    const lines = "\n".repeat(initializer.getText().split("\n").length - 1);
    rest = `${rest.slice(0, initializer.getStart())}{${lines}}${rest.slice(initializer.end)}`;
  }
  const names = found.map(({ name }, i) => ({ name: name.getText(), shared: `$program${i}` }));
  const exported = names.map(({ name, shared }) => `export { ${name} as ${shared} };\n`).join("");
  const imports = names.map(({ shared }) => `import { ${shared} } from "./${core}";\n`).join("");
  const fills = found.map(({ initializer }, i) => `Object.assign(${names[i].shared}, ${initializer?.getText()});\n`);
  return { code: rest + exported, main: `${imports}export * from "./${core}";\n${fills.join("")}` };
}
