import assert from "node:assert/strict";
import { gear } from "./gear.ts";

Deno.test("gear has a box that is wider than its tips by a quarter of the pitch circle, and thicker by a tenth", () => {
  for (const [diameter, teeth, thickness] of [[2.8, 25, 0.2], [1, 12, 0.5], [4, 40, 1]]) {
    const numbers: Record<string, string> = { diameter: `${diameter}`, teeth: `${teeth}`, thickness: `${thickness}` };
    const field = gear.sdf?.((name) => numbers[name] ?? "");
    assert.ok(field);
    const expected = [0, 0, 0, diameter * 0.625, diameter * 0.625, thickness * 0.55];
    expected.forEach((x, k) => assert.ok(Math.abs(x - field.box[k]) < 1e-12, `box ${k}: ${field.box[k]}`));

    // the faces are at half the thickness, and a tooth at a quarter of a turn is one at none
    const p = Float64Array.of(0.4 * diameter, 0, 0);
    for (const height of [-0.5, 0.5]) {
      p[2] = height * thickness;
      assert.ok(Math.abs(field.distance(p)) < 1e-12, `${field.distance(p)}`);
      p[2] = 3 * height * thickness;
      assert.ok(Math.abs(field.distance(p) - thickness) < 1e-9, `${field.distance(p)}`);
    }
  }
});
