import assert from "node:assert/strict";
import { normalize4, quat2Mat, rotVecQuat } from "../../math/quat.ts";
import { Data } from "../../data.ts";
import { DisableBit, EnableBit, Geom } from "../../types/enums.ts";
import { Model } from "../../types/model.ts";
import { convex } from "./convex.ts";
import { geomDistance } from "../geom_distance.ts";
import { hfieldConvex } from "../field/hfield_convex.ts";
import { newPairContacts } from "../contact/pair_contacts.ts";
import { planeConvex } from "../pairs/plane_convex.ts";
import { symmetricFrom } from "../../../harness/random.ts";

const CUBE = [-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1];

/** Two geoms of the given sizes at the origin, upright; meshes are cubes of half width 1, without a hull graph. */
function twoGeoms(type1: number, size1: number[], type2: number, size2: number[]): [Model, Data] {
  const m = new Model({ ngeom: 2, nmesh: 1, nmeshvert: 8, nmeshgraph: 0 });
  const d = new Data(m);
  m.opt.ccd_iterations = 35;
  m.opt.ccd_tolerance = 1e-6;
  m.geom_type.set([type1, type2]);
  m.geom_size.set(size1, 0);
  m.geom_size.set(size2, 3);
  m.geom_rbound.fill(2);
  m.geom_dataid.set([type1 === Geom.MESH ? 0 : -1, type2 === Geom.MESH ? 0 : -1]);
  m.mesh_vertnum[0] = 8;
  m.mesh_graphadr[0] = -1;
  m.mesh_vert.set(CUBE);
  for (const g of [0, 1]) if (m.geom_type[g] === Geom.MESH) m.geom_aabb.set([0, 0, 0, 1, 1, 1], 6 * g);
  for (const g of [0, 1]) for (const k of [0, 4, 8]) d.geom_xmat[9 * g + k] = 1;
  return [m, d];
}

