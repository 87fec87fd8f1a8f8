/** From what a user writes behind `--engine` to an engine. */

import { type Engine, type EngineModule, HarnessError } from "../engine.ts";

/**
 * Opens `plumbline`, `transplant`, `mujoco@VERSION`, or a module that exports an engine; a file is looked up from `base`, a URL of a directory.
 */
export async function openEngine(name: string, base: string): Promise<Engine> {
  if (name === "plumbline") return (await import("./plumbline.ts")).PLUMBLINE;

  if (name === "transplant") return await (await import("./transplant.ts")).transplantEngine();

  const version = /^mujoco(?:@(.*))?$/.exec(name);
  if (version) {
    const { mujocoEngine } = await import("./mujoco.ts");
    return await mujocoEngine(version[1]);
  }

  if (!/[./\\]/.test(name)) {
    throw new HarnessError(
      `engine '${name}' is unknown: use plumbline, transplant, mujoco@VERSION, or a file such as ./engine.ts`,
    );
  }
  return await openModule(name, new URL(name, base).href);
}

async function openModule(name: string, url: string): Promise<Engine> {
  let module: Partial<EngineModule>;
  try {
    module = await import(url);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new HarnessError(`engine ${name}: cannot be imported (${reason})`);
  }
  const made = typeof module.default === "function" ? await module.default() : module.default;
  if (typeof made?.load !== "function" || typeof made.name !== "string") {
    throw new HarnessError(`engine ${name}: the default export is neither an engine nor a function that makes one`);
  }
  return made;
}
