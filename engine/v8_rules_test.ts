/** `V8.md` and the sources that cite it. */

import assert from "node:assert/strict";

const ENGINE = new URL("./", import.meta.url);
const RULES = Deno.readTextFileSync(new URL("V8.md", ENGINE));

/** The text of every source below a folder of the engine, by path. */
function sources(folder = ""): [string, string][] {
  return [...Deno.readDirSync(new URL(folder, ENGINE))].flatMap(({ name, isDirectory }): [string, string][] => {
    if (isDirectory) return sources(`${folder}${name}/`);
    if (!name.endsWith(".ts") || name.endsWith("_test.ts")) return [];
    return [[folder + name, Deno.readTextFileSync(new URL(folder + name, ENGINE))]];
  });
}

const SOURCES = sources();

Deno.test("every rule of speed that sources cite exists, and every rule is cited", () => {
  const rules = [...RULES.matchAll(/^## (V8-\d+): /gm)].map(([, rule]) => rule);
  assert.deepEqual(rules, rules.map((_, i) => `V8-${i + 1}`), "rules are numbered");
  const cited = new Set<string>();
  for (const [path, text] of SOURCES) {
    for (const [rule] of text.matchAll(/\bV8-\d+/g)) {
      assert.ok(rules.includes(rule), `engine/${path} cites ${rule}`);
      cited.add(rule);
    }
  }
  assert.deepEqual(rules.filter((rule) => !cited.has(rule)), [], "rules that nothing cites");
});

Deno.test("copies of imported constants have the names of V8-1, which mean nothing else", () => {
  const names = new Map<string, string>();
  for (
    const [, copies, originals] of RULES.matchAll(
      /^\| (`[A-Z_0-9]+`(?:, `[A-Z_0-9]+`)*) +\| (`[A-Z_0-9]+`(?:, `[A-Z_0-9]+`)*)/gm,
    )
  ) {
    const [copy, original] = [copies, originals].map((list) =>
      [...list.matchAll(/`([A-Z_0-9]+)`/g)].map(([, name]) => name)
    );
    original.forEach((name, i) => names.set(name, copy[i]));
  }
  assert.equal(names.get("MINVAL"), "TINY");

  const found: string[] = [];
  for (const [path, text] of SOURCES) {
    for (const [line, copy, original] of text.matchAll(/^const ([A-Z_0-9]+) = ([A-Z_0-9]+);/gm)) {
      if (!new RegExp(`^import [^;]*\\b${original}\\b[^;]* from`, "m").test(text)) continue;
      if (names.get(original) !== copy) found.push(`engine/${path}: ${line}`);
      if (!/\/\/ .*V8-1\b/.test(text)) found.push(`engine/${path} does not cite V8-1`);
    }
    for (const [line, name, value] of text.matchAll(/^const (TINY|HUGE) = (.*);/gm)) {
      if (names.get(value) !== name) found.push(`engine/${path}: ${line}`);
    }
  }
  assert.deepEqual(found, []);
});
