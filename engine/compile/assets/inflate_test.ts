import assert from "node:assert/strict";
import { constants, deflateSync, inflateSync } from "node:zlib";
import { randomFrom } from "../../../harness/random.ts";
import { inflate } from "./inflate.ts";

/** Bytes that compress more or less well. */
function someBytes(random: () => number): Uint8Array {
  const n = Math.floor(random() ** 3 * 100_000);
  const values = 1 + Math.floor(random() * 256);
  const repeats = random();
  const bytes = new Uint8Array(n);
  for (let i = 0; i < n; i++) {
    const distance = 1 + Math.floor(random() * Math.min(i, 40_000));
    bytes[i] = i > 0 && random() < repeats ? bytes[i - distance] : Math.floor(values * random());
  }
  return bytes;
}

const STRATEGIES = [constants.Z_DEFAULT_STRATEGY, constants.Z_FIXED, constants.Z_HUFFMAN_ONLY, constants.Z_RLE];

Deno.test("inflate() undoes every kind of compression", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = randomFrom(seed);
    const bytes = someBytes(random);
    const level = Math.floor(10 * random());
    const stream = deflateSync(bytes, { level, strategy: STRATEGIES[seed % STRATEGIES.length] });
    const out = new Uint8Array(bytes.length).fill(7);
    assert.equal(inflate(stream, out), bytes.length, `seed ${seed}`);
    assert.deepEqual(out, bytes, `seed ${seed}`);
    if (bytes.length > 0) assert.throws(() => inflate(stream, out.subarray(1)), /longer than expected/, `seed ${seed}`);
  }
});

Deno.test("inflate() fails where zlib does, apart from the checksum, and never gives other bytes", () => {
  const result = (act: () => Uint8Array) => {
    try {
      return act();
    } catch (error) {
      return `${error}`;
    }
  };
  for (let seed = 1; seed <= 400; seed++) {
    const random = randomFrom(seed);
    const bytes = someBytes(random).subarray(0, 300);
    const stream = Uint8Array.from(deflateSync(bytes, { strategy: STRATEGIES[seed % STRATEGIES.length] }));
    stream[Math.floor(random() * (stream.length - 4))] ^= 1 << Math.floor(8 * random());
    const ours = result(() => {
      const out = new Uint8Array(100_000);
      return out.subarray(0, inflate(stream.subarray(0, -4), out));
    });
    const theirs = result(() => Uint8Array.from(inflateSync(stream)));
    if (typeof theirs !== "string") assert.deepEqual(ours, theirs, `seed ${seed}`);
    else if (!/incorrect data check|unexpected end of file/.test(theirs)) {
      assert.equal(typeof ours, "string", `seed ${seed}: ${theirs}`);
    }
  }
});
