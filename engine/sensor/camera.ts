/** Camera optics. */

import { PI, tan } from "../math/scalar.ts";
import type { Model } from "../types/model.ts";

// for rounding to single precision
const single = new Float32Array(1);

/**
 * Writes the focal lengths in x and y and the principal point of a perspective camera to `res`: four numbers in pixels,
 * computed from sensor size and intrinsics in single precision, the type of these fields, or from the field of view.
 */
export function cameraIntrinsics(res: Float64Array, m: Model, camera: number): void {
  const { cam_sensorsize, cam_intrinsic, cam_resolution, cam_fovy } = m;
  const s = 2 * camera;
  const width = cam_resolution[s];
  const height = cam_resolution[s + 1];
  if (cam_sensorsize[s] !== 0 && cam_sensorsize[s + 1] !== 0) {
    for (let k = 0; k < 4; k++) {
      single[0] = cam_intrinsic[4 * camera + k] / cam_sensorsize[s + (k & 1)];
      single[0] *= cam_resolution[s + (k & 1)];
      res[k] = single[0];
    }
    return;
  }
  const focal = 0.5 / tan(cam_fovy[camera] * PI / 360) * height;
  res[0] = focal;
  res[1] = focal;
  res[2] = width / 2;
  res[3] = height / 2;
}
