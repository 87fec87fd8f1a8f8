/** From the value of `--engine` to an engine. */

import { type Engine, type EngineModule, HarnessError } from "../engine.ts";
import { kindOf, SINGLE } from "./engine_kind.ts";

/**
 * Opens `plumbline`, `transplant`, `mujoco@VERSION`, or a module that exports an engine, in this process; files are
 * relative to `base`, the URL of a directory.
 */
export async function openEngine(name: string, base: string): Promise<Engine> {
  const found = kindOf(name, base);
  switch (found.kind) {
    case "own":
      return await openOwn(name);
    case "module":
      return await openModule(name, found.url);
    case "program":
    case "native":
    case "library":
      throw new HarnessError(`engine ${name}: runs in a process of its own, and cannot be opened in this one`);
  }
}

async function openOwn(name: string): Promise<Engine> {
  if (name.startsWith(SINGLE)) {
    const { singleEngine } = await import("./single.ts");
    return singleEngine(await openOwn(name.slice(SINGLE.length)));
  }
  if (name === "plumbline") return (await import("./plumbline.ts")).PLUMBLINE;
  if (name === "transplant") return await (await import("./transplant.ts")).transplantEngine();
  const { mujocoEngine } = await import("./mujoco.ts");
  return await mujocoEngine(/^mujoco@(.*)$/.exec(name)?.[1]);
}

async function openModule(name: string, url: string): Promise<Engine> {
  let module: Partial<EngineModule>;
  try {
    module = await import(url);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new HarnessError(`engine ${name}: cannot be imported (${reason})`);
  }
  return await engineOf(name, module);
}

/** The engine that a module exports. */
export async function engineOf(name: string, module: Partial<EngineModule>): Promise<Engine> {
  const made = typeof module.default === "function" ? await module.default() : module.default;
  if (typeof made?.load !== "function" || typeof made.name !== "string") {
    throw new HarnessError(`engine ${name}: the default export is neither an engine nor a function that makes one`);
  }
  return made;
}
