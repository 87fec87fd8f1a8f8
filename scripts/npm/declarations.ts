/** The declarations of a module in one file: those that it exports, and all that their types mention. */

import ts from "typescript";

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: [],
};

const EMIT: ts.CompilerOptions = { declaration: true, emitDeclarationOnly: true, stripInternal: true };

/** Interfaces that repeat a table of fields, with their types by way of the table; docs/fields.md describes these fields. */
const REPEATED: Readonly<Record<string, string>> = {
  ModelArrays: "ArraysOf<typeof MODEL_FIELDS>",
  DataArrays: "ArraysOf<typeof DATA_FIELDS>",
  Contacts: "ArraysOf<typeof CONTACT_FIELDS>",
  Option: "NumbersOf<typeof OPTION_FIELDS>",
  Statistic: "NumbersOf<typeof STATISTIC_FIELDS>",
  DataCounts: "Record<DataCount, number>",
  ModelSizes: "Record<ModelSize, number>",
};

/** Tools of MuJoCo's, beside its stages, whose comments are left out: docs/functions.md lists them. */
const TOOLS = /\/engine\/(?:helpers|interact|linear|math|motion|ray)\//;

/** Tables, whose comments are left out. */
const TABLES = /_fields\.ts$/;

/** Tables that stand at the end, in the order and the words of the module of the engine: a compressor finds them nearby. */
const AT_END = [
  "OPTION_FIELDS",
  "STATISTIC_FIELDS",
  "DATA_COUNTS",
  "DATA_OTHERS",
  "DATA_FIELDS",
  "CONTACT_FIELDS",
  "MODEL_SIZES",
  "MODEL_FIELDS",
];

/** What the types of these tables need. */
const ROWS = `export type Rows<T> = { readonly [N in keyof T]: Readonly<T[N]> };
export type ArraysOf<T> = { -readonly [N in keyof T]: T[N] extends readonly [infer D, ...unknown[]] ? ArrayOf<D> : never };
export type NumbersOf<T> = { -readonly [N in keyof T]: T[N] extends readonly [infer D, infer L, unknown] ? L extends 0 ? number : ArrayOf<D> : never };`;

/** Interfaces whose properties are described by the fields of a model that they set. */
const OF_FIELDS = /(?:Properties|Values|Actuator|Equality)$/;

/** The declarations that users of the module `root` need. */
export function declarations(home: string, root: string): string {
  const program = openDeclarations(home, root);
  const checker = program.getTypeChecker();
  const exports = exportsOf(program, checker, home + root);
  const needed = reach([...exports.values()], checker);
  const names = nameAll(needed, exports);
  const offered = new Set(exports.values());
  const printed = program.getSourceFiles().flatMap((file) =>
    file.statements.flatMap((it) => {
      const symbol = needed.get(it);
      return symbol === undefined ? [] : [print(it, names, checker, offered.has(symbol))];
    })
  );
  const placeOf = (text: string) => AT_END.findIndex((table) => text.includes(`declare const ${table}:`));
  const statements = printed.sort((a, b) => placeOf(a) - placeOf(b));
  const renamed = [...exports].filter(([name, symbol]) => names.get(symbol) !== name);
  const others = renamed.map(([name, symbol]) => `${names.get(symbol)} as ${name}`).join(", ");
  return `export { ${others} };\n${ROWS}\n${statements.join("\n")}\n`;
}

/** A program of the declarations of all modules, each under the name of its source. */
function openDeclarations(home: string, root: string): ts.Program {
  const emitted = new Map<string, string>();
  ts.createProgram([home + root], { ...OPTIONS, ...EMIT, rootDir: home }).emit(undefined, (path, text) => {
    emitted.set(path.replace(/\.d\.ts$/, ".ts"), text);
  });
  const host = ts.createCompilerHost(OPTIONS, true);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (path) => emitted.get(path) ?? readFile(path);
  host.fileExists = (path) => emitted.has(path) || fileExists(path);
  host.getSourceFile = (path, how, ...rest) => {
    const text = emitted.get(path);
    return text === undefined ? getSourceFile(path, how, ...rest) : ts.createSourceFile(path, text, how, true);
  };
  return ts.createProgram([home + root], OPTIONS, host);
}

