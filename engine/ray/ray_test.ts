import assert from "node:assert/strict";
import { Data } from "../data.ts";
import { Geom } from "../types/enums.ts";
import { Model } from "../types/model.ts";
import { multiRay } from "./multi_ray.ts";
import { ray } from "./ray.ts";
import { randomFrom } from "../../harness/random.ts";

/** One geom of each primitive type, side by side along y, in the world frame. */
function shapes(): [Model, Data] {
  const types = [Geom.SPHERE, Geom.CAPSULE, Geom.ELLIPSOID, Geom.CYLINDER, Geom.BOX];
  const m = new Model({ nbody: 1, ngeom: types.length });
  m.body_geomnum[0] = types.length;
  m.body_bvhadr[0] = -1;
  m.geom_matid.fill(-1);
  const d = new Data(m);
  types.forEach((type, i) => {
    m.geom_type[i] = type;
    m.geom_size.set([0.5, 0.5, 0.5], 3 * i);
    m.geom_rgba[4 * i + 3] = 1;
    d.geom_xpos[3 * i + 1] = 3 * i;
    d.geom_xmat.set([1, 0, 0, 0, 1, 0, 0, 0, 1], 9 * i);
  });
  return [m, d];
}

Deno.test("ray() meets every primitive where geometry says", () => {
  const [m, d] = shapes();
  const geom = new Int32Array(1);
  const normal = new Float64Array(3);
  for (let i = 0; i < m.ngeom; i++) {
    const from = Float64Array.of(5, 3 * i, 0);
    const x = ray(m, d, from, 0, Float64Array.of(-2, 0, 0), 0, null, 1, -1, geom, normal);
    assert.equal(x, 2.25, `geom ${i}`);
    assert.equal(geom[0], i);
    assert.deepEqual([...normal].map(Math.abs), [1, 0, 0]);

    const above = Float64Array.of(0, 3 * i, 4);
    const down = ray(m, d, above, 0, Float64Array.of(0, 0, -1), 0, null, 1, -1, geom, normal);
    assert.equal(down, m.geom_type[i] === Geom.CAPSULE ? 3 : 3.5);
    assert.equal(normal[2], 1);
  }
});

Deno.test("ray() passes through what it is told to ignore", () => {
  const [m, d] = shapes();
  const cast = (group: Uint8Array | null, flgStatic: 0 | 1, exclude: number) =>
    ray(m, d, Float64Array.of(5, 0, 0), 0, Float64Array.of(-1, 0, 0), 0, group, flgStatic, exclude, null, null);
  assert.equal(cast(null, 1, -1), 4.5);
  assert.equal(cast(null, 0, -1), -1);
  assert.equal(cast(null, 1, 0), -1);
  assert.equal(cast(Uint8Array.of(0, 1, 1, 1, 1, 1), 1, -1), -1);
  m.geom_rgba[3] = 0;
  assert.equal(cast(null, 1, -1), -1);
});

Deno.test("ray() scales its result with the length of the direction", () => {
  const [m, d] = shapes();
  const seed = 5;
  const random = randomFrom(seed);
  const from = Float64Array.of(4, 6, 1);
  for (let k = 0; k < 200; k++) {
    const to = Float64Array.of(random() - 0.5 - 4, 12 * random() - 6, random() - 1.5);
    const half = to.map((v) => v / 2);
    const x = ray(m, d, from, 0, to, 0, null, 1, -1, null, null);
    const y = ray(m, d, from, 0, half, 0, null, 1, -1, null, null);
    assert.ok(Math.abs(y - 2 * x) < 1e-12 || (x === -1 && y === -1), `seed ${seed}, ray ${k}`);
  }
});

Deno.test("multiRay() gives what ray() gives, one by one", () => {
  const [m, d] = shapes();
  const seed = 9;
  const random = randomFrom(seed);
  const count = 300;
  const from = Float64Array.of(1.2, 4.5, 0.3);
  const vec = new Float64Array(3 * count).map((_, k) => [-1.2, 12 * random() - 5, random() - 0.8][k % 3]);
  const geomid = new Int32Array(count).fill(-7);
  const dist = new Float64Array(count).fill(NaN);
  const normal = new Float64Array(3 * count).fill(NaN);
  multiRay(m, d, from, 0, vec, null, 1, -1, geomid, dist, normal, count, 1e10);

  const geom = new Int32Array(1);
  const one = new Float64Array(3);
  let hits = 0;
  for (let i = 0; i < count; i++) {
    const x = ray(m, d, from, 0, vec, 3 * i, null, 1, -1, geom, one);
    assert.equal(dist[i], x, `seed ${seed}, ray ${i}`);
    assert.equal(geomid[i], geom[0]);
    assert.deepEqual([...normal.slice(3 * i, 3 * i + 3)], [...one]);
    if (x >= 0) hits++;
  }
  assert.ok(hits > 20);
});

Deno.test("ray() refuses a direction without length", () => {
  const [m, d] = shapes();
  const zero = new Float64Array(3);
  assert.throws(() => ray(m, d, zero, 0, zero, 0, null, 1, -1, null, null), RangeError);
});
