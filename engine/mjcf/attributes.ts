/** Attribute values: from text to numbers, keywords, and strings, as declared in the grammar. */

import { doublesFrom } from "../math/small_arrays.ts";
import { didYouMean } from "./excerpt.ts";
import { isAcceptedTiny } from "./tiny_number.ts";
import type { Keywords } from "./keywords.ts";
import type { Attribute, Attributes } from "./elements/attribute.ts";
import type { XmlElement } from "./xml.ts";

/** A parsed attribute. */
export type AttributeValue = number | string | number[] | Float64Array;

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const HEXADECIMAL = /^([+-]?)0x([\da-f]*)\.?([\da-f]*)(?:p([+-]?\d+))?$/i;
const NOT_FINITE = /^([+-]?)(inf|infinity|nan)$/i;
const SPACES = /[ \t\n\v\f\r]+/;
const INTEGER = /^[+-]?\d+$/;

const LARGEST_FLOAT = 3.4028235677973366e38;
/** the smallest normal number in single precision, less half a unit in the last place */
export const SMALLEST_FLOAT = 1.1754943508222875e-38;
const SMALLEST_REAL = 2.2250738585072014e-308;

/**
 * Reads the attributes declared in `rules` from `element` into `record`, under the same names. If fewer numbers are
 * given than the record holds, they replace the first ones.
 */
export function readAttributes(element: XmlElement, rules: Attributes, record: object): void {
  const values = record as Record<string, AttributeValue>;
  for (const name in element.attributes) {
    const rule = rules[name];
    if (rule === undefined) continue;
    const value = parseAttribute(element, name, rule);
    if (value === undefined) continue;
    values[name] = value instanceof Float64Array ? overlay(values[name], value, rule) : value;
  }
  requireAttributes(element, rules);
}

/** Names of required attributes, by rules. */
const requiredBy = new WeakMap<Attributes, readonly string[]>();

function requiredOf(rules: Attributes): readonly string[] {
  const known = requiredBy.get(rules);
  if (known !== undefined) return known;
  const names = Object.keys(rules).filter((name) => rules[name].required);
  requiredBy.set(rules, names);
  return names;
}

function requireAttributes(element: XmlElement, rules: Attributes): void {
  for (const name of requiredOf(rules)) {
    const rule = rules[name];
    const text = element.attributes[name];
    const numeric = rule.type === "real" || rule.type === "float" || rule.type === "int";
    if (text === undefined || (numeric && text.trim() === "")) {
      throw element.error(`${element.name}: attribute '${name}' is required`);
    }
  }
}

function overlay(old: AttributeValue | undefined, value: Float64Array, rule: Attribute): Float64Array {
  const partial = rule.min === 0 && rule.max < Infinity;
  if (!partial || !(old instanceof Float64Array) || old.length <= value.length) return value;
  const merged = old.slice();
  merged.set(value);
  return merged;
}

/** The value of an attribute; undefined if it is absent or an empty list. */
export function parseAttribute(element: XmlElement, name: string, rule: Attribute): AttributeValue | undefined {
  const text = element.attributes[name];
  if (text === undefined) return undefined;
  switch (rule.type) {
    case "text":
      return text;
    case "keyword":
      return keyword(element, name, text, rule.words);
    case "keywords":
      return splitWords(text).map((word) => keyword(element, name, word, rule.words));
    case "number":
      return integer(element, name, text);
    case "int":
      return numbers(element, name, text, rule.min, rule.max, parseInteger);
    case "real":
    case "float": {
      const list = numbers(element, name, text, rule.min, rule.max, rule.type === "real" ? parseReal : parseFloat32);
      if (list === undefined) return undefined;
      return rule.min === 1 && rule.max === 1 ? list[0] : doublesFrom(list);
    }
  }
}

/** The words of a text. */
export function splitWords(text: string): string[] {
  if (!SPACES.test(text)) return text === "" ? [] : [text];
  const words = text.split(SPACES);
  if (words[0] === "") words.shift();
  if (words[words.length - 1] === "") words.pop();
  return words;
}

function keyword(element: XmlElement, name: string, word: string, words: Keywords): number {
  if (Object.hasOwn(words, word)) return words[word];
  const known = Object.keys(words);
  throw element.error(
    `${element.name}: attribute '${name}' cannot be '${word}', only ${known.join(", ")}${didYouMean(word, known)}`,
    name,
  );
}

function integer(element: XmlElement, name: string, text: string): number {
  const words = splitWords(text);
  if (words.length > 1) throw count(element, name, words.length, "1");
  return parseInteger(element, name, words[0] ?? "");
}

