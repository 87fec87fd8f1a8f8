import assert from "node:assert/strict";

const ROOT = new URL("../", import.meta.url);

Deno.test("docs/where.md names files that exist, and what they hold", () => {
  const text = Deno.readTextFileSync(new URL("docs/where.md", ROOT));
  const rows = [...text.matchAll(/^\| (.+\?) +\| (\S+) +\| `(\w+)` +\|$/gm)];
  assert.ok(rows.length >= 20 && rows.length === text.split("\n").filter((line) => /^\| \w/.test(line)).length - 1);
  const misses: string[] = [];
  for (const [, question, file, name] of rows) {
    try {
      const source = Deno.readTextFileSync(new URL(file, ROOT));
      if (!new RegExp(`\\b${name}\\b`).test(source)) misses.push(`${question} ${file} has no ${name}`);
    } catch {
      misses.push(`${question} there is no ${file}`);
    }
  }
  assert.deepEqual(misses, []);
});

Deno.test("docs/where.md is linked from ARCHITECTURE.md", () => {
  assert.match(Deno.readTextFileSync(new URL("ARCHITECTURE.md", ROOT)), /\]\(docs\/where\.md\)/);
});
