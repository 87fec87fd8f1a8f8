import assert from "node:assert/strict";
import { conform } from "./commands/conform.ts";
import { HOSTILE } from "./liars/hostile.ts";

const ROOT = new URL("../", import.meta.url).pathname;

async function run(...args: string[]): Promise<{ code: number; said: string; elapsed: number }> {
  let said = "";
  const began = performance.now();
  const take = (text: string) => said += text;
  const code = await conform(args, { out: take, err: take, isPainted: false, isWatched: false });
  return { code, said, elapsed: (performance.now() - began) / 1000 };
}

const attack = (name: string, patience: number) =>
  run(
    ...["--engine", `${ROOT}harness/liars/hostile.ts?${name}`, "--patience", String(patience), "--memory", "1"],
    ...["--golden", `${ROOT}golden`, "--case", "sol/toggled", "dyn/pendulum"],
  );

/** Engines that only print, which is their right, or lack what nobody needs. */
const HARMLESS = ["prints-to-stdout", "prints-without-a-line", "answers-twice", "claims-rejection", "has-no-close"];

/** Engines that the harness cannot get to know, so that it could not tell. */
const UNKNOWN = /at-import$|^reads-the-goldens$|^starts-a-process$|^is-nothing$/;

/** Engines that end at a time limit, which is short here. */
const SLOW = /hangs|loops|never-resolves|fills|without-end/;

Deno.test("conform gives every hostile engine the exit code that it deserves, in time", async (t) => {
  for (const name of Object.keys(HOSTILE)) {
    await t.step(name, async () => {
      const patience = SLOW.test(name) ? 3 : 30;
      const { code, said, elapsed } = await attack(name, patience);
      assert.equal(code, HARMLESS.includes(name) ? 0 : UNKNOWN.test(name) ? 2 : 1, said);
      // two cases, and the start or the close of an engine
      if (SLOW.test(name)) assert.ok(elapsed < 3 * patience + 5, `${elapsed} s`);
      // deno-lint-ignore no-control-regex
      assert.doesNotMatch(said, /[\x00-\x09\x0b-\x1f]|^::error/m);
    });
  }
});

Deno.test("conform names the cases in which an engine was lost, and goes on", async () => {
  const { said } = await attack("exits-in-load", 30);
  assert.match(said, /case dyn\/pendulum {2}crashed: its process ended \(exit code 0\)/);
  assert.match(said, /case sol\/toggled {2}crashed: its process ended \(exit code 0\)/);
});

Deno.test("conform gives an engine in a process of its own the verdict that it has in this one", async () => {
  const { code, said } = await attack("", 30);
  assert.equal(code, 0, said);
  assert.match(said, /^2 \/ 2 items passed|^0 \/ 2 items passed, 2 as far as they were run/m);
});
