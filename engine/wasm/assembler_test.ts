import assert from "node:assert/strict";
import { assemble, type KernelModule } from "./assembler.ts";

/** Browsers compile modules at once up to this size. */
const MOST_BYTES = 4096;

/** The modules that the files beside this one export, by name. */
async function* modules(): AsyncGenerator<[name: string, kernels: KernelModule]> {
  const here = new URL("./", import.meta.url);
  for await (const { name } of Deno.readDir(here)) {
    if (name.endsWith("_test.ts")) continue;
    const exported: Record<string, unknown> = await import(new URL(name, here).href);
    for (const [key, value] of Object.entries(exported)) {
      if (typeof value !== "object" || value === null) continue;
      if (Object.values(value).every((part) => typeof part?.write === "function")) {
        yield [`${name} ${key}`, value as KernelModule];
      }
    }
  }
}

Deno.test("every module of kernels is valid, and small enough for browsers to compile it at once", async () => {
  let count = 0;
  for await (const [name, kernels] of modules()) {
    const bytes = assemble(kernels);
    assert.ok(WebAssembly.validate(bytes), `${name} is valid`);
    const named = WebAssembly.Module.customSections(new WebAssembly.Module(bytes), "name");
    assert.equal(named.length, 1, `${name} has the names of its functions`);
    assert.ok(bytes.length <= MOST_BYTES, `${name} has ${bytes.length} bytes`);
    count++;
  }
  assert.ok(count >= 15, `${count} modules`);
});
