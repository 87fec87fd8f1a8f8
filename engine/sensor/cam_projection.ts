/** Where a camera sees a point. */

import { focalLength } from "../support/camera.ts";
import { MINVAL } from "../types/constants.ts";
import type { Data } from "../types/data.ts";
import type { Model } from "../types/model.ts";

/** Pixel coordinates of site `objid` in the image of camera `refid`; y grows downwards. */
export function camProjection(m: Model, d: Data, i: number, res: Float64Array, r: number): void {
  const { sensor_objid, sensor_refid, cam_resolution } = m;
  const camera = sensor_refid[i];
  const site = sensor_objid[i];
  const u = homogeneous(d, camera, site, 0, -focalLength(m, camera, 0), cam_resolution[2 * camera] / 2);
  const v = homogeneous(d, camera, site, 1, focalLength(m, camera, 1), cam_resolution[2 * camera + 1] / 2);

  // depth, kept away from zero
  let w = homogeneous(d, camera, site, 2, 1, 0);
  if (Math.abs(w) < MINVAL) w = w < 0 ? -MINVAL : MINVAL;
  res[r] = u / w;
  res[r + 1] = v / w;
}

/**
 * One homogeneous image coordinate: `scale` times the coordinate of the site along a camera axis, plus `center` times
 * the one along the optical axis. Summed as the product of the projection matrix with the site's position.
 */
function homogeneous(d: Data, camera: number, site: number, axis: number, scale: number, center: number): number {
  const { cam_xpos, cam_xmat, site_xpos } = d;
  const c = 3 * camera;
  const a = 9 * camera + axis;
  const z = 9 * camera + 2;
  const p0 = scale * cam_xmat[a] + center * cam_xmat[z];
  const p1 = scale * cam_xmat[a + 3] + center * cam_xmat[z + 3];
  const p2 = scale * cam_xmat[a + 6] + center * cam_xmat[z + 6];
  let p3 = 0;
  for (let k = 0; k < 3; k++) p3 += scale * cam_xmat[a + 3 * k] * -cam_xpos[c + k];
  for (let k = 0; k < 3; k++) p3 += center * cam_xmat[z + 3 * k] * -cam_xpos[c + k];
  const s = 3 * site;
  return p0 * site_xpos[s] + p1 * site_xpos[s + 1] + p2 * site_xpos[s + 2] + p3;
}
