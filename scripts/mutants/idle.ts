/** Mutants that change nothing by construction: none of them is drawn. */

import ts from "typescript";
import { DATA_FIELDS } from "../../engine/types/data_fields.ts";
import { MODEL_FIELDS, MODEL_SIZES } from "../../engine/types/model_fields.ts";

const K = ts.SyntaxKind;
const TYPED_ARRAY = /^(Int|Uint|Float)(8|16|32|64)(Clamped)?Array$/;
const SIZES = new Set<string>(MODEL_SIZES);
const FIELDS = new Map<string, readonly unknown[]>(
  Object.entries({ ...MODEL_FIELDS, ...DATA_FIELDS }).filter(([, [, rows, columns]]) =>
    SIZES.has(String(rows)) && columns === 1
  ),
);

/**
 * Is a comparison that of a loop whose next round would do nothing? All that the loop does is to write elements of
 * arrays that end with the last round, and what is written to a typed array beyond its end is lost.
 */
export function endsWithArrays(node: ts.Node, checker: ts.TypeChecker): boolean {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== K.LessThanToken) return false;
  const { parent, left, right } = node;
  if (!ts.isForStatement(parent) || parent.condition !== node || !ts.isIdentifier(left)) return false;
  const bound = boundOf(right, checker);
  const { statement, incrementor } = parent;
  if (bound === undefined || incrementor?.getText() !== `${left.text}++`) return false;
  return isAllLost(statement, left.text, bound, checker);
}

/** Are elements at `counter` of arrays with `bound` elements all that a statement writes? It may ask for conditions. */
function isAllLost(node: ts.Statement, counter: string, bound: string, checker: ts.TypeChecker): boolean {
  const isLostToo = (it: ts.Statement) => isAllLost(it, counter, bound, checker);
  if (ts.isBlock(node)) return node.statements.every(isLostToo);
  if (ts.isIfStatement(node)) {
    const { expression, thenStatement, elseStatement } = node;
    return isPure(expression) && isLostToo(thenStatement) && (elseStatement === undefined || isLostToo(elseStatement));
  }
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.every((it) => isPureNumber(it, checker));
  return ts.isExpressionStatement(node) && isLost(node.expression, counter, bound, checker);
}

/** Is a variable a number that is computed without any consequence? An element past the end is no array to be read. */
function isPureNumber({ initializer }: ts.VariableDeclaration, checker: ts.TypeChecker): boolean {
  if (initializer === undefined || !isPure(initializer)) return false;
  return (checker.getTypeAtLocation(initializer).flags & ts.TypeFlags.NumberLike) !== 0;
}

/** Does an assignment write the element at `counter` of an array with `bound` elements, and nothing else? */
function isLost(node: ts.Expression, counter: string, bound: string, checker: ts.TypeChecker): boolean {
  if (!ts.isBinaryExpression(node) || !ts.isElementAccessExpression(node.left)) return false;
  const { kind } = node.operatorToken;
  if (kind < K.FirstAssignment || kind > K.LastAssignment || !isPure(node.right)) return false;
  const { argumentExpression: at, expression: array } = node.left;
  return at.getText() === counter && lengthOf(array, checker) === bound;
}

/** Can an expression be computed without any consequence? */
function isPure(node: ts.Node): boolean {
  if (ts.isCallExpression(node) && !node.expression.getText().startsWith("Math.")) return false;
  if (ts.isPostfixUnaryExpression(node) || ts.isNewExpression(node) || ts.isPropertyAccessChain(node)) return false;
  if (ts.isPrefixUnaryExpression(node) && [K.PlusPlusToken, K.MinusMinusToken].includes(node.operator)) return false;
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind >= K.FirstAssignment && kind <= K.LastAssignment) return false;
  }
  // an element of an element past the end
  if (ts.isElementAccessExpression(node) && ts.isElementAccessExpression(node.expression)) return false;
  return ts.forEachChild(node, (child) => !isPure(child)) !== true;
}

