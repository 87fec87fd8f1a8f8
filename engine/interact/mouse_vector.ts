/** Mouse movements in the world. */

import { Mouse } from "../types/enums.ts";
import { alignToCamera } from "./camera.ts";

/** res = a mouse movement as a vector in the world, seen in the direction `forward` */
export function mouseVector(res: Float64Array, action: number, dx: number, dy: number, forward: Float64Array): void {
  switch (action) {
    case Mouse.ROTATE_V:
      res.set([dy, 0, dx]);
      break;
    case Mouse.ROTATE_H:
      res.set([dy, dx, 0]);
      break;
    case Mouse.MOVE_V:
      res.set([dx, 0, -dy]);
      break;
    default:
      res.set([dx, -dy, 0]);
  }
  alignToCamera(res, res, forward);
}
