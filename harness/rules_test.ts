/** The rules of the harness's sources that neither the compiler nor the linter checks. */

import assert from "node:assert/strict";
import manifest from "../deno.json" with { type: "json" };
import { V8_FLAGS } from "./run/launch.ts";

const HARNESS = new URL("./", import.meta.url);

/**
 * Files that know Deno: the command line, the disk, the two ends of pipes between processes, what other languages
 * need (environments of Python, libraries in C), and the script of a page.
 */
const KNOWS_DENO = [
  "cli.ts",
  "disk.ts",
  "engines/child.ts",
  "engines/host.ts",
  "engines/library.ts",
  "engines/plumbline_odds.ts",
  "engines/python.ts",
  "report/bundle_module.ts",
  "run/launch.ts",
  "run/serve_cases.ts",
];

/** Code that only tests run. */
const FOR_TESTS = [/_test\.ts$/, /^liars\//, /^calls\//];

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g;
const STRINGS = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g;
const IMPORTS = /\b(?:from|import)\s*\(?\s*"([^"]+)"/g;

/** Sources without comments, by path below `harness/`. */
function sources(folder = ""): Map<string, string> {
  const out = new Map<string, string>();
  for (const { name, isDirectory } of Deno.readDirSync(new URL(folder, HARNESS))) {
    const path = folder + name;
    if (isDirectory) sources(`${path}/`).forEach((code, inner) => out.set(inner, code));
    else if (path.endsWith(".ts") && !FOR_TESTS.some((kind) => kind.test(path))) {
      out.set(path, Deno.readTextFileSync(new URL(path, HARNESS)).replace(COMMENTS, ""));
    }
  }
  return out;
}

const SOURCES = sources();

Deno.test("Deno is known to a few files of the harness only", () => {
  const found = [...SOURCES].filter(([, code]) => /\bDeno\b/.test(code.replace(STRINGS, ""))).map(([path]) => path);
  assert.deepEqual(found.sort(), KNOWS_DENO);
});

Deno.test("the harness imports itself, the engine and the version of the package, and nothing else of the repository", () => {
  const root = new URL("../", HARNESS).href;
  for (const [path, code] of SOURCES) {
    for (const [, target] of code.matchAll(IMPORTS)) {
      if (!target.startsWith(".")) continue;
      const place = new URL(target, new URL(path, HARNESS)).href.slice(root.length);
      assert.match(place, /^(harness|engine)\/|^(mod\.ts|deno\.json)$/, `harness/${path} imports ${place}`);
    }
  }
});

Deno.test("the task has the V8 options of replaying processes, so that they share what is compiled", () => {
  assert.equal(manifest.tasks.conform, `deno run -A ${V8_FLAGS} harness/cli.ts`);
});