/** Numbers in [−1, 1), reproducible. */
function near(actual: number, expected: number, tolerance: number, what = ""): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} is not ${expected}`);
}

const PAIRS: readonly (readonly [number, number[], number, number[]])[] = [
  [Geom.ELLIPSOID, [0.3, 0.2, 0.1], Geom.ELLIPSOID, [0.2, 0.3, 0.4]],
  [Geom.CAPSULE, [0.1, 0.3], Geom.CYLINDER, [0.2, 0.3]],
  [Geom.CYLINDER, [0.2, 0.3], Geom.BOX, [0.2, 0.3, 0.4]],
  [Geom.BOX, [0.2, 0.3, 0.4], Geom.MESH, []],
  [Geom.MESH, [], Geom.MESH, []],
  [Geom.SPHERE, [0.3], Geom.MESH, []],
];

Deno.test("convex() of round ellipsoids is that of spheres", () => {
  const [m, d] = twoGeoms(Geom.ELLIPSOID, [0.3, 0.3, 0.3], Geom.ELLIPSOID, [0.2, 0.2, 0.2]);
  const con = newPairContacts();
  d.geom_xpos.set([0, 0, 0, 0.3, 0, 0.3]);

  assert.equal(convex(con, m, d, 0, 1), 1);
  near(con.dist[0], Math.sqrt(0.18) - 0.5, 1e-4, "depth");
  near(con.frame[0], Math.SQRT1_2, 3e-2, "normal");
  near(con.frame[2], Math.SQRT1_2, 3e-2, "normal");
});

Deno.test("convex() finds nothing between shapes that are apart, and the gap within a margin", () => {
  const [m, d] = twoGeoms(Geom.CYLINDER, [0.2, 0.5], Geom.MESH, []);
  const con = newPairContacts();
  d.geom_xpos.set([0, 0, 0, 1.25, 0, 0]);

  assert.equal(convex(con, m, d, 0, 1), 0);
  con.margin[0] = 0.1;
  assert.equal(convex(con, m, d, 0, 1), 1);
  near(con.dist[0], 0.05, 1e-6, "gap");
  near(con.frame[0], 1, 1e-6, "normal");
});

Deno.test("convex() gives the depth and the turned contact in a turned frame", () => {
  const seed = 7;
  const random = symmetricFrom(seed);
  const quat = new Float64Array(4);
  const turned = new Float64Array(3);
  for (const [type1, size1, type2, size2] of PAIRS) {
    const [m, d] = twoGeoms(type1, size1, type2, size2);
    const con = newPairContacts();
    d.geom_xpos.set([0.11, 0.03, -0.02, 0.31, 0.24, 0.05]);
    for (let k = 0; k < 4; k++) quat[k] = random();
    normalize4(quat, 0);
    quat2Mat(d.geom_xmat, 9, quat, 0);
    assert.equal(convex(con, m, d, 0, 1), 1);
    const before = con.dist[0];
    const normal = con.frame.slice(0, 3);

    // turn everything
    for (let k = 0; k < 4; k++) quat[k] = random();
    normalize4(quat, 0);
    for (const g of [0, 1]) {
      rotVecQuat(d.geom_xpos, 3 * g, d.geom_xpos, 3 * g, quat, 0);
      for (let column = 0; column < 3; column++) {
        const axis = new Float64Array([0, 3, 6].map((row) => d.geom_xmat[9 * g + row + column]));
        rotVecQuat(turned, 0, axis, 0, quat, 0);
        for (let row = 0; row < 3; row++) d.geom_xmat[9 * g + 3 * row + column] = turned[row];
      }
    }
    assert.equal(convex(con, m, d, 0, 1), 1);
    near(con.dist[0], before, 2e-6, `seed ${seed}, depth of ${type1} and ${type2}`);
    rotVecQuat(turned, 0, normal, 0, quat, 0);
    const cosine = turned[0] * con.frame[0] + turned[1] * con.frame[1] + turned[2] * con.frame[2];
    assert.ok(cosine > 1 - 1e-3, `seed ${seed}, normal of ${type1} and ${type2}: cosine ${cosine}`);
  }
});

Deno.test("convex() with multiccd covers the common disk of two cylinders", () => {
  const [m, d] = twoGeoms(Geom.CYLINDER, [1, 1], Geom.CYLINDER, [0.5, 1]);
  const con = newPairContacts();
  d.geom_xpos.set([0, 0, 0, 0, 0, 1.99]);

  assert.equal(convex(con, m, d, 0, 1), 1);
  m.opt.enableflags = EnableBit.MULTICCD;
  const count = convex(con, m, d, 0, 1);
  assert.ok(count > 1, `${count} contacts`);
  for (let i = 0; i < count; i++) {
    near(con.dist[i], -0.01, 1e-5, "depth");
    near(con.pos[3 * i + 2], 0.995, 2e-3, "height");
  }
});

Deno.test("convex() without nativeccd finds about the same depth", () => {
  const seed = 11;
  const random = symmetricFrom(seed);
  for (const [type1, size1, type2, size2] of PAIRS) {
    const [m, d] = twoGeoms(type1, size1, type2, size2);
    const con = newPairContacts();
    for (let i = 0; i < 20; i++) {
      for (let k = 0; k < 3; k++) d.geom_xpos[3 + k] = random();
      m.opt.disableflags = 0;
      if (convex(con, m, d, 0, 1) === 0 || con.dist[0] < -0.05) continue;
      const depth = con.dist[0];
      m.opt.disableflags = DisableBit.NATIVECCD;
      assert.equal(convex(con, m, d, 0, 1), 1);
      // the portal search is exact along the line of centers only
      assert.ok(con.dist[0] < depth + 1e-5, `seed ${seed}, ${type1} and ${type2}: ${con.dist[0]} against ${depth}`);
    }
  }
});

Deno.test("convex() ends with finite numbers on touching, coincident, tiny, huge and broken shapes", () => {
  const sizes = [0, 1e-300, 1e-12, 1e-6, 1, 1e6, 1e12];
  const offsets = [0, 1e-15, 1e-9, 1, 2, 1e6, NaN];
  const con = newPairContacts();
  for (const type1 of [Geom.SPHERE, Geom.CAPSULE, Geom.ELLIPSOID, Geom.CYLINDER, Geom.BOX, Geom.MESH]) {
    for (const type2 of [Geom.ELLIPSOID, Geom.CYLINDER, Geom.BOX, Geom.MESH]) {
      const [m, d] = twoGeoms(type1, [], type2, [1, 1, 1]);
      const most = type1 === Geom.BOX && type2 === Geom.BOX ? 8 : 1;
      for (const flags of [0, DisableBit.NATIVECCD]) {
        m.opt.disableflags = flags;
        for (const size of sizes) {
          m.geom_size.fill(size, 0, 3);
          for (const offset of offsets) {
            d.geom_xpos[5] = offset;
            const count = convex(con, m, d, 0, 1);
            const what = `${type1} of ${size} and ${type2} at ${offset}, flags ${flags}`;
            assert.ok(count <= most, what);
            if (count > 0 && offset === offset) assert.ok(Number.isFinite(con.dist[0]), what);
          }
        }
      }
    }
  }
});

Deno.test("planeConvex() reports the lowest corners of a cube", () => {
  const [m, d] = twoGeoms(Geom.PLANE, [], Geom.MESH, []);
  const con = newPairContacts();
  m.geom_rbound[1] = Math.sqrt(3);
  d.geom_xpos[5] = 0.99;

  assert.equal(planeConvex(con, m, d, 0, 1), 3);
  for (let i = 0; i < 3; i++) {
    near(con.dist[i], -0.01, 1e-15, "depth");
    near(Math.abs(con.pos[3 * i]), 1, 1e-15, "corner");
    near(Math.abs(con.pos[3 * i + 1]), 1, 1e-15, "corner");
  }
});

Deno.test("geomDistance() of convex geoms measures gaps and depths along an axis", () => {
  const fromto = new Float64Array(6);
  for (const [type1, half] of [[Geom.CYLINDER, 1], [Geom.BOX, 1], [Geom.MESH, 1], [Geom.ELLIPSOID, 1]]) {
    const [m, d] = twoGeoms(type1, [1, 1, 1], Geom.MESH, []);
    const flip = type1 === Geom.MESH ? [1, 0] : [0, 1];
    for (const z of [1.75, 2.5, 7]) {
      d.geom_xpos.set([0, 0, 0, 0.1, 0.05, z]);
      const dist = geomDistance(m, d, flip[0], flip[1], 10, fromto);
      near(dist, z - 1 - half, 1e-5, `type ${type1} at ${z}`);
      near(Math.abs(fromto[5] - fromto[2]), Math.abs(dist), 1e-5, "segment");
    }
    assert.equal(geomDistance(m, d, 0, 1, 1), 1);
  }
});

Deno.test("hfieldConvex() of a flat field is a plane", () => {
  const m = new Model({ ngeom: 2, nhfield: 1, nhfielddata: 16 });
  const d = new Data(m);
  const con = newPairContacts();
  m.opt.ccd_iterations = 35;
  m.opt.ccd_tolerance = 1e-6;
  m.geom_type.set([Geom.HFIELD, Geom.ELLIPSOID]);
  m.geom_dataid.set([0, -1]);
  m.geom_size.set([0.3, 0.3, 0.2], 3);
  m.geom_rbound[1] = 0.3;
  m.hfield_size.set([1, 1, 0.5, 0.1]);
  m.hfield_nrow[0] = 4;
  m.hfield_ncol[0] = 4;
  m.hfield_data.fill(1);
  for (const g of [0, 1]) for (const k of [0, 4, 8]) d.geom_xmat[9 * g + k] = 1;

  d.geom_xpos.set([0.1, 0.2, 0, 0.22, 0.34, 0.69]);
  const count = hfieldConvex(con, m, d, 0, 1);
  assert.ok(count > 0);
  const deepest = Math.min(...con.dist.subarray(0, count));
  near(deepest, -0.01, 1e-5, "depth");
  const row = con.dist.indexOf(deepest);
  near(con.frame[6 * row + 2], 1, 1e-3, "normal");

  d.geom_xpos[5] = 0.701;
  assert.equal(hfieldConvex(con, m, d, 0, 1), 0);
});
