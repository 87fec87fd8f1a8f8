/** The npm package of the engine alone: minified modules, declarations, and source maps. */

import manifest from "../../deno.json" with { type: "json" };
import { bundle, shrink } from "./bundle.ts";
import { inlineConstants } from "./inline_constants.ts";
import { declarations } from "./declarations.ts";
import { packageReadme } from "./package_readme.ts";
import type { Files } from "./tarball.ts";
import { findWorkers, nameWorkers } from "./workers.ts";

const HOME = new URL("../../", import.meta.url).pathname;

/** The files of the package. */
export async function enginePackage(): Promise<Files> {
  const workers = await findWorkers(HOME, "engine");
  const entries = ["mod.ts", ...workers.map(({ module }) => module)];
  const bundled = await bundle({ entries });
  const texts = new Map<string, string>();
  const names = [...bundled.keys()].filter((name) => name.endsWith(".js"));
  const codes = inlineConstants(names.map((name) => bundled.get(name) ?? ""));
  for (const [i, name] of names.entries()) {
    const map = bundled.get(`${name}.map`);
    if (map === undefined) throw new Error(`${name} has no source map`);
    const small = await shrink(name, nameWorkers(codes[i], name, workers), map);
    texts.set(`dist/${name}`, small.code);
    texts.set(`dist/${name}.map`, small.map);
  }
  texts.set("dist/mod.d.ts", declarations(HOME, "mod.ts"));
  texts.set("package.json", `${JSON.stringify(packageJson(), undefined, 2)}\n`);
  texts.set("README.md", packageReadme(manifest.version));
  texts.set("LICENSE", await Deno.readTextFile(`${HOME}LICENSE`));
  return new Map([...texts].map(([path, text]) => [path, new TextEncoder().encode(text)]));
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
    sideEffects: false,
    main: "./dist/mod.js",
    types: "./dist/mod.d.ts",
    exports: {
      ".": { types: "./dist/mod.d.ts", default: "./dist/mod.js" },
      "./package.json": "./package.json",
    },
  };
}