/** What a module exports, by name; an export that has another name here stands for what it names. */
function exportsOf(program: ts.Program, checker: ts.TypeChecker, path: string): Map<string, ts.Symbol> {
  const module = checker.getSymbolAtLocation(program.getSourceFile(path) as ts.Node);
  if (module === undefined) throw new Error(`${path} is no module`);
  return new Map(checker.getExportsOfModule(module).map((symbol) => [symbol.name, resolved(symbol, checker)]));
}

function resolved(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The statements of modules that declare symbols, those that these mention, and so on. */
function reach(symbols: ts.Symbol[], checker: ts.TypeChecker): Map<ts.Statement, ts.Symbol> {
  const found = new Map<ts.Statement, ts.Symbol>();
  for (let symbol = symbols.pop(); symbol !== undefined; symbol = symbols.pop()) {
    for (const statement of statementsOf(symbol)) {
      if (found.has(statement)) continue;
      found.set(statement, symbol);
      mentions(statement, checker, (_, mentioned) => symbols.push(mentioned));
    }
  }
  return found;
}

/** The statements at the top of a module that declare a symbol; none for members, parameters, and what TypeScript has. */
function statementsOf(symbol: ts.Symbol): ts.Statement[] {
  return (symbol.declarations ?? []).flatMap((declaration) => {
    const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
    const file = node.parent;
    if (file === undefined || !ts.isSourceFile(file) || !ts.isExternalModule(file)) return [];
    if (file.isDeclarationFile) throw new Error(`${symbol.name} is declared in ${file.fileName}, a package`);
    return [node as ts.Statement];
  });
}

/** Calls `use` with each name, or import of a type, that stands for a symbol of a module. */
function mentions(node: ts.Node, checker: ts.TypeChecker, use: (node: ts.Node, symbol: ts.Symbol) => void): void {
  const name = ts.isImportTypeNode(node) ? node.qualifier : ts.isIdentifier(node) ? node : undefined;
  const symbol = name && checker.getSymbolAtLocation(name);
  if (symbol !== undefined) {
    const meant = resolved(symbol, checker);
    if (statementsOf(meant).length > 0) use(node, meant);
  }
  if (ts.isImportTypeNode(node)) node.typeArguments?.forEach((it) => mentions(it, checker, use));
  else ts.forEachChild(node, (child) => mentions(child, checker, use));
}

/** A name for each symbol: that of its export, else its own, with a number if another has it. */
function nameAll(
  needed: ReadonlyMap<ts.Statement, ts.Symbol>,
  exports: ReadonlyMap<string, ts.Symbol>,
): Map<ts.Symbol, string> {
  const names = new Map<ts.Symbol, string>();
  const taken = new Set(exports.keys());
  for (const [name, symbol] of exports) if (!names.has(symbol) || symbol.name === name) names.set(symbol, name);
  for (const symbol of needed.values()) {
    if (names.has(symbol)) continue;
    let name = symbol.name;
    for (let i = 2; taken.has(name); i++) name = `${symbol.name}${i}`;
    taken.add(name);
    names.set(symbol, name);
  }
  return names;
}

/** A statement in as few characters as editors need, with the new names. What users cannot import is not described. */
function print(
  statement: ts.Statement,
  names: ReadonlyMap<ts.Symbol, string>,
  checker: ts.TypeChecker,
  isOffered: boolean,
): string {
  const comment = isOffered ? ts.getJSDocCommentsAndTags(statement).at(-1) : undefined;
  const summary = concise(comment?.getText() ?? "");
  const text = rename(statement, names, checker).replace(OF_CONSTRUCTORS, "");
  if (ts.isInterfaceDeclaration(statement)) {
    const name = statement.name.text;
    const repeated = REPEATED[name];
    if (repeated !== undefined) {
      return `/** Fields, by MuJoCo's names: docs/fields.md of the repository describes them. */\nexport interface ${name} extends ${repeated} {}`;
    }
    if (OF_FIELDS.test(name)) return `${summary}\n${concise(text.replace(COMMENTS, ""))}`;
  }
  const { fileName } = statement.getSourceFile();
  if (TOOLS.test(fileName)) return concise(text.replace(COMMENTS, ""));
  const bare = TABLES.test(fileName) ? text.replace(COMMENTS, "") : text;
  const table = /^export declare const (\w+):/.exec(text)?.[1] ?? "";
  if (AT_END.includes(table)) return `${summary}\n${tableType(bare)}`;
  if (table === "VISUAL") return `${summary}\n${concise(kindsOfValues(bare))}`;
  return `${summary}\n${concise(numbersOnly(wide(bare)))}`;
}

/** The text of a statement with the new names. */
function rename(statement: ts.Statement, names: ReadonlyMap<ts.Symbol, string>, checker: ts.TypeChecker): string {
  const { text } = statement.getSourceFile();
  const parts: string[] = [];
  let at = statement.getStart();
  mentions(statement, checker, (node, symbol) => {
    const query = ts.isImportTypeNode(node) && node.isTypeOf ? "typeof " : "";
    parts.push(text.slice(at, node.getStart()), query, names.get(symbol) ?? symbol.name);
    at = ts.isImportTypeNode(node) && node.qualifier !== undefined ? node.qualifier.end : node.end;
  });
  parts.push(text.slice(at, statement.end));
  return parts.join("");
}

/** The type of a table of fields, by way of {@link ROWS}, or of a list of names. */
function tableType(text: string): string {
  return text
    .replace(/(?<=["\d]),\s+(?=["\d])/g, ",")
    .replace(/\s*readonly (\w+): readonly (\[.*\]);/g, "$1:$2,")
    .replace(/: \{/, ":Rows<{")
    .replace(/,?\s*\};$/, "}>;");
}

/** The type of a table of values, without the values. */
function kindsOfValues(text: string): string {
  return text.replace(/: -?[\d.]+;/g, ": number;").replace(/readonly \[[^\]]*\]/g, "readonly number[]");
}

