import assert from "node:assert/strict";
import { Data } from "./data.ts";
import { fnv1a, stateHash } from "./state_hash.ts";
import { getState, setState, stateSize } from "./state.ts";
import { State } from "./types/enums.ts";
import { Model } from "./types/model.ts";

function model(): Model {
  return new Model({ nq: 5, nv: 4, na: 2, nu: 3, nbody: 2, neq: 2, nmocap: 1, nuserdata: 3, nhistory: 6 });
}

Deno.test("fnv1a() gives the published hashes", () => {
  const published = { "": "cbf29ce484222325", "a": "af63dc4c8601ec8c", "foobar": "85944171f73967e8" };
  for (const [text, hash] of Object.entries(published)) assert.equal(fnv1a(new TextEncoder().encode(text)), hash, text);
});

Deno.test("fnv1a() agrees with the definition in big integers", () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i * i + (i >> 3));
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  assert.equal(fnv1a(bytes), hash.toString(16).padStart(16, "0"));
});

Deno.test("stateHash() is the hash of the little-endian doubles of getState()", () => {
  const m = model();
  const d = new Data(m);
  d.qpos.set([0.1, -0.2, 1e300, 5e-324, -0]);
  const signature = State.TIME | State.QPOS;
  const bytes = new DataView(new ArrayBuffer(48));
  [0, 0.1, -0.2, 1e300, 5e-324, -0].forEach((value, i) => bytes.setFloat64(8 * i, value, true));
  assert.equal(stateHash(m, d, signature), fnv1a(new Uint8Array(bytes.buffer)));
});

Deno.test("stateHash() changes with the last bit of every number of the state, and back", () => {
  const m = model();
  const d = new Data(m);
  const state = new Float64Array(stateSize(m, State.INTEGRATION));
  getState(m, d, state, State.INTEGRATION);
  const hash = stateHash(m, d);
  const seen = new Set([hash]);
  for (let i = 0; i < state.length; i++) {
    const changed = state.slice();
    // flags are whole, everything else moves by its smallest difference; zeros become negative
    const isFlag = i >= state.length - m.nuserdata - 7 * m.nmocap - m.neq &&
      i < state.length - m.nuserdata - 7 * m.nmocap;
    changed[i] = isFlag ? 1 - state[i] : state[i] === 0 ? -0 : state[i] + Number.EPSILON;
    setState(m, d, changed, State.INTEGRATION);
    seen.add(stateHash(m, d));
  }
  assert.equal(seen.size, 1 + state.length);
  setState(m, d, state, State.INTEGRATION);
  assert.equal(stateHash(m, d), hash);
});

Deno.test("stateHash() does not tell NaNs apart", () => {
  const m = model();
  const hashes = [[0, 0x7ff80000], [0, 0xfff80000], [1, 0x7ff80000]].map(([low, high]) => {
    const d = new Data(m);
    new Uint32Array(d.qpos.buffer, d.qpos.byteOffset, 2).set([low, high]);
    assert.ok(Number.isNaN(d.qpos[0]));
    return stateHash(m, d);
  });
  assert.equal(new Set(hashes).size, 1);
});

Deno.test("stateHash() refuses signatures that name nothing", () => {
  const m = model();
  assert.throws(() => stateHash(m, new Data(m), 1 << State.N), RangeError);
});
