/** Coordinate frames. */

import * as three from "../three.ts";
import { axis, type Drawn, vector } from "./marks.ts";

const AXES: readonly (readonly number[])[] = [[0.9, 0, 0, 1], [0, 0.9, 0, 1], [0, 0, 0.9, 1]];

/** How much larger the frame of the world is, and those of contacts. */
const WORLD = 3;
const CONTACT = 0.5;

/** The frames of one kind of objects. */
export function drawFrames({ marks, frame: { fields, contacts }, scenery, shown }: Drawn): void {
  const { visual: { scale }, meansize, sizes } = scenery;
  const [length, width] = [scale.framelength * meansize, scale.framewidth * meansize];
  const draw = (at: three.Vector3, axes: readonly three.Vector3[], big = 1) =>
    axes.forEach((direction, k) => {
      marks.rod(at, at.clone().addScaledVector(direction, big * length), width * Math.sqrt(big), AXES[k]);
    });
  const all = (pos: ArrayLike<number>, mat: ArrayLike<number>, count: number, first = 0) => {
    for (let i = first; i < count; i++) draw(vector(pos, i), [0, 1, 2].map((k) => axis(mat, i, k)));
  };
  switch (shown.frames) {
    case "none":
      return;
    case "body":
      // with inertia boxes, frames are those of inertia
      if (shown.inertia) return all(fields.xipos, fields.ximat, sizes.nbody, 1);
      return all(fields.xpos, fields.xmat, sizes.nbody, 1);
    case "geom":
      return all(fields.geom_xpos, fields.geom_xmat, sizes.ngeom);
    case "site":
      return all(fields.site_xpos, fields.site_xmat, sizes.nsite);
    case "camera":
      return all(fields.cam_xpos, fields.cam_xmat, sizes.ncam);
    case "light":
      for (let i = 0; i < sizes.nlight; i++) {
        const z = vector(fields.light_xdir, i);
        const x = new three.Vector3(0, 0, 1).cross(z);
        if (x.lengthSq() < 1e-12) x.set(1, 0, 0);
        draw(vector(fields.light_xpos, i), [x.normalize(), z.clone().cross(x), z]);
      }
      return;
    case "contact":
      for (let i = 0; i < contacts.count; i++) {
        draw(vector(contacts.pos, i), [0, 1, 2].map((k) => vector(contacts.frame, 3 * i + k)), CONTACT);
      }
      return;
    case "world":
      return draw(new three.Vector3(), [0, 1, 2].map((k) => new three.Vector3().setComponent(k, 1)), WORLD);
  }
}
