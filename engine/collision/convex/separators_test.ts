import assert from "node:assert/strict";
import { Data } from "../../data.ts";
import { Geom } from "../../types/enums.ts";
import { Model } from "../../types/model.ts";
import { Ccd } from "./ccd_work.ts";
import { convex } from "./convex.ts";
import { initShape } from "./convex_shape.ts";
import { newPairContacts } from "../contact/pair_contacts.ts";
import { didTouch, holdsPair, keepSeparator, keepTouch, newSeparators, slotOf, stillApart } from "./separators.ts";

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
