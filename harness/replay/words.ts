/**
 * What an engine says in formats of its own. A recipe has a short hash of each, which changes with any letter, so that
 * nothing else is read as long as they agree; the text of uses is stored beside the recipe, for failures and for people.
 */

import { hash } from "node:crypto";
import type { Words } from "../engine.ts";

/** Something that is said otherwise than before. */
export interface Change {
  /** its format or use */
  readonly name: string;
  /** what was said before, and what is said now */
  readonly message: string;
}

/** The short hash of each, on a line. */
export function hashesOf(words: Words): string {
  return Object.entries(words).map(([name, said]) => `${name} ${shortHash(said)}`).join("\n");
}

function shortHash(said: string | Uint8Array): string {
  return hash("sha256", said).slice(0, 12);
}

/** Hashes by name. */
function parse(says: string): Map<string, string> {
  return new Map(says.split("\n").map((line) => line.split(" ") as [string, string]));
}

/** The names in a list of hashes. */
export function namesIn(says: string): string[] {
  return [...parse(says).keys()];
}

/** Lists what has another hash than in `says`; `recorded` gives the text that was said before, if it is stored. */
export function changesOf(says: string, words: Words, recorded: (name: string) => string | undefined): Change[] {
  const expected = parse(says);
  const changes: Change[] = [];
  for (const name of new Set([...expected.keys(), ...Object.keys(words)])) {
    const said = words[name];
    const known = expected.get(name);
    if (said === undefined) changes.push({ name, message: "nothing is said of it" });
    else if (known === undefined) changes.push({ name, message: "the golden does not have it" });
    else if (shortHash(said) !== known) changes.push({ name, message: describe(said, known, recorded(name)) });
  }
  return changes;
}

function describe(said: string | Uint8Array, known: string, before: string | undefined): string {
  if (before === undefined || typeof said !== "string") {
    return `is not what it was: its hash is ${shortHash(said)}, and should be ${known}`;
  }
  if (shortHash(before) !== known) return "is not what it was, and what it was is not what is stored";
  return describeLines(before.split("\n"), said.split("\n"));
}

/** The first line that differs, as it was and as it is. */
function describeLines(before: readonly string[], now: readonly string[]): string {
  let i = 0;
  while (before[i] === now[i]) i++;
  const count = before.length === now.length
    ? `${before.filter((line, k) => line !== now[k]).length} of ${before.length} lines differ`
    : `${now.length} lines instead of ${before.length}`;
  return `${count}; line ${i + 1} should be ${excerpt(before[i], now[i])} and is ${excerpt(now[i], before[i])}`;
}

/** Characters shown of a line, and those before the first that differs. */
const SHOWN = 300;
const BEFORE = 60;

/** The part of a line in which it differs from another. */
function excerpt(line: string | undefined, other: string | undefined): string {
  if (line === undefined) return "the end";
  let i = 0;
  while (other !== undefined && i < line.length && line[i] === other[i]) i++;
  const begin = line.length <= SHOWN ? 0 : Math.max(0, i - BEFORE);
  const end = begin + SHOWN;
  return `'${begin > 0 ? "…" : ""}${line.slice(begin, end)}${end < line.length ? "…" : ""}'`;
}
