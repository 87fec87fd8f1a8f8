import assert from "node:assert/strict";
import { randomFrom, symmetric } from "../../harness/random.ts";
import { compile } from "../compile/compile.ts";
import { integratePos } from "../integrate/integrate_pos.ts";
import { Data } from "../data.ts";
import type { Model } from "../types/model.ts";
import { comPos } from "./com_pos.ts";
import { flex } from "./flex.ts";
import { flexEdges } from "./flex_edges.ts";
import { kinematics } from "../forward.ts";

const PLATE = `<flexcomp name="F" type="grid" count="3 4 1" spacing=".1 .12 .1" radius=".02" mass="1" dim="2">`;
const SOLID = `<flexcomp name="F" type="grid" count="3 3 3" spacing=".1 .12 .08" radius=".02" mass="1" dim="3"`;
const ELASTIC = `<elasticity young="1e4" poisson=".2" damping=".01"/>`;

function load(flex: string): { m: Model; d: Data } {
  const m = compile(`<mujoco><worldbody>
    <body name="base" pos="0 0 1"><freejoint/><geom size=".05"/>${flex}</body></worldbody></mujoco>`);
  return { m, d: new Data(m) };
}

/** Moves the first `count` dofs by up to `size`. */
function shake(m: Model, d: Data, seed: number, size: number, count = m.nv): void {
  const next = randomFrom(seed);
  integratePos(m, d.qpos, Float64Array.from({ length: m.nv }, (_, i) => i < count ? size * symmetric(next) : 0), 1);
}

function place(m: Model, d: Data): void {
  kinematics(m, d);
  comPos(m, d);
  for (const array of [d.flexvert_xpos, d.flexelem_aabb, d.flexedge_J, d.flexvert_J, d.bvh_aabb_dyn]) array.fill(NaN);
  flex(m, d);
}

/** Compares sparse rows of a Jacobian with differences of what they are the derivatives of. */
function checkJacobian(
  m: Model,
  d: Data,
  value: (d: Data) => Float64Array,
  J: Float64Array,
  rownnz: Int32Array,
  rowadr: Int32Array,
  colind: Int32Array,
): void {
  const STEP = 1e-6;
  const qpos = d.qpos.slice();
  const expected = J.slice();
  const n = rownnz.length;
  for (let i = 0; i < m.nv; i++) {
    const change = new Float64Array(m.nv);
    change[i] = 1;
    const sides = [-STEP, STEP].map((h) => {
      d.qpos.set(qpos);
      integratePos(m, d.qpos, change, h);
      place(m, d);
      return value(d).slice();
    });
    for (let row = 0; row < n; row++) {
      let entry = 0;
      for (let k = rowadr[row]; k < rowadr[row] + rownnz[row]; k++) if (colind[k] === i) entry += expected[k];
      const slope = (sides[1][row] - sides[0][row]) / (2 * STEP);
      assert.ok(Math.abs(slope - entry) < 1e-6, `row ${row}, dof ${i}: ${entry}, by differences ${slope}`);
    }
  }
}

Deno.test("flex() gives the lengths of edges and their derivatives", () => {
  const { m, d } = load(`${PLATE}<edge equality="true"/><pin id="0 5"/></flexcomp>`);
  shake(m, d, 1, 0.05);
  place(m, d);
  for (let e = 0; e < m.nflexedge; e++) {
    const [a, b] = [m.flex_edge[2 * e], m.flex_edge[2 * e + 1]].map((v) => d.flexvert_xpos.slice(3 * v, 3 * v + 3));
    const length = Math.sqrt(a.reduce((sum, x, k) => sum + (x - b[k]) ** 2, 0));
    assert.ok(Math.abs(d.flexedge_length[e] - length) < 1e-14);
  }
  const { flexedge_J_rownnz, flexedge_J_rowadr, flexedge_J_colind } = m;
  checkJacobian(m, d, (d) => d.flexedge_length, d.flexedge_J, flexedge_J_rownnz, flexedge_J_rowadr, flexedge_J_colind);
});

