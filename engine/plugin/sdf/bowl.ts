/** `mujoco.sdf.bowl`: a hollow sphere that is cut off at a height. */

import type { Plugin } from "../../types/plugin.ts";
import { fieldNumbers } from "./attributes.ts";

/** The bowl: its wall is twice `thickness`, and its rim is at `height` above the center of the sphere. */
export const bowl: Plugin = {
  name: "mujoco.sdf.bowl",
  attributes: ["height", "radius", "thickness"],
  sdf(attribute) {
    const { height, radius, thickness } = fieldNumbers(attribute, { height: 0.4, radius: 1, thickness: 0.02 });
    const half = radius + thickness;
    const width = Math.sqrt(radius * radius - height * height);
    return {
      box: [0, 0, 0, half, half, half],
      distance(p) {
        const z = p[2];
        const radial = Math.sqrt(p[0] * p[0] + p[1] * p[1]);
        const sideways = radial - width;
        const upward = z - height;
        const isAtRim = height * radial < width * z;
        const middle = isAtRim
          ? Math.sqrt(sideways * sideways + upward * upward)
          : Math.abs(Math.sqrt(radial * radial + z * z) - radius);
        return middle - thickness;
      },
    };
  },
};
