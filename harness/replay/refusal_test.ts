import assert from "node:assert/strict";
import { openStore } from "../disk.ts";
import type { Engine } from "../engine.ts";
import { PLUMBLINE } from "../engines/plumbline.ts";
import { type Golden, readCase, readGolden, recipeHash } from "../golden/golden.ts";
import { replay } from "./replay.ts";

const STORE = openStore(new URL("../../golden", import.meta.url).pathname);

function refused(id: string): Golden {
  return readGolden(STORE, readCase(STORE, id));
}

/** An engine that refuses everything. */
function refusing(message: string, explains: boolean): Engine {
  return { ...PLUMBLINE, explains, load: () => ({ outcome: "rejected", message }) };
}

Deno.test("replay() compares the words of refusals where they are the project's own", async () => {
  const golden = refused("mjcf/tendon_range");
  const { says = "" } = golden.file;
  assert.match(says, /\(<text>:3:5\)\n3 \| {5}<fixed limited="true">\n {8}\^$/);
  for (
    const [message, explains, passes] of [
      [says, true, true],
      [says.replace(":3:5", ":3:6"), true, false],
      ["no", true, false],
      ["no", false, true],
    ] as const
  ) {
    const { passed, failures } = await replay(refusing(message, explains), golden, {});
    assert.equal(passed, passes, `${message} ${explains}`);
    if (!passed) assert.match(failures[0].message ?? "", /and should say\ntendon: /);
  }
});

Deno.test("every refusal among the goldens says in which words", () => {
  const silent = STORE.list().filter((id) => {
    const { kind, says } = readCase(STORE, id).file;
    return kind === "reject" && says === undefined;
  });
  assert.deepEqual(silent, [], "run: deno task golden --words");
});

Deno.test("recipeHash() does not depend on words that MuJoCo does not see", () => {
  const { file } = refused("mjcf/tendon_range");
  assert.equal(recipeHash({ ...file, says: "no" }), recipeHash(file));
});
