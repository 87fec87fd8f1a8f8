import assert from "node:assert/strict";
import * as plumbline from "../../mod.ts";
import { mj } from "../../harness/calls/pair.ts";
import { contradictions, functionTable, nameWithoutPrefix } from "./function_table.ts";

const ROWS = functionTable(plumbline).flatMap(({ rows }) => rows);

Deno.test("the table of functions has every function of the header once", () => {
  assert.equal(ROWS.length, 519);
  assert.equal(new Set(ROWS.map(({ name }) => name)).size, 519);
});

Deno.test("the table of functions has every function of MuJoCo's bindings", () => {
  const names = new Set(ROWS.map(({ name }) => name));
  const bound = Object.keys(mj).filter((name) => /^mj[a-z]*_/.test(name) && typeof mj[name] === "function");
  assert.ok(bound.length > 300);
  assert.deepEqual(bound.filter((name) => !names.has(name)), []);
});

Deno.test("the lists of functions agree with mod.ts", () => {
  assert.deepEqual(contradictions(functionTable(plumbline)), []);
});

Deno.test("a missing export is noticed, and so is one that should not be there", () => {
  const { mulM: _, ...without } = plumbline;
  assert.deepEqual(contradictions(functionTable(without)), ["mj_mulM is not offered: say why in NOT_OFFERED"]);
  const more = { ...plumbline, markStack() {} };
  assert.match(contradictions(functionTable(more)).join(), /^mj_markStack is offered as markStack: it does not/);
});

Deno.test("every function that is offered is called by a test, which asks MuJoCo if its bindings have it", () => {
  const tests = [...sources(new URL("../../", import.meta.url))];
  const all = tests.join("\n");
  const ofMujoco = tests.filter((text) => /\bmj\b|ORACLE|mujocoEngine|FUNCTIONS|Foreign|findNative/.test(text)).join(
    "\n",
  );
  for (const { name, offered } of ROWS) {
    if (offered === null) continue;
    const plain = nameWithoutPrefix(name);
    const isCalled = offered === plain && name in mj
      ? new RegExp(`\\b(?:mj[a-z]*_)?${plain}\\b`).test(ofMujoco)
      : new RegExp(`\\b${/\w+(?=\W*$)/.exec(offered)}\\b`).test(all);
    assert.ok(isCalled, `${name}: no test calls ${offered}`);
  }
});

const TEST = /_test\.ts$|stage_sequences\.ts$|calls\/functions\.ts$/;

/** Tests, and what they call. */
function* sources(folder: URL): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = new URL(name, folder);
    if (isDirectory && !/^(?:golden|\.git)$/.test(name)) yield* sources(new URL(`${name}/`, folder));
    else if (TEST.test(path.pathname)) yield Deno.readTextFileSync(path);
  }
}
