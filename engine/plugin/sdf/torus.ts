/** `mujoco.sdf.torus`: a ring around the z axis. */

import { MINVAL } from "../../types/constants.ts";
import type { Plugin } from "../../types/plugin.ts";
import { fieldNumbers } from "./attributes.ts";

/** The ring: `radius1` is that of its middle line, `radius2` that of its cross-section. */
export const torus: Plugin = {
  name: "mujoco.sdf.torus",
  attributes: ["radius1", "radius2"],
  sdf(attribute) {
    const { radius1, radius2 } = fieldNumbers(attribute, { radius1: 0.35, radius2: 0.15 });
    const width = radius1 + radius2;
    return {
      box: [0, 0, 0, width, width, radius2],
      distance(p) {
        const outward = Math.sqrt(p[0] * p[0] + p[1] * p[1]) - radius1;
        return Math.sqrt(outward * outward + p[2] * p[2]) - radius2;
      },
      gradient(res, p) {
        const radial = Math.sqrt(p[0] * p[0] + p[1] * p[1]);
        const outward = radial - radius1;
        const length = Math.max(Math.sqrt(outward * outward + p[2] * p[2]), MINVAL);
        res[0] = outward * (p[0] / radial) / length;
        res[1] = outward * (p[1] / radial) / length;
        res[2] = p[2] / length;
      },
    };
  },
};
