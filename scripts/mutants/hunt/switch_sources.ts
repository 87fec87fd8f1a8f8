/** Sources that contain many mutants at once, of which one can be switched on while they run. */

import ts from "typescript";
import { apply, type Site } from "../sites.ts";
import type { Source } from "../sources.ts";

/** The part of a source in which a mutant makes its change: an expression or a statement. */
interface Part {
  readonly node: ts.Expression | ts.Statement;
  readonly mutants: { readonly number: number; readonly site: Site }[];
}

/** An insertion into a text; at one place, outer parts begin first and end last. */
interface Insertion {
  readonly at: number;
  readonly text: string;
  readonly order: number;
}

const K = ts.SyntaxKind;
const BOARD = new URL("switchboard.ts", import.meta.url).href;

/** Can a mutant be switched on? Not if it is in what runs once: constants of a file. */
export function isSwitchable(source: Source, site: Site): boolean {
  return partOf(source, site) !== undefined;
}

/** Those mutants that can be switched on, in the order of their numbers, and the sources that have switches for them. */
export function switchedTogether(
  sources: readonly Source[],
  candidates: readonly Site[],
): { sites: Site[]; texts: Map<string, string> } {
  const sourceOf = new Map(sources.map((source) => [source.file, source]));
  const sites = candidates.filter((site) => {
    const source = sourceOf.get(site.file);
    return source !== undefined && isSwitchable(source, site);
  });
  // the parts of a source are numbered in a row
  sites.sort((a, b) => a.file < b.file ? -1 : a.file > b.file ? 1 : a.start - b.start);
  const numbers = new Map(sites.map(({ id }, k) => [id, k]));
  const texts = new Map<string, string>();
  for (const [file, own] of Map.groupBy(sites, ({ file }) => file)) {
    const source = sourceOf.get(file);
    if (source !== undefined) texts.set(file, switched(source, own, numbers));
  }
  return { sites, texts };
}

/** The source with switches. Mutants have the numbers of their places in `numbers`. */
export function switched(source: Source, sites: readonly Site[], numbers: ReadonlyMap<string, number>): string {
  const parts = new Map<ts.Node, Part>();
  for (const site of sites) {
    const node = partOf(source, site);
    const number = numbers.get(site.id);
    if (node === undefined || number === undefined) continue;
    const part = parts.get(node) ?? { node, mutants: [] };
    part.mutants.push({ number, site });
    parts.set(node, part);
  }
  const insertions = [...parts.values()].flatMap((part) => switchOf(source, part));
  const visit = (node: ts.Node): void => {
    if (ts.isIterationStatement(node, false)) insertions.push(...counterOf(node.statement));
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
  insertions.sort((a, b) => b.at - a.at || b.order - a.order);
  const text = insertions.reduce((out, { at, text }) => out.slice(0, at) + text + out.slice(at), source.text);
  return `import { note as $note, now as $now, ran as $ran, tick as $tick } from "${BOARD}";${text}`;
}

/** The smallest part of a function that can be replaced as a whole. */
function partOf({ tree }: Source, { start, end }: Site): ts.Expression | ts.Statement | undefined {
  let found: ts.Node = tree;
  const visit = (node: ts.Node): void => {
    if (node.getStart() > start || node.getEnd() < end) return;
    found = node;
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(tree, visit);
  let at: ts.Node = found;
  while (!(ts.isStatement(at) && !ts.isBlock(at)) && !(ts.isExpression(at) && isValue(at))) {
    if (at.parent === undefined) return undefined;
    at = at.parent;
  }
  if (ts.isVariableStatement(at) || ts.isFunctionDeclaration(at) || ts.isClassDeclaration(at)) return undefined;
  return isInFunction(at) ? at as ts.Expression | ts.Statement : undefined;
}

/** Does an expression stand for its value, so that another can take its place? */
function isValue(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isTypeNode(node) || ts.isTypeNode(parent)) return false;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false;
  if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === node) return false;
  if (ts.isCallExpression(parent) && node.kind === K.SuperKeyword) return false;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false;
  if (ts.isShorthandPropertyAssignment(parent) || ts.isBindingElement(parent) && parent.initializer !== node) {
    return false;
  }
  if ((ts.isVariableDeclaration(parent) || ts.isParameter(parent)) && parent.name === node) return false;
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) {
    if (parent.operator === K.PlusPlusToken || parent.operator === K.MinusMinusToken) return false;
  }
  if (ts.isDeleteExpression(parent) || ts.isSpreadElement(node)) return false;
  if ((parent.flags & ts.NodeFlags.OptionalChain) !== 0 && (parent as ts.CallExpression).expression === node) {
    return false;
  }
  if (ts.isFunctionLike(parent) && (parent as ts.ArrowFunction).body !== node) return false;
  // the left side of an assignment, or a part of a pattern there
  for (let at: ts.Node = node; at.parent !== undefined; at = at.parent) {
    if (isAssignment(at.parent) && at.parent.left === at) return false;
    if (!ts.isArrayLiteralExpression(at.parent) && !ts.isObjectLiteralExpression(at.parent)) break;
  }
  return true;
}

