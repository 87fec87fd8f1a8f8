import assert from "node:assert/strict";
import { Geom } from "../types/enums.ts";
import { Model } from "../types/model.ts";
import { octreeDistance, octreeGradient, primitiveDistance, primitiveGradient } from "./sdf_field.ts";

Deno.test("octreeDistance() and octreeGradient() of a linear field are exact inside, and grow outside", () => {
  const m = new Model({ nmesh: 1, noct: 1 });
  m.oct_child.fill(-1);
  m.oct_aabb.set([0.5, 0, 0, 1, 2, 3]);
  const field = (x: number, y: number, z: number) => 0.25 * x - 0.5 * y + z - 0.125;
  for (let k = 0; k < 8; k++) {
    m.oct_coeff[k] = field(k & 1 ? 1.5 : -0.5, k & 2 ? 2 : -2, k & 4 ? 3 : -3);
  }

  const p = new Float64Array([0.75, 1, -2]);
  const distance = new Float64Array(1);
  octreeDistance(distance, 0, m, 0, p, 0);
  assert.ok(Math.abs(distance[0] - field(0.75, 1, -2)) < 1e-14);
  // the gradient is taken per cell, whose edges are 2, 4 and 6 long
  const gradient = new Float64Array(3);
  octreeGradient(gradient, 0, m, 0, p, 0);
  for (const [k, value] of [0.5, -2, 6].entries()) assert.ok(Math.abs(gradient[k] - value) < 1e-13);

  p[2] = 5;
  octreeDistance(distance, 0, m, 0, p, 0);
  assert.ok(Math.abs(distance[0] - (field(0.75, 1, 3) + 2)) < 1e-5);
});

Deno.test("octreeDistance() is large without an octree, and octreeGradient() zero", () => {
  const m = new Model({ nmesh: 1 });
  m.mesh_octadr[0] = -1;
  const distance = Float64Array.of(NaN);
  octreeDistance(distance, 0, m, 0, new Float64Array(3), 0);
  assert.ok(distance[0] >= 1e6, `${distance[0]}`);
  const gradient = Float64Array.of(1, 2, 3);
  octreeGradient(gradient, 0, m, 0, Float64Array.of(1, 2, 3), 0);
  assert.deepEqual([...gradient], [0, 0, 0]);
});

Deno.test("primitiveGradient() is the slope of primitiveDistance()", () => {
  const m = new Model({ ngeom: 1 });
  m.geom_size.set([0.3, 0.2, 0.25]);
  const gradient = new Float64Array(3);
  const distance = new Float64Array(2);
  const step = 1e-6;
  for (const type of [Geom.PLANE, Geom.SPHERE, Geom.CAPSULE, Geom.CYLINDER, Geom.BOX, Geom.ELLIPSOID]) {
    const p = new Float64Array([0.45, -0.37, 0.52]);
    gradient.fill(NaN);
    primitiveGradient(gradient, 0, m, type, 0, p, 0);
    const slopes = [0, 1, 2].map((k) => {
      p[k] += step;
      primitiveDistance(distance, 0, m, type, 0, p, 0);
      p[k] -= 2 * step;
      primitiveDistance(distance, 1, m, type, 0, p, 0);
      const slope = (distance[0] - distance[1]) / (2 * step);
      p[k] += step;
      return slope;
    });
    // the distance from an ellipsoid is an estimate, whose slope is not 1; its gradient is a direction
    const length = type === Geom.ELLIPSOID ? Math.sqrt(slopes.reduce((sum, x) => sum + x * x, 0)) : 1;
    slopes.forEach((slope, k) => {
      assert.ok(Math.abs(slope / length - gradient[k]) < 1e-6, `type ${type}: ${slope} is not ${gradient[k]}`);
    });
  }
});

Deno.test("primitiveGradient() and octreeGradient() write three numbers, where they are told to", () => {
  const m = new Model({ ngeom: 2, nmesh: 1 });
  m.mesh_octadr[0] = -1;
  m.geom_size.set([0.3, 0.2, 0.25], 3);
  const p = Float64Array.of(7, 0.45, -0.37, 0.52);
  for (const type of [Geom.PLANE, Geom.SPHERE, Geom.CAPSULE, Geom.CYLINDER, Geom.BOX, Geom.ELLIPSOID]) {
    const [res, alone] = [new Float64Array(5).fill(9), new Float64Array(3)];
    primitiveGradient(res, 1, m, type, 1, p, 1);
    primitiveGradient(alone, 0, m, type, 1, p.slice(1), 0);
    assert.deepEqual([...res], [9, ...alone, 9], `type ${type}`);
    assert.ok(alone.some((x) => x !== 0), `type ${type}`);
  }
  const res = new Float64Array(5).fill(9);
  octreeGradient(res, 1, m, 0, p, 1);
  assert.deepEqual([...res], [9, 0, 0, 0, 9]);
});
