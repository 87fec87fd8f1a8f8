/** Code written with fewer different words, of which a compressor makes fewer bits. */

import ts from "typescript";

/** Constructors that get a function with a short name. */
const ALLOCATE: Readonly<Record<string, string>> = { Float64Array: "$f", Int32Array: "$i" };

/**
 * A module with `let` instead of `const`, whose variables the compiler has seen not to be set again, and with functions
 * that allocate arrays of a given length. Everything else stays at its line, for source maps.
 */
export function plainWords(code: string): string {
  const file = ts.createSourceFile("module.js", code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const parts: string[] = [];
  const used = new Set<string>();
  let at = 0;
  const replace = (from: number, to: number, text: string) => {
    parts.push(code.slice(at, from), text);
    at = to;
  };
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclarationList(node) && node.flags & ts.NodeFlags.Const) {
      replace(node.getStart(), node.getStart() + "const".length, "let");
    }
    if (ts.isNewExpression(node) && node.arguments?.length === 1 && ts.isNumericLiteral(node.arguments[0])) {
      const name = node.expression.getText();
      if (name in ALLOCATE) {
        used.add(name);
        replace(node.getStart(), node.expression.end, ALLOCATE[name]);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  const functions = [...used].map((name) => `function ${ALLOCATE[name]}(n) { return new ${name}(n); }\n`);
  return parts.join("") + code.slice(at) + functions.join("");
}