function isAssignment(node: ts.Node): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind >= K.FirstAssignment &&
    node.operatorToken.kind <= K.LastAssignment;
}

function isInFunction(node: ts.Node): boolean {
  for (let at = node.parent; at !== undefined; at = at.parent) if (ts.isFunctionLike(at)) return true;
  return false;
}

/** Wraps a part in its switch. */
function switchOf(source: Source, { node, mutants }: Part): Insertion[] {
  const [start, end] = [node.getStart(), node.getEnd()];
  const numbers = mutants.map(({ number }) => number);
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  const isOn = first === last ? `$now===${first}` : `$now>=${first}&&$now<=${last}`;
  const changed = mutants.map(({ number, site }) => ({ number, text: changedPart(source, site, start, end) }));
  const notes = mutants.map(({ number, site }) => `$note(${number},${differs(source, node, site)})`);
  if (ts.isStatement(node)) {
    const cases = changed.map(({ number, text }) => `if($now===${number}){${text}}`).join("else ");
    return around(start, end, `{if(${isOn}){$ran();${cases}}else{if($now===-2){${notes.join(";")}}`, "}}");
  }
  const cases = changed.map(({ number, text }, i) =>
    i + 1 < changed.length ? `$now===${number}?(${text}):` : `(${text})`
  );
  return around(start, end, `(${isOn}?($ran(),${cases.join("")}):($now===-2&&${notes.join("&&")},`, "))");
}

function changedPart({ text }: Source, site: Site, start: number, end: number): string {
  return apply(text.slice(start, end), { start: site.start - start, end: site.end - start, to: site.to });
}

function around(start: number, end: number, before: string, after: string): Insertion[] {
  return [{ at: start, text: before, order: -end }, { at: end, text: after, order: -1e9 - start }];
}

/** Operators whose results can be computed beside the original ones. */
const SAFE = new Set([
  ...["arithmetic", "boundary", "comparison", "bits", "not", "sign", "constant", "scale", "index", "condition"],
  "function",
]);

/** An expression that is true where a mutant makes a difference, or where it might. */
function differs(source: Source, node: ts.Expression | ts.Statement, site: Site): string {
  const [start, end] = [node.getStart(), node.getEnd()];
  if (ts.isExpression(node)) {
    if (!SAFE.has(site.operator) || !isPure(node)) return "true";
    return `!Object.is((${source.text.slice(start, end)}),(${changedPart(source, site, start, end)}))`;
  }
  if (site.operator !== "deletion" || !ts.isExpressionStatement(node)) return "true";
  const { expression } = node;
  if (!isAssignment(expression) || !isPure(expression.left) || !isPure(expression.right)) return "true";
  const [left, right] = [expression.left.getText(), expression.right.getText()];
  if (!ts.isElementAccessExpression(expression.left)) return "true";
  const operator = expression.operatorToken.getText().slice(0, -1);
  return `!Object.is((${left}),(${operator === "" ? right : `${left} ${operator} (${right})`}))`;
}

/** Can an expression be computed twice? */
function isPure(node: ts.Node): boolean {
  if (ts.isCallExpression(node) && !/^(?:Math|Number)\./.test(node.expression.getText())) return false;
  if (ts.isNewExpression(node) || ts.isAwaitExpression(node) || ts.isYieldExpression(node)) return false;
  if (ts.isFunctionLike(node) || isAssignment(node) || ts.isPostfixUnaryExpression(node)) return false;
  if (ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node)) return false;
  if (ts.isPrefixUnaryExpression(node) && [K.PlusPlusToken, K.MinusMinusToken].includes(node.operator)) return false;
  let pure = true;
  ts.forEachChild(node, (child) => {
    pure &&= isPure(child);
  });
  return pure;
}

/** Counts the iterations of a loop. */
function counterOf(body: ts.Statement): Insertion[] {
  const text = "if($now>=0)$tick();";
  if (ts.isBlock(body)) return [{ at: body.getStart() + 1, text, order: -1e12 }];
  return around(body.getStart(), body.getEnd(), `{${text}`, "}").map((it) => ({ ...it, order: it.order * 1.5 - 1 }));
}
