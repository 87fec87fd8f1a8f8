import assert from "node:assert/strict";
import { Ccd } from "./ccd_work.ts";
import { clipPolygon } from "./clip_polygon.ts";

/** Corners of a regular polygon at height `z`, clockwise from above as the clipping face wants them. */
function polygon(n: number, radius: number, x: number, z: number): Float64Array {
  const res = new Float64Array(3 * n);
  for (let i = 0; i < n; i++) {
    const angle = -2 * Math.PI * (i + 0.5) / n;
    res.set([x + radius * Math.cos(angle), radius * Math.sin(angle), z], 3 * i);
  }
  return res;
}

const up = new Float64Array([0, 0, 1]);
const along = new Float64Array([0, 0, -0.5]);

Deno.test("clipPolygon() of shifted squares leaves the common rectangle", () => {
  const c = new Ccd();
  clipPolygon(c, polygon(4, Math.SQRT2, 0, 0), 4, polygon(4, Math.SQRT2, 0.5, -0.5), 4, up, 0, along);

  assert.equal(c.nx, 4);
  const xs = [0, 1, 2, 3].map((i) => c.x2[3 * i]);
  assert.ok(Math.abs(Math.min(...xs) + 0.5) < 1e-12);
  assert.ok(Math.abs(Math.max(...xs) - 1) < 1e-12);
  for (let i = 0; i < 4; i++) assert.equal(c.x1[3 * i + 2], 0);
});

Deno.test("clipPolygon() keeps four corners of a large polygon", () => {
  const c = new Ccd();
  clipPolygon(c, polygon(4, 3, 0, 0), 4, polygon(12, 1, 0, -0.5), 12, up, 0, along);
  assert.equal(c.nx, 4);

  const corners = polygon(12, 1, 0, -0.5);
  const kept = new Set<number>();
  for (let i = 0; i < 4; i++) {
    for (let k = 0; k < 12; k++) {
      if (corners[3 * k] === c.x2[3 * i] && corners[3 * k + 1] === c.x2[3 * i + 1]) kept.add(k);
    }
  }
  assert.equal(kept.size, 4);
});

Deno.test("clipPolygon() leaves the contact alone where the polygons do not meet", () => {
  const c = new Ccd();
  c.nx = 1;
  clipPolygon(c, polygon(4, 1, 0, 0), 4, polygon(4, 1, 5, -0.5), 4, up, 0, along);
  assert.equal(c.nx, 1);
});
