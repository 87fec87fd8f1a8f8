import assert from "node:assert/strict";
import * as mod from "../../mod.ts";

const ROOT = new URL("../../", import.meta.url);

/** The code of examples, which `deno test --doc` runs: in comments of the engine, and in documents. */
function* examples(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(new URL(folder, ROOT))) {
    if (isDirectory) yield* examples(`${folder}${name}/`);
    if (!/(?<!_test)\.ts$|\.md$/.test(name)) continue;
    const text = Deno.readTextFileSync(new URL(folder + name, ROOT)).replace(/^ *\* ?/gm, "");
    for (const [, code] of text.matchAll(/^```ts\n([\s\S]*?)^```/gm)) yield code;
  }
}

/** Is a function of the package called in a piece of code? */
function calls(code: string, name: string): boolean {
  const [, all] = /import \* as (\w+) from "@plumbline\/sim"/.exec(code) ?? [];
  if (all !== undefined && new RegExp(`\\b${all}\\.${name}\\(`).test(code)) return true;
  const [, names = ""] = /import \{([^}]*)\} from "@plumbline\/sim"/.exec(code) ?? [];
  return new RegExp(`\\b${name}\\b`).test(names) && new RegExp(`\\b${name}\\(`).test(code);
}

Deno.test("every function of the package is called in an example", () => {
  const code = [...examples("engine/"), ...examples("docs/")];
  assert.ok(code.length > 100, `${code.length} examples`);
  const functions = Object.entries(mod).filter(([, value]) => /^(?:async )?function/.test(String(value)));
  assert.ok(functions.length > 200, `${functions.length} functions`);
  const missing = functions.map(([name]) => name).filter((name) => !code.some((text) => calls(text, name)));
  assert.deepEqual(missing, []);
});
