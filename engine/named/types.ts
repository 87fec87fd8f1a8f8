/** Types of objects found by name, derived from the tables of fields. */

import type { DATA_FIELDS } from "../types/data_fields.ts";
import type { ArrayOf, Dtype, MODEL_FIELDS } from "../types/model_fields.ts";
import type { KINDS, ObjectKind } from "./kinds.ts";

/** The name of a field without the first of the prefixes that it has. */
export type ShortName<Name extends string, Prefix extends string> = Name extends `${Prefix}${infer Rest}` ? Rest : Name;

/** A number, or a view of the row. */
export type RowOf<Row> = Row extends readonly [infer D extends Dtype, unknown, infer Columns, ...unknown[]]
  ? Columns extends 1 ? number : ArrayOf<D>
  : never;

/** A view of several rows. */
export type RowsOf<Row> = Row extends readonly [infer D extends Dtype, ...unknown[]] ? ArrayOf<D> : never;

/** Fields with one row for each object. */
export type OwnFields<Table, Size, Prefix extends string> = {
  -readonly [
    Name in keyof Table & string as Table[Name] extends readonly [unknown, Size, ...unknown[]] ? ShortName<Name, Prefix>
      : never
  ]: RowOf<Table[Name]>;
};

/** Fields with several rows for each object. */
export type PartFields<Table, Size, Prefix extends string> = {
  [
    Name in keyof Table & string as Table[Name] extends readonly [unknown, Size, ...unknown[]] ? ShortName<Name, Prefix>
      : never
  ]: RowsOf<Table[Name]>;
};

/** Fields of the first part of a kind, then those of the second that have another name. */
export type FieldsOfParts<Table, K> = K extends { parts: readonly [infer A extends PartType, infer B extends PartType] }
  ? PartFields<Table, A["size"], A["prefix"]> & PartFields<Table, B["size"], B["prefix"]>
  : K extends { parts: readonly [infer A extends PartType] } ? PartFields<Table, A["size"], A["prefix"]>
  : unknown;

/** A part of a kind. */
export interface PartType {
  /** size that counts its rows */
  readonly size: string;
  /** prefix that the names of fields lose */
  readonly prefix: string;
}

/** The declaration of a kind. */
export type KindOf<Name extends ObjectKind> = (typeof KINDS)[Name];

/** All fields of a kind in a table. */
export type FieldsOf<Table, K extends { readonly size: string; readonly prefixes: readonly string[] }> =
  & OwnFields<Table, K["size"], K["prefixes"][number]>
  & Omit<FieldsOfParts<Table, K>, keyof OwnFields<Table, K["size"], K["prefixes"][number]>>;

/** An object with a name. */
export interface Named {
  /** its number among those of its kind */
  readonly id: number;
  /** its name; empty if it has none */
  readonly name: string;
}

/** What a model says about an object of a kind: its fields without the prefix of the kind. */
export type NamedInModel<Name extends ObjectKind> = Named & FieldsOf<typeof MODEL_FIELDS, KindOf<Name>>;

/** What the data of a simulation say about an object of a kind. */
export type NamedInData<Name extends ObjectKind> = Named & FieldsOf<typeof DATA_FIELDS, KindOf<Name>>;
