import assert from "node:assert/strict";
import { float, kernel } from "../../engine/wasm/assembler.ts";
import { kernelModules } from "./kernel_modules.ts";
import { printModule } from "./print_module.ts";

Deno.test("printModule() tells every instruction of a kernel", () => {
  const half = kernel(["int", "int"], (f, at, end) => {
    f.for(at, end, 8, () => f.store(at, at.float(16).times(float(0.5))));
  });
  assert.equal(
    printModule({ half }),
    `(module
  (import "in" "memory" (memory 0))
  (func $half (export "half") (param $0 i32) (param $1 i32) (result i32)
    local.get 0
    local.get 1
    i32.lt_s
    if
      loop
        local.get 0
        local.get 0
        f64.load offset=16 align=8
        f64.const 0.5
        f64.mul
        f64.store align=8
        local.get 0
        i32.const 8
        i32.add
        local.set 0
        local.get 0
        local.get 1
        i32.lt_s
        br_if 0
      end
    end
    i32.const 0
  )
)`,
  );
});

Deno.test("printModule() knows every instruction of the engine's kernels", async () => {
  for await (const { name, kernels } of kernelModules()) {
    const lines = printModule(kernels).split("\n");
    const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length;
    assert.equal(count(/^ {2}\(func /), Object.keys(kernels).length, name);
    assert.equal(count(/^ +(?:if|loop)$/), count(/^ +end$/), name);
  }
});
