/** Projection of a point into a camera image. */

import { cameraIntrinsics } from "./camera.ts";
import { MINVAL } from "../types/constants.ts";
import type { Data } from "../data.ts";
import type { Model } from "../types/model.ts";

const optics = new Float64Array(4);
const scale = new Float64Array(3);
const center = new Float64Array(3);
const pixel = new Float64Array(3);

/** Pixel coordinates of site `objid` in the image of camera `refid`; y points down. */
export function camProjection(m: Model, d: Data, i: number, res: Float64Array, r: number): void {
  const { sensor_objid, sensor_refid, cam_resolution } = m;
  const camera = sensor_refid[i];
  cameraIntrinsics(optics, m, camera);
  scale[0] = -optics[0];
  scale[1] = optics[1];
  scale[2] = 1;
  center[0] = cam_resolution[2 * camera] / 2;
  center[1] = cam_resolution[2 * camera + 1] / 2;
  center[2] = 0;
  project(d, camera, sensor_objid[i]);

  // depth, kept away from zero
  let w = pixel[2];
  if (Math.abs(w) < MINVAL) w = w < 0 ? -MINVAL : MINVAL;
  res[r] = pixel[0] / w;
  res[r + 1] = pixel[1] / w;
}

/**
 * Writes homogeneous image coordinates of a site to `pixel`: `scale` times the coordinate along each camera axis, plus
 * `center` times the one along the optical axis, summed in the order of the product of the projection matrix and the
 * site's position.
 */
function project(d: Data, camera: number, site: number): void {
  const { cam_xpos, cam_xmat, site_xpos } = d;
  const c = 3 * camera;
  const z = 9 * camera + 2;
  const s = 3 * site;
  for (let axis = 0; axis < 3; axis++) {
    const a = 9 * camera + axis;
    const along = scale[axis];
    const depth = center[axis];
    const p0 = along * cam_xmat[a] + depth * cam_xmat[z];
    const p1 = along * cam_xmat[a + 3] + depth * cam_xmat[z + 3];
    const p2 = along * cam_xmat[a + 6] + depth * cam_xmat[z + 6];
    let p3 = 0;
    for (let k = 0; k < 3; k++) p3 += along * cam_xmat[a + 3 * k] * -cam_xpos[c + k];
    for (let k = 0; k < 3; k++) p3 += depth * cam_xmat[z + 3 * k] * -cam_xpos[c + k];
    pixel[axis] = p0 * site_xpos[s] + p1 * site_xpos[s + 1] + p2 * site_xpos[s + 2] + p3;
  }
}
