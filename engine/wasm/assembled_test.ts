import assert from "node:assert/strict";
import { assembledModules } from "../../scripts/wat/assembled.ts";
import { ASSEMBLED } from "./assembled.ts";

Deno.test("ASSEMBLED is what the assembler makes of the kernels: else run deno task fields", async () => {
  const current = await assembledModules();
  assert.deepEqual(Object.keys(ASSEMBLED), Object.keys(current));
  const stale = Object.keys(current).filter((name) => `${ASSEMBLED[name]}` !== `${current[name]}`);
  assert.deepEqual(stale, []);
});
