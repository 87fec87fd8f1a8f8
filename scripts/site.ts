// deno-lint-ignore-file no-console
/** `deno task site`: builds the static site of the playground. */

import { Command } from "@commander-js/extra-typings";
import { HarnessError } from "../harness/engine.ts";
import { runCommand, wholeNumber } from "./run_command.ts";
import { buildSite, type Links } from "./site/build.ts";
import { serveFolder } from "./site/serve.ts";

async function main(): Promise<number> {
  const { out, api, scoreboard, serve } = new Command("deno task site")
    .description(
      "Builds the playground as a folder of files for any static host: an editor beside the viewer, with examples. It works " +
        "without a connection after the first visit.",
    )
    .option("--out <dir>", "the folder", "dist/site")
    .option("--api", "add the documentation of the API, in api/")
    .option("--scoreboard", "add the page of `deno task scoreboard`, in scoreboard/")
    .option("--serve <port>", "serve the folder afterward", wholeNumber)
    .exitOverride().parse(Deno.args, { from: "user" }).opts();

  const links: Record<string, string> = {};
  if (scoreboard) links.Scoreboard = "scoreboard/";
  if (api) links.API = "api/";
  await write(out, links);
  if (scoreboard) await deno("run", "-A", "scripts/scoreboard.ts", "--build", "--site", `${out}/scoreboard`);
  if (api) await deno("doc", "--html", "--name=Plumbline", `--output=${out}/api`, "mod.ts");
  if (serve === undefined) return 0;
  const server = serveFolder(out, serve);
  console.log(server.url);
  await server.finished;
  return 0;
}

async function write(out: string, links: Links): Promise<void> {
  const files = await buildSite(links);
  let bytes = 0;
  for (const [path, text] of files) {
    const place = `${out}/${path}`;
    await Deno.mkdir(place.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeTextFile(place, text);
    bytes += text.length;
  }
  console.log(`${out}  ${files.size} files, ${(bytes / 1e6).toFixed(1)} MB`);
}

async function deno(...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), { args, stdout: "null" }).output();
  if (!success) throw new HarnessError(`deno ${args.join(" ")}: ${new TextDecoder().decode(stderr).trim()}`);
}

await runCommand(main);
