/** The engine's sources, changed so that they report which way every decision goes. */

import ts from "typescript";
import { engineFiles, readSource } from "../mutants/sources.ts";

/** A place where the engine decides: a condition, or a comparison of numbers. */
export interface Decision {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const K = ts.SyntaxKind;
/** Comparisons, with the numbers by which `prelude.ts` knows them. */
const HOW: Readonly<Partial<Record<ts.SyntaxKind, number>>> = {
  [K.LessThanToken]: 0,
  [K.LessThanEqualsToken]: 1,
  [K.GreaterThanToken]: 2,
  [K.GreaterThanEqualsToken]: 3,
};

/** All sources, and the decisions in them by number. */
export function instrument(): { texts: Map<string, string>; decisions: Decision[] } {
  const texts = new Map<string, string>();
  const decisions: Decision[] = [];
  for (const file of engineFiles()) {
    const { text, tree } = readSource(file);
    texts.set(file, instrumented(file, text, tree, decisions));
  }
  return { texts, decisions };
}

interface Edit {
  readonly at: number;
  readonly end: number;
  readonly to: string;
  /** of edits at one place, the deepest comes last in the text */
  readonly depth: number;
}

/** A source whose decisions go through `decided` and `compared`; adds them to the list. */
export function instrumented(file: string, text: string, tree: ts.SourceFile, decisions: Decision[]): string {
  const edits: Edit[] = [];
  const wrap = (node: ts.Node, name: string, last: string): void => {
    const [at, end] = [node.getStart(), node.getEnd()];
    const line = tree.getLineAndCharacterOfPosition(at).line + 1;
    edits.push({ at, end: at, to: `globalThis.${name}(${decisions.length},`, depth: -end });
    edits.push({ at: end, end, to: `${last})`, depth: -1e9 - at });
    decisions.push({ file, line, text: node.getText().replace(/\s+/g, " ") });
  };
  const decide = (node: ts.Expression): void => {
    const it = ts.isParenthesizedExpression(node) ? node.expression : node;
    if (!ts.isBinaryExpression(it) || !(isLogical(it) || it.operatorToken.kind in HOW)) wrap(node, "decided", "");
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node)) decide(node.expression);
    if (ts.isForStatement(node) && node.condition) decide(node.condition);
    if (ts.isConditionalExpression(node)) decide(node.condition);
    if (ts.isBinaryExpression(node)) {
      const { left, operatorToken, right } = node;
      const how = HOW[operatorToken.kind];
      if (isLogical(node)) [left, right].forEach(decide);
      if (how !== undefined) {
        wrap(node, "compared", `,${how}`);
        edits.push({ at: operatorToken.getStart(), end: operatorToken.getEnd(), to: ",", depth: 0 });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  // from the end of the text on
  edits.sort((a, b) => b.at - a.at || b.depth - a.depth);
  return edits.reduce((out, { at, end, to }) => out.slice(0, at) + to + out.slice(end), text);
}

function isLogical({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind === K.AmpersandAmpersandToken || kind === K.BarBarToken;
}
