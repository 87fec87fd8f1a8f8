import assert from "node:assert/strict";
import { compile, Data } from "@plumbline/sim";
import { History } from "./history.ts";

const MODEL = compile(`<mujoco>
  <worldbody><replicate count="20" offset="1 0 0"><body><freejoint/><geom size=".1"/></body></replicate></worldbody>
</mujoco>`);

/** Numbers of the state, with what is zero, what only looks like it, and what is no number. */
function fill(d: Data, seed: number): void {
  const values = [0, -0, NaN, Infinity, 5e-324, 1 / 3];
  for (const field of [d.qvel, d.qfrc_applied, d.xfrc_applied, d.qacc_warmstart]) {
    for (let i = 0; i < field.length; i++) field[i] = i % 7 === seed % 7 ? values[(i + seed) % values.length] : 0;
  }
  d.time = seed;
}

Deno.test("pop() gives back every bit of the states that were pushed, the last one first", () => {
  const history = new History(MODEL);
  const d = new Data(MODEL);
  const wanted: string[] = [];
  const bits = () =>
    [d.time, d.qpos, d.qvel, d.qfrc_applied, d.xfrc_applied, d.qacc_warmstart].map((field) => {
      return typeof field === "number" ? field : [...new BigUint64Array(field.slice().buffer)].join();
    }).join(" ");
  for (let seed = 0; seed < 30; seed++) {
    fill(d, seed);
    wanted.push(bits());
    history.push(d);
  }
  for (const state of wanted.reverse()) {
    for (const field of [d.qpos, d.qvel, d.xfrc_applied]) field.fill(NaN);
    assert.ok(history.pop(d));
    assert.equal(bits(), state);
  }
  assert.equal(history.pop(d), false);
});

Deno.test("restore() goes to the last of the states that were saved; the others can be returned to", () => {
  const history = new History(MODEL);
  const d = new Data(MODEL);
  for (let i = 0; i < 5; i++) {
    fill(d, i);
    history.push(d);
  }
  fill(d, 5);
  const { size, states } = history.save(d);
  assert.equal(states.length, 6 * size);
  const other = new Data(MODEL);
  const copy = new History(MODEL);
  copy.restore(other, size, states);
  assert.deepEqual(copy.save(other).states, states);
  for (let i = 5; i >= 0; i--) {
    assert.equal(other.time, i);
    assert.equal(copy.pop(other), i > 0);
  }
  assert.throws(() => copy.restore(other, size + 1, states), /a state of this model has \d+ numbers/);
});

Deno.test("push() forgets the oldest states when there are too many", () => {
  const history = new History(MODEL);
  const d = new Data(MODEL);
  for (let i = 0; i < 2100; i++) {
    d.time = i;
    history.push(d);
  }
  assert.ok(history.length <= 2000);
  history.pop(d);
  assert.equal(d.time, 2099);
});
