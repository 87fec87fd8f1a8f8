import assert from "node:assert/strict";
import { Data } from "../../data.ts";
import { Geom } from "../../types/enums.ts";
import { Model } from "../../types/model.ts";
import { Ccd } from "./ccd_work.ts";
import { convex } from "./convex.ts";
import { initShape } from "./convex_shape.ts";
import { newPairContacts } from "../contact/pair_contacts.ts";
import {
  didTouch,
  dropSeparator,
  holdsPair,
  keepSeparator,
  keepTouch,
  newSeparators,
  slotOf,
  stillApart,
} from "./separators.ts";

/** Two ellipsoids, the second along x by so much. */
function twoEllipsoids(distance: number): { m: Model; d: Data } {
  const m = new Model({ nbody: 2, ngeom: 2 });
  m.geom_type.fill(Geom.ELLIPSOID);
  m.geom_size.set([0.3, 0.2, 0.1, 0.3, 0.2, 0.1]);
  m.opt.ccd_iterations = 50;
  m.opt.ccd_tolerance = 1e-6;
  const d = new Data(m);
  d.geom_xmat.set([1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
  d.geom_xpos[3] = distance;
  return { m, d };
}

Deno.test("slotOf() gives every pair a slot of the table, and most pairs one of their own", () => {
  const table = newSeparators(new Model({ ngeom: 20 }));
  const taken = new Set<number>();
  for (let g1 = 0; g1 < 20; g1++) {
    const slot = slotOf(table, g1, g1 + 1);
    assert.ok(slot >= 0 && 2 * slot + 1 < table.geoms.length);
    taken.add(slot);
  }
  assert.ok(taken.size > 15, `${taken.size} slots for 20 pairs`);
});

Deno.test("slotOf() gives each pair one slot, all within the table, and pairs of prisms as well", () => {
  for (const nhfield of [0, 1]) {
    const table = newSeparators(new Model({ ngeom: 9, nhfield }));
    const slots = table.geoms.length / 2;
    assert.equal(3 * slots, table.dirs.length);
    assert.ok(slots >= 9 * (nhfield > 0 ? 64 : 16) && slots < 2 * 9 * (nhfield > 0 ? 64 : 16), `${slots} slots`);
    assert.ok(table.geoms.every((g) => g === -1));
    const taken = new Set<number>();
    for (let g1 = -300; g1 < 9; g1++) {
      for (let g2 = 0; g2 < 9; g2++) {
        const slot = slotOf(table, g1, g2);
        assert.ok(Number.isInteger(slot) && slot >= 0 && slot < slots, `${slot} of ${slots}`);
        taken.add(slot);
      }
    }
    assert.ok(taken.size > 0.9 * slots, `${taken.size} of ${slots} slots are used`);
  }
});

Deno.test("keepSeparator() and keepTouch() leave other slots alone", () => {
  const table = newSeparators(new Model({ ngeom: 2 }));
  const dir = new Float64Array([0.6, 0, 0.8]);
  for (const slot of [4, 6]) keepSeparator(table, slot, -slot, 1, dir);
  keepTouch(table, 5, -5, 0);
  for (const slot of [4, 6]) {
    assert.ok(holdsPair(table, slot, -slot, 1) && !didTouch(table, slot));
    assert.ok(!holdsPair(table, slot, -slot, 0) && !holdsPair(table, slot, 2, 1));
    assert.deepEqual([...table.dirs.subarray(3 * slot, 3 * slot + 3)], [...dir]);
  }
  assert.ok(didTouch(table, 5));
  dropSeparator(table, 6);
  assert.ok(holdsPair(table, 4, -4, 1) && !holdsPair(table, 6, -6, 1));
  assert.equal(table.geoms[12], -1);
});

Deno.test("stillApart() asks the direction in the slot, along any axis", () => {
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [1, -1]) {
      const { m, d } = twoEllipsoids(0);
      d.geom_xpos[3 + axis] = side * 0.61 * [1, 2 / 3, 1 / 3][axis];
      const c = new Ccd();
      initShape(c.shape1, m, d, 0);
      initShape(c.shape2, m, d, 1);
      const table = newSeparators(m);
      for (let k = 0; k < 3; k++) {
        for (const sign of [1, -1]) {
          const dir = new Float64Array(3);
          dir[k] = sign;
          keepSeparator(table, 5, 0, 1, dir);
          assert.equal(
            stillApart(c, table, 5),
            k === axis && sign === side,
            `axis ${axis} ${side}, along ${k} ${sign}`,
          );
        }
      }
    }
  }
});

Deno.test("stillApart() holds only beyond the margin and the tolerance", () => {
  for (const [distance, margin, expected] of [[0.61, 0, true], [0.61, 0.02, false], [0.600001, 0, false]] as const) {
    const { m, d } = twoEllipsoids(distance);
    const c = new Ccd();
    c.tolerance = m.opt.ccd_tolerance;
    initShape(c.shape1, m, d, 0);
    initShape(c.shape2, m, d, 1);
    c.shape1.margin = margin;
    c.shape2.margin = margin;
    const table = newSeparators(m);
    keepSeparator(table, 0, 0, 1, new Float64Array([1, 0, 0]));
    assert.equal(stillApart(c, table, 0), expected, `distance ${distance}, margin ${margin}`);
  }
});

Deno.test("didTouch() tells a pair in touch from one with a separator", () => {
  const table = newSeparators(new Model({ ngeom: 2 }));
  keepSeparator(table, 3, -7, 1, new Float64Array([0, 0, -1]));
  assert.ok(holdsPair(table, 3, -7, 1) && !didTouch(table, 3));
  keepTouch(table, 3, -7, 1);
  assert.ok(holdsPair(table, 3, -7, 1) && didTouch(table, 3));
});

Deno.test("convex() keeps what separates a pair, and finds its contact nevertheless", () => {
  const { m, d } = twoEllipsoids(0.7);
  const con = newPairContacts();
  con.margin[0] = 0;
  assert.equal(convex(con, m, d, 0, 1), 0);
  const table = d.work.separators;
  assert.ok(table !== undefined && holdsPair(table, slotOf(table, 0, 1), 0, 1));
  d.geom_xpos[3] = 0.59;
  assert.equal(convex(con, m, d, 0, 1), 1);
  assert.ok(!holdsPair(table, slotOf(table, 0, 1), 0, 1), "nothing separates geoms in contact");
  d.geom_xpos[3] = 0.7;
  assert.equal(convex(con, m, d, 0, 1), 0);
});
