/** Which functions of MuJoCo the package offers: the rows of docs/functions.md. */

import { NOT_OFFERED, OFFERED_AS, SECTIONS } from "./mujoco_functions.ts";

/** What became of a function of MuJoCo. */
export interface FunctionRow {
  /** MuJoCo's name */
  readonly name: string;
  /** what to write instead; null if it is not offered */
  readonly offered: string | null;
  /** the same with its parameters, if it is a function of the package */
  readonly call: string;
  /** why it is not; empty if it is */
  readonly why: string;
}

/** The functions of a section of MuJoCo's header. */
export interface FunctionSection {
  readonly title: string;
  readonly rows: readonly FunctionRow[];
}

const words = (text: string) => text.trim().split(/\s+/);

/** The name without MuJoCo's prefix. */
function nameWithoutPrefix(name: string): string {
  return name.slice(name.indexOf("_") + 1);
}

/** Every function, given what the package exports; an export has the last word. */
export function functionTable(exported: Readonly<Record<string, unknown>>): FunctionSection[] {
  const reasons = new Map(NOT_OFFERED.flatMap(([why, names]) => words(names).map((name) => [name, why] as const)));
  return Object.entries(SECTIONS).map(([title, names]) => ({
    title,
    rows: words(names).map((name) => {
      const offered = nameOf(name, exported);
      const why = offered === null ? reasons.get(name) ?? "" : "";
      return { name, offered, call: offered === null ? "" : callOf(offered, exported), why };
    }),
  }));
}

/** What stands for a function, if the package has it. */
function nameOf(name: string, exported: Readonly<Record<string, unknown>>): string | null {
  const plain = nameWithoutPrefix(name);
  const offered = OFFERED_AS[name] ?? plain;
  if (!exists(offered, exported)) return null;
  return name in OFFERED_AS || !isTaken(name, plain) ? offered : null;
}

/** A function with its parameters, as they are in its source. */
function callOf(name: string, exported: Readonly<Record<string, unknown>>): string {
  const [, parameters] = /^function \w+\(([^()]*)\)/.exec(String(exported[name])) ?? [];
  return parameters === undefined ? name : `${name}(${parameters.trim().split(/\s*,\s*/).join(", ")})`;
}

/** Does an export of that name stand for another function? */
function isTaken(name: string, plain: string): boolean {
  const namesakes = Object.values(SECTIONS).flatMap(words).filter((other) => nameWithoutPrefix(other) === plain);
  return namesakes.length > 1 && PREFERRED.test(namesakes.find((other) => other !== name) ?? "");
}

/** Of two functions of the same name, the one that has it. */
const PREFERRED = /^mju?_/;

/** What the lists say about functions that do not exist, twice, or against the exports. */
export function contradictions(sections: readonly FunctionSection[]): string[] {
  const rows = new Map(sections.flatMap(({ rows }) => rows.map((row) => [row.name, row])));
  const found = [...rows.values()].filter(({ offered, why }) => offered === null && why === "")
    .map(({ name }) => `${name} is not offered: say why in NOT_OFFERED`);
  const listed = [...NOT_OFFERED.flatMap(([, names]) => words(names)), ...Object.keys(OFFERED_AS)];
  listed.forEach((name, i) => {
    if (!rows.has(name)) found.push(`${name} does not exist`);
    if (listed.indexOf(name) !== i) found.push(`${name} is listed twice`);
  });
  for (const name of NOT_OFFERED.flatMap(([, names]) => words(names))) {
    const offered = rows.get(name)?.offered;
    if (typeof offered === "string") {
      found.push(`${name} is offered as ${offered}: it does not belong into NOT_OFFERED`);
    }
  }
  return found;
}

/** Does the package have what an expression starts with: an export, or a member of a class? */
function exists(expression: string, exported: Readonly<Record<string, unknown>>): boolean {
  const [, root, member] = /^(?:new )?(\w+)(?:\.(\w+))?/.exec(expression) ?? [];
  const value = exported[root];
  if (value === undefined) return false;
  if (member === undefined) return true;
  if (typeof value !== "function") return member in Object(value);
  // fields of instances are in the text of their class alone
  return member in value || member in value.prototype || new RegExp(`\\b${member}\\b`).test(String(value));
}

/** Sections that draw or need a window, and prefixes of functions for them. */
const DRAWS = /^(?:mjr|mjui|mjv)_/;

/** How many functions there are, how many are offered, and as how many different things. */
export function countOffered(
  sections: readonly FunctionSection[],
): { all: number; offered: number; distinct: number } {
  const rows = sections.flatMap(({ rows }) => rows);
  const offered = rows.flatMap(({ offered }) => offered ?? []);
  return { all: rows.length, offered: offered.length, distinct: new Set(offered).size };
}

/** The page with all functions. */
export function functionsPage(sections: readonly FunctionSection[]): string {
  const { all, offered, distinct } = countOffered(sections);
  const still = countOffered(
    sections.map(({ title, rows }) => ({ title, rows: rows.filter(({ name }) => !DRAWS.test(name)) })),
  );
  return `<!-- written by \`deno task fields\`, not by hand -->

# Functions

What became of the ${all} functions of MuJoCo 3.5.0: ${offered} are offered, as ${distinct} different functions and
members; of the ${still.all} that neither draw nor need a window, ${still.offered}, as ${still.distinct}. Names are MuJoCo\u2019s without the prefix (\`mj_comPos\` is \`comPos\`, \`mju_mulQuat\` is
\`mulQuat\`). Arguments are MuJoCo\u2019s, in its order. An array that a function reads or writes at a fixed length is
followed by the index of its first element: \`mulQuat(res, 0, a, 4, b, 0)\`. Each is compared with MuJoCo by a test, and
another test makes sure that this test fails if either of the two is wrong (\`scripts/functions/compared\`). [Examples](examples.md) call all of them.

${sections.map(sectionText).join("\n\n")}
`;
}

function sectionText({ title, rows }: FunctionSection): string {
  const { all, offered } = countOffered([{ title, rows }]);
  const lines = rows.map(({ name, offered, call, why }) =>
    `| \`${name}\` | ${offered === null ? `\u2013 ${why}` : `\`${call}\``} |`
  );
  return `## ${title} (${offered} of ${all})\n\n| MuJoCo | here |\n| --- | --- |\n${lines.join("\n")}`;
}
