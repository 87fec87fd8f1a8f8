import assert from "node:assert/strict";
import { randomFrom, symmetric } from "../../harness/random.ts";
import { compile } from "../compile/compile.ts";
import { forward } from "../forward.ts";
import { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { addSide, flexContactWork, flexJacobian } from "./flex_contact.ts";

const SCENE = `<mujoco><worldbody>
  <body><freejoint/><geom type="ellipsoid" size=".2 .15 .1"/></body>
  <flexcomp name="sheet" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" radius=".02" pos="0 0 .11">
    <contact selfcollide="none"/></flexcomp></worldbody></mujoco>`;

function touching(xml: string, seed = 3): [Model, Data] {
  const m = compile(xml);
  const d = new Data(m);
  const next = randomFrom(seed);
  for (let i = 0; i < m.nv; i++) d.qvel[i] = symmetric(next);
  forward(m, d);
  assert.ok(d.ncon > 0);
  return [m, d];
}

Deno.test("addSide() gives weights that sum to the sign, all of it to a vertex at the contact", () => {
  const [m, d] = touching(SCENE);
  const work = flexContactWork(m, d);
  for (let i = 0; i < d.ncon; i++) {
    work.count = 0;
    addSide(work, m, d, i, 1, -1);
    assert.equal(work.count, 3);
    const sum = work.weight[0] + work.weight[1] + work.weight[2];
    assert.ok(Math.abs(sum + 1) < 1e-15);
  }

  const vertex = m.flex_elem[3 * d.contact.elem[1] + 1];
  for (let k = 0; k < 3; k++) d.contact.pos[k] = d.flexvert_xpos[3 * vertex + k];
  work.count = 0;
  addSide(work, m, d, 0, 1, 1);
  assert.ok(Math.abs(work.weight[1] - 1) < 1e-12);
  assert.equal(work.body[1], m.flex_vertbodyid[vertex]);
});

Deno.test("flexJacobian() does not feel a motion of everything together", () => {
  const [m, d] = touching(SCENE);
  const vel = new Float64Array(m.nv);
  for (let body = 1; body < m.nbody; body++) {
    for (let k = 0; k < 3; k++) vel[m.body_dofadr[body] + k] = [0.3, -0.7, 0.2][k];
  }
  for (let i = 0; i < d.ncon; i++) {
    const { nchain, chain, jac } = flexJacobian(m, d, i);
    for (let row = 0; row < 3; row++) {
      let sum = 0;
      for (let k = 0; k < nchain; k++) sum += jac[row * nchain + k] * vel[chain[k]];
      assert.ok(Math.abs(sum) < 1e-14, `contact ${i}, row ${row}: ${sum}`);
    }
  }
});

Deno.test("flexJacobian() gives the weighted velocity of the vertices against that of the geom", () => {
  const [m, d] = touching(SCENE.replace("<freejoint/>", ""));
  const work = flexContactWork(m, d);
  for (let i = 0; i < d.ncon; i++) {
    const { nchain, chain, jac } = flexJacobian(m, d, i);
    work.count = 0;
    addSide(work, m, d, i, 1, 1);
    for (let axis = 0; axis < 3; axis++) {
      let seen = 0;
      for (let k = 0; k < nchain; k++) seen += jac[axis * nchain + k] * d.qvel[chain[k]];
      let expected = 0;
      for (let b = 0; b < work.count; b++) expected += work.weight[b] * d.qvel[m.body_dofadr[work.body[b]] + axis];
      assert.ok(Math.abs(seen - expected) < 1e-14, `contact ${i}, axis ${axis}: ${seen} for ${expected}`);
    }
  }
});

Deno.test("contactRows() of dense and of sparse storage are the same rows", () => {
  const dense = touching(SCENE.replace("<worldbody>", `<option jacobian="dense"/><worldbody>`))[1];
  const [m, sparse] = touching(SCENE.replace("<worldbody>", `<option jacobian="sparse"/><worldbody>`));
  assert.equal(sparse.nefc, dense.nefc);
  for (let i = 0; i < sparse.nefc; i++) {
    const row = new Float64Array(m.nv);
    const adr = sparse.efc_J_rowadr[i];
    for (let k = adr; k < adr + sparse.efc_J_rownnz[i]; k++) row[sparse.efc_J_colind[k]] = sparse.efc_J[k];
    assert.deepEqual([...row], [...dense.efc_J.subarray(i * m.nv, (i + 1) * m.nv)]);
  }
});

Deno.test("contactPassive() pushes the vertices of a passive flex out of a plane, and makes no rows", () => {
  const [m, d] = touching(`<mujoco><worldbody><geom type="plane" size="1 1 .1"/>
    <flexcomp name="F" type="grid" dim="2" count="2 2 1" spacing=".1 .1 .1" radius=".02" pos="0 0 .015">
      <contact passive="true" selfcollide="none"/></flexcomp></worldbody></mujoco>`);
  assert.equal(d.nefc, 0);
  for (let i = 0; i < d.ncon; i++) {
    const body = m.flex_vertbodyid[d.contact.vert[2 * i + 1]];
    assert.equal(d.contact.exclude[i], 4);
    assert.ok(Math.abs(d.qfrc_spring[m.body_dofadr[body] + 2] - 1e4 * 0.005) < 1e-9);
  }
});
