/** XML text from elements and attribute values. */

import { SMALLEST_FLOAT } from "./attributes.ts";
import type { Attribute, Attributes as Rules } from "./elements/attribute.ts";

/** Attributes of an element to be written. */
export type Attributes = Record<string, string>;

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };

/** A character that cannot be in a value, or that would end a line. */
function escaped(character: string): string {
  return ESCAPES[character] ?? `&#${character.charCodeAt(0)};`;
}

/** A number in MJCF syntax, exact to the last bit. */
export function formatNumber(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (value === Infinity) return "inf";
  if (value === -Infinity) return "-inf";
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  return Math.abs(value) < SMALLEST_FLOAT ? hexadecimal(value) : String(value);
}

/** A number far below 1 in hexadecimal, of which MuJoCo's C library reads all: of decimal ones it refuses some. */
function hexadecimal(value: number): string {
  let digits = Math.abs(value);
  let power = 0;
  for (; !Number.isInteger(digits); power--) digits *= 2;
  return `${value < 0 ? "-" : ""}0x${digits.toString(16)}p${power}`;
}

/** Numbers as an attribute value. */
export function formatNumbers(values: ArrayLike<number>): string {
  return Array.from(values, formatNumber).join(" ");
}

/** An element as text, indented below its parent. */
export function markup(name: string, attributes: Attributes, content: readonly string[] = []): string {
  const text = Object.entries(attributes).map(([key, value]) =>
    ` ${key}="${value.replace(/[&<"\n\r\u2028\u2029]/g, escaped)}"`
  ).join("");
  const inner = content.filter((part) => part !== "");
  if (inner.length === 0) return `<${name}${text}/>`;
  return `<${name}${text}>\n${inner.join("\n").replace(/^/gm, "  ")}\n</${name}>`;
}

/** The attributes of a record that are required or differ from their defaults, in the syntax of the grammar. */
export function attributesOf(record: object, rules: Rules): Attributes {
  const out: Attributes = {};
  const values = record as Record<string, unknown>;
  for (const name in rules) {
    const value = values[name];
    const rule = rules[name];
    if (value === undefined || (!rule.required && sameValue(value, rule.value))) continue;
    const text = formatValue(value, rule);
    if (text !== "") out[name] = text;
  }
  return out;
}

function sameValue(a: unknown, b: unknown): boolean {
  if (a instanceof Float64Array || Array.isArray(a)) {
    const other = b as ArrayLike<number> | undefined;
    return other !== undefined && a.length === other.length && a.every((value, k) => Object.is(value, other[k]));
  }
  return Object.is(a, b);
}

function formatValue(value: unknown, rule: Attribute): string {
  if (rule.type === "keyword") return Object.keys(rule.words).find((word) => rule.words[word] === value) ?? "";
  if (typeof value === "string") return value;
  return formatNumbers(typeof value === "number" ? [value] : value as ArrayLike<number>);
}
