/** `mujoco.sdf.bolt` and `mujoco.sdf.nut`: a thread around the z axis, and a hexagonal head. */

import { atan2, PI, sin } from "../../math/scalar.ts";
import type { Plugin, PluginAttribute, SignedDistance } from "../../types/plugin.ts";
import { fieldNumbers } from "./attributes.ts";
import { difference, intersection, union } from "./shapes.ts";

/** turns of the thread per unit of length */
const TURNS = 12;
/** sides of the head, per radian */
const SIDES = 6 / PI / 2;
const BOX = [0, 0, 0, 0.6, 0.6, 1];
/** sine of 45 degrees: slopes of the thread and of chamfers */
const SLOPE = Math.sqrt(2) / 2;

/** The bolt: `radius` is that of its thread. */
export const bolt: Plugin = threaded("mujoco.sdf.bolt", (thread, cone, head, z) => {
  const shaft = difference(thread, 0.5 - Math.abs(z + 0.5));
  return union(difference(shaft, cone + SLOPE), head);
});

/** The nut: `radius` is that of its thread. */
export const nut: Plugin = threaded("mujoco.sdf.nut", (thread, cone, head) => {
  const hole = union(difference(thread, cone + 0.5 * SLOPE), -cone - 0.05 * SLOPE);
  return difference(head, hole);
});

/** A plugin that combines the fields of a thread, of a cone of the same radius, and of a head. */
function threaded(name: string, combine: (thread: number, cone: number, head: number, z: number) => number): Plugin {
  return {
    name,
    attributes: ["radius"],
    sdf(attribute: PluginAttribute): SignedDistance {
      const { radius } = fieldNumbers(attribute, { radius: 0.26 });
      return {
        box: BOX,
        distance(p) {
          const x = p[0];
          const y = p[1];
          const z = p[2];
          const radial = Math.sqrt(x * x + y * y) - radius;
          const azimuth = atan2(y, x);
          const turn = z * TURNS - azimuth / PI / 2;
          const groove = Math.abs(turn - Math.floor(turn) - 0.5);
          const thread = (radial - groove / TURNS) * SLOPE;
          const cone = (z - radial) * SLOPE;
          return combine(thread, cone, hexagon(x, y, z, azimuth, radial), z);
        },
      };
    },
  };
}

/** A hexagonal head with chamfers at its top. */
function hexagon(x: number, y: number, z: number, azimuth: number, radial: number): number {
  const toSide = -Math.floor(azimuth * SIDES + 0.5) / SIDES;
  const side = sin(toSide + PI * 0.5) * x + -sin(toSide) * y - 0.5;
  const slab = intersection(side, Math.abs(z + 0.25) - 0.25);
  return intersection(slab, (z + radial - 0.22) * SLOPE);
}
