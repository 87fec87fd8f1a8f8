import { deepEqual } from "node:assert/strict";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { dofVelocity } from "./dof_velocity.ts";

const list = (first: number, count: number) => Float64Array.from({ length: count }, (_, i) => first + i);

/** Three numbers from a dof on, with sizes of the arrays. */
function read(adr: number, { nq = 9, nv = 8, na = 0, nhistory = 0 } = {}): number[] {
  const m = { nq, nv, na, nhistory } as Model;
  const d = {
    qpos: list(100, nq),
    qvel: list(200, nv),
    act: list(300, na),
    history: list(400, nhistory),
    qacc_warmstart: list(500, nv),
  } as unknown as Data;
  const res = new Float64Array(5).fill(-1);
  dofVelocity(m, d, res, 1, adr);
  deepEqual([res[0], res[4]], [-1, -1]);
  return [...res.subarray(1, 4)];
}

Deno.test("dofVelocity() reads three velocities", () => {
  deepEqual(read(0), [200, 201, 202]);
  deepEqual(read(5), [205, 206, 207]);
});

Deno.test("dofVelocity() reads the end of qpos, or a gap, before the first", () => {
  deepEqual(read(-1), [0, 200, 201]);
  deepEqual(read(-1, { nq: 16 }), [115, 200, 201]);
});

Deno.test("dofVelocity() reads the next array that is not empty behind the last, after a gap", () => {
  deepEqual(read(7), [207, 500, 501]);
  deepEqual(read(6, { na: 2, nhistory: 3 }), [206, 207, 300]);
  deepEqual(read(7, { nhistory: 3 }), [207, 400, 401]);
  deepEqual(read(6, { nv: 7 }), [206, 0, 500]);
  deepEqual(read(5, { nv: 6, na: 1 }), [205, 0, 0]);
  deepEqual(read(8, { nv: 9, na: 1 }), [208, 0, 0]);
});
