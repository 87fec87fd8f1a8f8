/** Members of classes that no program outside of the package can name, so that a minifier may rename them. */

import ts from "typescript";

/** Shorter names gain nothing. */
const SHORTEST = 3;

/**
 * The names of fields and methods of classes in modules, except those that declarations mention, that a text contains,
 * or that a table at the top of a module has, which may be looked up by them.
 */
export function internalMembers(codes: readonly string[], declarations: string): string[] {
  const members = new Set<string>();
  const spoken = publicMembers(declarations);
  const visit = (node: ts.Node, isTop: boolean): void => {
    if (ts.isClassElement(node) && node.name !== undefined && ts.isIdentifier(node.name)) members.add(node.name.text);
    const isInTable = isTop && ts.isObjectLiteralElement(node) && ts.isObjectLiteralExpression(node.parent);
    if (isInTable && node.name !== undefined) spoken.add(node.name.getText());
    if (ts.isStringLiteral(node) && !ts.isImportDeclaration(node.parent) && !isMessage(node)) {
      for (const word of node.text.match(/[\w$]+/g) ?? []) spoken.add(word);
    }
    const isInside = ts.isFunctionLike(node) || ts.isPropertyDeclaration(node);
    ts.forEachChild(node, (child) => visit(child, isTop && !isInside));
  };
  for (const code of codes) {
    visit(ts.createSourceFile("module.js", code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS), true);
  }
  return [...members].filter((name) => name.length >= SHORTEST && !spoken.has(name) && !BUILTIN.has(name));
}

/** Names in declarations, except those of types and of parameters, which no object has. */
function publicMembers(declarations: string): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const isOfType = ts.isParameter(node.parent) || ts.isTypeReferenceNode(node.parent) ||
      ts.isTypeParameterDeclaration(node.parent);
    if (ts.isIdentifier(node) && !isOfType) names.add(node.text);
    if (ts.isStringLiteralLike(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  const file = ts.createSourceFile("core.d.ts", declarations, ts.ScriptTarget.Latest, true);
  file.forEachChild(visit);
  return names;
}

/** Is a text one for readers: several words, other than a list that is taken apart? */
function isMessage({ text, parent }: ts.StringLiteral): boolean {
  return text.trim().includes(" ") && !ts.isPropertyAccessExpression(parent);
}

/** What objects of the language may be asked for by their users. */
const BUILTIN = new Set([
  "constructor",
  "toString",
  "toJSON",
  "valueOf",
  "next",
  "return",
  "message",
  "cause",
  "stack",
]);
