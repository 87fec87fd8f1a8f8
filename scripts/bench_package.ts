/** The engine as its package for npm has it: a program that installs it imports two modules instead of hundreds. */

import { enginePackage } from "./npm/engine_package.ts";
import { importsOf } from "./import_map.ts";

/** Builds the package, and writes an import map that has it for the engine; returns the path of the map. */
export async function importMapForPackage(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "bench-" });
  await Deno.mkdir(`${folder}/dist`);
  const files = await enginePackage();
  for (const [file, bytes] of files) await Deno.writeFile(`${folder}/${file}`, bytes);
  const { main } = JSON.parse(await Deno.readTextFile(`${folder}/package.json`));
  const imports = {
    ...importsOf(new URL("..", import.meta.url)),
    "@plumbline/sim": new URL(main, `file://${folder}/`).href,
  };
  const map = `${folder}/imports.json`;
  await Deno.writeTextFile(map, JSON.stringify({ imports }));
  return map;
}
