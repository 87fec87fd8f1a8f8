/** Rays of every kind at every kind of geom, with everything that a caller may ask of them. */

import assert from "node:assert/strict";
import { Geom } from "../../../mod.ts";
import { ours, type Pair, same, testCalls, written } from "./pair.ts";
import { type Foreign, mj, plumbline } from "./sides.ts";

const SCENE = `<mujoco>
  <compiler angle="radian"/>
  <asset>
    <mesh name="wedge" vertex="-0.4 -0.3 -0.3  0.5 -0.35 -0.2  0.1 0.5 -0.25  0.05 0.1 0.55  -0.3 0.2 0.3"/>
    <hfield name="hill" nrow="4" ncol="5" size="0.7 0.5 0.5 0.2" elevation="0.9 0.3 0.5 0.2 0.1  0.2 0.6 0.9 0.7 0.3
      0.1 0.4 1 0.8 0.5  0.6 0.2 0.6 0.4 0"/>
    <material name="clear" rgba="1 1 1 0"/>
  </asset>
  <worldbody>
    <geom type="plane" size="4 3 0.1" pos="0 0 -1" group="5"/>
    <geom type="sphere" size="0.3" pos="-2 0 0"/>
    <geom type="hfield" hfield="hill" pos="0 2 0" euler="0.2 0.3 0.4" group="1"/>
    <body pos="-1 0 0.2" euler="0.3 0.4 0.5">
      <freejoint/>
      <geom type="capsule" size="0.2 0.3" group="2"/>
      <geom type="ellipsoid" size="0.2 0.3 0.4" pos="0.5 0.4 0.1" euler="0.3 0.2 0.1"/>
    </body>
    <body pos="1 0 0.2" euler="0.5 0.4 0.3">
      <freejoint/>
      <geom type="cylinder" size="0.25 0.3" group="3"/>
      <geom type="box" size="0.2 0.3 0.4" pos="0.5 0.4 0.1" euler="0.3 0.2 0.1" group="4"/>
      <geom type="sphere" size="0.9" material="clear"/>
    </body>
    <body pos="0 -1 0.3" euler="0.2 0.4 0.9">
      <freejoint/>
      <geom type="mesh" mesh="wedge"/>
    </body>
    <flexcomp name="sheet" type="grid" count="4 3 1" spacing="0.2 0.25 0.2" pos="1.5 1.5 0.5" euler="0.4 0.2 0.3" dim="2"
      radius="0.04" mass="0.3"/>
    <flexcomp name="solid" type="grid" count="3 3 3" spacing="0.2 0.25 0.2" pos="-1.5 1.5 0.5" euler="0.1 0.2 0.3" dim="3"
      radius="0.03" mass="0.3"/>
    <flexcomp name="rope" type="grid" count="5 1 1" spacing="0.2 0.2 0.2" pos="0 0 1.5" euler="0.1 0.2 0.3" dim="1"
      radius="0.06" mass="0.3"/>
  </worldbody>
</mujoco>`;

const RAYS = 150;

/** A ray from somewhere, at or near a point of the scene. */
function draw({ d, m, next }: Pair, geom: number): { pnt: Float64Array; vec: Float64Array } {
  const pnt = Float64Array.from(
    { length: 3 },
    (_, k) => (next() > 0.5 ? 0.2 : 1.5) * next() + d.geom_xpos[3 * geom + k],
  );
  const at = Float64Array.from({ length: 3 }, (_, k) => d.geom_xpos[3 * geom + k] + 0.4 * next());
  const far = 0.4 + Math.abs(2 * next());
  assert.ok(geom < m.ngeom);
  return { pnt, vec: pnt.map((x, k) => far * (at[k] - x)) };
}

/** What a ray meets: distance, normal, and what the numbers of the buffer of integers say. */
function cast(call: (ids: Foreign, normal: Foreign) => number): { ids: number[]; normal: number[]; distance: number } {
  const ids = mj.IntBuffer.FromArray([-7]);
  let distance = NaN;
  const normal = written(3, (it) => distance = call(ids, it));
  const found = Array.from(ids.GetView() as Int32Array);
  ids.delete();
  return { ids: found, normal, distance };
}

