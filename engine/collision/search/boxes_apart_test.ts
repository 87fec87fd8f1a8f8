import assert from "node:assert/strict";
import { Data } from "../../data.ts";
import { Geom } from "../../types/enums.ts";
import { Model } from "../../types/model.ts";
import { boxesApart } from "./boxes_apart.ts";

/** A capsule at the origin and, at a height along its axis, a mesh with an off-center box. */
function capsuleUnderMesh(height: number): [Model, Data] {
  const m = new Model({ ngeom: 2 });
  const d = new Data(m);
  m.geom_type.set([Geom.CAPSULE, Geom.MESH]);
  m.geom_size.set([0.1, 0.3, 0]);
  m.geom_aabb.set([0, 0, 0.5, 1, 1, 0.25], 6);
  d.geom_xpos[5] = height;
  for (const g of [0, 1]) for (const k of [0, 4, 8]) d.geom_xmat[9 * g + k] = 1;
  return [m, d];
}

Deno.test("boxesApart() tells gaps from touch, whichever geom comes first", () => {
  // the top of the capsule is at 0.4, the bottom of the mesh 0.25 above its origin
  for (const [height, gap, expected] of [[0.2, 0, true], [0.2, 0.06, false], [0.14, 0, false], [0.15, 0, false]]) {
    const [m, d] = capsuleUnderMesh(height as number);
    assert.equal(boxesApart(m, d, 0, 1, Float64Array.of(gap as number)), expected, `height ${height}, gap ${gap}`);
    assert.equal(
      boxesApart(m, d, 1, 0, Float64Array.of(gap as number)),
      expected,
      `swapped, height ${height}, gap ${gap}`,
    );
  }
});

Deno.test("boxesApart() looks along the axes of both geoms", () => {
  const [m, d] = capsuleUnderMesh(0);

  // a unit cube, turned by 45 degrees, beside the corner of another: only the faces of the first tell
  m.geom_type.set([Geom.BOX, Geom.BOX]);
  m.geom_size.set([1, 1, 1, 1, 1, 1]);
  const s = Math.SQRT1_2;
  d.geom_xmat.set([s, -s, 0, s, s, 0, 0, 0, 1], 0);
  d.geom_xpos.set([1.8, 1.8, 0], 3);
  assert.equal(boxesApart(m, d, 0, 1, new Float64Array(1)), true);
  assert.equal(boxesApart(m, d, 1, 0, new Float64Array(1)), true);
  d.geom_xpos.set([1.7, 1.7, 0], 3);
  assert.equal(boxesApart(m, d, 0, 1, new Float64Array(1)), false);
  assert.equal(boxesApart(m, d, 1, 0, new Float64Array(1)), false);
});
