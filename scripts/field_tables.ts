/** The field tables of the engine, together with the comments that describe their rows. */

import ts from "typescript";
import { CONTACT_FIELDS, DATA_COUNTS, DATA_FIELDS } from "../engine/types/data_fields.ts";
import {
  type Dtype,
  MODEL_FIELDS,
  MODEL_SIZES,
  OPTION_FIELDS,
  type ScalarRow,
  STATISTIC_FIELDS,
} from "../engine/types/model_fields.ts";
import { HarnessError } from "../harness/engine.ts";

const TYPES = new URL("../engine/types/", import.meta.url);

/** One field, from its row and the comment above it. */
export interface Field {
  name: string;
  /** description */
  description: string;
  /** TypeScript type */
  type: string;
  /** rows × columns; empty for a number */
  shape: string;
  /** the stage that writes it; empty for fields of the model */
  stage: string;
}

/** Fields under one heading. */
export interface Group {
  /** the heading; empty where a table has none */
  title: string;
  fields: Field[];
}

/** A table of fields, which becomes an interface and a section of the documentation. */
export interface Table {
  /** name of the interface */
  name: string;
  /** what the interface is, as a sentence */
  summary: string;
  groups: Group[];
}

/** A field without its name and description. */
type Row = Omit<Field, "name" | "description">;

/** The comment above a row, and the heading of its group. */
interface Comment {
  name: string;
  description: string;
  group: string;
}

const ARRAYS: Readonly<Record<Dtype, string>> = {
  f64: "Float64Array",
  f32: "Float32Array",
  i32: "Int32Array",
  u8: "Uint8Array",
  i8: "Int8Array",
};

/** All tables, in the order in which they are documented. */
export function readTables(): Table[] {
  const model = readSource("model_fields.ts");
  const data = readSource("data_fields.ts");
  const sizes = Object.fromEntries(MODEL_SIZES.map((name) => [name, number("")]));
  const counts = mapRows(DATA_COUNTS, ([stage]) => number(stage));
  const modelArrays = mapRows(MODEL_FIELDS, ([dtype, rows, columns]) => array(dtype, rows, columns));
  const dataArrays = mapRows(DATA_FIELDS, ([dtype, rows, columns, stage]) => array(dtype, rows, columns, stage));
  const contacts = mapRows(CONTACT_FIELDS, ([dtype, columns]) => array(dtype, "ncon", columns, "collision"));
  const scalars = (table: Readonly<Record<string, ScalarRow>>) =>
    mapRows(table, ([dtype, length]) => length === 0 ? number("") : array(dtype, String(length), 1));
  return [
    describe(model, "MODEL_SIZES", sizes, "ModelSizes", "The sizes of a model."),
    describe(model, "MODEL_FIELDS", modelArrays, "ModelArrays", "The array fields of a model."),
    describe(model, "OPTION_FIELDS", scalars(OPTION_FIELDS), "Option", "Physics options, `model.opt`."),
    describe(
      model,
      "STATISTIC_FIELDS",
      scalars(STATISTIC_FIELDS),
      "Statistic",
      "Statistics of the model at `qpos0`, `model.stat`.",
    ),
    describe(data, "DATA_COUNTS", counts, "DataCounts", "Counts that change from step to step."),
    describe(data, "DATA_FIELDS", dataArrays, "DataArrays", "The array fields of the data."),
    describe(
      data,
      "CONTACT_FIELDS",
      contacts,
      "Contacts",
      "Contacts as a struct of arrays, `data.contact`; entry `i` of a field with `n` columns begins at `n * i`.",
    ),
  ];
}

/** The members that an interface declares itself, without internal ones. */
export function readMembers(file: string, name: string, summary: string): Table {
  const source = readSource(file);
  const fields: Field[] = [];
  for (const statement of source.statements) {
    if (!ts.isInterfaceDeclaration(statement) || statement.name.text !== name) continue;
    for (const member of statement.members) {
      if (!ts.isPropertySignature(member) || member.type === undefined) continue;
      const description = docOf(source.text, member);
      if (description.includes("@internal")) continue;
      fields.push({ name: member.name.getText(), description, type: member.type.getText(), shape: "", stage: "" });
    }
  }
  if (fields.length === 0) throw new HarnessError(`engine/types/${file}: ${name} has no members`);
  return { name, summary, groups: [{ title: "", fields }] };
}

function number(stage: string): Row {
  return { type: "number", shape: "", stage };
}

function array(dtype: Dtype, rows: string, columns: number | string, stage = ""): Row {
  const shape = columns === 1 ? rows : `${rows} × ${String(columns).replace("*", " × ")}`;
  return { type: ARRAYS[dtype], shape, stage };
}

function mapRows<T>(table: Readonly<Record<string, T>>, convert: (row: T) => Row): Record<string, Row> {
  return Object.fromEntries(Object.entries(table).map(([name, row]) => [name, convert(row)]));
}

function readSource(name: string): ts.SourceFile {
  const text = Deno.readTextFileSync(new URL(name, TYPES));
  return ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
}

/** Puts rows and comments together, heading by heading. */
function describe(
  source: ts.SourceFile,
  variable: string,
  rows: Readonly<Record<string, Row>>,
  name: string,
  summary: string,
): Table {
  const groups: Group[] = [];
  for (const { name: field, description, group } of comments(source, variable)) {
    if (description === "") throw new HarnessError(`engine/types/${source.fileName}: ${field} has no description`);
    if (groups.at(-1)?.title !== group) groups.push({ title: group, fields: [] });
    groups.at(-1)?.fields.push({ name: field, description, ...rows[field] });
  }
  return { name, summary, groups };
}

/** The comments of a table: a doc comment for each row, a line comment where a group begins. */
function comments(source: ts.SourceFile, variable: string): Comment[] {
  const text = source.text;
  const out: Comment[] = [];
  let group = "";
  for (const element of elements(source, variable)) {
    for (const { pos, end, kind } of ts.getLeadingCommentRanges(text, element.pos) ?? []) {
      if (kind === ts.SyntaxKind.SingleLineCommentTrivia) group = text.slice(pos + 2, end).trim();
    }
    out.push({ name: nameOf(element), description: docOf(text, element), group });
  }
  return out;
}

/** The doc comment of a node, in one line. */
function docOf(text: string, node: ts.Node): string {
  for (const { pos, end } of ts.getLeadingCommentRanges(text, node.pos) ?? []) {
    if (!text.startsWith("/**", pos)) continue;
    return text.slice(pos + 3, end - 2).replace(/\s*\n\s*\*\s?/g, " ").trim();
  }
  return "";
}

function elements(source: ts.SourceFile, variable: string): readonly ts.Node[] {
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const [{ name, initializer }] = statement.declarationList.declarations;
    if (name.getText() !== variable) continue;
    let value = initializer;
    while (value && (ts.isAsExpression(value) || ts.isSatisfiesExpression(value))) value = value.expression;
    if (value && ts.isObjectLiteralExpression(value)) return value.properties;
    if (value && ts.isArrayLiteralExpression(value)) return value.elements;
  }
  throw new HarnessError(`engine/types/${source.fileName}: ${variable} not found`);
}

function nameOf(element: ts.Node): string {
  if (ts.isPropertyAssignment(element)) return element.name.getText();
  if (ts.isStringLiteral(element)) return element.text;
  throw new HarnessError(`engine/types: ${element.getText()} is no row`);
}
