/** MuJoCo's WebAssembly build, for pages. */

import { HarnessError } from "../../harness/engine.ts";

/** The version of MuJoCo in the package `mujoco`; `@mujoco/mujoco` has later ones. */
const OWN = "3.5.1";

/** Its files. */
export type MujocoPackage = Readonly<Record<"mujoco.js" | "mujoco.wasm", Uint8Array>>;

/** Finds the package of a version among those that Deno has, or downloads it. */
export async function mujocoPackage(version: string | undefined): Promise<MujocoPackage> {
  const isOwn = version === undefined || version === OWN;
  const url = isOwn ? import.meta.resolve("mujoco") : await resolve(`npm:@mujoco/mujoco@${version}`);
  const read = (name: string) => Deno.readFile(new URL(name, url));
  return { "mujoco.js": await read("mujoco.js"), "mujoco.wasm": await read("mujoco.wasm") };
}

/** Where a package is, in a process of its own, so that it is not added to the project's lock file. */
async function resolve(specifier: string): Promise<string> {
  const code = `await import("${specifier}"); console.log(import.meta.resolve("${specifier}")); Deno.exit();`;
  const args = ["eval", "--quiet", "--no-lock", code];
  const { success, stdout } = await new Deno.Command(Deno.execPath(), { args, stderr: "null" }).output();
  if (!success) throw new HarnessError(`${specifier} cannot be imported from npm`);
  return new TextDecoder().decode(stdout).trim().split("\n").at(-1) ?? "";
}
