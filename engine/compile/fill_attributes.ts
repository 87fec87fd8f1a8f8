/** Attributes as fields of the model: each goes where its declaration says. */

import type { Attributes, ModelField } from "../mjcf/elements/attribute.ts";
import { isLimited } from "../mjcf/limited.ts";
import type { Model } from "../types/model.ts";
import { MODEL_FIELDS, type ModelSize } from "../types/model_fields.ts";

/** An attribute that goes to a field. */
interface Column {
  readonly name: string;
  readonly field: ModelField;
  /** first column in the field, and number of columns of the field: a size of the model, if not empty, times the factor */
  readonly first: number;
  readonly size: ModelSize | "";
  readonly factor: number;
  readonly isNumber: boolean;
  /** the range that the attribute switches on, if it is a switch */
  readonly range: string | undefined;
}

/** The attributes that go to fields with `rows` rows. */
export function columnsOf(attributes: Attributes, rows: ModelSize): readonly Column[] {
  return Object.entries(attributes).flatMap(([name, { field, column, value, range }]) => {
    if (field === undefined || MODEL_FIELDS[field][1] !== rows) return [];
    const columns: number | string = MODEL_FIELDS[field][2];
    const [size, factor] = typeof columns === "number" ? ["", columns] : columns.split("*");
    return {
      name,
      field,
      first: column,
      size: size as ModelSize | "",
      factor: Number(factor ?? 1),
      isNumber: typeof value === "number",
      range,
    };
  });
}

/** Values of attributes, by name. */
type Values = Readonly<Record<string, unknown>>;

/** Fills fields with the attributes of the records of all rows. */
export function fillColumns(m: Model, columns: readonly Column[], records: readonly object[]): void {
  if (records.length === 0) return;
  const rows = records as readonly Values[];
  for (const { name, field, first, size, factor, isNumber, range } of columns) {
    const target = m[field] as Float64Array;
    const width = size === "" ? factor : factor * m[size];
    if (range !== undefined) fillSwitch(target, rows, name, range);
    else if (isNumber) fillNumbers(target, first, width, rows, name);
    else fillLists(target, first, width, rows, name);
  }
}

function fillSwitch(target: Float64Array, rows: readonly Values[], name: string, range: string): void {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    target[i] = Number(isLimited(row[name] as number, row[range] as Float64Array));
  }
}

function fillNumbers(target: Float64Array, first: number, width: number, rows: readonly Values[], name: string): void {
  for (let i = 0; i < rows.length; i++) target[width * i + first] = rows[i][name] as number;
}

function fillLists(target: Float64Array, first: number, width: number, rows: readonly Values[], name: string): void {
  for (let i = 0; i < rows.length; i++) {
    const list = rows[i][name] as ArrayLike<number>;
    const at = width * i + first;
    for (let k = 0; k < list.length; k++) target[at + k] = list[k];
  }
}
