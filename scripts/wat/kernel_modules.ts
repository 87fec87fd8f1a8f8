/** The engine's modules of kernels. */

import type { KernelModule } from "../../engine/wasm/assembler.ts";

const FOLDER = new URL("../../engine/wasm/", import.meta.url);

/** Each module, with the file and name of its export. */
export async function* kernelModules(): AsyncGenerator<{ file: string; name: string; kernels: KernelModule }> {
  const files = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).filter((name) => /(?<!_test)\.ts$/.test(name));
  for (const file of files.sort()) {
    const exported: Record<string, unknown> = await import(new URL(file, FOLDER).href);
    for (const [name, value] of Object.entries(exported)) {
      if (isModule(value)) yield { file, name, kernels: value };
    }
  }
}

function isModule(value: unknown): value is KernelModule {
  const parts = typeof value === "object" && value !== null ? Object.values(value) : [];
  return parts.length > 0 && parts.every((part) => typeof part?.write === "function");
}
