import assert from "node:assert/strict";
import { openStore } from "../disk.ts";
import { mujocoEngine } from "../engines/mujoco.ts";
import { readCase, readGolden } from "../golden.ts";
import { replay } from "../replay.ts";
import { type Liar, LIARS } from "./liars.ts";
import doesNothing from "./does_nothing.ts";

const CASES = [
  "sol/toggled",
  "dyn/chain",
  "dyn/inverse_arm",
  "im/margin_gap",
  "mjcf/defaults_compile",
  "mjcf/unknown_attribute",
];

const oracle = await mujocoEngine();
const store = openStore(new URL("../../golden", import.meta.url).pathname);
const goldens = CASES.map((id) => readGolden(store, readCase(store, id)));

Deno.test("replay() finds no difference between MuJoCo and its own goldens", async () => {
  for (const golden of goldens) {
    const { passed, worst, compared } = await replay(oracle, golden, {});
    assert.deepEqual([golden.id, passed, worst, compared], [golden.id, true, null, golden.minted.compared]);
  }
});

Deno.test("replay() catches every liar", async (t) => {
  const liars: Record<string, Liar> = { ...LIARS, "does nothing": () => doesNothing };
  for (const [name, liar] of Object.entries(liars)) {
    await t.step(name, async () => {
      for (const golden of goldens) {
        if (!(await replay(liar(oracle), golden, {})).passed) return;
      }
      assert.fail(`${name} was believed`);
    });
  }
});

Deno.test("replay() tells contacts and rows by their keys, in MuJoCo's order", async () => {
  const golden = goldens[0];
  const failures = async (name: string) => (await replay(LIARS[name](oracle), golden, {})).failures;
  const dropped = (await failures("a contact dropped")).find(({ field }) => field === "contact");
  assert.match(dropped?.message ?? "", /^missing floor:box/);
  const swapped = (await failures("two contacts swapped")).find(({ field }) => field === "contact");
  assert.match(swapped?.message ?? "", /^order differs from #0 on: floor:box stands where MuJoCo has floor:ball/);
});