/** The number of elements of an array if it is declared: a number, or the name of a size of the model. */
function lengthOf(node: ts.Expression, checker: ts.TypeChecker): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return sizeOf(node.name.text, node.expression, checker);
  const made = checker.getSymbolAtLocation(node)?.valueDeclaration;
  if (made === undefined) return undefined;
  if (ts.isBindingElement(made)) return sizeOf((made.propertyName ?? made.name).getText(), made.parent, checker);
  if (!ts.isVariableDeclaration(made) || (made.parent.flags & ts.NodeFlags.Const) === 0) return undefined;
  const value = made.initializer;
  if (!value || !ts.isNewExpression(value) || !TYPED_ARRAY.test(value.expression.getText())) return undefined;
  const [size] = value.arguments ?? [];
  return size && ts.isNumericLiteral(size) ? size.text : undefined;
}

function sizeOf(name: string, owner: ts.Node, checker: ts.TypeChecker): string | undefined {
  return isOfModel(owner, checker) ? FIELDS.get(name)?.[1] as string | undefined : undefined;
}

/** The bound of a loop: a number, or the name of a size of the model. */
function boundOf(node: ts.Expression, checker: ts.TypeChecker): string | undefined {
  if (ts.isNumericLiteral(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) {
    return SIZES.has(node.name.text) && isOfModel(node.expression, checker) ? node.name.text : undefined;
  }
  const made = checker.getSymbolAtLocation(node)?.valueDeclaration;
  if (made === undefined || !ts.isBindingElement(made)) return undefined;
  const name = (made.propertyName ?? made.name).getText();
  return SIZES.has(name) && isOfModel(made.parent, checker) ? name : undefined;
}

function isOfModel(node: ts.Node, checker: ts.TypeChecker): boolean {
  const type = checker.getTypeAtLocation(node);
  return /^(Model|Data)$/.test((type.aliasSymbol ?? type.getSymbol())?.name ?? "");
}

/** Is a comparison that of `if (x > LIMIT) x = LIMIT`, or of `x > LIMIT ? LIMIT : x`, with a limit other than zero? */
export function clamps(node: ts.Node, checker: ts.TypeChecker): boolean {
  if (!ts.isBinaryExpression(node)) return false;
  const { parent, left, right } = node;
  const sides = [left.getText(), right.getText()];
  if (![left, right].some((it) => isLimit(it, checker))) return false;
  if (ts.isConditionalExpression(parent) && parent.condition === node) {
    return isBoth(sides, parent.whenTrue, parent.whenFalse);
  }
  if (!ts.isIfStatement(parent) || parent.elseStatement) return false;
  const { thenStatement: then } = parent;
  const only = ts.isBlock(then) && then.statements.length === 1 ? then.statements[0] : then;
  if (!ts.isExpressionStatement(only) || !ts.isBinaryExpression(only.expression)) return false;
  const { left: to, operatorToken, right: value } = only.expression;
  return operatorToken.kind === K.EqualsToken && isBoth(sides, to, value);
}

function isBoth(sides: readonly string[], a: ts.Node, b: ts.Node): boolean {
  return a.getText() !== b.getText() && sides.includes(a.getText()) && sides.includes(b.getText());
}

/** Is it a constant other than zero, of which equal numbers have the same bits? */
function isLimit(node: ts.Expression, checker: ts.TypeChecker): boolean {
  if (ts.isPrefixUnaryExpression(node)) return isLimit(node.operand, checker);
  if (ts.isNumericLiteral(node)) return Number(node.text) !== 0;
  if (!ts.isIdentifier(node)) return false;
  let symbol = checker.getSymbolAtLocation(node);
  if (symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0) symbol = checker.getAliasedSymbol(symbol);
  const made = symbol?.valueDeclaration;
  if (!made || !ts.isVariableDeclaration(made) || (made.parent.flags & ts.NodeFlags.Const) === 0) return false;
  return made.initializer !== undefined && isLimit(made.initializer, checker);
}
