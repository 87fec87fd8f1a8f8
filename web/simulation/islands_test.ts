import assert from "node:assert/strict";
import { compile, Data, step } from "@plumbline/sim";
import { bodyIslands, contactIslands, FIXED, tendonIslands } from "./islands.ts";

const MODEL = `<mujoco>
  <option><flag island="enable"/></option>
  <worldbody>
    <geom type="plane" size="3 3 .1"/>
    <body pos="0 0 .099"><freejoint/><geom type="box" size=".1 .1 .1"/><site name="low"/></body>
    <body pos="0 0 .297"><freejoint/><geom type="box" size=".1 .1 .1"/><site name="high"/></body>
    <body pos="1 0 .099"><freejoint/><geom type="box" size=".1 .1 .1"/><body><geom size=".01"/></body></body>
    <body pos="2 0 2"><freejoint/><geom size=".1"/></body>
  </worldbody>
  <tendon><spatial range="0 .1" limited="true"><site site="low"/><site site="high"/></spatial></tendon>
</mujoco>`;

Deno.test("islands are named by their first degree of freedom, bodies that move alone by -1", () => {
  const m = compile(MODEL);
  const d = new Data(m);
  step(m, d);
  // the fourth body is part of the third
  assert.deepEqual([...bodyIslands(m, d)], [FIXED, 0, 0, 12, 12, -1]);
  assert.deepEqual([...tendonIslands(m, d)], [0]);
  const ofContacts = [...contactIslands(d)];
  assert.equal(ofContacts.length, d.ncon);
  assert.deepEqual([...new Set(ofContacts)].sort((a, b) => a - b), [0, 12]);
});

Deno.test("bodies that sleep together have the name of their first tree", () => {
  const sleeping = MODEL.replace(`<flag island="enable"/>`, `<flag island="enable" sleep="enable"/>`);
  const m = compile(sleeping.replace(/<tendon>[\s\S]*<\/tendon>/, ""));
  const d = new Data(m);
  for (let i = 0; i < 3000; i++) step(m, d);
  assert.deepEqual([...d.tree_asleep.slice(0, 2)].every((x) => x >= 0), true, "the stack sleeps");
  assert.deepEqual([...bodyIslands(m, d)].slice(0, 5), [FIXED, 0, 0, 12, 12]);
});
