import assert from "node:assert/strict";
import { MjcfError } from "../../types/errors.ts";
import type { Model } from "../../types/model.ts";
import { compile } from "../compile.ts";
import { nodeStiffness } from "./node_stiffness.ts";

function model(flexcomp: string): Model {
  return compile(`<mujoco>\n<worldbody>\n${flexcomp}\n</worldbody>\n</mujoco>`);
}

/** Asserts that a number vanishes next to the size of its parts. */
function assertZero(value: number, size: number, what: string): void {
  assert.ok(Math.abs(value) <= 1e-12 * size, `${what}: ${value} of ${size}`);
}

Deno.test("nodeStiffness() is symmetric, and no rigid motion meets it", () => {
  for (const order of [1, 2]) {
    const side = order + 1;
    const n = side * side * side;
    const pos = new Float64Array(3 * n);
    for (let i = 0; i < n; i++) {
      pos[3 * i] = 0.3 * Math.floor(i / (side * side)) / order;
      pos[3 * i + 1] = 0.5 * (Math.floor(i / side) % side) / order;
      pos[3 * i + 2] = 0.7 * (i % side) / order;
    }
    const K = new Float64Array(9 * n * n);
    nodeStiffness(K, pos, 1000, 0.3, order);
    const size = Math.max(...K.map(Math.abs));
    const width = 3 * n;
    for (let i = 0; i < width; i++) {
      for (let j = 0; j < i; j++) assertZero(K[width * i + j] - K[width * j + i], size, `order ${order}, ${i}, ${j}`);
      for (let k = 0; k < 3; k++) {
        let moved = 0;
        let turned = 0;
        for (let j = 0; j < n; j++) {
          const [a, b] = [(k + 1) % 3, (k + 2) % 3];
          moved += K[width * i + 3 * j + k];
          turned += K[width * i + 3 * j + b] * pos[3 * j + a] - K[width * i + 3 * j + a] * pos[3 * j + b];
        }
        assertZero(moved, size, `order ${order}, row ${i}, translation ${k}`);
        assertZero(turned, size, `order ${order}, row ${i}, rotation ${k}`);
      }
      assert.ok(K[width * i + i] < 0, "displacements are met by forces against them");
    }
  }
});

Deno.test("compile() gives elements a stiffness that turning and moving them does not change", () => {
  const attributes = `name="f" count="3 3 3" spacing="0.1 0.13 0.17" type="grid"`;
  for (const dim of [2, 3]) {
    const elasticity = `<elasticity young="1e4" poisson="0.3" thickness="0.01" elastic2d="stretch"/>`;
    const count = dim === 2 ? attributes.replace("3 3 3", "3 3 1") : attributes;
    const straight = model(`<flexcomp ${count} dim="${dim}">${elasticity}</flexcomp>`);
    const turned = model(`<flexcomp ${count} dim="${dim}" pos="1 2 3" euler="40 50 60">${elasticity}</flexcomp>`);
    const size = Math.max(...straight.flex_stiffness.map(Math.abs));
    assert.ok(size > 0);
    straight.flex_stiffness.forEach((value, i) => {
      const difference = value - turned.flex_stiffness[i];
      assert.ok(Math.abs(difference) < 1e-9 * size, `dim ${dim}, entry ${i}: ${difference}`);
    });
  }
});

Deno.test("compile() lets a flat plate bend against no force of linear deformations", () => {
  const m = model(`<flexcomp name="f" type="disc" count="4 5 1" spacing="0.1 0.13 0.1" dim="2">
    <elasticity young="1e4" poisson="0.3" thickness="0.01" elastic2d="bend"/>
  </flexcomp>`);
  let inner = 0;
  for (let e = 0; e < m.nflexedge; e++) {
    const flap = m.flex_edgeflap.subarray(2 * e, 2 * e + 2);
    const bending = m.flex_bending.subarray(17 * e, 17 * e + 17);
    if (flap[1] < 0) {
      assert.ok(bending.every((value) => value === 0), `edge ${e} is at the border`);
      continue;
    }
    inner++;
    const size = Math.max(...bending.map(Math.abs));

    // the coefficients take the edge the way its first triangle goes around
    const [a, b] = m.flex_edge.subarray(2 * e, 2 * e + 2);
    const residuals = [[a, b], [b, a]].map((ends) => {
      const vertices = [...ends, ...flap];
      let most = 0;
      for (let i = 0; i < 4; i++) {
        for (let k = 0; k < 3; k++) {
          let sum = 0;
          vertices.forEach((v, j) => sum += bending[4 * i + j] * (k === 2 ? 1 : m.body_pos[3 * (v + 1) + k]));
          most = Math.max(most, Math.abs(sum));
        }
      }
      return most;
    });
    assertZero(Math.min(...residuals), size, `edge ${e}`);
    assertZero(bending[16], size, `edge ${e}: the fold of a flat plate`);
  }
  assert.ok(inner > 0);
});

