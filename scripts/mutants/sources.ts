/** The sources of mutants: parsed, with symbols and types of expressions. */

import ts from "typescript";
import { clamps, endsWithArrays } from "./idle.ts";
import { Wholes } from "./wholes.ts";

/** Root of the project. */
export const ROOT = new URL("../../", import.meta.url);

/** A file of the engine. */
export interface Source {
  /** path from the root, such as `engine/step.ts` */
  readonly file: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
}

/** Queries about the types of expressions. */
export interface Types {
  /** Is it certainly a number? */
  isNumber(node: ts.Expression): boolean;
  /** Can each be assigned to the other? */
  isAlike(a: ts.Expression, b: ts.Expression): boolean;
  /** Does the call never return? */
  isFailure(node: ts.CallExpression): boolean;
  /** Is it certainly a whole number: a count, an address, or bits? */
  isWhole(node: ts.Expression): boolean;
  /** Is it the condition of a loop that ends with all arrays that it writes? */
  endsWithArrays(node: ts.Node): boolean;
  /** Is it a comparison with a limit, which takes its place beyond? */
  clamps(node: ts.Node): boolean;
}

/** Files below `engine/` that are neither tests nor benches, in order. */
export function engineFiles(folder = "engine"): string[] {
  const files: string[] = [];
  for (const entry of Deno.readDirSync(new URL(`${folder}/`, ROOT))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) files.push(...engineFiles(path));
    else if (entry.name.endsWith(".ts") && !/_(test|bench)\.ts$/.test(entry.name)) files.push(path);
  }
  return files.sort();
}

/** A source of that text. */
export function parse(file: string, text: string): Source {
  return { file, text, tree: ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true) };
}

/** Reads a file of the project. */
export function readSource(file: string): Source {
  return parse(file, Deno.readTextFileSync(new URL(file, ROOT)));
}

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.esnext.d.ts", "lib.dom.d.ts"],
  types: [],
};

/** Sources as one program, with lazily evaluated types. `texts` may replace files. */
export function program(
  files: readonly string[],
  texts: ReadonlyMap<string, string> = new Map(),
): { sources: Source[]; types: Types } {
  const host = ts.createCompilerHost(OPTIONS, true);
  const { readFile, fileExists } = host;
  const nameOf = (path: string) => path.startsWith(ROOT.pathname) ? path.slice(ROOT.pathname.length) : path;
  host.readFile = (path) => texts.get(nameOf(path)) ?? readFile(path);
  host.fileExists = (path) => texts.has(nameOf(path)) || fileExists(path);
  const whole = ts.createProgram(files.map((file) => new URL(file, ROOT).pathname), OPTIONS, host);
  const sources = files.map((file) => {
    const tree = whole.getSourceFile(new URL(file, ROOT).pathname);
    if (tree === undefined) throw new Error(`${file}: cannot be read`);
    return { file, text: tree.text, tree };
  });
  return { sources, types: typesOf(whole.getTypeChecker(), sources.map(({ tree }) => tree)) };
}

function typesOf(checker: ts.TypeChecker, trees: readonly ts.SourceFile[]): Types {
  const wholes = new Wholes(checker, trees);
  return {
    isNumber: (node) => (checker.getTypeAtLocation(node).flags & ts.TypeFlags.NumberLike) !== 0,
    isAlike(a, b) {
      const [s, t] = [a, b].map((it) => checker.getBaseTypeOfLiteralType(checker.getTypeAtLocation(it)));
      return checker.isTypeAssignableTo(s, t) && checker.isTypeAssignableTo(t, s);
    },
    isFailure: (node) => (checker.getTypeAtLocation(node).flags & ts.TypeFlags.Never) !== 0,
    isWhole: (node) => wholes.isWhole(node),
    endsWithArrays: (node) => endsWithArrays(node, checker),
    clamps: (node) => clamps(node, checker),
  };
}

/** A part of a file that has a name: a function, a method (`Class.method`), or a constant of the module. */
export interface Symbol {
  readonly name: string;
  readonly source: Source;
  readonly node: ts.Node;
}

/** Name of code outside all named parts. */
export const MODULE = "(module)";

/** The name that a node gives to its contents, if any. */
function ownName(node: ts.Node): string | undefined {
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) return node.name?.text;
  if (ts.isConstructorDeclaration(node)) return "constructor";
  if (ts.isMethodDeclaration(node) || ts.isAccessor(node) || ts.isPropertyDeclaration(node)) return node.name.getText();
  if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
    const isGlobal = ts.isSourceFile(node.parent.parent.parent);
    const made = node.initializer;
    return isGlobal || (made && (ts.isArrowFunction(made) || ts.isFunctionExpression(made)))
      ? node.name.text
      : undefined;
  }
  const made = ts.isPropertyAssignment(node) ? node.initializer : undefined;
  return made && (ts.isArrowFunction(made) || ts.isFunctionExpression(made)) && ts.isPropertyAssignment(node)
    ? node.name.getText()
    : undefined;
}

/** The innermost named part around a node, or the node itself if it has a name, with the names around it. */
export function symbolOf(node: ts.Node): string {
  const names: string[] = [];
  for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent) {
    const name = ownName(at);
    if (name !== undefined) names.unshift(name);
  }
  return names.join(".") || MODULE;
}

/** Everything in a file that has a name. */
export function symbolsOf(source: Source): Symbol[] {
  const found: Symbol[] = [];
  const visit = (node: ts.Node): void => {
    if (ownName(node) !== undefined) found.push({ name: symbolOf(node), source, node });
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return found;
}
