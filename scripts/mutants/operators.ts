/** Mutation operators: each finds the places in a source where it applies, and the changes it makes there. */

import ts from "typescript";
import type { Source, Types } from "./sources.ts";

/** A change of a source. */
export interface Change {
  /** replaced range, as offsets in the source */
  readonly start: number;
  readonly end: number;
  readonly to: string;
  /** the node that shows the context of the change */
  readonly about: ts.Node;
}

/** An operator: the changes that it makes to a node. */
interface Operator {
  /** weight: its share of the choices */
  readonly weight: number;
  readonly changes: (node: ts.Node, at: Place) => Iterable<Change>;
}

/** Where a node is. */
interface Place {
  readonly source: Source;
  readonly types: Types;
  /** may the names of kernel operations be exchanged? */
  readonly isKernel: boolean;
}

const K = ts.SyntaxKind;

/** Operators of the language that a mutation operator exchanges. */
type Exchange = Partial<Record<ts.SyntaxKind, string>>;

const ARITHMETIC: Exchange = {
  [K.PlusToken]: "-",
  [K.MinusToken]: "+",
  [K.AsteriskToken]: "/",
  [K.SlashToken]: "*",
  [K.PercentToken]: "*",
  [K.PlusEqualsToken]: "-=",
  [K.MinusEqualsToken]: "+=",
  [K.AsteriskEqualsToken]: "/=",
  [K.SlashEqualsToken]: "*=",
};
const BOUNDARY: Exchange = {
  [K.LessThanToken]: "<=",
  [K.LessThanEqualsToken]: "<",
  [K.GreaterThanToken]: ">=",
  [K.GreaterThanEqualsToken]: ">",
};
const COMPARISON: Exchange = {
  [K.LessThanToken]: ">",
  [K.LessThanEqualsToken]: ">=",
  [K.GreaterThanToken]: "<",
  [K.GreaterThanEqualsToken]: "<=",
  [K.EqualsEqualsEqualsToken]: "!==",
  [K.ExclamationEqualsEqualsToken]: "===",
};
const LOGIC: Exchange = { [K.AmpersandAmpersandToken]: "||", [K.BarBarToken]: "&&" };
const BITS: Exchange = {
  [K.AmpersandToken]: "|",
  [K.BarToken]: "&",
  [K.CaretToken]: "&",
  [K.LessThanLessThanToken]: ">>",
  [K.GreaterThanGreaterThanToken]: "<<",
  [K.GreaterThanGreaterThanGreaterThanToken]: "<<",
};

/** Functions that are exchanged for each other. */
const FUNCTIONS: Readonly<Record<string, string>> = { min: "max", max: "min", floor: "ceil", ceil: "floor" };

/** Operations of kernels (`engine/wasm/assembler.ts`) that are exchanged for each other. */
const KERNELS: Readonly<Record<string, string>> = {
  plus: "minus",
  minus: "plus",
  times: "over",
  over: "times",
  add: "subtract",
  subtract: "add",
  isBelow: "isAtMost",
  isAtMost: "isBelow",
  isAtLeast: "isBelow",
  equals: "isNot",
  isNot: "equals",
  max: "plus",
  negative: "root",
  shl: "plus",
};

function replace(node: ts.Node, to: string, about: ts.Node = node): Change {
  return { start: node.getStart(), end: node.getEnd(), to, about };
}

function* exchange(table: Exchange, node: ts.Node): Generator<Change> {
  if (!ts.isBinaryExpression(node)) return;
  const to = table[node.operatorToken.kind];
  if (to !== undefined) yield replace(node.operatorToken, to, node);
}

