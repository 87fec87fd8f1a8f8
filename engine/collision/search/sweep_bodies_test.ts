import assert from "node:assert/strict";
import { randomFrom } from "../../../harness/random.ts";
import { compile } from "../../compile/compile.ts";
import { Data } from "../../data.ts";
import { forward } from "../../forward.ts";
import { bodySignature } from "./body_pairs.ts";
import { sweepBodies } from "./sweep_bodies.ts";

Deno.test("sweepBodies() finds every pair of boxes that meet once, while bodies move, grow, and get lost", () => {
  const count = 80;
  const ball = (_: unknown, i: number) => `<body pos="${i} 0 0"><freejoint/><geom size=".1"/></body>`;
  const m = compile(`<mujoco><worldbody>${Array.from({ length: count }, ball).join("")}</worldbody></mujoco>`);
  for (const flags of [0b011, 0b110, 0b101, 0b111]) {
    const d = new Data(m);
    forward(m, d);
    const { collision: plan } = m.plans;
    const { collision: work } = d.work;
    assert.ok(plan && work);
    const { hulls, bodies: found } = work;
    const random = randomFrom(flags);
    let most = 1;
    for (let turn = 0; turn < 70; turn++) {
      // a layer or a heap, which spreads, of bodies that grow
      for (const body of plan.movers) {
        for (let k = 0; k < 3; k++) {
          const low = flags >> k & 1 ? (2 + 0.05 * turn) * random() : 0.01 * random();
          hulls[6 * body + k] = low;
          hulls[6 * body + k + 3] = low + (0.1 + 0.01 * (turn % 35)) * random();
        }
      }
      // what is lost along the axis itself leaves no order
      if (turn > 50) {
        hulls[6 * plan.movers[turn] + (turn & 1) * 3 + found.across] = [NaN, Infinity, -Infinity][turn % 3];
      }
      sweepBodies(work, plan.movers);
      most = Math.max(most, found.strips);

      const pairs = [...found.pairs.pairs.subarray(0, found.pairs.count)];
      assert.equal(new Set(pairs).size, pairs.length, `layer ${flags}, turn ${turn}`);
      const isLost = (body: number) => hulls.subarray(6 * body, 6 * body + 6).some((x) => !Number.isFinite(x));
      const expected = meeting(hulls, plan.movers).filter(([a, b]) => !isLost(a) && !isLost(b));
      const listed = new Set(pairs);
      assert.ok(
        expected.every(([a, b]) => listed.has(bodySignature(a, b))) && (turn > 50 || pairs.length === expected.length),
        `layer ${flags}, turn ${turn}`,
      );
    }
    assert.ok(most > 3, "there are several strips");
  }
});

/** All pairs of bodies whose boxes meet. */
function meeting(hulls: Float64Array, movers: Int32Array): [number, number][] {
  const pairs: [number, number][] = [];
  for (const a of movers) {
    for (const b of movers) {
      let meet = a < b;
      for (let k = 0; k < 3 && meet; k++) {
        meet = hulls[6 * a + k] <= hulls[6 * b + k + 3] && hulls[6 * b + k] <= hulls[6 * a + k + 3];
      }
      if (meet) pairs.push([a, b]);
    }
  }
  return pairs;
}
