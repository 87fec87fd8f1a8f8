/** The rules of the sources of pages. */

import assert from "node:assert/strict";

/** Which folders of `web/` a folder may import from, besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  simulation: [],
  scene: ["simulation"],
  viewer: ["scene", "simulation"],
  compare: ["simulation"],
  playground: ["viewer"],
  report: ["scene", "simulation"],
};

/** What knows the engine: the Worker, and the grammar of documents. */
const KNOWS = /^(simulation|compare)\/|^playground\/grammar\.ts$/;

const HOME = new URL("./", import.meta.url);

/** Sources by path below `web/`. */
async function* sources(folder: string): AsyncGenerator<[path: string, text: string]> {
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, HOME))) {
    const path = `${folder}${name}`;
    if (isDirectory) yield* sources(`${path}/`);
    else if (name.endsWith(".ts") && !name.endsWith("_test.ts")) {
      yield [path, await Deno.readTextFile(new URL(path, HOME))];
    }
  }
}

Deno.test("web: what draws may use what simulates, and never the reverse; only the Worker and the grammar know the engine", async () => {
  let count = 0;
  for (const [folder, others] of Object.entries(MAY_IMPORT)) {
    for await (const [path, text] of sources(`${folder}/`)) {
      count++;
      for (const [, address] of text.matchAll(/from "(\.{1,2}\/[^"]+)"/g)) {
        const target = new URL(address, new URL(path, HOME)).href.slice(new URL("../", HOME).href.length);
        const [root, inner] = target.split("/");
        const isAllowed = root === "engine" ? KNOWS.test(path) : root === "web" && [folder, ...others].includes(inner);
        assert.ok(isAllowed, `web/${path} imports ${target}`);
      }
      assert.doesNotMatch(text, /\bDeno\./, `web/${path}`);
    }
  }
  assert.ok(count > 50, `only ${count} files`);
});