testCalls({
  ray(pair) {
    const { m, d, fm, fd, next } = pair;
    let hits = 0;
    for (let k = 0; k < RAYS; k++) {
      const { pnt, vec } = draw(pair, k % m.ngeom);
      const group = k % 3 === 0 ? null : Uint8Array.from({ length: 6 }, () => next() > -0.3 ? 1 : 0);
      const flgStatic = k % 4 === 0 ? 0 : 1;
      const exclude = k % 5 === 0 ? k % m.nbody : -1;
      const given = group === null ? null : [...group];
      const theirs = cast((id, normal) => mj.mj_ray(fm, fd, [...pnt], [...vec], given, flgStatic, exclude, id, normal));
      const id = Int32Array.of(-7);
      let x = NaN;
      const normal = ours(3, (out) => x = plumbline.ray(m, d, pnt, 0, vec, 0, group, flgStatic, exclude, id, out));
      same([x, ...id, ...normal], [theirs.distance, ...theirs.ids, ...theirs.normal], `ray ${k}`);
      assert.equal(plumbline.ray(m, d, pnt, 0, vec, 0, group, flgStatic, exclude, null, null), x);
      if (x >= 0) hits++;
    }
    assert.ok(hits > RAYS / 3, `${hits} rays hit`);
  },
  multiRay(pair) {
    const { m, d, fm, fd, next } = pair;
    for (const geom of [0, 2, 3, 5, 8]) {
      const { pnt } = draw(pair, geom);
      const vec = Float64Array.from({ length: 3 * RAYS }, next);
      const ids = mj.IntBuffer.FromArray(new Array(RAYS).fill(-7));
      let normals: number[] = [];
      const group = geom === 5 ? Uint8Array.of(1, 0, 1, 1, 0, 1) : null;
      const distances = written(RAYS, (dist) => {
        normals = written(3 * RAYS, (normal) => {
          const given = group === null ? null : [...group];
          mj.mj_multiRay(fm, fd, [...pnt], [...vec], given, geom === 0 ? 0 : 1, 2, ids, dist, normal, RAYS, 3);
        });
      });
      const id = new Int32Array(RAYS).fill(-7);
      const normal = new Float64Array(3 * RAYS).fill(NaN);
      const mine = ours(RAYS, (dist) => {
        plumbline.multiRay(m, d, pnt, 0, vec, group, geom === 0 ? 0 : 1, 2, id, dist, normal, RAYS, 3);
      });
      same(mine, distances, `from geom ${geom}: distances`);
      same(id, Array.from(ids.GetView() as Int32Array), `from geom ${geom}: geoms`);
      same(normal, normals, `from geom ${geom}: normals`);
      ids.delete();
    }
  },
  rayMesh(pair) {
    const geom = pair.m.geom_type.indexOf(Geom.MESH);
    const call = (pnt: Float64Array, vec: Float64Array, normal: Float64Array) =>
      plumbline.rayMesh(pair.m, pair.d, geom, pnt, 0, vec, 0, normal);
    sameRays(pair, geom, call, (pnt, vec, normal) => mj.mj_rayMesh(pair.fm, pair.fd, geom, pnt, vec, normal));
  },
  rayHfield(pair) {
    const geom = pair.m.geom_type.indexOf(Geom.HFIELD);
    const call = (pnt: Float64Array, vec: Float64Array, normal: Float64Array) =>
      plumbline.rayHfield(pair.m, pair.d, geom, pnt, 0, vec, 0, normal);
    sameRays(pair, geom, call, (pnt, vec, normal) => mj.mj_rayHfield(pair.fm, pair.fd, geom, pnt, vec, normal));
  },
  rayGeom(pair) {
    const { m, d } = pair;
    for (let geom = 0; geom < m.ngeom; geom++) {
      const type = m.geom_type[geom];
      if (type === Geom.MESH || type === Geom.HFIELD) continue;
      const pos = d.geom_xpos.slice(3 * geom, 3 * geom + 3);
      const mat = d.geom_xmat.slice(9 * geom, 9 * geom + 9);
      const size = m.geom_size.slice(3 * geom, 3 * geom + 3);
      const call = (pnt: Float64Array, vec: Float64Array, normal: Float64Array) =>
        plumbline.rayGeom(pos, 0, mat, 0, size, 0, pnt, 0, vec, 0, type, normal);
      const foreign = (pnt: number[], vec: number[], normal: Foreign) =>
        mj.mju_rayGeom([...pos], [...mat], [...size], pnt, vec, type, normal);
      sameRays(pair, geom, call, foreign);
    }
  },
  rayFlex(pair) {
    const { m, d, fm, fd, next } = pair;
    let hits = 0;
    for (let k = 0; k < 4 * RAYS; k++) {
      const flex = k % m.nflex;
      const vert = m.flex_vertadr[flex] + Math.floor((next() + 1) / 2 * m.flex_vertnum[flex]);
      const pnt = Float64Array.from(
        { length: 3 },
        (_, i) => d.flexvert_xpos[3 * vert + i] + (k % 2 ? 1 : 0.1) * next(),
      );
      const vec = pnt.map((x, i) => d.flexvert_xpos[3 * vert + i] + 0.15 * next() - x);
      const [a, b, c, e] = [1, 2, 4, 8].map((bit) => (k >> 2) & bit ? 1 : 0) as (0 | 1)[];
      const layer = k % 3;
      const theirs = cast((id, normal) =>
        mj.mj_rayFlex(fm, fd, layer, a, b, c, e, flex, [...pnt], [...vec], id, normal)
      );
      const id = Int32Array.of(-7);
      let x = NaN;
      const normal = ours(3, (out) => {
        x = plumbline.rayFlex(m, d, layer, a, b, c, e, flex, pnt, 0, vec, 0, id, out);
      });
      same([x, ...normal], [theirs.distance, ...theirs.normal], `ray ${k}`);
      // MuJoCo leaves the vertex alone where the box around the flex is missed already
      same(id, x >= 0 ? theirs.ids : [-1], `ray ${k}: vertex`);
      if (x >= 0) hits++;
    }
    assert.ok(hits > RAYS / 2, `${hits} rays hit`);
  },
}, { "every kind of geom": SCENE });

/** Many rays at one geom. */
function sameRays(
  pair: Pair,
  geom: number,
  call: (pnt: Float64Array, vec: Float64Array, normal: Float64Array) => number,
  foreign: (pnt: number[], vec: number[], normal: Foreign) => number,
): void {
  let hits = 0;
  for (let k = 0; k < RAYS; k++) {
    const { pnt, vec } = draw(pair, geom);
    let x = NaN;
    let y = NaN;
    const theirs = written(3, (normal) => y = foreign([...pnt], [...vec], normal));
    same(ours(3, (normal) => x = call(pnt, vec, normal)), theirs, `ray ${k} at geom ${geom}: normal`);
    same([x], [y], `ray ${k} at geom ${geom}: distance`);
    if (x >= 0) hits++;
  }
  assert.ok(hits > RAYS / 4, `${hits} rays hit geom ${geom}`);
}
