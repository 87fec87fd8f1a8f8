import assert from "node:assert/strict";
import { randomFrom } from "../../../harness/random.ts";
import { normalize4, quat2Mat } from "../../math/quat.ts";
import { Geom } from "../../types/enums.ts";
import { newPairContacts } from "../contact/pair_contacts.ts";
import { ConvexShape } from "./convex_shape.ts";
import { fixNormal } from "./fix_normal.ts";

const SEED = 3;

function shapeOf(type: number, size: readonly number[], random?: () => number): ConvexShape {
  const shape = new ConvexShape();
  shape.type = type;
  shape.size.set(size);
  shape.mat.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  if (random === undefined) return shape;
  const quat = Float64Array.from({ length: 4 }, () => random() - 0.5);
  normalize4(quat, 0);
  quat2Mat(shape.mat, 0, quat, 0);
  for (let k = 0; k < 3; k++) shape.pos[k] = random() - 0.5;
  return shape;
}

/** The point of the frame of a shape in the world, or the vector if `isVector`. */
function outward({ mat, pos }: ConvexShape, p: readonly number[], isVector: boolean): number[] {
  return [0, 1, 2].map((k) =>
    mat[3 * k] * p[0] + mat[3 * k + 1] * p[1] + mat[3 * k + 2] * p[2] + (isVector ? 0 : pos[k])
  );
}

const unit = (v: readonly number[]) => {
  const length = Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));
  return v.map((x) => x / length);
};

/** The normal that a contact at `point` gets, both in the frame of the shape, beside a box. */
function fixed(shape: ConvexShape, point: readonly number[], normal: readonly number[], isSecond = false): number[] {
  const con = newPairContacts();
  con.pos.set(outward(shape, point, false));
  con.frame.set(outward(shape, normal, true));
  const box = shapeOf(Geom.BOX, [1, 1, 1]);
  if (isSecond) fixNormal(con, 0, box, shape);
  else fixNormal(con, 0, shape, box);
  const [x, y, z] = con.frame;
  const { mat } = shape;
  return [0, 1, 2].map((k) => mat[k] * x + mat[3 + k] * y + mat[6 + k] * z);
}

function near(found: readonly number[], expected: readonly number[], tolerance: number, what: string): void {
  const off = Math.max(...found.map((x, k) => Math.abs(x - expected[k])));
  assert.ok(off <= tolerance, `seed ${SEED}, ${what}: ${found} is not ${expected}`);
}

/** An ellipsoid, and a point on it with its normal. */
function drawEllipsoid(random: () => number) {
  const size = [0, 0, 0].map(() => 0.3 + random());
  const shape = shapeOf(Geom.ELLIPSOID, size, random);
  const surface = unit([0, 0, 0].map(() => random() - 0.5)).map((x, k) => x * size[k]);
  const normal = unit(surface.map((x, k) => x / (size[k] * size[k])));
  return { size, shape, surface, normal };
}

Deno.test("fixNormal() takes the normal of an ellipsoid at the point nearest to one that is outside", () => {
  const random = randomFrom(SEED);
  for (let i = 0; i < 200; i++) {
    const { size, shape, surface, normal } = drawEllipsoid(random);
    const height = 0.5 * random();
    const point = surface.map((x, k) => x + height * normal[k]);
    near(fixed(shape, point, [0, 0, 1]), normal, 2e-3, `size ${size}, ${height} above`);
    near(fixed(shape, point, [0, 0, 1], true).map((x) => -x), normal, 2e-3, `size ${size}, of the second shape`);
  }
});

Deno.test("fixNormal() takes the normal of an ellipsoid where it is hit along that normal from inside", () => {
  const random = randomFrom(SEED);
  for (let i = 0; i < 200; i++) {
    const { size, shape, surface, normal } = drawEllipsoid(random);
    const depth = 0.05 * random();
    const point = surface.map((x, k) => x - depth * normal[k]);
    near(fixed(shape, point, normal), normal, 2e-6, `size ${size}`);
    const about = unit(normal.map((x) => x + 0.2 * (random() - 0.5)));
    near(fixed(shape, point, about), normal, 1e-5, `size ${size}, begun nearby`);
  }
});

