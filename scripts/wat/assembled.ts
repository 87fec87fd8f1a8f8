/** The table of modules that are assembled already: `engine/wasm/assembled.ts`. */

import { assemble } from "../../engine/wasm/assembler.ts";
import { kernelName, moduleName } from "../../engine/wasm/kernel_set.ts";
import { kernelModules } from "./kernel_modules.ts";

/** Each module by name: its bytes as text, and the names of the kernels of others that it calls. */
export async function assembledModules(): Promise<Record<string, string[]>> {
  const modules = (await Array.fromAsync(kernelModules())).map(({ kernels }) => kernels);
  const table: Record<string, string[]> = {};
  for (const kernels of modules) {
    const { bytes, imports } = assemble(kernels, 0);
    const row = [bytes.toBase64(), ...imports.map((kernel) => kernelName(kernel, modules))];
    const name = moduleName(kernels);
    if (table[name] !== undefined && `${table[name]}` !== `${row}`) throw new Error(`two modules have ${name}`);
    table[name] = row;
  }
  return table;
}

/** The file. */
export async function assembledFile(): Promise<string> {
  const rows = Object.entries(await assembledModules()).map(([name, row]) => `"${name}": ${JSON.stringify(row)},\n`);
  return `/**
 * Modules of kernels as the assembler makes them, for models in the memory of kernels: written by \`deno task fields\`, not
 * by hand. By name, in base64, with the names of the kernels of other modules that each calls.
 */

export const ASSEMBLED: Readonly<Record<string, readonly string[]>> = {\n${rows.join("")}};\n`;
}
