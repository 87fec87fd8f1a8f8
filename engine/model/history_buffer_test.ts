import { deepEqual, equal, ok } from "node:assert/strict";
import { historyInsert, historyRead, Interp } from "./history_buffer.ts";

const N = 4;

/** A buffer at address 3 with samples at the given times; the value of a sample is twice its time. */
function bufferOf(times: number[]): Float64Array {
  const history = new Float64Array(3 + 2 + 2 * N);
  history[4] = N - 1;
  for (let k = 0; k < N; k++) history[5 + k] = -10 + k;
  for (const t of times) history[historyInsert(history, 3, N, 1, t)] = 2 * t;
  return history;
}

function read(history: Float64Array, t: number, interp: number): number {
  const res = new Float64Array(1).fill(NaN);
  historyRead(res, 0, history, 3, N, 1, t, interp);
  return res[0];
}

Deno.test("historyInsert() keeps the newest samples, in whatever order they come", () => {
  for (const times of [[1, 2, 3, 4], [1, 2, 3, 4, 5, 6], [1, 4, 2, 3], [3, 6, 5, 4]]) {
    const history = bufferOf(times);
    const newest = [...times].sort((a, b) => a - b).slice(-N);
    for (const t of newest) equal(read(history, t, Interp.ZOH), 2 * t, `${times}: ${t}`);
  }
});

Deno.test("historyInsert() replaces a sample of the same time", () => {
  const history = bufferOf([1, 2, 3, 4]);
  history[historyInsert(history, 3, N, 1, 3)] = 100;
  deepEqual([1, 2, 3, 4].map((t) => read(history, t, Interp.ZOH)), [2, 4, 100, 8]);
});

Deno.test("historyRead() holds, interpolates, and stays constant beyond the ends", () => {
  const history = bufferOf([1, 2, 3, 5]);
  for (const interp of [Interp.ZOH, Interp.LINEAR, Interp.CUBIC]) {
    equal(read(history, 0, interp), 2);
    equal(read(history, 9, interp), 10);
  }
  equal(read(history, 4.9, Interp.ZOH), 6);
  equal(read(history, 4, Interp.LINEAR), 8);

  // a straight line is its own spline between inner samples
  ok(Math.abs(read(history, 2.25, Interp.CUBIC) - 4.5) < 1e-15);
});