Deno.test("compile() counts layers from the outside, and shares every edge", () => {
  const m = model(`<flexcomp name="f" type="grid" count="4 4 4" spacing="0.1 0.1 0.1" dim="3"/>`);
  const [nvert, nedge, nelem] = [m.nflexvert, m.nflexedge, m.nflexelem];
  const nshell = m.nflexshelldata / 3;
  const nface = (4 * nelem + nshell) / 2;
  assert.equal(nvert - nedge + nface - nelem, 1, "Euler characteristic of a ball");
  assert.deepEqual([...new Set(m.flex_elemlayer)].sort(), [0, 1, 2, 3]);
  assert.equal(m.flex_bvhnum[0], 2 * m.flex_elemlayer.filter((layer) => layer === 0).length - 1);
});

Deno.test("compile() lists the dofs of each edge and vertex once, in increasing order, without gaps between rows", () => {
  const m = model(`<body name="arm"><joint/><joint type="slide"/><geom size="0.1"/>
    <flexcomp name="f" type="grid" count="3 3 1" spacing="0.1 0.1 0.1" dim="2">
      <edge equality="vert"/><pin id="4"/>
    </flexcomp></body>`);
  for (const part of ["edge", "vert"] as const) {
    const [rownnz, rowadr, colind] = [m[`flex${part}_J_rownnz`], m[`flex${part}_J_rowadr`], m[`flex${part}_J_colind`]];
    let at = 0;
    rownnz.forEach((count, row) => {
      assert.equal(rowadr[row], at, `${part} ${row}`);
      at += count;
      const columns = Array.from(colind.subarray(rowadr[row], at));
      assert.deepEqual(columns, [...new Set(columns)].sort((a, b) => a - b), `${part} ${row}`);
      assert.ok(count === 0 || (columns[0] === 0 && columns[1] === 1), "the arm moves everything");
    });
  }
  assert.equal(m.flexedge_J_colind.length, m.nJfe);
});

Deno.test("compile() gives vertices the inverse of the weighted products of their edges, in each flex", () => {
  const sheet = (name: string, points: string, mass: number) =>
    `<flexcomp name="${name}" type="direct" dim="2" mass="${mass}" point="${points}" element="0 1 2 2 1 3 2 3 4">
      <edge equality="vert"/><pin id="3"/></flexcomp>`;
  const m = model(
    sheet("f", "0 0 0  .3 0 0  .1 .2 0  .4 .3 0  .2 .5 0", 2) +
      sheet("g", ".1 0 0  .2 .1 0  0 .2 0  .3 .4 0  -.1 .3 0", 7),
  );
  for (let f = 0; f < m.nflex; f++) {
    const [first, firstEdge] = [m.flex_vertadr[f], m.flex_edgeadr[f]];
    // the last vertex has a single edge to one with a mass, which is too few
    for (let v = 0; v < 4; v++) {
      const sum = [0, 0, 0, 0];
      for (let e = firstEdge; e < firstEdge + m.flex_edgenum[f]; e++) {
        const ends = [m.flex_edge[2 * e], m.flex_edge[2 * e + 1]];
        if (!ends.includes(v)) continue;
        const [from, to] = ends.map((end) => 3 * (first + end));
        const step = [0, 1].map((k) => 2 * m.flex_size[3 * f + k] * (m.flex_vert0[to + k] - m.flex_vert0[from + k]));
        const other = ends[0] === v ? ends[1] : ends[0];
        // the pinned vertex belongs to the world, which counts as next to nothing
        const mass = other === 3 ? 1e-15 : m.body_mass[m.flex_vertbodyid[first + other]];
        for (let i = 0; i < 4; i++) sum[i] += mass * step[i >> 1] * step[i & 1];
      }
      const metric = m.flex_vertmetric.subarray(4 * (first + v), 4 * (first + v) + 4);
      for (const [i, expected] of [1, 0, 0, 1].entries()) {
        const product = metric[i & 2] * sum[i & 1] + metric[(i & 2) + 1] * sum[2 + (i & 1)];
        assert.ok(Math.abs(product - expected) < 1e-9, `flex ${f}, vertex ${v}, entry ${i}: ${product}`);
      }
    }
  }
});

Deno.test("compile() says where a flexcomp is wrong", () => {
  const wrong = `  <flexcomp name="f" type="grid" count="3 3 1" spacing="0.1 0.1 0.1" dim="2" mass="0"/>`;
  assert.throws(() => model(wrong), (error: MjcfError) => {
    assert.ok(error instanceof MjcfError);
    assert.match(error.message, /flexcomp: mass must be positive, got 0/);
    assert.deepEqual([error.line, error.column], [3, 78]);
    return true;
  });
});
