/** Functions whose bindings to WebAssembly are missing or break: compared with native MuJoCo. */

import assert from "node:assert/strict";
import { Obj, Warning } from "../../../mod.ts";
import { comparison, plumbline } from "./sides.ts";
import { python } from "./native.ts";

const SIZES = [0, 1, 1000, 1024, 1025, 1536, 2048, 1048576, 3145728, 1073741824, 5 * 1024 ** 4, 1024 ** 5 + 1];

const PROGRAM = `
import json, mujoco
warnings = range(9)
print(json.dumps({
  "sizes": [mujoco.mju_writeNumBytes(n) for n in ${JSON.stringify(SIZES)}],
  "types": [mujoco.mju_type2Str(t) for t in range(27)] + [mujoco.mju_type2Str(100)],
  "warnings": [mujoco.mju_warningText(w, 4096) for w in warnings],
}))`;

comparison("texts are those of native MuJoCo", async () => {
  const names = ["mju_writeNumBytes", "mju_type2Str", "mju_warningText"];
  const expected = await python(names, PROGRAM) as { sizes: string[]; types: string[]; warnings: string[] };

  // mju_writeNumBytes, mju_type2Str
  assert.deepEqual(SIZES.map(plumbline.writeNumBytes), expected.sizes);
  const types = [...Array(27).keys(), Obj.FRAME];
  assert.deepEqual(types.map(plumbline.type2Str), expected.types);
  // mju_warningText: the same warnings have a text, which is our own but for the numbers
  const ours = Array.from({ length: Warning.N + 1 }, (_, warning) => plumbline.warningText(warning, 4096));
  for (const [i, text] of ours.entries()) {
    assert.equal(/^There is no warning/.test(text), /^Unknown/.test(expected.warnings[i]), text);
    if (i < Warning.N) assert.match(text, expected.warnings[i].includes("4K") ? /4K/ : /4096/);
  }
});
