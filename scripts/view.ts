// deno-lint-ignore-file no-console
/** `deno task view`: shows a model in a browser. */

import { Command } from "@commander-js/extra-typings";
import { gather } from "./view/gather.ts";
import { mujocoPackage } from "./view/mujoco_package.ts";
import { buildPage, selfContained } from "./view/page.ts";
import { serveViewer } from "./view/serve.ts";
import { runCommand, wholeNumber } from "./run_command.ts";

async function main(): Promise<number> {
  const program = new Command("deno task view")
    .description(
      "Shows a model in a browser, where it can be run, pulled at, and looked into. Without a model, the page waits for " +
        "files to be dropped on it. Keys and mouse are those of MuJoCo's `simulate`; F1 lists them.",
    )
    .argument("[model]", "an MJCF or URDF file; whatever it includes and refers to comes with it")
    .option("--html <file>", "write a page that needs no server, with the model in it, instead of serving one")
    .option(
      "--compare [version]",
      "run MuJoCo's own WebAssembly build beside it (3.5.1, or a version of npm:@mujoco/mujoco), show where it differs",
    )
    .option("--port <n>", "port of the page; 0: any that is free", wholeNumber, 0)
    .option("--no-open", "do not open a browser")
    .exitOverride().parse(Deno.args, { from: "user" });
  const { html, port, open, compare } = program.opts();
  const [path] = program.args;

  if (html !== undefined && path === undefined) program.error("error: --html needs a model");
  if (html !== undefined && compare !== undefined) {
    program.error("error: --compare needs a server, so it cannot go with --html");
  }
  const model = path === undefined ? undefined : await gather(path);
  if (model?.error !== undefined) console.error(model.error);
  const page = await buildPage();
  if (html !== undefined && model !== undefined) {
    const text = selfContained(page, model.archive, model.main);
    await Deno.writeTextFile(html, text);
    console.log(`${html}  ${(text.length / 1e6).toFixed(1)} MB`);
    return model.error === undefined ? 0 : 1;
  }
  const mujoco = compare === undefined ? undefined : await mujocoPackage(compare === true ? undefined : compare);
  const server = serveViewer(page, model, port, mujoco);
  console.log(`${path ?? "viewer"}: ${server.url}  (Ctrl+C ends it)`);
  if (open) openBrowser(server.url);
  await server.finished;
  return 0;
}

/** Opens the user's browser, if there is one. */
function openBrowser(url: string): void {
  const [command, ...args] = { darwin: ["open"], windows: ["cmd", "/c", "start"] }[Deno.build.os as string] ??
    ["xdg-open"];
  try {
    new Deno.Command(command, { args: [...args, url], stdin: "null", stdout: "null", stderr: "null" }).spawn().unref();
  } catch {
    // the address has been printed
  }
}

await runCommand(main);
