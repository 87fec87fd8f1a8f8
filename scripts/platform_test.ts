import assert from "node:assert/strict";

const ROOT = new URL("../", import.meta.url).pathname;

Deno.test("no engine file imports from Node or knows Deno", async () => {
  const folders = ["engine"];
  let files = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for await (const { name, isDirectory } of Deno.readDir(`${ROOT}${folder}`)) {
      const path = `${folder}/${name}`;
      if (isDirectory) folders.push(path);
      if (!name.endsWith(".ts") || /_(test|bench)\.ts$/.test(name)) continue;
      files++;
      const code = (await Deno.readTextFile(ROOT + path)).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
      assert.doesNotMatch(code, /\bDeno\./, path);
      assert.doesNotMatch(code, /\bfrom "node:|^import "node:|\bawait import\(/m, path);
    }
  }
  assert.ok(files > 100, `only ${files} files were looked at`);
});