function numbers(
  element: XmlElement,
  name: string,
  text: string,
  min: number,
  max: number,
  parse: (element: XmlElement, name: string, word: string) => number,
): number[] | undefined {
  const words = splitWords(text);
  if (words.length === 0) return undefined;
  const values: number[] = [];
  for (const word of words) values.push(parse(element, name, word));
  if (values.length < min || values.length > max) {
    throw count(element, name, values.length, min === max ? String(min) : `at most ${max}`);
  }
  return values;
}

function count(element: XmlElement, name: string, got: number, expected: string) {
  return element.error(`${element.name}: attribute '${name}' needs ${expected} numbers, got ${got}`, name);
}

function parseInteger(element: XmlElement, name: string, word: string): number {
  if (!INTEGER.test(word)) {
    throw element.error(`${element.name}: attribute '${name}' needs an integer, got '${word}'`, name);
  }
  const value = Number(word);
  if (value > 2147483647 || value < -2147483648) throw tooLarge(element, name, word);
  return value;
}

function parseReal(element: XmlElement, name: string, word: string): number {
  const value = parseNumber(element, name, word);
  if (isFiniteWord(word)) {
    const size = Math.abs(value);
    const isTiny = size < SMALLEST_REAL && !isZeroWord(word);
    if (size === Infinity || (isTiny && !isAcceptedTiny(word, value))) throw tooLarge(element, name, word);
  }
  return value;
}

function parseFloat32(element: XmlElement, name: string, word: string): number {
  const value = parseNumber(element, name, word);
  if (isFiniteWord(word)) {
    const size = Math.abs(value);
    const isTiny = size < SMALLEST_FLOAT && !isZeroWord(word);
    if (size >= LARGEST_FLOAT || (isTiny && !isAcceptedTiny(word, roundToFloat(word, value)))) {
      throw tooLarge(element, name, word);
    }
  }
  return roundToFloat(word, value);
}

/** The nearest single-precision number, even if rounding put `value` exactly halfway between two of them. */
function roundToFloat(word: string, value: number): number {
  const near = Math.fround(value);
  const other = 2 * value - near;
  if (near === value || Math.fround(other) !== other || !DECIMAL.test(word)) return near;

  // compare the word digit by digit with the halfway number
  const [digits, power] = decimals(word);
  const [between, betweenPower] = decimals(value.toPrecision(100));
  const length = Math.max(digits.length, between.length);
  const [a, b] = [digits.padEnd(length, "0"), between.padEnd(length, "0")];
  const order = power - betweenPower || (a < b ? -1 : Number(a > b));
  if (order === 0) return near;
  return (order > 0) === (Math.abs(near) > Math.abs(other)) ? near : other;
}

/** Digits of a number from the first nonzero one on, and the power of ten of the decimal point before them. */
function decimals(word: string): [string, number] {
  const [mantissa, exponent = "0"] = word.toLowerCase().replace(/^[+-]/, "").split("e");
  const [whole, fraction = ""] = mantissa.split(".");
  const all = whole + fraction;
  const digits = all.replace(/^0+/, "");
  return [digits, whole.length - (all.length - digits.length) + Number(exponent)];
}

function isFiniteWord(word: string): boolean {
  return !NOT_FINITE.test(word);
}

function isZeroWord(word: string): boolean {
  const mantissa = word.replace(/^[+-]/, "");
  return /^0x/i.test(mantissa)
    ? !/[1-9a-f]/i.test(mantissa.slice(2).split(/p/i)[0])
    : !/[1-9]/.test(mantissa.split(/e/i)[0]);
}

function tooLarge(element: XmlElement, name: string, word: string) {
  return element.error(`${element.name}: '${word}' in attribute '${name}' is out of range`, name);
}

function parseNumber(element: XmlElement, name: string, word: string): number {
  if (DECIMAL.test(word)) return Number(word);

  const special = NOT_FINITE.exec(word);
  if (special) {
    if (special[2][0].toLowerCase() === "n") return NaN;
    return special[1] === "-" ? -Infinity : Infinity;
  }
  const hex = HEXADECIMAL.exec(word);
  if (hex && (hex[2] || hex[3])) {
    const digits = hex[2] + hex[3];
    const scale = Number(hex[4] ?? 0) - 4 * hex[3].length;
    const value = timesPowerOfTwo(parseInt(digits, 16), scale);
    return hex[1] === "-" ? -value : value;
  }
  throw element.error(`${element.name}: attribute '${name}' needs numbers, got '${word}'`, name);
}

/** `value` · 2^`power`, rounded once. */
function timesPowerOfTwo(value: number, power: number): number {
  const step = power < 0 ? 0.5 : 2;
  let left = Math.abs(power);
  while (value !== 0 && value !== Infinity && left > 0) {
    // a factor of many halves at once, so that only the last product can be inexact
    let factor = 1;
    for (let k = Math.min(left, 1000); k > 0; k--) factor *= step;
    value *= factor;
    left -= 1000;
  }
  return value;
}
