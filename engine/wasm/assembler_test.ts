import assert from "node:assert/strict";
import { kernelModules } from "../../scripts/wat/kernel_modules.ts";
import { assemble } from "./assembler.ts";

/** Browsers compile modules at once up to this size. */
const MOST_BYTES = 4096;

Deno.test("every module of kernels is valid, and small enough for browsers to compile it at once", async () => {
  let count = 0;
  for await (const { file, name: module, kernels } of kernelModules()) {
    const name = `${file} ${module}`;
    const { bytes } = assemble(kernels);
    assert.ok(WebAssembly.validate(bytes), `${name} is valid`);
    const named = WebAssembly.Module.customSections(new WebAssembly.Module(bytes), "name");
    assert.equal(named.length, 1, `${name} has the names of its functions`);
    assert.ok(bytes.length <= MOST_BYTES, `${name} has ${bytes.length} bytes`);
    count++;
  }
  assert.ok(count >= 15, `${count} modules`);
});
