/** `mujoco.sdf.gear`: a wheel around the z axis whose teeth have involute flanks. */

import { acos, atan2, cos, PI, tan } from "../../math/scalar.ts";
import type { Plugin } from "../../types/plugin.ts";
import { fieldNumbers } from "./attributes.ts";
import { difference, extrusion, intersection, smoothIntersection, smoothUnion, wrap } from "./shapes.ts";

const DEFAULTS = { alpha: 0, diameter: 2.8, teeth: 25, thickness: 0.2, innerdiameter: -1 };

/** distance from a flank where there is none */
const FAR = -1e6;

/**
 * The gear: `alpha` turns it (rad), `diameter` is that of the pitch circle, on which gears roll, and a negative
 * `innerdiameter` leaves a rim below the teeth.
 */
export const gear: Plugin = {
  name: "mujoco.sdf.gear",
  attributes: ["alpha", "diameter", "teeth", "thickness", "innerdiameter"],
  sdf(attribute) {
    const { alpha, diameter, teeth, thickness, innerdiameter } = fieldNumbers(attribute, DEFAULTS, ["thickness"]);
    const width = diameter / 2 * 1.25;

    // circles around the axis: pitch, tips, base of the involutes, bottom, and hole
    const pitch = diameter / 2;
    const perDiameter = teeth / diameter;
    const tips = (diameter + 2 * (1 / perDiameter)) / 2;
    const depth = 2.2 / perDiameter;
    const hole = innerdiameter >= 0 ? innerdiameter / 2 : tips - depth - 0.14 * diameter;
    const pressureAngle = 3.096e-5 * teeth * teeth - 6.557e-3 * teeth + 0.551;
    const base = diameter * cos(pressureAngle) / 2;

    // angles of a tooth and of the gap beside it
    const tooth = PI / perDiameter / pitch;
    const atPitch = acos(base / pitch);
    const gap = tooth / 2 - 2 * (tan(atPitch) - atPitch);

    function inPlane(x: number, y: number): number {
      const radial = Math.sqrt(x * x + y * y);
      if (hole - radial > 0) return hole - radial;
      if (tips - radial < -0.2) return radial - tips;

      const angle = atan2(y, x) + alpha;
      const left = wrap(angle + gap / 2, tooth) - gap / 2;
      const right = wrap(-angle - gap + gap / 2, tooth) - gap / 2;

      // flanks: how far the point is from either involute
      let leftFlank = FAR;
      let rightFlank = FAR;
      if (base < radial) {
        const unrolled = acos(base / radial);
        const tangent = Math.sqrt(radial * radial - base * base);
        leftFlank = tangent - base * (left + unrolled);
        rightFlank = tangent - base * (right + unrolled);
      }
      const walls = intersection(left - (tooth - gap), right - (tooth - gap));
      const flanks = intersection(walls, intersection(leftFlank, rightFlank));
      const cogs = smoothIntersection(radial - tips, flanks, 0.0035 * diameter);
      return difference(smoothUnion(radial - (tips - depth), cogs, base - tips + depth), radial - hole);
    }
    return {
      box: [0, 0, 0, width, width, thickness / 2 * 1.1],
      distance: (p) => extrusion(inPlane(p[0], p[1]), p[2], thickness / 2),
    };
  },
};
