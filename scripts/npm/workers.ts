/** Modules that run in Workers: `new URL("./worker.ts", import.meta.url)`. */

/** A module that is started by its URL. */
export interface WorkerModule {
  /** path below the repository */
  readonly module: string;
  /** the address, as it is written in the source */
  readonly address: string;
}

const ADDRESS = /new URL\(\s*"(\.{1,2}\/[^"]+\.ts)",\s*import\.meta\.url,?\s*\)/g;

/** The Workers that the modules of a folder start. */
export async function findWorkers(home: string, folder: string): Promise<WorkerModule[]> {
  const found = new Map<string, WorkerModule>();
  for await (const { name, isDirectory } of Deno.readDir(home + folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) { for (const worker of await findWorkers(home, path)) found.set(worker.module, worker); }
    if (!name.endsWith(".ts") || name.endsWith("_test.ts")) continue;
    const code = (await Deno.readTextFile(home + path)).replace(/\/\*[\s\S]*?\*\//g, "");
    for (const [, address] of code.matchAll(ADDRESS)) {
      const module = new URL(address, `file:///${path}`).pathname.slice(1);
      found.set(module, { module, address });
    }
  }
  return [...found.values()];
}

/** Points the addresses in a bundled module at the bundled Workers. */
export function nameWorkers(code: string, file: string, workers: readonly WorkerModule[]): string {
  const up = "../".repeat(file.split("/").length - 1) || "./";
  return workers.reduce((text, { module, address }) => {
    return text.replaceAll(`"${address}"`, `"${up}${module.replace(/\.ts$/, ".js")}"`);
  }, code);
}
