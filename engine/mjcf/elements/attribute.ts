/**
 * Declarations of attributes. One row says what text an attribute may hold, its default, the field of the model that it
 * goes to, and the numbers that documents usually have there.
 *
 * The grammar, the records of elements and their types, reading, writing, filling models, and the values that the fuzzer
 * draws all follow from these rows.
 */

import { doublesFrom } from "../../math/small_arrays.ts";
import { Limited } from "../../types/enums.ts";
import { keepFractions } from "../../types/keep_fractions.ts";
import type { MODEL_FIELDS } from "../../types/model_fields.ts";
import { BOOL, type Keywords, LIMITED } from "../keywords.ts";

/** Name of an array field of the model. */
export type ModelField = keyof typeof MODEL_FIELDS;

/** Where an attribute goes: a field, one column of a field, or nowhere by itself. */
export type Destination = ModelField | readonly [field: ModelField, column: number] | "";

/** A range of numbers, both ends included. */
export type Range = readonly [low: number, high: number];

/**
 * Numbers that documents usually have, as alternatives: each is one range for all numbers of the attribute, or one range
 * for each number.
 */
export type Usual = readonly (readonly Range[])[];

/** The declaration of an attribute; `V` is the type of its value in a record. */
export interface Attribute<V = unknown> {
  /** real, float: numbers in double or single precision; int: integers; number: one integer */
  readonly type: "real" | "float" | "int" | "number" | "keyword" | "keywords" | "text";
  /** least and most numbers */
  readonly min: number;
  readonly max: number;
  /** keywords and their values */
  readonly words: Keywords;
  readonly required: boolean;
  /** built-in default; undefined: none */
  readonly value: V;
  /** field of the model that holds the value, if one does */
  readonly field: ModelField | undefined;
  /** first column in the field */
  readonly column: number;
  /** for a switch that may be inferred: the range that it switches on */
  readonly range: string | undefined;
  /** undefined: any numbers will do */
  readonly usual: Usual | undefined;
}

/** Attributes by name. */
export type Attributes = Readonly<Record<string, Attribute>>;

/** The record that holds the values of attributes. */
export type RecordOf<T extends Attributes> = { -readonly [K in keyof T]: T[K]["value"] };

/** The type of a value that may have no default. */
type Maybe<T, V> = undefined extends V ? T | undefined : T;

/** How many numbers: exactly, or at least and at most. */
type Count = number | readonly [min: number, max: number];

/** Any number of numbers. */
export const ANY: Count = [0, Infinity];

const NO_WORDS: Keywords = {};

function declare<V>(
  type: Attribute["type"],
  count: Count,
  words: Keywords,
  value: V,
  to: Destination,
  usual: Usual | undefined,
): Attribute<V> {
  const [min, max] = typeof count === "number" ? [count, count] : count;
  const [field, column] = typeof to === "string" ? [to, 0] : to;
  return { type, min, max, words, required: false, value, field: field || undefined, column, range: undefined, usual };
}

/** A number. */
export function real<V extends number | undefined>(
  value?: V,
  to: Destination = "",
  usual?: Usual,
): Attribute<Maybe<number, V>> {
  return declare("real", 1, NO_WORDS, value as Maybe<number, V>, to, usual);
}

/** Several numbers. */
export function reals<V extends readonly number[] | undefined>(
  count: Count,
  value?: V,
  to: Destination = "",
  usual?: Usual,
): Attribute<Maybe<Float64Array, V>> {
  return declare("real", count, NO_WORDS, (value && doublesFrom(value)) as Maybe<Float64Array, V>, to, usual);
}

/** A number in single precision. */
export function float<V extends number | undefined>(
  value?: V,
  to: Destination = "",
  usual?: Usual,
): Attribute<Maybe<number, V>> {
  return declare("float", 1, NO_WORDS, value as Maybe<number, V>, to, usual);
}

/** Several numbers in single precision. */
export function floats<V extends readonly number[] | undefined>(
  count: Count,
  value?: V,
  to: Destination = "",
  usual?: Usual,
): Attribute<Maybe<Float64Array, V>> {
  return declare("float", count, NO_WORDS, (value && doublesFrom(value)) as Maybe<Float64Array, V>, to, usual);
}

/** An integer. */
export function int<V extends number | undefined>(
  value?: V,
  to: Destination = "",
  usual?: Usual,
): Attribute<Maybe<number, V>> {
  return declare("number", 1, NO_WORDS, value as Maybe<number, V>, to, usual);
}

/** Several integers. */
export function ints<V extends number[] | undefined>(
  count: Count,
  value?: V,
  to: Destination = "",
  usual?: Usual,
): Attribute<Maybe<number[], V>> {
  return declare("int", count, NO_WORDS, value as Maybe<number[], V>, to, usual);
}

/** A keyword, which stands for a number. */
export function keyword<V extends number | undefined>(
  words: Keywords,
  value?: V,
  to: Destination = "",
): Attribute<Maybe<number, V>> {
  return declare("keyword", 1, words, value as Maybe<number, V>, to, undefined);
}

/** Several keywords, which stand for bits. */
export function keywords<V extends number | undefined>(
  words: Keywords,
  value?: V,
  to: Destination = "",
): Attribute<Maybe<number, V>> {
  return declare("keywords", ANY, words, value as Maybe<number, V>, to, undefined);
}

/** True or false. */
export function bool<V extends number | undefined>(value?: V, to: Destination = ""): Attribute<Maybe<number, V>> {
  return keyword(BOOL, value, to);
}

/** Whether a range is in force; inferred from the range unless it is given. */
export function limited(range: string, value: number = Limited.AUTO, to: Destination = ""): Attribute<number> {
  return { ...keyword(LIMITED, value, to), range };
}

/** A text, often a name. */
export function text<V extends string | undefined>(value?: V): Attribute<Maybe<string, V>> {
  return declare("text", 1, NO_WORDS, value as Maybe<string, V>, "", undefined);
}

/** Makes an attribute required. */
export function required<V>(attribute: Attribute<V>): Attribute<V> {
  return { ...attribute, required: true };
}

/** Some of the attributes. */
export function pick<T extends Attributes, K extends keyof T>(attributes: T, ...names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, attributes[name]])) as Pick<T, K>;
}

/** A new record with the built-in defaults of attributes, and with more values. */
export function defaultsOf<T extends Attributes, M extends object>(attributes: T, more?: M): RecordOf<T> & M {
  const names = Object.keys(attributes);
  const values = [...names.map((name) => [name, copyValue(attributes[name].value)]), ...Object.entries(more ?? {})];

  // V8 gives a parsed object, like a literal, room for all of its values in the object itself
  const record = JSON.parse(`{${values.map(([name]) => `"${name}":0`)}}`);
  for (const [name, value] of values) record[name as string] = value;
  return keepFractions(record, ...names.filter((name) => mayBeFraction(attributes[name])));
}

function copyValue(value: unknown): unknown {
  if (value instanceof Float64Array) return doublesFrom(value);
  return Array.isArray(value) ? value.slice() : value;
}

function mayBeFraction({ type, value }: Attribute): boolean {
  return typeof value === "number" && (type === "real" || type === "float");
}

// usual numbers

/** All numbers in one range. */
export function between(low: number, high: number): Usual {
  return [[[low, high]]];
}

/** One number from each range. */
export function each(...ranges: readonly Range[]): Usual {
  return [ranges];
}

/** One of these numbers. */
export function oneOf(...values: readonly number[]): Usual {
  return values.map((value) => [[value, value]]);
}
