/** Forces that are applied to bodies, and the body that is being pulled. */

import * as three from "../three.ts";
import { type Drawn, vector } from "./marks.ts";

/** Forces on bodies from outside. */
export function drawForces({ marks, frame: { fields }, scenery }: Drawn): void {
  const { visual: { scale, rgba, map }, meansize, meanmass, sizes } = scenery;
  for (let b = 1; b < sizes.nbody; b++) {
    const force = vector(fields.xfrc_applied, 2 * b).multiplyScalar(map.force / meanmass);
    if (force.lengthSq() === 0) continue;
    marks.arrow(vector(fields.xipos, b), force, scale.forcewidth * meansize, rgba.force);
  }
}

/** The spring that pulls. */
export function drawPull({ marks, frame: { pull }, scenery }: Drawn): void {
  const { visual: { scale, rgba }, meansize } = scenery;
  if (pull.body <= 0) return;
  const [from, to] = [new three.Vector3().fromArray(pull.from), new three.Vector3().fromArray(pull.to)];
  if (from.distanceTo(to) < 1e-9) return;
  const width = scale.constraint * meansize;
  marks.rod(from, to, width, rgba.constraint);
  marks.blob("sphere", to, 2 * width, rgba.constraint);
}

/** The point of the selected body that is pulled. */
export function drawSelected({ marks, frame: { fields, pull }, scenery, selected }: Drawn): void {
  const { visual: { scale, rgba }, meansize } = scenery;
  if (selected <= 0) return;
  const at = pull.body > 0 ? new three.Vector3().fromArray(pull.from) : vector(fields.xipos, selected);
  marks.blob("sphere", at, 0.5 * scale.selectpoint * meansize, rgba.selectpoint);
}
