/** For tests of adapters: runs `conform`, and builds MuJoCo's library as an engine. */

import assert from "node:assert/strict";
import { conform } from "../harness/commands/conform.ts";
import { parseReport } from "../harness/report/json.ts";
import type { Report } from "../harness/verdict.ts";

/** The repository. */
export const ROOT: string = new URL("../", import.meta.url).pathname;

/** Runs `conform` on the goldens of this repository: its exit code, and everything that it wrote. */
export async function runConform(...args: string[]): Promise<{ code: number; said: string }> {
  let said = "";
  const take = (text: string) => said += text;
  const code = await conform([...args, "--golden", `${ROOT}golden`], {
    out: take,
    err: take,
    isPainted: false,
    isWatched: false,
  });
  return { code, said };
}

/** The report of an engine on some items. */
export async function reportOn(engine: string, ...items: string[]): Promise<{ code: number; report: Report }> {
  const { code, said } = await runConform(...items, "--engine", engine, "--format", "json");
  return { code, report: parseReport(said, said.slice(0, 300)) };
}

/** Compiles C into a shared library. */
export function compileC(source: string, library: string, ...more: string[]): void {
  const flags = ["-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-I", `${ROOT}adapters/c`];
  const { success, stderr } = new Deno.Command("cc", { args: [...flags, "-o", library, source, ...more] }).outputSync();
  assert.ok(success, new TextDecoder().decode(stderr));
}

/** Builds `adapters/c/examples/mujoco.c` with the headers and the library of the wheel. */
export function buildMujoco(library: string): void {
  const python = Deno.env.get("PLUMBLINE_PYTHON") ?? "python3";
  const script = "import glob, mujoco; d = mujoco.__path__[0]; print(d, *glob.glob(d + '/libmujoco.so.*'))";
  const { stdout } = new Deno.Command(python, { args: ["-c", script] }).outputSync();
  const [place, original] = new TextDecoder().decode(stdout).trim().split(" ");
  assert.ok(original, `${python} has no MuJoCo`);
  const source = `${ROOT}adapters/c/examples/mujoco.c`;
  compileC(source, library, "-I", `${place}/include`, original, `-Wl,-rpath,${place}`);
}
