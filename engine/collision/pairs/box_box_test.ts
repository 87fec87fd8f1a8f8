import assert from "node:assert/strict";
import { Data } from "../../data.ts";
import { Geom } from "../../types/enums.ts";
import { Model } from "../../types/model.ts";
import { boxBox } from "./box_box.ts";
import { capsuleBox } from "./capsule_box.ts";
import { newPairContacts } from "../contact/pair_contacts.ts";
import { sphereBox } from "./sphere_box.ts";
import { sphereCylinder } from "./sphere_cylinder.ts";

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

function near(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-14, `${actual} is not ${expected}`);
}

Deno.test("boxBox() of a stack makes four contacts at the corners of the smaller face", () => {
  const [m, d] = twoGeoms(Geom.BOX, [1, 1, 0.5], Geom.BOX, [0.25, 0.25, 0.25]);
  const con = newPairContacts();
  d.geom_xpos.set([0, 0, 0, 0.5, 0, 0.74]);

  assert.equal(boxBox(con, m, d, 0, 1), 4);
  for (let i = 0; i < 4; i++) {
    near(con.dist[i], -0.01);
    near(con.pos[3 * i + 2], 0.495);
    near(Math.abs(con.pos[3 * i] - 0.5), 0.25);
    assert.deepEqual([...con.frame.subarray(0, 3)], [0, 0, 1]);
  }
});

Deno.test("boxBox() of crossed edges makes one contact between them", () => {
  const [m, d] = twoGeoms(Geom.BOX, [0.5, 0.5, 0.5], Geom.BOX, [0.5, 0.5, 0.5]);
  const con = newPairContacts();
  const s = Math.SQRT1_2;
  // one turned about x, the other about y: an edge along x below an edge along y
  d.geom_xmat.set([1, 0, 0, 0, s, -s, 0, s, s], 0);
  d.geom_xmat.set([s, 0, s, 0, 1, 0, -s, 0, s], 9);
  d.geom_xpos.set([0, 0, 0, 0, 0, 4 * s * 0.5 - 0.01]);

  assert.equal(boxBox(con, m, d, 0, 1), 1);
  near(con.dist[0], -0.01);
  near(con.frame[2], 1);
});

Deno.test("boxBox() reports nothing beyond the margin", () => {
  const [m, d] = twoGeoms(Geom.BOX, [0.5, 0.5, 0.5], Geom.BOX, [0.5, 0.5, 0.5]);
  const con = newPairContacts();
  d.geom_xpos.set([0, 0, 0, 1.125, 0, 0]);

  assert.equal(boxBox(con, m, d, 0, 1), 0);
  con.margin[0] = 0.25;
  assert.equal(boxBox(con, m, d, 0, 1), 4);
  near(con.dist[0], 0.125);
});

Deno.test("sphereBox() pushes a centre inside out through the nearest face", () => {
  const [m, d] = twoGeoms(Geom.SPHERE, [0.1], Geom.BOX, [0.5, 0.5, 0.5]);
  const con = newPairContacts();
  d.geom_xpos.set([0.4, 0, 0.1, 0, 0, 0]);

  assert.equal(sphereBox(con, m, d, 0, 1), 1);
  near(con.dist[0], -0.2);
  assert.equal(con.frame[0], -1);
});

Deno.test("capsuleBox() lays a capsule on two points of a face", () => {
  const [m, d] = twoGeoms(Geom.CAPSULE, [0.1, 0.3], Geom.BOX, [1, 1, 0.5]);
  const con = newPairContacts();
  d.geom_xmat.set([0, 0, 1, 0, 1, 0, -1, 0, 0], 0);
  d.geom_xpos.set([0, 0, 0.59, 0, 0, 0]);

  assert.equal(capsuleBox(con, m, d, 0, 1), 2);
  near(con.dist[0], -0.01);
  near(con.dist[1], -0.01);
  near(Math.abs(con.pos[0] - con.pos[3]), 0.6);
});

Deno.test("sphereCylinder() meets side, cap and rim", () => {
  const [m, d] = twoGeoms(Geom.SPHERE, [0.2], Geom.CYLINDER, [0.5, 1]);
  const con = newPairContacts();

  d.geom_xpos.set([0.6, 0, 0], 0);
  assert.equal(sphereCylinder(con, m, d, 0, 1), 1);
  near(con.dist[0], -0.1);
  d.geom_xpos.set([0, 0.1, 1.1], 0);
  assert.equal(sphereCylinder(con, m, d, 0, 1), 1);
  near(con.dist[0], -0.1);
  near(con.frame[2], -1);
  d.geom_xpos.set([0.5 + 0.03, 0, 1.04], 0);
  assert.equal(sphereCylinder(con, m, d, 0, 1), 1);
  near(con.dist[0], 0.05 - 0.2);
});
