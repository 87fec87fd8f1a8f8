/** Members of constant tables of numbers, such as `Geom.SPHERE`, replaced by the numbers. */

import ts from "typescript";

/** Numbers by member. */
type Table = ReadonlyMap<string, string>;

/** The modules of a bundle with numbers instead of members; all else stays at its line, for source maps. */
export function inlineConstants(codes: readonly string[]): string[] {
  const files = codes.map((code) =>
    ts.createSourceFile("bundle.js", code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS)
  );
  const tables = findTables(files);
  return files.map((file) => inline(file, tables));
}

function inline(file: ts.SourceFile, tables: ReadonlyMap<string, Table>): string {
  const parts: string[] = [];
  let at = 0;
  const visit = (node: ts.Node): void => {
    const text = copiesOf(node, tables) ?? numberOf(node, tables);
    if (text === undefined) return ts.forEachChild(node, visit);
    const old = node.getText();
    // what follows stays at its line, and, behind a single member, at its column
    const rest = old.includes("\n") ? "\n".repeat(old.split("\n").length - 1) : "";
    parts.push(file.text.slice(at, node.getStart()), text.padEnd(rest === "" ? old.length : 0), rest);
    at = node.end;
  };
  visit(file);
  return parts.join("") + file.text.slice(at);
}

/**
 * The objects at the top of modules that have capitals, as constants have, and numbers alone; that are never set, and
 * share their name with nothing else.
 */
function findTables(files: readonly ts.SourceFile[]): Map<string, Table> {
  const tables = new Map<string, Table>();
  for (const statement of files.flatMap(({ statements }) => statements.filter(ts.isVariableStatement))) {
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!/^[A-Z]/.test(name.getText()) || !initializer || !ts.isObjectLiteralExpression(initializer)) continue;
      const table = numbersOf(initializer);
      if (table !== undefined) tables.set(name.getText(), table);
    }
  }
  const declared = new Set<string>();
  const visit = (node: ts.Node): void => {
    const name = declaredName(node);
    if (name !== undefined && declared.has(name)) tables.delete(name);
    if (name !== undefined) declared.add(name);
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) {
      const [target] = node.left.getText().split(/[.[]/);
      tables.delete(target);
    }
    ts.forEachChild(node, visit);
  };
  files.forEach(visit);
  return tables;
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** The name that a variable, parameter, function, or class gets here. */
function declaredName(node: ts.Node): string | undefined {
  const isOther = ts.isObjectLiteralElement(node) || ts.isClassElement(node) || ts.isPropertyAccessExpression(node) ||
    ts.isExportSpecifier(node) || ts.isImportSpecifier(node);
  const name = isOther ? undefined : (node as Partial<ts.NamedDeclaration>).name;
  return name !== undefined && ts.isIdentifier(name) ? name.text : undefined;
}

function numbersOf({ properties }: ts.ObjectLiteralExpression): Table | undefined {
  const members = properties.map((it): [string, string] | undefined => {
    if (!ts.isPropertyAssignment(it) || !ts.isIdentifier(it.name)) return undefined;
    const value = it.initializer;
    const digits = ts.isPrefixUnaryExpression(value) ? value.operand : value;
    return ts.isNumericLiteral(digits) ? [it.name.text, value.getText()] : undefined;
  });
  return members.every((it) => it !== undefined) ? new Map(members) : undefined;
}

function numberOf(node: ts.Node, tables: ReadonlyMap<string, Table>): string | undefined {
  if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.expression)) return undefined;
  return tables.get(node.expression.text)?.get(node.name.text);
}

/** `const { SPHERE, BOX } = Geom;` as constants that are numbers. */
function copiesOf(node: ts.Node, tables: ReadonlyMap<string, Table>): string | undefined {
  if (!ts.isVariableStatement(node) || node.declarationList.declarations.length !== 1) return undefined;
  const [{ name, initializer }] = node.declarationList.declarations;
  if (!ts.isObjectBindingPattern(name) || initializer === undefined || !ts.isIdentifier(initializer)) return undefined;
  const table = tables.get(initializer.text);
  const copies = name.elements.map((it) => {
    const number = table?.get((it.propertyName ?? it.name).getText());
    return number === undefined || it.initializer !== undefined ? undefined : `${it.name.getText()} = ${number}`;
  });
  return copies.every((it) => it !== undefined) ? `const ${copies.join(", ")};` : undefined;
}
