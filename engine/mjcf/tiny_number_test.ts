import assert from "node:assert/strict";
import { compile } from "../compile/compile.ts";

// what MuJoCo 3.5.1 in WebAssembly reads, or null where it refuses
// deno-fmt-ignore
const NUMBERS: readonly (readonly [string, number | null])[] = [
  ["4.9e-324", 5e-324], ["5e-324", null], ["3e-324", 5e-324], ["2e-324", null], ["9.8e-324", 1e-323], ["1e-323", null],
  ["-4.9e-324", -5e-324], ["1e-310", null], ["1e-400", null], ["2.2250738585072011e-308", null],
  ["2.2250738585072014e-308", 2.2250738585072014e-308], ["1.976262583364986177e-323", null],
  ["0x1p-1074", 5e-324], ["0x1.8p-1074", 1e-323], ["0x1.8p-1073", 1.5e-323], ["0x4.6dp-1071", 1.73e-322],
  ["-0x1.70p-1076", -0], ["0x1p-1080", null], ["0x1.1p-1080", 0],
];

Deno.test("compile() reads and refuses subnormal numbers as MuJoCo's C library does", () => {
  for (const [word, value] of NUMBERS) {
    const xml = `<mujoco><option gravity="${word} 0 0"/></mujoco>`;
    if (value === null) assert.throws(() => compile(xml), /out of range/, word);
    else assert.ok(Object.is(compile(xml).opt.gravity[0], value), word);
  }
});