Deno.test("flex() gives the strain of plates and its derivatives, and none for a plate that moves as a whole", () => {
  const { m, d } = load(`${PLATE}<edge equality="vert"/></flexcomp>`);
  shake(m, d, 4, 1, 6);
  place(m, d);
  for (const strain of d.flexvert_length) assert.ok(Math.abs(strain) < 1e-12, `strain ${strain} without deformation`);

  shake(m, d, 2, 0.02);
  place(m, d);
  assert.ok(d.flexvert_length.some((strain) => Math.abs(strain) > 1e-3));
  const { flexvert_J_rownnz, flexvert_J_rowadr, flexvert_J_colind } = m;
  checkJacobian(m, d, (d) => d.flexvert_length, d.flexvert_J, flexvert_J_rownnz, flexvert_J_rowadr, flexvert_J_colind);
});

Deno.test("flex() puts interpolated vertices where the nodes are, and moves them along with a rigid motion", () => {
  const { m, d } = load(`${SOLID} dof="trilinear"><contact selfcollide="none"/>${ELASTIC}</flexcomp>`);
  place(m, d);
  const before = d.flexvert_xpos.slice();
  shake(m, d, 4, 1, 6);
  place(m, d);
  const distance = (x: Float64Array, i: number, j: number) =>
    Math.sqrt([0, 1, 2].reduce((sum, k) => sum + (x[3 * i + k] - x[3 * j + k]) ** 2, 0));
  for (let i = 0; i < m.nflexvert; i++) {
    for (let j = 0; j < i; j++) {
      assert.ok(Math.abs(distance(before, i, j) - distance(d.flexvert_xpos, i, j)) < 1e-13, `vertices ${i} and ${j}`);
    }
  }
});

Deno.test("flex() encloses vertices in boxes of elements, and these in the boxes of the tree", () => {
  const { m, d } = load(`${SOLID}>${ELASTIC}</flexcomp>`);
  shake(m, d, 3, 0.05);
  place(m, d);
  const contains = (box: Float64Array, b: number, point: Float64Array, p: number, margin: number) =>
    [0, 1, 2].every((k) => Math.abs(point[p + k] - box[b + k]) <= box[b + k + 3] - margin + 1e-14);
  for (let e = 0; e < m.nflexelem; e++) {
    for (const v of m.flex_elem.slice(4 * e, 4 * e + 4)) {
      assert.ok(contains(d.flexelem_aabb, 6 * e, d.flexvert_xpos, 3 * v, m.flex_radius[0]), `vertex ${v} of ${e}`);
    }
  }
  for (let e = 0; e < m.nflexelem; e++) {
    assert.ok(contains(d.bvh_aabb_dyn, 0, d.flexelem_aabb, 6 * e, 0), `element ${e} in the root`);
  }
});

Deno.test("flex() leaves out Jacobians that nothing needs", () => {
  const { m, d } = load(`${PLATE}</flexcomp>`);
  place(m, d);
  assert.ok(d.flexedge_length.every((length) => length > 0));
  assert.ok(d.flexedge_J.every((value) => value === 0));
});

Deno.test("flexEdges() has an edge of zero length point along x, and any other along itself", () => {
  const { m, d } = load(`${PLATE}<edge equality="true"/></flexcomp>`);
  kinematics(m, d);
  comPos(m, d);
  const [first, second] = m.flex_edge;
  const lengths: [length: number, axis: number][] = [[0, 0], [5e-16, 0], [1e-15, 1], [2e-15, 1], [1, 1]];
  for (const [length, axis] of lengths) {
    d.flexvert_xpos.fill(0);
    d.flexvert_xpos[3 * second + 1] = length;
    d.flexedge_J.fill(NaN);
    flexEdges(m, d, 0);
    assert.equal(d.flexedge_length[0], length);
    // each vertex slides along all three axes, one dof each
    const bodies = [first, second].map((v) => m.flex_vertbodyid[v]);
    const row = m.flexedge_J_rowadr[0];
    bodies.forEach((body, k) => {
      const place = [...m.flexedge_J_colind.subarray(row, row + m.flexedge_J_rownnz[0])].indexOf(m.body_dofadr[body]);
      const rates = d.flexedge_J.subarray(row + place, row + place + 3);
      const along = [0, 1, 2].map((_, j) => m.jnt_axis.subarray(3 * m.body_jntadr[body] + 3 * j)[axis]);
      assert.deepEqual([...rates].map(Math.abs), along.map(Math.abs), `length ${length}, vertex ${k}`);
    });
  }
});
