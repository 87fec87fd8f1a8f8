/** Python environments for engines that come from PyPI: made in the cache directory when they are first needed. */

import { HarnessError } from "../engine.ts";

/** The files of the Python package, which are not part of any import. */
const PACKAGE = new URL("../../adapters/python/", import.meta.url);
const MODULES = ["__init__", "__main__", "arrays", "base", "mujoco", "mujoco_calls", "serve"];

/** Is told about work that takes time. */
export type Tell = (text: string) => void;

/** What it takes to run something in Python. */
export interface PythonPlace {
  /** the interpreter */
  readonly python: string;
  /** what an engine needs to import `plumbline_engine` */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * A Python that has the given requirements, such as `mujoco==3.9.0`: the user's own (`PLUMBLINE_PYTHON`, else
 * `python3`) if it does, otherwise a virtual environment in the cache directory. The first requirement names the
 * environment.
 */
export async function pythonWith(requirements: readonly string[], tell: Tell = () => {}): Promise<PythonPlace> {
  const all = [...requirements, "numpy"];
  const place = `${cacheDirectory()}/${all[0].replace(/[^\w.]+/g, "-")}`;
  const inside = `${place}/bin/python3`;
  const own = Deno.env.get("PLUMBLINE_PYTHON") ?? "python3";
  for (const python of [inside, own]) if (await has(python, all)) return { python, env: await packagePath() };

  Deno.mkdirSync(cacheDirectory(), { recursive: true });
  using lock = Deno.openSync(`${place}.lock`, { write: true, create: true });
  await lock.lock(true);
  if (!await has(inside, all)) {
    tell(`installing ${requirements.join(", ")} from PyPI into ${place}`);
    await run(own, ["-m", "venv", place], requirements);
    await run(inside, ["-m", "pip", "install", "-q", "--disable-pip-version-check", ...all], requirements);
  }
  return { python: inside, env: await packagePath() };
}

/** Directory for what is downloaded: `PLUMBLINE_CACHE`, or one in the cache of the user. */
export function cacheDirectory(): string {
  const { PLUMBLINE_CACHE: own, XDG_CACHE_HOME: cache, HOME: home = "." } = Deno.env.toObject();
  return own || `${cache || `${home}/.cache`}/plumbline`;
}

/** Prints which requirements are not met, in the words of pip. */
const CHECK = `
import importlib.metadata as installed, sys
from pip._vendor.packaging.requirements import Requirement
for text in sys.argv[1:]:
    wanted = Requirement(text)
    if not wanted.specifier.contains(installed.version(wanted.name), prereleases=True): sys.exit(1)
`;

async function has(python: string, requirements: readonly string[]): Promise<boolean> {
  try {
    const args = ["-c", CHECK, ...requirements];
    return (await new Deno.Command(python, { args, stdout: "null", stderr: "null" }).output()).success;
  } catch {
    return false;
  }
}

async function run(command: string, args: readonly string[], requirements: readonly string[]): Promise<void> {
  let reason: string | undefined;
  try {
    const { success, stdout, stderr } = await new Deno.Command(command, { args: [...args] }).output();
    if (success) return;
    const said = new TextDecoder().decode(stderr) + new TextDecoder().decode(stdout);
    reason = said.split("\n").findLast((line) => /error/i.test(line)) ?? said.trim().split("\n").at(-1);
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
  }
  throw new HarnessError(
    `${requirements.join(", ")} cannot be installed from PyPI (${reason?.trim()}); ` +
      `it takes Python 3 with venv (PLUMBLINE_PYTHON names one) and a network, or an environment that has it`,
  );
}

/** Where Python finds `plumbline_engine`: in a checkout, or copied from where the harness was published. */
async function packagePath(): Promise<Record<string, string>> {
  if (PACKAGE.protocol === "file:") return { PYTHONPATH: withOthers(PACKAGE.pathname.replace(/\/$/, "")) };
  const [, version = "latest"] = /@plumbline\/sim\/([^/]+)\//.exec(PACKAGE.pathname) ?? [];
  const copy = `${cacheDirectory()}/adapters-${version}`;
  Deno.mkdirSync(`${copy}/plumbline_engine`, { recursive: true });
  for (const name of MODULES) {
    const path = `plumbline_engine/${name}.py`;
    const response = await fetch(new URL(path, PACKAGE));
    if (!response.ok) throw new HarnessError(`${response.url}: ${response.status} ${response.statusText}`);
    Deno.writeFileSync(`${copy}/${path}`, new Uint8Array(await response.arrayBuffer()));
  }
  return { PYTHONPATH: withOthers(copy) };
}

function withOthers(path: string): string {
  const others = Deno.env.get("PYTHONPATH");
  return others ? `${path}:${others}` : path;
}
