/** The npm package of the engine alone: minified modules, declarations, and source maps. */

import manifest from "../../deno.json" with { type: "json" };
import { bundle, shrink, type Shrinkable } from "./bundle.ts";
import { plainWords } from "./plain_words.ts";
import { inlineConstants } from "./inline_constants.ts";
import { inlineCopies } from "./inline_copies.ts";
import { declarations } from "./declarations.ts";
import { packageReadme } from "./package_readme.ts";
import type { Files } from "./tarball.ts";
import { findWorkers, nameWorkers } from "./workers.ts";
import { internalMembers } from "./internal_members.ts";
import { liftPrograms } from "./lift_programs.ts";
import { linkWorkers } from "./link_workers.ts";

/** The module with the engine. */
const CORE = "core.js";

/** Its declarations; a tarball has them right before it. */
const TYPES = "dist/core.d.ts";

const HOME = new URL("../../", import.meta.url).pathname;

/** How a work that is not the source says its license. */
const NOTICE = `Licensed under the Apache License, Version 2.0 (the "License"); you may not use this package except in
compliance with the License. You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software distributed under the License is distributed on an
"AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied. See the License for the specific
language governing permissions and limitations under the License.
`;

/** The files of the package. */
export async function enginePackage(): Promise<Files> {
  const texts = new Map<string, string>();
  const types = declarations(HOME, "mod.ts");
  texts.set(TYPES, types);
  const all = await modules();
  const renamed = { internals: internalMembers(all.map(({ code }) => code), types), props: {} };
  for (const module of all) {
    const { code, map } = await shrink(module, renamed);
    texts.set(`dist/${module.name}`, code);
    if (map !== undefined) texts.set(`dist/${module.name}.map`, map);
  }
  texts.set("package.json", `${JSON.stringify(packageJson(), undefined, 2)}\n`);
  texts.set("README.md", packageReadme(manifest.version));
  texts.set("LICENSE", NOTICE);
  return new Map([...texts].map(([path, text]) => [path, new TextEncoder().encode(text)]));
}

/** One module with the whole engine, which Workers import, and the one that programs import, which starts Workers. */
async function modules(): Promise<Shrinkable[]> {
  const found = await findWorkers(HOME, "engine");
  const places = found.map(({ module, address }) => ({ module: fileOf(module), address }));
  const { exports, workers } = await linkWorkers(HOME, found, CORE);
  // tables of fields come first, right behind those of the declarations
  const tables = ["data", "model"].map((name) =>
    `import ${JSON.stringify(`${HOME}engine/types/${name}_fields.ts`)};\n`
  );
  const whole = await bundleEntry(`${tables.join("")}export * from ${JSON.stringify(`${HOME}mod.ts`)};\n${exports}`);
  const { code, main } = liftPrograms(whole.code, CORE);
  const all: Shrinkable[] = [
    { name: "mod.js", code: main },
    { name: CORE, code, map: whole.map },
  ];
  for (const [module, code] of workers) all.push({ name: fileOf(module).replace(/\.ts$/, ".js"), code });
  const codes = inlineConstants(all.map(({ name, code }) => inlineCopies(nameWorkers(code, name, places))));
  return all.map((module, i) => ({ ...module, code: plainWords(codes[i]) }));
}

function fileOf(path: string): string {
  return path.replace(/^.*\//, "");
}

/** A module with all that it imports. */
async function bundleEntry(text: string): Promise<{ code: string; map: string }> {
  const folder = await Deno.makeTempDir({ prefix: "plumbline-entry-" });
  try {
    await Deno.writeTextFile(`${folder}/entry.ts`, text);
    const files = await bundle({ entries: [`${folder}/entry.ts`] });
    const [code, map] = ["entry.js", "entry.js.map"].map((name) => files.get(name));
    if (code === undefined || map === undefined) throw new Error("nothing was bundled");
    return { code, map };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function packageJson(): object {
  return {
    name: manifest.name,
    version: manifest.version,
    description: "A physics engine with the bits of MuJoCo, in TypeScript: Node, Bun, Deno, browsers, Workers",
    keywords: ["physics", "robotics", "simulation", "mujoco", "mjcf", "rigid-body"],
    license: manifest.license,
    type: "module",
    engines: { node: ">=20" },
    sideEffects: ["./dist/mod.js", "./dist/*_worker.js"],
    main: "./dist/mod.js",
    types: `./${TYPES}`,
    exports: {
      ".": { types: `./${TYPES}`, default: "./dist/mod.js" },
      "./package.json": "./package.json",
    },
  };
}
