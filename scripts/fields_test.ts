import assert from "node:assert/strict";
import { CONTACT_FIELDS, DATA_COUNTS, DATA_FIELDS, DATA_OTHERS } from "../engine/types/data_fields.ts";
import { MODEL_FIELDS, MODEL_SIZES, OPTION_FIELDS, STATISTIC_FIELDS } from "../engine/types/model_fields.ts";

const ROOT = new URL("../", import.meta.url);

interface Property {
  name: string;
  jsDoc?: { doc?: string };
}

interface Definition {
  properties?: Property[];
  extends?: { repr: string }[];
}

interface Documentation {
  nodes: Record<string, { symbols: { name: string; declarations: { def: Definition }[] }[] }>;
}

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT }).output();
  return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
}

async function documentation(): Promise<Map<string, Definition[]>> {
  const { code, out, err } = await run("doc", "--json", "mod.ts");
  assert.equal(code, 0, err);
  const { nodes } = JSON.parse(out) as Documentation;
  const symbols = Object.values(nodes).flatMap(({ symbols }) => symbols);
  return new Map(symbols.map(({ name, declarations }) => [name, declarations.map(({ def }) => def)]));
}

/** Properties of a class or interface, with those of the interfaces it extends, and what is said of each. */
function properties(docs: Map<string, Definition[]>, name: string): Map<string, string> {
  const definitions = docs.get(name);
  assert.ok(definitions, `mod.ts exports ${name}`);
  const out = new Map<string, string>();
  for (const { properties: own = [], extends: bases = [] } of definitions) {
    for (const { name, jsDoc } of own) out.set(name, jsDoc?.doc ?? "");
    if (!Array.isArray(bases)) continue;
    for (const { repr } of bases) for (const [key, doc] of properties(docs, repr)) out.set(key, doc);
  }
  return out;
}

Deno.test("every property of Model, Data, Contacts, Option and Statistic is described", async () => {
  const docs = await documentation();
  const expected: Record<string, string[]> = {
    Model: [...MODEL_SIZES, ...Object.keys(MODEL_FIELDS), "opt", "stat"],
    Data: [...Object.keys(DATA_COUNTS), ...Object.keys(DATA_FIELDS), ...Object.keys(DATA_OTHERS), "contact", "solver"],
    Contacts: Object.keys(CONTACT_FIELDS),
    Option: Object.keys(OPTION_FIELDS),
    Statistic: Object.keys(STATISTIC_FIELDS),
  };
  for (const [name, fields] of Object.entries(expected)) {
    const found = properties(docs, name);
    assert.deepEqual(fields.filter((field) => !found.has(field)), [], `fields that ${name} lacks`);
    assert.deepEqual([...found].filter(([, doc]) => doc.length < 5), [], `properties of ${name} without description`);
  }
});

Deno.test("descriptions differ, unless fields differ by kind alone", async () => {
  const docs = await documentation();
  // the shapes after the description tell rows of different kinds apart
  for (const name of ["ModelSizes", "DataCounts", "Option", "Statistic", "Contacts"]) {
    const seen = new Map<string, string>();
    for (const [field, doc] of properties(docs, name)) {
      assert.equal(seen.get(doc), undefined, `${name}.${field} is described like ${seen.get(doc)}`);
      seen.set(doc, field);
    }
  }
});

Deno.test("the documentation of every public symbol is complete, and refers to public types", async () => {
  const { code, err } = await run("doc", "--lint", "mod.ts", "harness/mod.ts");
  assert.equal(code, 0, err);
});

Deno.test("the files that are made of the field tables are up to date", async () => {
  const { code, err } = await run("run", "-A", "scripts/fields.ts", "--check");
  assert.equal(code, 0, err);
});
