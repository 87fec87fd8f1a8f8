/** All mutants of a source, each with an address that survives changes elsewhere. */

import { createHash } from "node:crypto";
import ts from "typescript";
import { type Change, type OperatorName, OPERATORS } from "./operators.ts";
import { type Source, symbolOf, type Types } from "./sources.ts";
import { plain } from "./tokens.ts";

/** The address of a mutant, independent of line numbers. */
export interface Address {
  /** file of the engine */
  readonly file: string;
  /** the function, method, or constant of the module */
  readonly symbol: string;
  readonly operator: OperatorName;
  /** the code before, on one line, and after */
  readonly before: string;
  readonly after: string;
  /** index among mutants that are equal in all of this, from 0 */
  readonly occurrence: number;
}

/** A mutant. */
export interface Site extends Address {
  /** digest of the address */
  readonly id: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly to: string;
}

/** Digest of an address. */
export function idOf({ file, symbol, operator, before, after, occurrence }: Address): string {
  const text = JSON.stringify([file, symbol, operator, before, after, occurrence]);
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

/** Tables of fields and enums are declarations: in types, only functions are mutated. */
function hasCodeOnly(file: string): boolean {
  return file.startsWith("engine/types/");
}

/** All mutants of a source, in the order of the text. */
export function sitesOf(source: Source, types: Types): Site[] {
  const place = { source, types, isKernel: source.file.startsWith("engine/wasm/") };
  const found: Site[] = [];
  const counts = new Map<string, number>();
  const seen = new Set<string>();

  const put = (operator: OperatorName, change: Change): void => {
    const { start, end, to, about } = change;
    const key = `${start} ${end} ${to}`;
    if (seen.has(key) || source.text.slice(start, end) === to) return;
    seen.add(key);
    const [first, last] = [Math.min(about.getStart(), start), Math.max(about.getEnd(), end)];
    const before = plain(source.text.slice(first, last));
    const after = plain(source.text.slice(first, start) + to + source.text.slice(end, last));
    const address = { file: source.file, symbol: symbolOf(about), operator, before, after };
    const count = counts.get(JSON.stringify(address)) ?? 0;
    counts.set(JSON.stringify(address), count + 1);
    const whole = { ...address, occurrence: count };
    const line = source.tree.getLineAndCharacterOfPosition(start).line + 1;
    found.push({ ...whole, id: idOf(whole), line, start, end, to });
  };

  const visit = (node: ts.Node, inFunction: boolean): void => {
    if (isNoCode(node) || (ts.isCallExpression(node) && types.isFailure(node))) return;
    if (inFunction || !hasCodeOnly(source.file)) {
      for (const [name, { changes }] of Object.entries(OPERATORS)) {
        for (const change of changes(node, place)) put(name as OperatorName, change);
      }
    }
    ts.forEachChild(node, (child) => visit(child, inFunction || ts.isFunctionLike(node)));
  };
  visit(source.tree, false);
  return found;
}

/** Functions for the numbers that documents usually have, from which only fuzzers draw. */
const USUAL = new Set(["between", "each", "oneOf"]);

/** Types, imports, user messages, and usual numbers are not mutated. */
function isNoCode(node: ts.Node): boolean {
  return isUsual(node) || ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node) ||
    ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isTypeParameterDeclaration(node) ||
    ts.isThrowStatement(node) || ts.isTemplateExpression(node) ||
    (ts.isNewExpression(node) && /Error$/.test(node.expression.getText()));
}

/** Are these numbers that documents usually have? */
function isUsual(node: ts.Node): boolean {
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression) && USUAL.has(node.expression.text) &&
    node.getSourceFile().fileName.includes("engine/mjcf/elements/");
}

/** The source with a mutant in it. */
export function apply(text: string, { start, end, to }: { start: number; end: number; to: string }): string {
  return text.slice(0, start) + to + text.slice(end);
}
