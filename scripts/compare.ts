// deno-lint-ignore-file no-console
/**
 * `deno task compare`: what a page has to download to simulate, with Plumbline and with packages from npm. Sizes are of
 * the files that one page loads, compressed with gzip as a server would.
 */

import { Command } from "@commander-js/extra-typings";
import { gunzipSync, gzipSync } from "fflate";
import { HarnessError } from "../harness/engine.ts";
import { enginePackage } from "./npm/engine_package.ts";
import { runCommand } from "./run_command.ts";

/** A package, and which files of it a page loads. */
interface Package {
  name: string;
  version: string;
  files: RegExp;
}

const PACKAGES: readonly Package[] = [
  { name: "mujoco", version: "3.1.16", files: /^package\/mujoco\.(js|wasm)$/ },
  { name: "@mujoco/mujoco", version: "3.14.0", files: /^package\/mujoco\.(js|wasm)$/ },
  { name: "@dimforge/rapier3d-compat", version: "0.21.0", files: /^package\/dist\/rapier\.mjs$/ },
];

/** What a page loads: the number of files, and their bytes. */
interface Download {
  name: string;
  files: number;
  bytes: number;
  compressed: number;
}

function download(name: string, files: readonly Uint8Array[]): Download {
  return {
    name,
    files: files.length,
    bytes: files.reduce((sum, file) => sum + file.length, 0),
    compressed: files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0),
  };
}

/** The engine's package, without what only Workers load. */
async function plumbline(): Promise<Download> {
  const files = await enginePackage();
  return download(
    "Plumbline",
    [...files].flatMap(([path, bytes]) => /^dist\/(mod|core)\.js$/.test(path) ? [bytes] : []),
  );
}

async function fromNpm({ name, version, files }: Package): Promise<Download> {
  const dir = await Deno.makeTempDir();
  try {
    const args = ["pack", `${name}@${version}`, "--silent", "--pack-destination", dir];
    const { success, stdout, stderr } = await new Deno.Command("npm", { args }).output();
    if (!success) throw new HarnessError(`npm pack ${name}: ${new TextDecoder().decode(stderr).trim()}`);
    const archive = new TextDecoder().decode(stdout).trim().split("\n").pop();
    const entries = untar(gunzipSync(await Deno.readFile(`${dir}/${archive}`)));
    const loaded = entries.filter(([path]) => files.test(path));
    if (loaded.length === 0) throw new HarnessError(`${name}@${version} has none of the files that a page would load`);
    return download(`${name}@${version}`, loaded.map(([, bytes]) => bytes));
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

/** The files of an archive: headers of 512 bytes, each followed by contents in whole blocks. */
function untar(bytes: Uint8Array): [path: string, contents: Uint8Array][] {
  const entries: [string, Uint8Array][] = [];
  const text = (at: number, length: number) => {
    return new TextDecoder().decode(bytes.subarray(at, at + length)).replace(/\0.*$/s, "");
  };
  for (let at = 0; at + 512 <= bytes.length && bytes[at] !== 0;) {
    const size = parseInt(text(at + 124, 12), 8);
    entries.push([text(at, 100), bytes.subarray(at + 512, at + 512 + size)]);
    at += 512 + 512 * Math.ceil(size / 512);
  }
  return entries;
}

async function main(): Promise<number> {
  const { format } = new Command("deno task compare")
    .description("Compares what a page has to download to simulate: Plumbline, and packages from npm.")
    .option("--format <format>", "pretty or json", "pretty")
    .exitOverride().parse(Deno.args, { from: "user" }).opts();
  if (!["pretty", "json"].includes(format)) throw new HarnessError(`--format must be pretty or json, got '${format}'`);

  const all = [await plumbline(), ...await Promise.all(PACKAGES.map(fromNpm))];
  if (format === "json") {
    console.log(JSON.stringify(all, undefined, 2));
    return 0;
  }
  for (const { name, files, bytes, compressed } of all) {
    const [plain, small] = [bytes, compressed].map((size) => `${Math.round(size / 1000)}`.padStart(6));
    console.log(`${name.padEnd(34)} ${files} files ${plain} kB, ${small} kB compressed`);
  }
  return 0;
}

await runCommand(main);
