import assert from "node:assert/strict";
import { copyState, extractState, getState, setState, stateSize } from "./state.ts";
import { Data } from "./data.ts";
import { State } from "./types/enums.ts";
import { Model } from "./types/model.ts";

function model(): Model {
  return new Model({ nq: 5, nv: 4, na: 2, nu: 3, nbody: 2, neq: 2, nmocap: 1, nuserdata: 3, nhistory: 6 });
}

Deno.test("setState() undoes whatever came after getState(), for every combination of two parts", () => {
  const m = model();
  for (let a = 0; a < State.N; a++) {
    for (let b = 0; b < State.N; b++) {
      const signature = (1 << a) | (1 << b);
      const d = new Data(m);
      const size = stateSize(m, signature);
      const state = Float64Array.from({ length: size }, (_, k) => k % 2);
      setState(m, d, state, signature);
      const back = new Float64Array(size).fill(NaN);
      getState(m, d, back, signature);
      assert.deepEqual(back, state, `signature ${signature}`);

      const other = new Data(m);
      copyState(m, d, other, signature);
      back.fill(NaN);
      getState(m, other, back, signature);
      assert.deepEqual(back, state, `signature ${signature}`);
    }
  }
});

Deno.test("extractState() takes what getState() of the part gives", () => {
  const m = model();
  const d = new Data(m);
  d.time = 3;
  d.qvel.set([1, 2, 3, 4]);
  d.ctrl.set([5, 6, 7]);
  d.eq_active.set([1, 0]);
  const all = new Float64Array(stateSize(m, State.INTEGRATION));
  getState(m, d, all, State.INTEGRATION);
  const wanted = State.TIME | State.CTRL | State.EQ_ACTIVE;
  const part = new Float64Array(stateSize(m, wanted));
  extractState(m, all, State.INTEGRATION, part, wanted);
  assert.deepEqual([...part], [3, 5, 6, 7, 1, 0]);
});

Deno.test("state functions refuse signatures that name nothing", () => {
  const m = model();
  for (const signature of [-1, 1 << State.N, 1.5]) assert.throws(() => stateSize(m, signature), RangeError);
  const part = new Float64Array(9);
  assert.throws(() => extractState(m, part, State.QPOS, part, State.QVEL), RangeError);
});