/** The operators by name. */
export const OPERATORS = {
  /** + and -, * and / */
  arithmetic: {
    weight: 13,
    *changes(node, { types }) {
      if (!ts.isBinaryExpression(node)) return;
      const isSum = [K.PlusToken, K.PlusEqualsToken].includes(node.operatorToken.kind);
      if (isSum && !(types.isNumber(node.left) && types.isNumber(node.right))) return;
      yield* exchange(ARITHMETIC, node);
    },
  },

  /** < and <=, unless that changes nothing */
  boundary: {
    weight: 10,
    changes: (node, { types }) => types.endsWithArrays(node) || types.clamps(node) ? [] : exchange(BOUNDARY, node),
  },

  /** < and >, === and !== */
  comparison: { weight: 12, changes: (node) => exchange(COMPARISON, node) },

  /** && and || */
  logic: { weight: 8, changes: (node) => exchange(LOGIC, node) },

  /** bits and shifts */
  bits: { weight: 3, changes: (node) => exchange(BITS, node) },

  /** !x becomes x */
  not: {
    weight: 4,
    *changes(node) {
      if (ts.isPrefixUnaryExpression(node) && node.operator === K.ExclamationToken) {
        yield replace(node, node.operand.getText());
      }
    },
  },

  /** -x becomes x */
  sign: {
    weight: 4,
    *changes(node) {
      if (!ts.isPrefixUnaryExpression(node) || node.operator !== K.MinusToken) return;
      if (Number(node.operand.getText()) !== 0) yield replace(node, node.operand.getText());
    },
  },

  /** an integer becomes the next or the previous one */
  constant: {
    weight: 10,
    *changes(node, { types }) {
      if (!isWhole(node) || isIndex(node)) return;
      const value = Number(node.text);
      if (!types.endsWithArrays(node.parent)) yield replace(node, `${value + 1}`, contextOf(node));
      if (value > 0) yield replace(node, `${value - 1}`, contextOf(node));
    },
  },

  /** a factor, a bound or a fraction becomes one percent larger; whole numbers become the next one instead */
  scale: {
    weight: 8,
    *changes(node, { types, isKernel }) {
      if (!ts.isNumericLiteral(node) || isInIndex(node) || isKey(node) || /^0[xob]/i.test(node.getText())) return;
      const value = Number(node.text);
      // kernels are written with addresses, and their measures are fractions
      const isMeasure = !Number.isInteger(value) || /e/i.test(node.getText()) || (!isKernel && isScaled(node, types));
      if (value !== 0 && isMeasure) {
        yield replace(node, `${Number((value * 1.01).toPrecision(15))}`, contextOf(node));
      }
    },
  },

  /** the next element */
  index: {
    weight: 8,
    *changes(node, { types }) {
      if (!ts.isElementAccessExpression(node) || !types.isNumber(node.argumentExpression)) return;
      const index = node.argumentExpression;
      const next = ts.isNumericLiteral(index) ? `${Number(index.text) + 1}` : `${index.getText()} + 1`;
      yield replace(index, next, node);
    },
  },

  /** a statement is removed */
  deletion: {
    weight: 14,
    *changes(node) {
      if (!ts.isExpressionStatement(node) || ts.isStringLiteral(node.expression)) return;
      const { expression } = node;
      if (ts.isCallExpression(expression) && expression.expression.kind === K.SuperKeyword) return;
      yield replace(node, ";");
    },
  },

  /** a condition becomes always true or always false */
  condition: {
    weight: 16,
    *changes(node) {
      if (ts.isConditionalExpression(node)) {
        yield replace(node.condition, "true", node);
        yield replace(node.condition, "false", node);
      }
      if (!ts.isIfStatement(node) || isKeyword(node.expression)) return;
      const only = single(node.thenStatement);
      if (!(only && ts.isThrowStatement(only))) yield { ...replace(node.expression, "true"), about: headOf(node) };
      // other operators already remove these
      const isOneStep = only && (ts.isExpressionStatement(only) || exitOf(only) !== undefined);
      if (node.elseStatement || !isOneStep) yield { ...replace(node.expression, "false"), about: headOf(node) };
    },
  },

  /** an early return, continue, or break is removed */
  exit: {
    weight: 14,
    *changes(node) {
      if (ts.isIfStatement(node) && !node.elseStatement) {
        const only = single(node.thenStatement);
        if (only && exitOf(only) !== undefined) yield replace(node, ";");
      }
    },
  },

  /** break and continue */
  jump: {
    weight: 4,
    *changes(node) {
      if (ts.isContinueStatement(node) && !node.label) yield replace(node, "break;", aroundJump(node));
      if (ts.isBreakStatement(node) && !node.label && isOfLoop(node)) {
        yield replace(node, "continue;", aroundJump(node));
      }
    },
  },

  /** Math.min and Math.max, floor and ceil */
  function: {
    weight: 5,
    *changes(node) {
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
      const { expression, name } = node.expression;
      if (expression.getText() === "Math" && name.text in FUNCTIONS) yield replace(name, FUNCTIONS[name.text], node);
    },
  },

  /** an operation of a kernel becomes another */
  kernel: {
    weight: 14,
    *changes(node, { isKernel }) {
      if (!isKernel || !ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
      const { name } = node.expression;
      if (Object.hasOwn(KERNELS, name.text)) yield replace(name, KERNELS[name.text], node);
    },
  },

  /** two arguments of the same type are swapped */
  swap: {
    weight: 7,
    *changes(node, { types }) {
      if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return;
      if (isSymmetric(node)) return;
      const given = node.arguments ?? [];
      for (let i = 0; i + 1 < given.length; i++) {
        const [a, b] = [given[i], given[i + 1]];
        if (a.getText() === b.getText() || isUnmovable(a) || isUnmovable(b) || !types.isAlike(a, b)) continue;
        yield { start: a.getStart(), end: b.getEnd(), to: `${b.getText()}, ${a.getText()}`, about: node };
      }
    },
  },
} satisfies Record<string, Operator>;

/** Name of an operator. */
export type OperatorName = keyof typeof OPERATORS;

function isKey(node: ts.Node): boolean {
  return (ts.isPropertyAssignment(node.parent) || ts.isPropertySignature(node.parent)) && node.parent.name === node;
}

function isIndex(node: ts.Node): boolean {
  return ts.isElementAccessExpression(node.parent) && node.parent.argumentExpression === node;
}

function isInIndex(node: ts.Node): boolean {
  for (let at = node; ts.isExpression(at); at = at.parent) if (isIndex(at)) return true;
  return false;
}

function isWhole(node: ts.Node): node is ts.NumericLiteral {
  return ts.isNumericLiteral(node) && !isKey(node) && /^\d+$/.test(node.getText());
}

/** Does a number multiply, divide, or bound something that may be a fraction? */
function isScaled(node: ts.Node, types: Types): boolean {
  if (!ts.isBinaryExpression(node.parent)) return false;
  const { operatorToken: { kind }, left, right } = node.parent;
  if (kind === K.SlashToken) return true;
  if (kind !== K.AsteriskToken && !(kind in BOUNDARY)) return false;
  return !types.isWhole(left === node ? right : left);
}

function isKeyword(node: ts.Node): boolean {
  return node.kind === K.TrueKeyword || node.kind === K.FalseKeyword;
}

/** The smaller or larger of some numbers, in any order. */
function isSymmetric({ expression }: ts.CallExpression | ts.NewExpression): boolean {
  return /^Math\.(min|max|imul)$/.test(expression.getText());
}

function isUnmovable(node: ts.Node): boolean {
  return ts.isSpreadElement(node) || ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}

/** The one statement of a block, or the statement itself. */
function single(node: ts.Statement): ts.Statement | undefined {
  if (!ts.isBlock(node)) return node;
  return node.statements.length === 1 ? node.statements[0] : undefined;
}

/** The kind of exit that a statement is. */
function exitOf(node: ts.Statement): ts.SyntaxKind | undefined {
  return ts.isReturnStatement(node) || ts.isContinueStatement(node) || ts.isBreakStatement(node)
    ? node.kind
    : undefined;
}

/** Is a break about a loop, and not about a switch? */
function isOfLoop(node: ts.Node): boolean {
  for (let at = node.parent; at !== undefined && !ts.isFunctionLike(at); at = at.parent) {
    if (ts.isSwitchStatement(at)) return false;
    if (ts.isIterationStatement(at, false)) return true;
  }
  return false;
}

/** What shows where a number stands: the expression around it. */
function contextOf(node: ts.Node): ts.Node {
  let at = node.parent;
  while (ts.isPrefixUnaryExpression(at) || ts.isParenthesizedExpression(at)) at = at.parent;
  return at.getText().length <= 120 ? at : node;
}

/** A condition of an if shows more than its expression only where that is short. */
function headOf(node: ts.IfStatement): ts.Node {
  return node.getText().length <= 120 ? node : node.expression;
}

/** The if around a jump. */
function aroundJump(node: ts.Node): ts.Node {
  const outer = ts.isBlock(node.parent) ? node.parent.parent : node.parent;
  return ts.isIfStatement(outer) && outer.getText().length <= 120 ? outer : node;
}
