import assert from "node:assert/strict";
import { randomFrom, symmetric } from "../../../harness/random.ts";
import { Data } from "../../data.ts";
import { Geom } from "../../types/enums.ts";
import { Model } from "../../types/model.ts";
import { newPairContacts } from "../contact/pair_contacts.ts";
import { ballTriangle, boxTriangle, capsuleTriangle, RADIUS, TRIANGLE } from "./triangle_pairs.ts";

/** One upright geom at the origin. */
function oneGeom(type: number, size: number[]): [Model, Data] {
  const m = new Model({ ngeom: 1 });
  const d = new Data(m);
  m.geom_type[0] = type;
  m.geom_size.set(size);
  for (const k of [0, 4, 8]) d.geom_xmat[k] = 1;
  return [m, d];
}

/** Least distance of a point from a fine grid of points on a triangle. */
function sampled(point: Float64Array, triangle: Float64Array): number {
  const n = 60;
  let least = Infinity;
  for (let i = 0; i <= n; i++) {
    for (let j = 0; i + j <= n; j++) {
      let squared = 0;
      for (let k = 0; k < 3; k++) {
        const x = (triangle[k] * (n - i - j) + triangle[3 + k] * i + triangle[6 + k] * j) / n;
        squared += (x - point[k]) * (x - point[k]);
      }
      least = Math.min(least, squared);
    }
  }
  return Math.sqrt(least);
}

Deno.test("ballTriangle() finds the least distance, with the contact midway along the normal", () => {
  const next = randomFrom(5);
  const con = newPairContacts();
  const triangle = new Float64Array(TRIANGLE);
  const point = new Float64Array(3);
  const size = new Float64Array(1);
  con.margin[0] = 10;
  for (let run = 0; run < 200; run++) {
    for (let k = 0; k < 9; k++) triangle[k] = symmetric(next);
    for (let k = 0; k < 3; k++) point[k] = 1.5 * symmetric(next);
    triangle[RADIUS] = 0.01;
    size[0] = 0.2;
    con.pos.fill(NaN);
    con.frame.fill(NaN);

    assert.equal(ballTriangle(con, 0, point, 0, size, 0, triangle), 1);
    const distance = con.dist[0] + 0.21;
    const grid = sampled(point, triangle);
    assert.ok(distance <= grid + 1e-12 && distance > grid - 0.04, `seed 5, run ${run}: ${distance} for ${grid}`);

    // one radius on from the contact's point is the surface of the triangle
    const half = con.dist[0] / 2;
    const foot = Float64Array.from([0, 1, 2], (k) => con.pos[k] + con.frame[k] * (half + 0.01));
    assert.ok(sampled(foot, triangle) < 0.04, `seed 5, run ${run}`);
  }
});

Deno.test("ballTriangle() reports a separation up to the margin and not beyond", () => {
  const con = newPairContacts();
  const triangle = Float64Array.of(-1, -1, 0, 1, -1, 0, 0, 1, 0, 0.125);
  const size = Float64Array.of(0.25);
  const point = Float64Array.of(0, 0, 0.5);
  con.margin[0] = 0.125;
  assert.equal(ballTriangle(con, 0, point, 0, size, 0, triangle), 1);
  assert.equal(con.dist[0], 0.125);
  assert.deepEqual([...con.frame.subarray(0, 6)], [0, 0, -1, 0, 0, 0]);
  con.margin[0] = 0.1249;
  assert.equal(ballTriangle(con, 0, point, 0, size, 0, triangle), 0);
});

Deno.test("boxTriangle() finds the corners of a small triangle on a face, or those of the face under a large one", () => {
  const [m, d] = oneGeom(Geom.BOX, [1, 1, 0.5]);
  const con = newPairContacts();
  const small = Float64Array.of(-0.2, -0.2, 0.55, 0.3, -0.2, 0.55, 0, 0.2, 0.55, 0.1);
  assert.equal(boxTriangle(con, m, d, 0, small), 3);
  for (let i = 0; i < 3; i++) {
    assert.ok(Math.abs(con.dist[i] + 0.05) < 1e-15);
    assert.deepEqual([...con.frame.subarray(6 * i, 6 * i + 3)], [0, 0, 1]);
  }

  const large = Float64Array.of(-9, -9, 0.55, 9, -9, 0.55, 0, 9, 0.55, 0.1);
  assert.equal(boxTriangle(con, m, d, 0, large), 4);
  for (let i = 0; i < 4; i++) assert.ok(Math.abs(con.dist[i] + 0.05) < 1e-15);
});

Deno.test("capsuleTriangle() touches with both ends, and with corners beside its segment", () => {
  const [m, d] = oneGeom(Geom.CAPSULE, [0.1, 0.5]);
  d.geom_xmat.set([0, 0, 1, 0, 1, 0, -1, 0, 0]);
  const con = newPairContacts();
  const large = Float64Array.of(-9, -9, -0.15, 9, -9, -0.15, 0, 9, -0.15, 0.1);
  assert.equal(capsuleTriangle(con, m, d, 0, large), 2);

  const beside = Float64Array.of(0.2, 0.15, 0, 0.4, 2, 0, 0, 2, 0, 0.1);
  assert.equal(capsuleTriangle(con, m, d, 0, beside), 1);
  assert.ok(Math.abs(con.dist[0] + 0.05) < 1e-15);
  assert.ok(Math.abs(con.frame[0]) < 1e-15 && con.frame[1] === 1 && con.frame[2] === 0);
});