/** The type of a table of numbers, without a `readonly` for each. */
function numbersOnly(text: string): string {
  if (!/^export declare const \w+: \{(?:\s*readonly \w+: -?\d+;)+\s*\};$/.test(text)) return text;
  return text.replace(/\breadonly /g, "").replace("{", "Readonly<{").replace(/\};$/, "}>;");
}

/** Types with `string` instead of a text that nobody would write. */
function wide(text: string): string {
  return text.replace(/(?<=[[ ])"[^"\n]{25,}"(?=[,\]])/g, "string");
}

/** What is said of constructors, which their classes say too. */
const OF_CONSTRUCTORS = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*(?=constructor\()/g;

const COMMENTS = /\/\*\*[\s\S]*?\*\//g;

/** Without what editors do not show. */
function concise(text: string): string {
  return text
    .replace(COMMENTS, brief)
    .replace(/\/\*\*.*?\*\/|[,:] /g, (it) => it.length === 2 ? it[0] : it)
    .replace(/\n\s*\n/g, "\n")
    .replace(/^ +/gm, "");
}

/** Comments that say no more than the names of what they are about. */
const SAID_BY_NAMES =
  /^(|number of (\w+|all \w+|\w+ of all \w+)|\w+|user data|name of the class|this, if it is .*|an? \w+|names? of an? [\w -]+|attributes of an? [\w -]+|what (the (model says|data say) about|a new \w+) .*)$/i;

/** Where the first clause of a comment ends: a long one at a comma. */
const CLAUSE_END = /\.(?= )|;|(?<!^-?\d): | \(|(?<=^.{20,}), (?=[^`]*(?:`[^`]*`[^`]*)*$)/;

/** A comment in a line: its first clause. */
function brief(comment: string): string {
  const words = comment.replace(/^\/\*\*|\*\/$/g, "").replace(/^\s*\* ?/gm, "").trim();
  const [summary] = words.split(/\n\s*(?:\n|@)/);
  const [clause] = summary.replace(/\s+/g, " ").replace(/^type: (?=a value)/, "").split(CLAUSE_END);
  return SAID_BY_NAMES.test(clause) ? "" : `/** ${clause.replace(/[.;:]$/, "")} */`;
}
