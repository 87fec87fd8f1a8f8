/** Which expressions are whole numbers: counts, addresses, and bits, unlike measures. */

import ts from "typescript";

const K = ts.SyntaxKind;

/** Operators with whole results. */
const BITS = new Set([
  ...[K.AmpersandToken, K.BarToken, K.CaretToken],
  ...[K.LessThanLessThanToken, K.GreaterThanGreaterThanToken, K.GreaterThanGreaterThanGreaterThanToken],
]);
/** Operators with whole results if both operands are whole. */
const SUMS = new Set([K.PlusToken, K.MinusToken, K.AsteriskToken, K.PercentToken]);
/** Assignments after which a whole variable is whole if the right side is. */
const KEEPING = new Set([K.EqualsToken, K.PlusEqualsToken, K.MinusEqualsToken, K.AsteriskEqualsToken]);
const TYPED_ARRAY = /^(Int|Uint|Float)(8|16|32|64)(Clamped)?Array$/;
const INTEGERS = /^(Int|Uint)(8|16|32)(Clamped)?Array$/;

/** Answers questions about the numbers of a program. */
export class Wholes {
  readonly #checker: ts.TypeChecker;
  readonly #sources: readonly ts.SourceFile[];
  /** variables, parameters, and properties that are addresses */
  #addresses: ReadonlySet<ts.Symbol> | undefined;
  readonly #asked = new Map<ts.Symbol, boolean>();

  constructor(checker: ts.TypeChecker, sources: readonly ts.SourceFile[]) {
    this.#checker = checker;
    this.#sources = sources;
  }

  /** Is it certainly whole, given that nobody reads an array at a fraction? */
  isWhole(node: ts.Expression): boolean {
    if (ts.isNumericLiteral(node)) return /^\d+$/.test(node.getText());
    if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isAsExpression(node)) {
      return this.isWhole(node.expression);
    }
    if (ts.isPrefixUnaryExpression(node)) return node.operator === K.TildeToken || this.isWhole(node.operand);
    if (ts.isPostfixUnaryExpression(node)) return this.isWhole(node.operand);
    if (ts.isConditionalExpression(node)) return this.isWhole(node.whenTrue) && this.isWhole(node.whenFalse);
    if (ts.isBinaryExpression(node)) {
      const { kind } = node.operatorToken;
      return BITS.has(kind) || (SUMS.has(kind) && this.isWhole(node.left) && this.isWhole(node.right));
    }
    if (ts.isCallExpression(node)) return this.#isWholeCall(node);
    if (ts.isElementAccessExpression(node)) return INTEGERS.test(this.#typeName(node.expression));
    if (ts.isPropertyAccessExpression(node)) {
      const symbol = this.#checker.getSymbolAtLocation(node.name);
      return node.name.text === "length" || (symbol !== undefined && this.#areAddresses().has(symbol));
    }
    return ts.isIdentifier(node) && this.#isWholeVariable(node);
  }

  #isWholeCall({ expression, arguments: given }: ts.CallExpression): boolean {
    const name = expression.getText();
    if (/^Math\.(floor|ceil|trunc|round|sign|imul|clz32)$/.test(name)) return true;
    return /^Math\.(min|max|abs)$/.test(name) && given.every((it) => this.isWhole(it));
  }

  #typeName(node: ts.Expression): string {
    return this.#checker.getTypeAtLocation(node).getSymbol()?.name ?? "";
  }

  /** A variable that is an address, or that is only ever given whole numbers. */
  #isWholeVariable(node: ts.Identifier): boolean {
    const symbol = this.#checker.getSymbolAtLocation(node);
    if (symbol === undefined) return false;
    if (this.#areAddresses().has(symbol)) return true;
    const known = this.#asked.get(symbol);
    if (known !== undefined) return known;
    // a counter that depends on itself
    this.#asked.set(symbol, true);
    const is = this.#isGivenWholes(symbol);
    this.#asked.set(symbol, is);
    return is;
  }

  #isGivenWholes(symbol: ts.Symbol): boolean {
    const made = symbol.valueDeclaration;
    if (made === undefined) return false;
    // a size that is taken from a record
    const property = this.#takenFrom(made);
    if (property !== undefined) return this.#areAddresses().has(property);
    if (!ts.isVariableDeclaration(made) || made.initializer === undefined || !this.isWhole(made.initializer)) {
      return false;
    }
    const text = made.name.getText();
    let whole = true;
    const visit = (node: ts.Node): void => {
      if (ts.isBinaryExpression(node) && node.operatorToken.kind >= K.FirstAssignment) {
        const isOf = node.operatorToken.kind <= K.LastAssignment && node.left.getText() === text &&
          this.#checker.getSymbolAtLocation(node.left) === symbol;
        if (isOf) whole &&= KEEPING.has(node.operatorToken.kind) && this.isWhole(node.right);
      }
      ts.forEachChild(node, visit);
    };
    visit(made.getSourceFile());
    return whole;
  }

  /** The property that a variable is taken from, as `nv` in `const { nv } = m`. */
  #takenFrom(made: ts.Declaration): ts.Symbol | undefined {
    if (!ts.isBindingElement(made) || !ts.isObjectBindingPattern(made.parent)) return undefined;
    return this.#checker.getTypeAtLocation(made.parent).getProperty((made.propertyName ?? made.name).getText());
  }

  /** Where a name is declared, through imports. */
  #declared(node: ts.Expression): ts.Declaration | undefined {
    const symbol = this.#checker.getSymbolAtLocation(node);
    const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return (isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol)?.valueDeclaration;
  }

  /** What arrays are read at, how long they are made, and what such addresses are computed from. */
  #areAddresses(): ReadonlySet<ts.Symbol> {
    if (this.#addresses !== undefined) return this.#addresses;
    const found = new Set<ts.Symbol>();
    const calls = new Map<string, ts.CallExpression[]>();
    const open: ts.Expression[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isElementAccessExpression(node) && TYPED_ARRAY.test(this.#typeName(node.expression))) {
        open.push(node.argumentExpression);
      }
      if (ts.isNewExpression(node) && TYPED_ARRAY.test(node.expression.getText()) && node.arguments?.length === 1) {
        const [size] = node.arguments;
        if ((this.#checker.getTypeAtLocation(size).flags & ts.TypeFlags.NumberLike) !== 0) open.push(size);
      }
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
        const { text } = node.expression;
        calls.set(text, [...calls.get(text) ?? [], node]);
      }
      ts.forEachChild(node, visit);
    };
    for (const source of this.#sources) visit(source);
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (ts.isParenthesizedExpression(node)) open.push(node.expression);
      else if (ts.isBinaryExpression(node) && SUMS.has(node.operatorToken.kind)) open.push(node.left, node.right);
      if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node)) continue;
      const symbol = this.#checker.getSymbolAtLocation(ts.isIdentifier(node) ? node : node.name);
      const made = symbol?.valueDeclaration;
      if (symbol === undefined || made === undefined || found.has(symbol)) continue;
      found.add(symbol);
      const property = this.#takenFrom(made);
      if (property !== undefined) found.add(property);
      if (ts.isVariableDeclaration(made) && made.initializer) open.push(made.initializer);
      if (!ts.isParameter(made) || !ts.isFunctionDeclaration(made.parent)) continue;
      const at = made.parent.parameters.indexOf(made);
      for (const { expression, arguments: given } of calls.get(made.parent.name?.text ?? "") ?? []) {
        if (given.length > at && this.#declared(expression) === made.parent) open.push(given[at]);
      }
    }
    this.#addresses = found;
    return found;
  }
}
