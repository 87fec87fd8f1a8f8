import assert from "node:assert/strict";
import { Ccd } from "../convex/ccd_work.ts";
import { Support } from "../convex/convex_shape.ts";
import { addHalf, clearHalves, isBelow, isOutside, MOST_HALVES } from "./half_spaces.ts";

/** A ball above a prism with a flat top at height 0. */
function ballAbovePrism(height: number, margin: number): Ccd {
  const c = new Ccd();
  c.tolerance = 1e-6;
  c.shape2.support = Support.SPHERE;
  c.shape2.size[0] = 0.5;
  c.shape2.margin = margin;
  c.shape2.pos.set([0.2, 0.2, height]);
  c.shape1.prism.set([0, 0, -1, 1, 0, -1, 0, 1, -1, 0, 0, 0, 1, 0, 0, 0, 1, 0]);
  return c;
}

Deno.test("isBelow() tells that a geom is above a prism, but not within its margin", () => {
  for (const margin of [0, 0.1]) {
    clearHalves(MOST_HALVES);
    assert.equal(isBelow(ballAbovePrism(0.5 + margin + 1e-4, margin)), true);
    clearHalves(MOST_HALVES);
    assert.equal(isBelow(ballAbovePrism(0.5 + margin + 1e-7, margin)), false);
  }
});

Deno.test("isOutside() knows a geom beside a prism by a half-space added before", () => {
  const c = ballAbovePrism(-0.5, 0);
  c.shape2.pos.set([-0.6, 0.2, -0.5]);
  clearHalves(MOST_HALVES);
  assert.equal(isOutside(c), false);
  addHalf(c, new Float64Array([-2, 0, 0]), 0);
  assert.equal(isOutside(c), true);
  clearHalves(0);
  addHalf(c, new Float64Array([-2, 0, 0]), 0);
  assert.equal(isOutside(c), false, "no half-spaces are wanted");
  assert.equal(isBelow(ballAbovePrism(1, 0)), false, "no half-spaces are wanted");
});

Deno.test("addHalf() keeps what the shape remembers of its searches", () => {
  const c = ballAbovePrism(2, 0);
  const { shape2 } = c;
  shape2.support = Support.MESH;
  shape2.vert = new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
  shape2.vertnum = 4;
  shape2.mat.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  shape2.vertindex = 3;
  shape2.strayed = true;
  clearHalves(MOST_HALVES);
  addHalf(c, new Float64Array([0, 0, 1]), 0);
  assert.deepEqual([shape2.vertindex, shape2.strayed, shape2.lost], [3, true, false]);
});
