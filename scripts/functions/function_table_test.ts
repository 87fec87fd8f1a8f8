import assert from "node:assert/strict";
import * as plumbline from "../../mod.ts";
import { mj } from "./compared/sides.ts";
import { contradictions, functionTable } from "./function_table.ts";

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
