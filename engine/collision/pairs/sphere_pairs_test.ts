import assert from "node:assert/strict";
import { Data } from "../../data.ts";
import { Geom } from "../../types/enums.ts";
import { Model } from "../../types/model.ts";
import { newPairContacts } from "../contact/pair_contacts.ts";
import { capsuleCapsule, sphereCapsule, sphereSphere } from "./sphere_pairs.ts";

/** Two geoms of the given sizes at the origin, upright. */
function twoGeoms(type1: number, size1: number[], type2: number, size2: number[]): [Model, Data] {
  const m = new Model({ ngeom: 2 });
  const d = new Data(m);
  m.geom_type.set([type1, type2]);
  m.geom_size.set(size1, 0);
  m.geom_size.set(size2, 3);
  for (const g of [0, 1]) for (const k of [0, 4, 8]) d.geom_xmat[9 * g + k] = 1;
  return [m, d];
}

Deno.test("sphereSphere() puts the contact midway between the surfaces", () => {
  const [m, d] = twoGeoms(Geom.SPHERE, [0.2], Geom.SPHERE, [0.3]);
  const con = newPairContacts();
  d.geom_xpos.set([0, 0, 0, 0, 0, 0.4]);

  assert.equal(sphereSphere(con, m, d, 0, 1), 1);
  assert.ok(Math.abs(con.dist[0] + 0.1) < 1e-15);
  assert.deepEqual([...con.frame.subarray(0, 6)], [0, 0, 1, 0, 0, 0]);
  assert.ok(Math.abs(con.pos[2] - 0.15) < 1e-15);
});

Deno.test("sphereSphere() reports a separation up to the margin and not beyond", () => {
  const [m, d] = twoGeoms(Geom.SPHERE, [0.25], Geom.SPHERE, [0.25]);
  const con = newPairContacts();
  d.geom_xpos.set([0, 0, 0, 0.625, 0, 0]);

  con.margin[0] = 0.125;
  assert.equal(sphereSphere(con, m, d, 0, 1), 1);
  assert.equal(con.dist[0], 0.125);
  con.margin[0] = 0.1249;
  assert.equal(sphereSphere(con, m, d, 0, 1), 0);
});

Deno.test("sphereSphere() of coincident centres points along x, or across the z axes", () => {
  const [m, d] = twoGeoms(Geom.SPHERE, [0.1], Geom.SPHERE, [0.1]);
  const con = newPairContacts();

  sphereSphere(con, m, d, 0, 1);
  assert.deepEqual([...con.frame.subarray(0, 3)], [1, 0, 0]);

  // second sphere: z along the global y
  d.geom_xmat.set([1, 0, 0, 0, 0, 1, 0, -1, 0], 9);
  sphereSphere(con, m, d, 0, 1);
  assert.deepEqual([...con.frame.subarray(0, 3)], [-1, 0, 0]);
});

Deno.test("sphereCapsule() uses the nearest point of the segment", () => {
  const [m, d] = twoGeoms(Geom.SPHERE, [0.1], Geom.CAPSULE, [0.1, 0.5]);
  const con = newPairContacts();
  d.geom_xpos.set([0.15, 0, 0.25, 0, 0, 0]);

  assert.equal(sphereCapsule(con, m, d, 0, 1), 1);
  assert.ok(Math.abs(con.dist[0] + 0.05) < 1e-15);
  assert.deepEqual([...con.frame.subarray(0, 3)], [-1, 0, 0]);
});

Deno.test("capsuleCapsule() makes two contacts of parallel axes and one of crossed ones", () => {
  const [m, d] = twoGeoms(Geom.CAPSULE, [0.1, 0.5], Geom.CAPSULE, [0.1, 0.5]);
  const con = newPairContacts();
  d.geom_xpos.set([0, 0, 0, 0.19, 0, 0.1]);

  assert.equal(capsuleCapsule(con, m, d, 0, 1), 2);
  assert.deepEqual([con.pos[2], con.pos[5]], [0.5, -0.4]);

  // second capsule along the global y
  d.geom_xmat.set([1, 0, 0, 0, 0, 1, 0, -1, 0], 9);
  assert.equal(capsuleCapsule(con, m, d, 0, 1), 1);
  assert.ok(Math.abs(con.dist[0] + 0.01) < 1e-15);
});
