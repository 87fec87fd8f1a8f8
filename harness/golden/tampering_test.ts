import assert from "node:assert/strict";
import { openStore } from "../disk.ts";
import { HarnessError } from "../engine.ts";
import { openEngine } from "../engines/engines.ts";
import { LIARS } from "../liars/liars.ts";
import { replay } from "../replay/replay.ts";
import { Tables } from "../replay/tolerance.ts";
import { ITEMS } from "../spec/items.ts";
import { type CaseFile, type GoldenStore, readCase, readGolden, recipeHash } from "./golden.ts";

const HOUSE = openStore(new URL("../../golden", import.meta.url).pathname);
const TABLES = new Tables(Object.fromEntries(ITEMS.map(({ id, tolerances }) => [id, tolerances ?? {}])));

type Path = readonly (string | number)[];
type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Paths of all numbers and texts in a document. */
function leaves(value: Json, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, part]) => leaves(part, [...path, Array.isArray(value) ? +key : key]));
}

/** The document with other content at a path; `undefined` removes it. */
function withChange(document: Json, path: Path, change: (value: Json) => Json | undefined): Json {
  const copy = structuredClone(document);
  let at = copy as Record<string | number, Json>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, Json>;
  const last = path[path.length - 1];
  const value = change(at[last]);
  if (value !== undefined) at[last] = value;
  else if (Array.isArray(at)) at.splice(last as number, 1);
  else delete at[last];
  return copy;
}

/** What somebody may write in place of a number or a text who wants an engine to pass. */
const CHANGES: Readonly<Record<string, (value: Json) => Json | undefined>> = {
  "removed": () => undefined,
  "zero or nothing": (value) => typeof value === "number" ? 0 : typeof value === "string" ? "" : null,
  "huge or another word": (value) => typeof value === "number" ? 1e300 : typeof value === "string" ? `${value}x` : 7,
  "one more": (value) => typeof value === "number" ? value + 1 : [],
};

/** The house's goldens with another case.json in one of them. */
function withCase(id: string, document: Json): GoldenStore {
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  return { ...HOUSE, read: (of, path) => of === id && path === "case.json" ? bytes : HOUSE.read(of, path) };
}

/** Lies that every golden catches in which something moves and touches. */
const LIES = ["nothing is computed", "wrong sign", "a lost field"].map((name) => LIARS[name]);

Deno.test("no engine that lies passes a golden of which any part was changed", async () => {
  const id = "sol/toggled";
  const document = JSON.parse(new TextDecoder().decode(HOUSE.read(id, "case.json")));
  const honest = await openEngine("plumbline", "file:///");
  let tried = 0;
  for (const path of leaves(document)) {
    for (const [name, change] of Object.entries(CHANGES)) {
      for (const keepsHash of [false, true]) {
        const changed = withChange(document, path, change) as unknown as CaseFile;
        if (keepsHash && path[0] !== "minted" && changed.minted) changed.minted.recipe = recipeHash(changed);
        const place = `${path.join(".")} ${name}`;
        let golden;
        try {
          const store = withCase(id, changed as unknown as Json);
          golden = readGolden(store, readCase(store, id));
        } catch (error) {
          assert.ok(error instanceof HarnessError, `${place}: ${error}`);
          tried++;
          continue;
        }
        for (const lie of LIES) {
          const { passed } = await replay(lie(honest), golden, TABLES.of(golden.file.items));
          assert.ok(!passed, `${place}: a liar passes`);
        }
        tried++;
        if (path[0] === "minted") break;
      }
    }
  }
  assert.ok(tried > 500, `${tried} changes`);
});
