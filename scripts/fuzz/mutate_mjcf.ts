/** Damages documents, one to three times. */

import { USUAL, usual } from "./attribute_values.ts";
import type { Random } from "./random.ts";

const NUMBERS = [
  "0",
  "-1",
  "1e-20",
  "1e400",
  "nan",
  "inf",
  "-inf",
  "",
  "x",
  "1.5",
  "0x10",
  "1,2",
  "2 ",
  "-0",
  "1e",
  "+3",
  "99999999999",
];
const WORDS = [
  "",
  "true",
  "false",
  "auto",
  "box",
  "mesh",
  "none",
  "world",
  "main",
  "hinge",
  "zz",
  "joint",
  "Euler",
  "disable",
];
const NAMES = [
  "pos",
  "size",
  "type",
  "name",
  "class",
  "mass",
  "range",
  "foo",
  "mesh",
  "quat",
  "euler",
  "fromto",
  "axis",
];
const ELEMENTS = [
  "geom",
  "joint",
  "body",
  "site",
  "foo",
  "frame",
  "inertial",
  "freejoint",
  "camera",
  "include",
  "flag",
  "motor",
];

type Mutation = (text: string, r: Random) => string;

/** A random match of a pattern, or nothing. */
function anyMatch(text: string, pattern: RegExp, r: Random): RegExpExecArray | undefined {
  const matches = [...text.matchAll(pattern)];
  return matches.length > 0 ? r.pick(matches) as RegExpExecArray : undefined;
}

function replaceAt(text: string, match: RegExpExecArray, replacement: string): string {
  return text.slice(0, match.index) + replacement + text.slice(match.index + match[0].length);
}

const ATTRIBUTE = / ([\w]+)="([^"]*)"/g;
/** attributes that may take any value that is usual for their name, or none */
const OPTIONAL = new RegExp(` (${[...USUAL.keys()].join("|")})="[^"]*"`, "g");
const LEAF = /<(\w+)[^<>]*\/>/g;

/** Ways to damage a document; each returns it unchanged where there is nothing to damage. */
const MUTATIONS: readonly Mutation[] = [
  function dropAttribute(text, r) {
    const match = anyMatch(text, ATTRIBUTE, r);
    return match ? replaceAt(text, match, "") : text;
  },
  function renameAttribute(text, r) {
    const match = anyMatch(text, ATTRIBUTE, r);
    return match ? replaceAt(text, match, ` ${r.pick(NAMES)}="${match[2]}"`) : text;
  },
  function changeNumber(text, r) {
    const match = anyMatch(text, /(?<=[" ])-?[\d.]+(?=[" ])/g, r);
    return match ? replaceAt(text, match, r.pick(NUMBERS)) : text;
  },
  function addNumber(text, r) {
    const match = anyMatch(text, /(?<=")-?[\d.]+(?=[" ])/g, r);
    return match ? replaceAt(text, match, `${match[0]} ${r.real(-1, 1)}`) : text;
  },
  function dropNumber(text, r) {
    const match = anyMatch(text, /-?[\d.]+ (?=-?[\d.])/g, r);
    return match ? replaceAt(text, match, "") : text;
  },
  function changeWord(text, r) {
    const match = anyMatch(text, / (\w+)="([a-z]\w*)"/g, r);
    return match ? replaceAt(text, match, ` ${match[1]}="${r.pick(WORDS)}"`) : text;
  },
  function dropElement(text, r) {
    const match = anyMatch(text, LEAF, r);
    return match ? replaceAt(text, match, "") : text;
  },
  function repeatElement(text, r) {
    const match = anyMatch(text, LEAF, r);
    return match ? replaceAt(text, match, match[0] + match[0]) : text;
  },
  function renameElement(text, r) {
    const match = anyMatch(text, LEAF, r);
    return match ? replaceAt(text, match, match[0].replace(match[1], r.pick(ELEMENTS))) : text;
  },
  function moveElement(text, r) {
    const match = anyMatch(text, LEAF, r);
    if (!match) return text;
    const rest = replaceAt(text, match, "");
    const target = anyMatch(rest, />/g, r);
    return target ? replaceAt(rest, target, `>${match[0]}`) : rest;
  },
  function insertCharacter(text, r) {
    const at = r.int(0, text.length);
    return text.slice(0, at) + r.pick(["<", ">", '"', "&", "/", " ", "é", "="]) + text.slice(at);
  },
  function truncate(text, r) {
    return text.slice(0, r.int(0, text.length));
  },
];

/** Changes that most documents survive, so that what is accepted is tested as well. */
const GENTLE: readonly Mutation[] = [
  function nudgeNumber(text, r) {
    const match = anyMatch(text, /(?<=[" ])-?\d*\.\d+(?=[" ])/g, r);
    return match ? replaceAt(text, match, String(Number(match[0]) * r.real(0.8, 1.2))) : text;
  },
  function anotherValue(text, r) {
    const match = anyMatch(text, OPTIONAL, r);
    return match ? replaceAt(text, match, ` ${match[1]}="${usual(r, match[1])}"`) : text;
  },
  function dropOptional(text, r) {
    const match = anyMatch(text, OPTIONAL, r);
    return match ? replaceAt(text, match, "") : text;
  },
];

/** A document changed in a way that it may well survive. */
export function nudge(text: string, r: Random): string {
  return r.pick(GENTLE)(text, r);
}

/** A damaged document; in a third of cases the damage is one that it may well survive. */
export function mutate(text: string, r: Random): string {
  if (r.chance(1 / 3)) return nudge(text, r);
  let damaged = text;
  for (let k = r.int(1, 3); k > 0; k--) damaged = r.pick(MUTATIONS)(damaged, r);
  return damaged;
}
