import assert from "node:assert/strict";
import { compile } from "../compile/compile.ts";
import { fwdPosition } from "../forward.ts";
import { Data } from "../data.ts";
import { rayFlex } from "./ray_flex.ts";

function scene(dim: number): [ReturnType<typeof compile>, Data] {
  const m = compile(`<mujoco><worldbody>
    <flexcomp name="F" type="grid" dim="${dim}" count="3 3 ${dim === 3 ? 3 : 1}" spacing=".2 .2 .2" radius=".01"/>
    </worldbody></mujoco>`);
  const d = new Data(m);
  fwdPosition(m, d);
  return [m, d];
}

const down = Float64Array.of(0, 0, -1);
const vertid = new Int32Array(1);
const normal = new Float64Array(3);

Deno.test("rayFlex() hits only what is shown: vertices, edges, faces, or the skin of both", () => {
  const [m, d] = scene(2);
  const overFace = Float64Array.of(0.06, 0.13, 1);
  const overEdge = Float64Array.of(0.1, 0, 1);
  const overVertex = Float64Array.of(0, 0, 1);
  const cast = (from: Float64Array, vert: 0 | 1, edge: 0 | 1, face: 0 | 1, skin: 0 | 1) =>
    rayFlex(m, d, 0, vert, edge, face, skin, 0, from, 0, down, 0, vertid, normal);

  assert.equal(cast(overFace, 1, 1, 0, 0), -1);
  assert.ok(Math.abs(cast(overFace, 0, 0, 1, 0) - 1) < 1e-12);
  assert.equal(Math.abs(normal[2]), 1);
  assert.equal(cast(overEdge, 1, 0, 0, 0), -1);
  assert.ok(Math.abs(cast(overEdge, 0, 1, 0, 0) - 0.99) < 1e-12);
  assert.ok(Math.abs(cast(overEdge, 0, 0, 0, 1) - 0.99) < 1e-12);
  assert.ok(Math.abs(cast(overVertex, 1, 0, 0, 0) - 0.99) < 1e-12);
  for (let k = 0; k < 3; k++) assert.ok(Math.abs(d.flexvert_xpos[3 * vertid[0] + k]) < 1e-12);
});

Deno.test("rayFlex() sees one layer of a solid, and its outermost one as skin", () => {
  const [m, d] = scene(3);
  const from = Float64Array.of(0.06, 0.13, 1);
  const cast = (layer: number, face: 0 | 1, skin: 0 | 1) =>
    rayFlex(m, d, layer, 0, 0, face, skin, 0, from, 0, down, 0, null, null);
  assert.ok(Math.abs(cast(0, 1, 0) - 0.8) < 1e-12);
  assert.equal(cast(7, 1, 0), -1);
  assert.ok(cast(7, 0, 1) > 0);
});

Deno.test("rayFlex() forgets the vertex and the normal of the hit before", () => {
  const [m, d] = scene(2);
  const from = Float64Array.of(0.9, 0.9, 1);
  vertid[0] = 5;
  normal.fill(3);
  assert.equal(rayFlex(m, d, 0, 1, 1, 1, 1, 0, from, 0, down, 0, vertid, normal), -1);
  assert.equal(vertid[0], -1);
  assert.deepEqual([...normal], [0, 0, 0]);
});
