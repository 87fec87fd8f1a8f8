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

Deno.test("web: what draws may use what simulates, and never the reverse; only the Worker and the grammar know the engine", async () => {
  const home = new URL("./", import.meta.url).pathname;
  let count = 0;
  for (const [folder, others] of Object.entries(MAY_IMPORT)) {
    for await (const { name } of Deno.readDir(home + folder)) {
      if (!name.endsWith(".ts") || name.endsWith("_test.ts")) continue;
      count++;
      const text = await Deno.readTextFile(`${home}${folder}/${name}`);
      for (const [, path] of text.matchAll(/from "\.\.\/([^"]+)"/g)) {
        const target = path.replace(/^\.\.\//, "").split("/")[0];
        const isAllowed = path.startsWith("../")
          ? KNOWS.test(`${folder}/${name}`) && target === "engine"
          : others.includes(target);
        assert.ok(isAllowed, `web/${folder}/${name} imports ${path}`);
      }
      assert.doesNotMatch(text, /\bDeno\./, `web/${folder}/${name}`);
    }
  }
  assert.ok(count > 30, `only ${count} files`);
});
