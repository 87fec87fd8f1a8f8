import assert from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { Data } from "../data.ts";
import { growStatistics } from "../types/data_memory.ts";
import { NISLAND, NSOLVER } from "../types/constants.ts";
import { saveStatistics } from "./statistics.ts";

Deno.test("saveStatistics() saves every number of an iteration in its place, and none without room", () => {
  const d = new Data(compile("<mujoco/>"));
  growStatistics(d, NISLAND + 5);
  const length = NISLAND * NSOLVER;
  const { improvement, gradient, lineslope, nactive, nchange, neval, nupdate } = d.solver;
  const all: (Float64Array | Int32Array)[] = [improvement, gradient, lineslope, nactive, nchange, neval, nupdate];
  for (const values of all) assert.equal(values.length, length);
  const places = [[-1, 0, 0], [0, 1, 1], [0, NSOLVER - 1, NSOLVER - 1], [1, 0, NSOLVER], [3, 7, 3 * NSOLVER + 7]];
  places.push([NISLAND - 1, NSOLVER - 1, length - 1]);
  for (const [island, iter, at] of places) {
    for (const values of all) values.fill(-1);
    saveStatistics(d, island, iter, Float64Array.of(9, 9, 2, 3, 5), 2, Int32Array.of(9, 7, 11, 13, 17), 1);
    const saved = all.map((values) => {
      assert.equal([...values].filter((x) => x !== -1).length, 1, `island ${island}, iteration ${iter}`);
      return values[at];
    });
    assert.deepEqual(saved, [2, 3, 5, 7, 11, 13, 17], `island ${island}, iteration ${iter}`);
  }
  for (const [island, iter] of [[0, NSOLVER], [-1, NSOLVER], [2, NSOLVER + 1], [NISLAND, 0], [NISLAND + 1, 3]]) {
    for (const values of all) values.fill(-1);
    saveStatistics(d, island, iter, new Float64Array(3), 0, new Int32Array(4), 0);
    for (const values of all) assert.ok(values.every((x) => x === -1), `${island} ${iter}`);
  }
});