Deno.test("fixNormal() leaves the normal where an ellipsoid has none", () => {
  const normal = unit([1, 2, 3]);
  for (let k = 0; k < 3; k++) {
    const size = [1, 1, 1];
    size[k] = 1e-16;
    near(fixed(shapeOf(Geom.ELLIPSOID, size), [0.1, 0.2, 0.3], normal), normal, 1e-15, `size ${size}`);
  }
  // on the surface, by one of the two measures of it
  const random = randomFrom(SEED);
  let found = 0;
  for (let i = 0; i < 3000; i++) {
    const size = [0, 0, 0].map(() => 0.3 + random());
    const p = unit([0, 0, 0].map(() => random() - 0.5)).map((x, k) => x * size[k]);
    const [s0, s1, s2] = size.map((x) => 1 / (x * x));
    const level = p[0] * p[0] / (size[0] * size[0]) + p[1] * p[1] / (size[1] * size[1]) +
      p[2] * p[2] / (size[2] * size[2]);
    const above = p[0] * p[0] * s0 + p[1] * p[1] * s1 + p[2] * p[2] * s2 - 1;
    if (level > 1 || above <= 0) continue;
    found++;
    assert.deepEqual(fixed(shapeOf(Geom.ELLIPSOID, size), p, normal), normal, `seed ${SEED}, turn ${i}`);
  }
  assert.ok(found > 20, `${found} found`);
});

Deno.test("fixNormal() takes the normals of spheres, capsules, and the walls of cylinders", () => {
  const random = randomFrom(SEED);
  for (let i = 0; i < 100; i++) {
    const [x, y] = [random() - 0.5, random() - 0.5];
    const aside = unit([1, 1, 1]);
    const sphere = shapeOf(Geom.SPHERE, [0.5, 0, 0], random);
    near(fixed(sphere, [x, y, 0.3], aside), unit([x, y, 0.3]), 1e-14, "sphere");
    const capsule = shapeOf(Geom.CAPSULE, [0.5, 0.4, 0], random);
    for (const z of [-0.7, -0.3, 0.3, 0.7]) {
      const end = Math.max(-0.4, Math.min(0.4, z));
      near(fixed(capsule, [x, y, z], aside), unit([x, y, z - end]), 1e-14, `capsule at ${z}`);
    }
    const cylinder = shapeOf(Geom.CYLINDER, [0.5, 0.4, 0], random);
    const wall = unit([x, y, 0]).map((u) => 0.48 * u);
    near(fixed(cylinder, [wall[0], wall[1], 0.1], aside), unit([x, y, 0]), 1e-14, "wall");
    for (const z of [0.385, -0.385]) near(fixed(cylinder, [wall[0], wall[1], z], aside), aside, 1e-15, "rim");
    for (const z of [0.33, -0.33]) near(fixed(cylinder, [0.1, 0.1, z], aside), aside, 1e-15, "disk");
  }
});

Deno.test("fixNormal() takes the middle of the normals of two round shapes", () => {
  const con = newPairContacts();
  const [one, two] = [0.5, 0.7].map((radius) => shapeOf(Geom.SPHERE, [radius, 0, 0]));
  two.pos.set([1, 0, 0]);
  con.pos.set([0.5, 0.2, 0]);
  con.frame.set([0, 1, 0]);
  fixNormal(con, 0, one, two);
  const [a, b] = [unit([0.5, 0.2, 0]), unit([-0.5, 0.2, 0])];
  near([...con.frame.subarray(0, 3)], unit(a.map((x, k) => x - b[k])), 1e-15, "two spheres");
});
