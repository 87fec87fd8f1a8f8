/**
 * The npm package of the harness: its sources, MuJoCo's recorded results, and a command for Node. The harness is
 * written for Deno, which starts its processes; the package depends on Deno's own package and starts that.
 */

import manifest from "../../deno.json" with { type: "json" };
import { bundleModule } from "../../harness/report/bundle_module.ts";
import { SOURCE } from "../../harness/report/scenes.ts";
import { buildPage } from "../view/page.ts";
import type { Files } from "./tarball.ts";

const HOME = new URL("../../", import.meta.url).pathname;

/** What the commands read, beside modules. */
const CONTENT = ["golden", "docs", "adapters/python/plumbline_engine", "deno.json", "CHANGELOG.md", "LICENSE"];

/** The commands, and the modules that implement them. */
const COMMANDS = { conform: "harness/cli.ts", live: "scripts/live.ts", view: "scripts/view.ts" } as const;

/** Modules that users import. */
const LIBRARIES = ["mod.ts", "harness/mod.ts"];

/** The files of the package. */
export async function harnessPackage(): Promise<Files> {
  const files = new Map<string, Uint8Array>();
  const encoder = new TextEncoder();
  for (const [path, text] of await modules()) files.set(path, encoder.encode(nameImports(text, path)));
  for await (const path of below(["harness"])) {
    if (/\.json$|^harness\/report\/page\./.test(path)) files.set(path, await Deno.readFile(HOME + path));
  }
  for (const [name, text] of Object.entries(await buildPage())) {
    files.set(`web/${/\.js$/.test(name) ? "built" : "viewer"}/${name}`, encoder.encode(text));
  }
  files.set("web/built/report.js", encoder.encode(await bundleModule(SOURCE)));
  for await (const path of below(CONTENT)) files.set(path, await Deno.readFile(HOME + path));
  files.set("package.json", encoder.encode(`${JSON.stringify(packageJson(), undefined, 2)}\n`));
  files.set("README.md", encoder.encode(README));
  files.set("bin/plumbline.js", encoder.encode(PROGRAM));
  return files;
}

/** The commands and libraries, and every module that they import or start as a process. */
async function modules(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const open: string[] = [...Object.values(COMMANDS), ...LIBRARIES];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    const text = await Deno.readTextFile(HOME + path).catch(() => undefined);
    // an address in an example or a message is not that of a module
    if (text === undefined) continue;
    found.set(path, text);
    for (const [, address] of text.matchAll(/"([^"\s:]+\.ts)"/g)) {
      open.push(new URL(address, `file:///${path}`).pathname.slice(1));
    }
  }
  return found;
}

/** Names imports in full, as no import map applies to modules of a package. */
function nameImports(text: string, path: string): string {
  const up = "../".repeat(path.split("/").length - 1) || "./";
  return text.replace(
    /(\bfrom |\bimport |\bimport\(|\bimport\.meta\.resolve\()"([^".][^"]*)"/g,
    (whole, start, name) => {
      const target = (manifest.imports as Record<string, string>)[name];
      if (target === undefined) return whole;
      return `${start}"${target.replace(/^\.\//, up)}"`;
    },
  );
}

async function* below(paths: readonly string[]): AsyncGenerator<string> {
  for (const path of paths) {
    if ((await Deno.stat(HOME + path)).isFile) {
      yield path;
      continue;
    }
    const names = [];
    for await (const { name } of Deno.readDir(HOME + path)) if (name !== "__pycache__") names.push(`${path}/${name}`);
    yield* below(names);
  }
}

function packageJson(): object {
  return {
    name: "plumbline",
    version: manifest.version,
    description: "Compares physics engines with MuJoCo, step by step and field by field",
    keywords: ["mujoco", "physics", "conformance", "testing"],
    license: manifest.license,
    type: "module",
    engines: { node: ">=20" },
    bin: { plumbline: "bin/plumbline.js" },
    dependencies: { deno: DENO },
  };
}

/** The Deno that the commands run with. */
const DENO = "2.9.6";

const README = `# plumbline

Compares physics engines with MuJoCo: recorded results of MuJoCo 3.5.1 are replayed through an engine, and every field
of every step is compared.

\`\`\`sh
npx plumbline conform                        # Plumbline's own engine against MuJoCo's results
npx plumbline conform --engine ./engine.ts   # yours
npx plumbline live robot.xml                 # any model, in MuJoCo and in an engine side by side
npx plumbline view robot.xml                 # in a browser: run it, pull at it, look into it
\`\`\`

The commands run in Deno ${DENO}, which is installed as a dependency; the first run of each downloads the libraries that
it needs.
`;

const PROGRAM = `#!/usr/bin/env node
// Runs a command of the harness in Deno.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const COMMANDS = ${JSON.stringify(COMMANDS)};
const USAGE = \`Usage: plumbline <command> [options]

Commands:
  conform  replay MuJoCo's recorded results through an engine and compare every field
  live     run models in MuJoCo and an engine side by side
  view     show a model in a browser

Run "plumbline <command> --help" for the options of a command.\`;

const [command, ...args] = process.argv.slice(2);
const home = join(dirname(fileURLToPath(import.meta.url)), "..");
if (command === undefined || command === "help" || command === "--help" || command === "-h") {
  console.log(USAGE);
} else if (command === "--version" || command === "-V") {
  console.log(createRequire(import.meta.url)("../package.json").version);
} else if (!Object.hasOwn(COMMANDS, command)) {
  console.error(\`error: unknown command '\${command}'\\n\\n\${USAGE}\`);
  process.exitCode = 2;
} else {
  const deno = createRequire(import.meta.url).resolve("deno/bin.cjs");
  // the packages of the project in which it runs are not those of the harness
  const env = { ...process.env, DENO_NO_PACKAGE_JSON: "1", DENO_NO_UPDATE_CHECK: "1" };
  const run = ["run", "--quiet", "--no-lock", "-A", join(home, COMMANDS[command]), ...args];
  const { status, signal, error } = spawnSync(process.execPath, [deno, ...run], { stdio: "inherit", env });
  if (error) throw error;
  process.exitCode = status ?? 128 + (constants.signals[signal] ?? 0);
}
`;
