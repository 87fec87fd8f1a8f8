/** Optics of cameras. */

import { PI, tan } from "../math/scalar.ts";
import type { Model } from "../types/model.ts";

const fround = Math.fround;

/** Focal length in pixels along x (`axis` 0) or y (1) of a perspective camera, from its intrinsics or field of view. */
export function focalLength(m: Model, camera: number, axis: 0 | 1): number {
  const { cam_sensorsize, cam_intrinsic, cam_resolution, cam_fovy } = m;
  const s = 2 * camera;
  if (cam_sensorsize[s] !== 0 && cam_sensorsize[s + 1] !== 0) {
    // in single precision, as these fields are
    const ratio = fround(cam_intrinsic[4 * camera + axis] / cam_sensorsize[s + axis]);
    return fround(ratio * cam_resolution[s + axis]);
  }
  return 0.5 / tan(cam_fovy[camera] * PI / 360) * cam_resolution[s + 1];
}

/** Principal point in pixels along x (`axis` 0) or y (1) of a perspective camera. */
export function principalPoint(m: Model, camera: number, axis: 0 | 1): number {
  const { cam_sensorsize, cam_intrinsic, cam_resolution } = m;
  const s = 2 * camera;
  if (cam_sensorsize[s] !== 0 && cam_sensorsize[s + 1] !== 0) {
    const ratio = fround(cam_intrinsic[4 * camera + 2 + axis] / cam_sensorsize[s + axis]);
    return fround(ratio * cam_resolution[s + axis]);
  }
  return cam_resolution[s + axis] / 2;
}
