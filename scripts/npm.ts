// deno-lint-ignore-file no-console
/** `deno task npm`: builds the packages for npm. */

import { Command } from "@commander-js/extra-typings";
import manifest from "../deno.json" with { type: "json" };
import { enginePackage } from "./npm/engine_package.ts";
import { harnessPackage } from "./npm/harness_package.ts";
import { type Files, tarball } from "./npm/tarball.ts";
import { runCommand } from "./run_command.ts";

const PACKAGES: Readonly<Record<string, () => Promise<Files>>> = {
  "plumbline-sim": enginePackage,
  plumbline: harnessPackage,
};

async function main(): Promise<number> {
  const { out, only, quick } = new Command("deno task npm")
    .description(
      "Builds npm packages as tarballs: the engine (@plumbline/sim), and the harness with its commands (plumbline).\n" +
        "Install one with `npm install dist/NAME.tgz`, or publish it with `npm publish dist/NAME.tgz`.",
    )
    .option("--out <dir>", "where the tarballs go", "dist")
    .option("--only <name>", `only this package: ${Object.keys(PACKAGES).join(" or ")}`)
    .option("--quick", "compress as npm does, rather than as small as possible")
    .exitOverride().parse(Deno.args, { from: "user" }).opts();

  const names = Object.keys(PACKAGES).filter((name) => only === undefined || name === only);
  if (names.length === 0) {
    console.error(`error: there is no package '${only}'`);
    return 2;
  }
  await Deno.mkdir(out, { recursive: true });
  for (const name of names) {
    const files = await PACKAGES[name]();
    // recorded results are compressed already
    const bytes = await tarball(files, !quick && name !== "plumbline");
    const path = `${out}/${name}-${manifest.version}.tgz`;
    await Deno.writeFile(path, bytes);
    console.log(`${path}  ${files.size} files, ${(bytes.length / 1000).toFixed(0)} kB`);
  }
  return 0;
}

await runCommand(main);
