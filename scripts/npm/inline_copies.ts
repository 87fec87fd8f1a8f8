/**
 * Copies of functions, which help V8 where every module is a file (V8-1), replaced by the functions: in a bundle, they are
 * in the same module.
 */

import ts from "typescript";

/** A module of a bundle without copies; all else stays at its line and column, for source maps. */
export function inlineCopies(code: string): string {
  const file = ts.createSourceFile("bundle.js", code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const tables = findTables(file);
  const copies = findCopies(file, tables);
  const parts: string[] = [];
  let at = 0;
  const visit = (node: ts.Node): void => {
    const name = memberOf(node, tables) ?? (isUse(node) ? copies.get(node.getText()) : undefined);
    if (name === undefined || isShadowed(node, name)) return ts.forEachChild(node, visit);
    parts.push(code.slice(at, node.getStart()), name.padEnd(node.getWidth()));
    at = node.end;
  };
  visit(file);
  return parts.join("") + code.slice(at);
}

type Table = ReadonlyMap<string, string>;

/** The objects at the top of a module that have only functions: `run`, and the exports of a module that is imported as a whole. */
function findTables({ statements }: ts.SourceFile): Map<string, Table> {
  const functions = new Set(statements.filter(ts.isFunctionDeclaration).map(({ name }) => name?.text));
  const tables = new Map<string, Table>();
  const note = (name: string, properties: readonly ts.ObjectLiteralElementLike[]) => {
    const members = properties.map((it): [string, string] | undefined => {
      const value = valueOf(it);
      return value !== undefined && functions.has(value) ? [it.name?.getText() ?? "", value] : undefined;
    });
    if (members.every((it) => it !== undefined)) tables.set(name, new Map(members));
  };
  for (const statement of statements) {
    if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (/^run\d*$/.test(name.getText()) && initializer && ts.isObjectLiteralExpression(initializer)) {
          note(name.getText(), initializer.properties);
        }
      }
    } else if (ts.isExpressionStatement(statement) && ts.isCallExpression(statement.expression)) {
      const { expression, arguments: [target, members] } = statement.expression;
      if (expression.getText() === "__export" && members && ts.isObjectLiteralExpression(members)) {
        note(target.getText(), members.properties);
      }
    }
  }
  return tables;
}

/** `name`, `member: name`, or `member: () => name` */
function valueOf(it: ts.ObjectLiteralElementLike): string | undefined {
  if (ts.isShorthandPropertyAssignment(it)) return it.name.text;
  if (!ts.isPropertyAssignment(it)) return undefined;
  const value = ts.isArrowFunction(it.initializer) ? it.initializer.body : it.initializer;
  return ts.isIdentifier(value) ? value.text : undefined;
}

/** The function of each name that `var { isSparse: isSparse2 } = queries_exports` declares. */
function findCopies({ statements }: ts.SourceFile, tables: ReadonlyMap<string, Table>): Table {
  const copies = new Map<string, string>();
  for (const statement of statements.filter(ts.isVariableStatement)) {
    for (const { name, initializer } of statement.declarationList.declarations) {
      const table = initializer && tables.get(initializer.getText());
      if (table === undefined || !ts.isObjectBindingPattern(name)) continue;
      for (const it of name.elements) {
        const value = table.get((it.propertyName ?? it.name).getText());
        if (value !== undefined) copies.set(it.name.getText(), value);
      }
    }
  }
  return copies;
}

function memberOf(node: ts.Node, tables: ReadonlyMap<string, Table>): string | undefined {
  if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.expression)) return undefined;
  return tables.get(node.expression.text)?.get(node.name.text);
}

/** Is it a name whose value is asked for? */
function isUse(node: ts.Node): boolean {
  if (!ts.isIdentifier(node)) return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  return ts.isCallExpression(parent) || ts.isBinaryExpression(parent) || ts.isConditionalExpression(parent) ||
    ts.isPrefixUnaryExpression(parent);
}

/** Does a function around it declare the name, or that which it replaces? */
function isShadowed(node: ts.Node, name: string): boolean {
  const names = [name, node.getText()];
  let outer: ts.Node | undefined;
  for (let it = node.parent; it !== undefined; it = it.parent) if (ts.isFunctionLike(it)) outer = it;
  const declares = (it: ts.Node): boolean => {
    const isLocal = ts.isVariableDeclaration(it) || ts.isParameter(it) || ts.isBindingElement(it);
    return isLocal && names.includes(it.name.getText()) || (ts.forEachChild(it, declares) ?? false);
  };
  return outer !== undefined && declares(outer);
}
