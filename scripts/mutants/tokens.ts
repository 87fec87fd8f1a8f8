/** Text as tokens, so that comparisons ignore layout and comments. */

import ts from "typescript";

/** A token and its position. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** After these, a slash is a division; after anything else it starts a regular expression. */
const OPERANDS = new Set([
  ts.SyntaxKind.Identifier,
  ts.SyntaxKind.NumericLiteral,
  ts.SyntaxKind.BigIntLiteral,
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateTail,
  ts.SyntaxKind.CloseParenToken,
  ts.SyntaxKind.CloseBracketToken,
  ts.SyntaxKind.CloseBraceToken,
  ts.SyntaxKind.ThisKeyword,
]);

/** The tokens of a text, which need not be a whole statement. */
export function tokens(text: string): Token[] {
  const scanner = ts.createScanner(ts.ScriptTarget.ESNext, true, ts.LanguageVariant.Standard, text);
  const found: Token[] = [];
  // for each open template: number of open braces in its placeholder
  const holes: number[] = [];
  let last: ts.SyntaxKind | undefined;
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    const isSlash = kind === ts.SyntaxKind.SlashToken || kind === ts.SyntaxKind.SlashEqualsToken;
    if (isSlash && !(last !== undefined && OPERANDS.has(last))) kind = scanner.reScanSlashToken();
    if (kind === ts.SyntaxKind.CloseBraceToken && holes.at(-1) === 0) {
      kind = scanner.reScanTemplateToken(false);
      if (kind === ts.SyntaxKind.TemplateTail) holes.pop();
    } else if (kind === ts.SyntaxKind.TemplateHead) holes.push(0);
    else if (kind === ts.SyntaxKind.OpenBraceToken && holes.length > 0) holes[holes.length - 1]++;
    else if (kind === ts.SyntaxKind.CloseBraceToken && holes.length > 0) holes[holes.length - 1]--;
    found.push({ text: scanner.getTokenText(), start: scanner.getTokenStart(), end: scanner.getTokenEnd() });
    last = kind;
  }
  return found;
}

/** A text on one line, without comments. */
export function plain(text: string): string {
  let out = "";
  let end = 0;
  for (const token of tokens(text)) {
    if (out !== "" && token.start > end) out += " ";
    out += token.text;
    end = token.end;
  }
  return out;
}

/** Occurrences of a text in another one, as ranges; layout, comments, and trailing commas are ignored. */
export function occurrences(text: string, wanted: string): { start: number; end: number }[] {
  const all = significant(text);
  const part = significant(wanted);
  const found: { start: number; end: number }[] = [];
  if (part.length === 0) return found;
  for (let i = 0; i + part.length <= all.length; i++) {
    if (part.every((token, k) => token.text === all[i + k].text)) {
      found.push({ start: all[i].start, end: all[i + part.length - 1].end });
    }
  }
  return found;
}

/** Tokens without trailing commas, which depend on line breaks. */
function significant(text: string): Token[] {
  const all = tokens(text);
  return all.filter((token, i) => !(token.text === "," && /^[)\]}]$/.test(all[i + 1]?.text ?? "")));
}
