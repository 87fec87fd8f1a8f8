import assert from "node:assert/strict";
import { compile } from "../../compile/compile.ts";
import { fwdPosition } from "../../forward.ts";
import { mulMatTVec, mulMatVec } from "../../math/vec.ts";
import { resetData } from "../../reset.ts";
import { Data } from "../../data.ts";
import {
  addSquaredRows,
  type DenseRows,
  findDenseRows,
  findIslandRows,
  layDenseRows,
  mulRows,
  mulRowsT,
  newDenseRows,
} from "./dense_rows.ts";

/** Trees in contact with the floor and each other, with limits, friction, a tendon, equalities, and a rope. */
const MODEL = `<mujoco>
  <option jacobian="dense"/>
  <worldbody>
    <geom type="plane" size="2 2 .1" condim="4"/>
    <body pos="0 0 .3"><joint name="a" axis="0 1 0" frictionloss=".1"/><geom type="capsule" fromto="0 0 0 .2 0 -.25" size=".06"/>
      <body name="hand" pos=".2 0 -.25"><joint type="ball" limited="true" range="0 .01" margin=".2"/><geom size=".07" condim="6"/><site name="p"/></body>
      <body pos="0 .1 0"><joint name="b" axis="1 0 0" limited="true" range="-.1 -.05"/><geom type="capsule" fromto="0 0 0 0 .1 -.2" size=".05"/></body></body>
    <body name="box" pos=".32 0 .08"><freejoint/><geom type="box" size=".09 .1 .1"/><site name="q"/></body>
    <body pos="1 1 .09"><freejoint/><geom size=".1"/></body>
    <body name="rope" pos="3 3 1"><flexcomp name="f" type="grid" dim="1" count="4 1 1" spacing=".1 .1 .1"><edge equality="true"/></flexcomp></body>
  </worldbody>
  <tendon><fixed name="t" limited="true" range=".5 1"><joint joint="a" coef="1"/><joint joint="b" coef="2"/></fixed></tendon>
  <equality><connect body1="hand" body2="box" anchor="0 0 0"/><joint joint1="a" joint2="b"/></equality>
</mujoco>`;

/** Lists with room for all rows. */
function listsFor({ capacity }: Data): DenseRows {
  const rows = newDenseRows();
  const take = { float: (n: number) => new Float64Array(n), int: (n: number) => new Int32Array(n) };
  layDenseRows(take, rows, capacity.nefc, capacity.nJ);
  return rows;
}

function prepared() {
  const m = compile(MODEL);
  const d = new Data(m);
  resetData(m, d);
  fwdPosition(m, d);
  const vector = (n: number) => Float64Array.from({ length: n }, (_, i) => Math.sqrt(i + 2) * (i % 3 - 0.7));
  return { m, d, vector };
}

Deno.test("mulRows() and mulRowsT() give the bits of the full products", () => {
  const { m, d, vector } = prepared();
  const rows = listsFor(d);
  findDenseRows(m, d, rows);
  assert.ok(d.nefc > 30 && rows.count > 8, `${d.nefc} rows, ${rows.count} groups`);

  const v = vector(m.nv);
  const actual = new Float64Array(d.nefc).fill(NaN);
  const expected = new Float64Array(d.nefc);
  mulRows(actual, rows, d.efc_J, 0, m.nv, v);
  mulMatVec(expected, 0, d.efc_J, 0, v, 0, d.nefc, m.nv);
  assert.deepEqual(actual, expected);

  const f = vector(d.nefc);
  f.fill(0, 5, 20);
  const back = new Float64Array(m.nv).fill(NaN);
  const full = new Float64Array(m.nv);
  mulRowsT(back, rows, d.efc_J, 0, m.nv, f);
  mulMatTVec(full, 0, d.efc_J, 0, f, 0, d.nefc, m.nv);
  assert.deepEqual(back, full);
});

Deno.test("addSquaredRows() gives the bits of a product row by row", () => {
  const { m, d, vector } = prepared();
  const { nv } = m;
  const rows = listsFor(d);
  findDenseRows(m, d, rows);
  const w = vector(d.nefc).map(Math.abs);
  w.fill(0, 7, 16);

  const actual = new Float64Array(nv * nv);
  const expected = new Float64Array(nv * nv);
  addSquaredRows(actual, nv, rows, d.efc_J, 0, nv, w);
  for (let r = 0; r < d.nefc; r++) {
    for (let i = 0; i < nv; i++) {
      const scaled = d.efc_J[r * nv + i] * w[r];
      for (let k = 0; k <= i; k++) expected[k * nv + i] += d.efc_J[r * nv + k] * scaled;
    }
  }
  assert.deepEqual(actual, expected);
});

Deno.test("findIslandRows() finds the columns of each island", () => {
  const { m, d, vector } = prepared();
  assert.equal(d.nisland, 3);
  const whole = listsFor(d);
  findDenseRows(m, d, whole);
  for (let k = 0; k < d.nisland; k++) {
    const rows = listsFor(d);
    findIslandRows(d, rows, whole, k);
    const n = d.island_nefc[k];
    const nv = d.island_nv[k];
    const adr = d.nidof * d.island_iefcadr[k];
    const v = vector(nv);
    const actual = new Float64Array(n);
    const expected = new Float64Array(n);
    mulRows(actual, rows, d.iefc_J, adr, nv, v);
    mulMatVec(expected, 0, d.iefc_J, adr, v, 0, n, nv);
    assert.deepEqual(actual, expected);
  }
});

Deno.test("findDenseRows() finds what fresh lists find, whatever was found before", () => {
  const reused = listsFor(prepared().d);
  const limbs = (tip: string) =>
    `<mujoco><option jacobian="dense"/><worldbody><geom type="plane" size="2 2 .1"/>
      <body pos="0 0 .2"><joint name="a" axis="0 1 0" frictionloss=".1"/><geom type="capsule" fromto="0 0 0 .3 0 -.18" size=".03"/>
        <body pos=".3 0 -.18"><joint axis="0 1 0" limited="true" range="-5 5"/><geom size=".05"/>${tip}</body></body>
      <body pos=".3 0 .1"><freejoint/><geom size=".05"/></body>
    </worldbody></mujoco>`;
  const models = [
    limbs(""),
    limbs(`<body pos=".1 0 0"><joint axis="0 0 1"/><geom size=".08"/></body>`),
    limbs("").replace(
      "</worldbody>",
      `</worldbody><tendon><fixed limited="true" range="-1 -.1"><joint joint="a" coef="1"/></fixed></tendon>`,
    ),
  ].map((xml) => compile(xml));
  for (
    const [k, height] of [[0, 0.1], [0, 0.1], [0, 1], [0, 0.1], [1, 0.1], [0, 0.1], [2, 0.1], [2, 1], [1, 1], [0, 1]]
  ) {
    const m = models[k];
    const d = new Data(m);
    d.qpos[m.nq - 5] = height;
    d.qpos[1] = height / 2;
    fwdPosition(m, d);
    const fresh = listsFor(d);
    findDenseRows(m, d, reused);
    findDenseRows(m, d, fresh);
    const lists = ({ count, row, columnadr, columns, blockadr, blocks, tail, pairadr, pairs }: DenseRows) => [
      row.slice(0, count + 1),
      columns.slice(0, columnadr[count]),
      blocks.slice(0, blockadr[count]),
      tail.slice(0, count),
      pairs.slice(0, pairadr[count]),
    ];
    assert.ok(fresh.count > 1);
    assert.deepEqual(lists(reused), lists(fresh), `model ${k}, height ${height}`);
  }
});
